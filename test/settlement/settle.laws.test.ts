import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPSILON } from '../../src/core/arithmetic.js'
import { exact, exactText } from '../../src/core/exact.js'
import { utilities } from '../../src/economy/utility.js'
import { welfare } from '../../src/economy/welfare.js'
import { accountingIn } from '../../src/settlement/accounting.js'
import { feasibility } from '../../src/settlement/gate.js'
import {
  type Ledger,
  ledgerTotals,
  ledgerTotalsIn,
  openLedger,
  openLedgerIn,
} from '../../src/settlement/ledger.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'
import { type SettlementRule, settle, settleIn } from '../../src/settlement/settle.js'
import { isAdmitted } from '../../src/settlement/verdict.js'
import { hostileMechanism, mechanismIn, world, worldAndMechanism } from './arbitraries.js'

const exactly = accountingIn(exact)
const rule = settle({ roundIndex: 1 })
const exactRule = settleIn(exactly)({ roundIndex: 1 })

/** Well-formed mechanisms and ones that may hold anything. */
const given = fc.oneof(
  { weight: 4, arbitrary: worldAndMechanism },
  { weight: 1, arbitrary: fc.tuple(world, hostileMechanism) },
)

/** Two mechanisms of one world of four agents, one among the first two, one among the others. */
const disjoint = world
  .filter((w) => w.allocation.length === 4)
  .chain((w) => fc.tuple(fc.constant(w), mechanismIn(w), mechanismIn(w)))
  .map(([w, a, b]) => {
    const among = (mechanism: Mechanism, first: number): Mechanism => ({
      ...mechanism,
      institutionalUpdates: [],
      transfers: mechanism.transfers.map((transfer) => {
        const from = first + (transfer.from % 2)
        const to = first + ((transfer.from + 1) % 2)
        const held = w.allocation[from - 1]?.[Number(transfer.resource.slice(1)) - 1] ?? 0
        return { ...transfer, from, to, quantity: held / 4 || 1 }
      }),
    })
    return [w, among(a, 1), among(b, 3)] as const
  })

