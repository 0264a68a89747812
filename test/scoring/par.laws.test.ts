import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dealParties, type Par, parShare, type SettledTrade } from '../../src/scoring/index.js'

const AGENTS = 7
const agent = fc.integer({ min: 1, max: AGENTS })
const transfer = fc.record({ from: agent, to: agent }).filter(({ from, to }) => from !== to)
const transfers = fc.array(transfer, { minLength: 1, maxLength: 6 })

/** A settlement in which exactly its parties gain whole numbers or lose them. */
const settlement: fc.Arbitrary<SettledTrade> = fc
  .tuple(
    transfers,
    fc.array(fc.integer({ min: -60, max: 60 }), { minLength: AGENTS, maxLength: AGENTS }),
  )
  .map(([rows, deltas]) => ({
    transfers: rows,
    agentDeltas: Object.fromEntries(
      rows.flatMap(({ from, to }) => [from, to]).map((id) => [String(id), deltas[id - 1] ?? 0]),
    ),
  }))

/** The brute-force twin: reachability in as many steps as there are agents. */
const closureOf = (rows: SettledTrade['transfers']): ReadonlyArray<ReadonlyArray<number>> => {
  const ids = Array.from({ length: AGENTS }, (_, index) => index + 1)
  let near = ids.map((a) =>
    ids.map(
      (b) =>
        a === b ||
        rows.some(({ from, to }) => (from === a && to === b) || (from === b && to === a)),
    ),
  )
  for (const _ of ids) {
    near = ids.map((a) =>
      ids.map((b) => ids.some((c) => near[a - 1]?.[c - 1] && near[c - 1]?.[b - 1])),
    )
  }
  return ids
    .filter((id) => rows.some(({ from, to }) => from === id || to === id))
    .map((id) => ids.filter((other) => near[id - 1]?.[other - 1]))
    .filter((members, index, all) => all.findIndex(([first]) => first === members[0]) === index)
}

const known = (par: Par): Exclude<Par, { readonly status: 'invalid' }> => {
  if (par.status === 'invalid') throw new Error('well-formed settlements')
  return par
}

const parsOf = (settlements: ReadonlyArray<SettledTrade>): ReadonlyArray<number> =>
  known(parShare({ agents: AGENTS, agent: 1, settlements })).pars

describe('par', () => {
  it('L1 budget', () => {
    fc.assert(
      fc.property(fc.array(settlement, { maxLength: 4 }), (settlements) => {
        const { pars, totalGain, gains } = known(
          parShare({ agents: AGENTS, agent: 1, settlements }),
        )
        const total = (values: ReadonlyArray<number>): number => values.reduce((a, b) => a + b, 0)
        expect(total(pars)).toBeCloseTo(totalGain, 9)
        expect(total(gains)).toBe(totalGain)
      }),
    )
  })

  it('L2 disjoint', () => {
    fc.assert(
      fc.property(settlement, (whole) => {
        const apart = dealParties(whole.transfers).map((parties) => ({
          transfers: whole.transfers.filter(({ from }) => parties.includes(from)),
          agentDeltas: Object.fromEntries(
            Object.entries(whole.agentDeltas).filter(([id]) => parties.includes(Number(id))),
          ),
        }))
        expect(parsOf(apart)).toEqual(parsOf([whole]))
      }),
    )
  })

  it('L3 pairs', () => {
    const pair = fc.tuple(
      transfer,
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -60, max: 60 }),
    )
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const pars = parsOf(
          pairs.map(([ends, gave, took]) => ({
            transfers: [ends],
            agentDeltas: { [ends.from]: gave, [ends.to]: took },
          })),
        )
        const halves = pars.map((_, index) =>
          pairs
            .filter(([{ from, to }]) => from === index + 1 || to === index + 1)
            .reduce((sum, [, gave, took]) => sum + (gave + took) / 2, 0),
        )
        expect(pars).toEqual(halves)
      }),
    )
  })

  it('L4 components', () => {
    fc.assert(
      fc.property(transfers, (rows) => {
        expect(dealParties(rows)).toEqual(closureOf(rows))
      }),
    )
  })
})
