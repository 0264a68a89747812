import fc from 'fast-check'
import { makeWorld, type UtilityMode, type World } from '../../src/economy/index.js'
import {
  type OracleAnswer,
  type SettlementPlan,
  type TradeProblem,
  tradeProblem,
} from '../../src/oracle/index.js'
import { type Ledger, openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'

export interface LedgerShape {
  readonly agents?: readonly [number, number]
  readonly goods?: readonly [number, number]
  readonly modes?: ReadonlyArray<UtilityMode>
  readonly money?: boolean
}

/** Values and holdings as they come in small worlds: zeros, ties, empty hands, and anything in between. */
const cell = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 4, arbitrary: fc.integer({ min: 100, max: 9000 }).map((n) => n / 1000) },
)

/** Draws a ledger at the start of a small world in which exact oracles answer. */
export const ledgers = (shape: LedgerShape = {}): fc.Arbitrary<Ledger> => {
  const { agents = [2, 4], goods = [1, 4], money = true } = shape
  const { modes = ['linear', 'concave_separable'] } = shape
  return fc
    .record({
      n: fc.integer({ min: agents[0], max: agents[1] }),
      r: fc.integer({ min: goods[0], max: goods[1] }),
      mode: fc.constantFrom(...modes),
      money: money ? fc.boolean() : fc.constant(false),
    })
    .chain(({ n, r, mode, money: paid }) => {
      const matrix = fc.array(fc.array(cell, { minLength: r, maxLength: r }), {
        minLength: n,
        maxLength: n,
      })
      return fc
        .record({ allocation: matrix, preferences: matrix })
        .map((parts) =>
          openLedger(
            sound(makeWorld({ ...parts, utilityMode: mode, moneyGoodIndex: paid ? r - 1 : null })),
          ),
        )
    })
}

export const rowLimits: fc.Arbitrary<number | null> = fc.constantFrom(null, 0, 1, 2, 3, 4)

export const everybody = (ledger: Ledger): ReadonlyArray<number> =>
  ledger.allocation.map((_, index) => index + 1)

export const planOf = (answer: OracleAnswer): SettlementPlan => {
  if (answer._tag === 'Refused') throw new Error(`refused: ${answer.reason._tag}`)
  return answer.plan
}

export const problemOf = (
  ledger: Ledger,
  agents: ReadonlyArray<number>,
  rowLimit: number | null,
): TradeProblem => {
  const problem = tradeProblem(ledger, agents, rowLimit)
  if (problem._tag !== 'TradeProblem') throw new Error(`refused: ${problem._tag}`)
  return problem
}

export const ledgerOf = (parts: Parameters<typeof makeWorld>[0]): Ledger =>
  openLedger(sound(makeWorld(parts)))

export const worldNamed = (world: World): Ledger => openLedger(world)

/** Sorted choices of at most `most` of the given things, the empty one included. */
export const choices = <A>(
  things: ReadonlyArray<A>,
  most: number,
): ReadonlyArray<ReadonlyArray<A>> => {
  const [first, ...rest] = things
  if (first === undefined || most <= 0) return [[]]
  return [...choices(rest, most), ...choices(rest, most - 1).map((more) => [first, ...more])]
}
