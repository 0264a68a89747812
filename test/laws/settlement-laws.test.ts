import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verdicts } from '../../examples/settlement-rule/laws.js'
import { checkLaw, checkLaws, type Law, settlementLaws } from '../../src/laws/index.js'
import {
  applyTransfers,
  type Ledger,
  type Mechanism,
  type SettlementRule,
  settle,
} from '../../src/settlement/index.js'

const honest: SettlementRule = settle({ roundIndex: 1 })
const enforcing: SettlementRule = settle({ roundIndex: 1, irEnforce: true })

const named = (laws: ReadonlyArray<Law>, name: string): Law => {
  const found = laws.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no law ${name}`)
  return found
}

const brokenBy = (rule: SettlementRule, individuallyRational = false): ReadonlyArray<string> =>
  checkLaws(settlementLaws(rule, { individuallyRational }), { seed: 11, numRuns: 400 })
    .filter((verdict) => verdict._tag === 'Broken')
    .map((verdict) => verdict.law)

describe("this library's rule of settlement", () => {
  for (const each of settlementLaws(honest)) {
    it(each.name, () => fc.assert(each.property, { numRuns: 500 }))
  }
  for (const each of settlementLaws(enforcing, { individuallyRational: true })) {
    it(`${each.name}, with rationality enforced`, () => fc.assert(each.property, { numRuns: 500 }))
  }
})

/** The honest rule with what comes out changed by a saboteur, whenever something was applied. */
const sabotaged =
  (change: (before: Ledger, after: Ledger, mechanism: Mechanism) => Ledger): SettlementRule =>
  (ledger, mechanism) => {
    const settled = honest(ledger, mechanism)
    if (!settled.event.applied) return settled
    return { ...settled, ledger: change(ledger, settled.ledger, mechanism) }
  }

const withCell = (ledger: Ledger, agent: number, good: number, by: number): Ledger => ({
  ...ledger,
  allocation: ledger.allocation.map((row, i) =>
    i === agent ? row.map((held, g) => (g === good ? held + by : held)) : row,
  ),
})

describe('the settlement battery finds planted bugs', () => {
  it('a rule that mints a unit breaks conservation', () => {
    const minting = sabotaged((_, after) => withCell(after, 0, 0, 1))
    expect(brokenBy(minting)).toContain('L1 conservation')
  })

  it('a rule that burns a trace of a good breaks conservation', () => {
    const burning = sabotaged((_, after) => withCell(after, 0, 0, -1e-6))
    expect(brokenBy(burning)).toContain('L1 conservation')
  })

  it('a rule that forgets to ask the debited breaks consent', () => {
    const forced: SettlementRule = (ledger, mechanism) =>
      honest(ledger, { ...mechanism, consentingAgents: mechanism.transfers.map((t) => t.from) })
    expect(brokenBy(forced)).toEqual(['L3 consent'])
  })

  it('a rule that overdraws breaks the law of holdings', () => {
    const overdrawing: SettlementRule = (ledger, mechanism) => {
      const settled = honest(ledger, mechanism)
      return mechanism.transfers.length === 0 || mechanism.consentingAgents.length === 0
        ? settled
        : {
            ledger: applyTransfers(ledger, mechanism.transfers),
            event: { ...settled.event, applied: true },
          }
    }
    expect(brokenBy(overdrawing)).toContain('L2 no negative holdings')
  })

  it('a rule that moves goods on a refusal breaks idempotent refusal', () => {
    const sloppy: SettlementRule = (ledger, mechanism) => {
      const settled = honest(ledger, mechanism)
      return settled.event.applied
        ? settled
        : { ...settled, ledger: applyTransfers(ledger, mechanism.transfers) }
    }
    expect(brokenBy(sloppy)).toContain('L4 idempotent refusal')
  })

  it('a rule that settles half of a mechanism breaks exact application', () => {
    const half: SettlementRule = (ledger, mechanism) => {
      const settled = honest(ledger, mechanism)
      return settled.event.applied
        ? { ...settled, ledger: applyTransfers(ledger, mechanism.transfers.slice(1)) }
        : settled
    }
    expect(brokenBy(half)).toContain('L8 applied exactly')
  })

  it('a rule whose outcome depends on who came before breaks the disjoint order', () => {
    const jealous: SettlementRule = (ledger, mechanism) =>
      ledger.allocation === ledger.world.allocation
        ? honest(ledger, mechanism)
        : honest(ledger, { ...mechanism, verifierOk: false })
    expect(brokenBy(jealous)).toContain('L5 disjoint order')
  })

  it('a rule that promises rationality and does not enforce it breaks rationality', () => {
    expect(brokenBy(honest, true)).toEqual(['L6 rationality'])
  })

  it('a rule that hides a loss breaks rationality', () => {
    const hiding: SettlementRule = (ledger, mechanism) => {
      const settled = honest(ledger, mechanism)
      return { ...settled, event: { ...settled.event, individuallyRational: true } }
    }
    expect(brokenBy(hiding)).toContain('L6 rationality')
  })

  it('a rule that reports a stale welfare breaks welfare', () => {
    const stale: SettlementRule = (ledger, mechanism) => {
      const settled = honest(ledger, mechanism)
      const before = honest(ledger, { ...mechanism, verifierOk: false }).event.welfareAfter
      return { ...settled, event: { ...settled.event, welfareAfter: before } }
    }
    expect(brokenBy(stale)).toEqual(['L7 welfare'])
  })

  it('a rule that writes into its input is not pure', () => {
    const writing: SettlementRule = (ledger, mechanism) => {
      const rows = ledger.allocation as unknown as Array<Array<number>>
      for (const { from, quantity } of mechanism.transfers) {
        const row = rows[from - 1]
        if (row !== undefined) row[0] = (row[0] ?? 0) - quantity
      }
      return honest(ledger, mechanism)
    }
    expect(brokenBy(writing)).toContain('L9 pure')
  })

  it('a rule that remembers is not pure', () => {
    let calls = 0
    const remembering: SettlementRule = (ledger, mechanism) => {
      calls += 1
      const settled = honest(ledger, mechanism)
      return { ...settled, event: { ...settled.event, message: String(calls) } }
    }
    expect(brokenBy(remembering)).toContain('L9 pure')
  })
})

type Event = ReturnType<SettlementRule>['event']

const telling =
  (change: (event: Event) => Partial<Event>): SettlementRule =>
  (ledger, mechanism) => {
    const settled = honest(ledger, mechanism)
    return { ...settled, event: { ...settled.event, ...change(settled.event) } }
  }

describe('the settlement battery listens to what a rule says, and to its verifier', () => {
  it('a rule that tells gains for losses breaks the deltas', () => {
    const flipped = telling(({ agentDeltas }) => ({
      agentDeltas: Object.fromEntries(
        Object.entries(agentDeltas).map(([agent, delta]) => [agent, -delta]),
      ),
    }))
    expect(brokenBy(flipped)).toEqual(['L10 deltas'])
  })

  it('a rule that leaves out an agent, or one of the two it names, breaks the deltas', () => {
    expect(brokenBy(telling(() => ({ agentDeltas: {} })))).toEqual(['L10 deltas'])
    expect(brokenBy(telling(() => ({ proposerDelta: 0 })))).toEqual(['L10 deltas'])
    expect(brokenBy(telling(() => ({ receiverDelta: 1 })))).toEqual(['L10 deltas'])
    const bystander = telling(({ agentDeltas }) => ({
      agentDeltas: { 1: 0.5, 2: 0.5, ...agentDeltas },
    }))
    expect(brokenBy(bystander)).toEqual(['L10 deltas'])
  })

  it('a rule that does not wait for its verifier breaks the verifier, unless it need not', () => {
    const hasty: SettlementRule = (ledger, mechanism) =>
      honest(ledger, { ...mechanism, verifierOk: true })
    expect(brokenBy(hasty)).toEqual(['L11 verifier'])
    expect(
      checkLaws(settlementLaws(hasty, { verifierRequired: false }), { seed: 11 }).every(
        ({ _tag }) => _tag === 'Holds',
      ),
    ).toBe(true)
  })

  it('a rule that never applies anything is vacuous, unless it may be', () => {
    const refusing: SettlementRule = (ledger, mechanism) =>
      honest(ledger, { ...mechanism, verifierOk: false })
    const [broken, ...more] = checkLaws(settlementLaws(refusing), { seed: 11 }).filter(
      ({ _tag }) => _tag === 'Broken',
    )
    expect(more).toEqual([])
    expect(broken).toMatchObject({
      law: 'L12 not vacuous',
      message: expect.stringContaining('none of 500 settlements was applied'),
    })
    const names = settlementLaws(refusing, { mayRefuseAll: true }).map(({ name }) => name)
    expect(names).not.toContain('L12 not vacuous')
  })

  it('a rule that applies one settlement in a hundred is not vacuous', () => {
    const picky: SettlementRule = (ledger, mechanism) =>
      honest(ledger, {
        ...mechanism,
        verifierOk: mechanism.verifierOk && mechanism.transfers.length === 4,
      })
    expect(brokenBy(picky)).toEqual([])
  })
})

describe('the example of a rule with a bug', () => {
  it('is found to overdraw, on two transfers of one good by one agent', () => {
    const broken = verdicts.filter((verdict) => verdict._tag === 'Broken')
    expect(broken.map((verdict) => verdict.law)).toEqual(['L2 no negative holdings'])
    const [overdraft] = broken
    expect(overdraft?.message).toMatch(/^a\d+ holds -[\d.]+ of r\d+$/)
    const { mechanism } = overdraft?.counterexample as { readonly mechanism: Mechanism }
    expect(mechanism.transfers).toHaveLength(2)
    expect(
      new Set(mechanism.transfers.map(({ from, resource }) => `${from} ${resource}`)).size,
    ).toBe(1)
  })
})

describe('a law', () => {
  it('L1 replayable', () => {
    const minting = sabotaged((_, after) => withCell(after, 0, 0, 1))
    const conservation = named(settlementLaws(minting), 'L1 conservation')
    const found = checkLaw(conservation, { seed: 3, numRuns: 400 })
    expect(found._tag).toBe('Broken')
    if (found._tag !== 'Broken') return
    const again = checkLaw(conservation, { seed: found.seed, path: found.path, endOnFailure: true })
    expect(again).toMatchObject({ _tag: 'Broken', counterexample: found.counterexample })
  })

  it('shrinks to a counterexample of a few small numbers', () => {
    const minting = sabotaged((_, after) => withCell(after, 0, 0, 1))
    const found = checkLaw(named(settlementLaws(minting), 'L1 conservation'), { seed: 3 })
    if (found._tag !== 'Broken') throw new Error('the planted bug was not found')
    const { mechanism, world } = found.counterexample as {
      readonly mechanism: Mechanism
      readonly world: { readonly allocation: ReadonlyArray<ReadonlyArray<number>> }
    }
    expect(mechanism.transfers).toHaveLength(1)
    expect(mechanism.transfers[0]?.quantity).toBeLessThanOrEqual(1)
    expect(world.allocation).toHaveLength(2)
    expect(world.allocation.flat().reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1)
  })
})
