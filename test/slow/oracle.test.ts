import { describe, expect, it } from 'vitest'
import { seedCPython, withCPython } from '../../src/core/random/cpython.js'
import { makeWorld } from '../../src/economy/index.js'
import {
  bilateralOracle,
  multipartyOracle,
  type OracleAnswer,
  verifyCertificate,
} from '../../src/oracle/index.js'
import { type Ledger, openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'

const INSTANCES = 10_000

/** Worlds of four styles: real values, many zeros, small integers, one home good each. */
const instances: ReadonlyArray<{ readonly ledger: Ledger; readonly rowLimit: number | null }> =
  withCPython(seedCPython(1881n), (draw) =>
    Array.from({ length: INSTANCES }, () => {
      const n = 2 + draw.randrange(4)
      const r = 1 + draw.randrange(5)
      const style = draw.choice(['real', 'zeros', 'integers', 'home'] as const) ?? 'real'
      const value = (): number =>
        style === 'integers'
          ? draw.randrange(4)
          : style === 'zeros' && draw.random() < 0.4
            ? 0
            : 0.5 + 7.5 * draw.random()
      const holding = (agent: number, good: number): number =>
        style === 'home'
          ? agent % r === good
            ? 10
            : 0
          : draw.random() < 0.35
            ? 0
            : style === 'integers'
              ? draw.randrange(5)
              : 10 * draw.random()
      const money = draw.random() < 0.3 ? r - 1 : null
      const paid = draw.random() < 0.7
      const world = makeWorld({
        allocation: Array.from({ length: n }, (_, i) =>
          Array.from({ length: r }, (_g, g) => holding(i, g)),
        ),
        preferences: Array.from({ length: n }, () =>
          Array.from({ length: r }, (_, g) => (g === money && paid ? 1 : value())),
        ),
        utilityMode: draw.random() < 0.33 ? 'linear' : 'concave_separable',
        moneyGoodIndex: money,
      })
      return { ledger: openLedger(sound(world)), rowLimit: draw.choice([null, 1, 2, 3, 4]) ?? null }
    }),
  )[0]

const tally = (
  solve: (one: (typeof instances)[number]) => OracleAnswer,
): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const one of instances) {
    const answer = solve(one)
    const verdict =
      answer._tag === 'Refused' ? 'none' : verifyCertificate()(one.ledger, answer.plan)._tag
    const key = `${answer._tag} ${verdict}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

const everybody = (ledger: Ledger): ReadonlyArray<number> => ledger.allocation.map((_, i) => i + 1)

describe('certificates of 10,000 random instances', () => {
  it('are verified for pairs', () => {
    const counts = tally(({ ledger, rowLimit }) => bilateralOracle({ rowLimit })(ledger, 1, 2))
    expect(counts).toEqual({ 'Certified Verified': INSTANCES })
  })

  it('are verified for groups without a row limit', () => {
    const counts = tally(({ ledger }) => multipartyOracle()(ledger, everybody(ledger)))
    expect(counts).toEqual({ 'Certified Verified': INSTANCES })
  })

  it('are verified for groups of at most four with a row limit', () => {
    const counts = tally(({ ledger, rowLimit }) =>
      multipartyOracle({ rowLimit: rowLimit ?? 2 })(ledger, everybody(ledger).slice(0, 4)),
    )
    expect(counts).toEqual({ 'Certified Verified': INSTANCES })
  }, 300_000)
})