describe('laws of settlement', () => {
  it('the samples reach every outcome', () => {
    const outcomes = new Map<string, number>()
    fc.assert(
      fc.property(given, fc.boolean(), ([w, mechanism], irEnforce) => {
        const { event } = settle({ roundIndex: 1, irEnforce })(openLedger(w), mechanism)
        const outcome = event.applied ? 'applied' : event.irBlocked ? 'blocked' : 'refused'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
      { numRuns: 300, seed: 1 },
    )
    expect([...outcomes.keys()].sort()).toEqual(['applied', 'blocked', 'refused'])
    expect(outcomes.get('applied')).toBeGreaterThan(50)
  })

  it('L1 conservation', () => {
    fc.assert(
      fc.property(given, ([w, mechanism]) => {
        const before = openLedgerIn(exactly)(w)
        const totals = ledgerTotalsIn(exactly)
        expect(totals(exactRule(before, mechanism).ledger).map(exactText)).toEqual(
          totals(before).map(exactText),
        )
        const doubles = openLedger(w)
        const after = ledgerTotals(rule(doubles, mechanism).ledger)
        ledgerTotals(doubles).forEach((total, good) => {
          expect(Math.abs((after[good] ?? 0) - total)).toBeLessThanOrEqual(1e-12 * (1 + total))
        })
      }),
    )
  })

  it('L2 no negative holdings', () => {
    fc.assert(
      fc.property(given, ([w, mechanism]) => {
        const { ledger } = exactRule(openLedgerIn(exactly)(w), mechanism)
        for (const row of ledger.allocation) {
          for (const held of row) expect(exact.compare(held, exact.zero)).toBeGreaterThanOrEqual(0)
        }
        for (const row of rule(openLedger(w), mechanism).ledger.allocation) {
          for (const held of row) expect(held).toBeGreaterThanOrEqual(-1e-12)
        }
      }),
    )
  })

  it('L3 consent', () => {
    fc.assert(
      fc.property(given, ([w, mechanism]) => {
        const before = openLedger(w)
        rule(before, mechanism).ledger.allocation.forEach((row, index) => {
          const shrinks = row.some((held, good) => held < (before.allocation[index]?.[good] ?? 0))
          if (shrinks) expect(mechanism.consentingAgents).toContain(index + 1)
        })
      }),
    )
  })

  it('L4 idempotent refusal', () => {
    fc.assert(
      fc.property(given, fc.boolean(), ([w, mechanism], irEnforce) => {
        const before = openLedger(w)
        const first = settle({ roundIndex: 1, irEnforce })(before, mechanism)
        fc.pre(!first.event.applied)
        expect(first.ledger).toBe(before)
        const second = settle({ roundIndex: 2, irEnforce })(first.ledger, mechanism)
        expect(second.event).toEqual({ ...first.event, roundIndex: 2 })
        expect(second.ledger).toBe(before)
      }),
    )
  })

  it('L5 disjoint order', () => {
    const outcomesOf = (w: Ledger, ...mechanisms: ReadonlyArray<Mechanism>) =>
      mechanisms.reduce(
        ({ ledger, events }, mechanism) => {
          const settled = rule(ledger, mechanism)
          const { welfareAfter, ...event } = settled.event
          return { ledger: settled.ledger, events: [...events, event] }
        },
        { ledger: w, events: [] as ReadonlyArray<unknown> },
      )
    fc.assert(
      fc.property(disjoint, ([w, a, b]) => {
        const forth = outcomesOf(openLedger(w), a, b)
        const back = outcomesOf(openLedger(w), b, a)
        expect(back.ledger).toEqual(forth.ledger)
        expect([...back.events].reverse()).toEqual(forth.events)
      }),
    )
  })

  it('L6 rationality', () => {
    fc.assert(
      fc.property(given, ([w, mechanism]) => {
        const ledger = openLedger(w)
        const before = utilities(w)
        const loses = (allocation: Ledger['allocation']): boolean =>
          utilities(w, allocation).some((u, index) => u - (before[index] ?? 0) < -EPSILON)
        const free = rule(ledger, mechanism)
        if (free.event.applied && mechanism.transfers.length > 0) {
          expect(free.event.individuallyRational).toBe(!loses(free.ledger.allocation))
        }
        const bound = settle({ roundIndex: 1, irEnforce: true })(ledger, mechanism)
        expect(loses(bound.ledger.allocation)).toBe(false)
        expect(bound.event.irBlocked).toBe(free.event.individuallyRational === false)
      }),
    )
  })

  it('L7 welfare', () => {
    fc.assert(
      fc.property(given, fc.constantFrom('plain', 'neumaier'), ([w, mechanism], summation) => {
        const settled = settle({ roundIndex: 1, summation })(openLedger(w), mechanism)
        const now = utilities(w, settled.ledger.allocation, summation)
        expect(settled.event.welfareAfter).toBe(welfare(summation)(now))
      }),
    )
  })

  it('L8 verdict', () => {
    fc.assert(
      fc.property(given, fc.boolean(), ([w, mechanism], irEnforce) => {
        const before = openLedger(w)
        const { event, ledger, verdict } = settle({ roundIndex: 1, irEnforce })(before, mechanism)
        expect(event.applied).toBe(isAdmitted(verdict))
        expect(event.feasible).toBe(isAdmitted(feasibility(before, mechanism)))
        expect(ledger === before).toBe(!event.applied)
      }),
    )
  })

  it('are broken by a rule that does not ask for consent', () => {
    const careless: SettlementRule = (ledger, mechanism) =>
      rule(ledger, { ...mechanism, consentingAgents: ledger.allocation.map((_, i) => i + 1) })
    const consentLaw = fc.property(worldAndMechanism, ([w, mechanism]) => {
      const before = openLedger(w)
      return careless(before, mechanism).ledger.allocation.every(
        (row, index) =>
          mechanism.consentingAgents.includes(index + 1) ||
          row.every((held, good) => held >= (before.allocation[index]?.[good] ?? 0)),
      )
    })
    expect(fc.check(consentLaw, { numRuns: 500, seed: 1 }).failed).toBe(true)
  })
})
