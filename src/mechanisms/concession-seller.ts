/**
 * Frozen concession seller: a scripted counterpart that lowers its margin round by round and never adapts.
 *
 * Time-dependent concession (Faratin, Sierra and Jennings, Robotics and Autonomous Systems 24, 1998) with a geometric
 * path: the margin of round t >= 1 is floor + (start - floor) * decay^(t - 1), the power taken by repeated
 * multiplication. The ask is cost * (1 + margin), rounded up to the cent. The seller agrees to a settlement if its own
 * exact gain covers the margin on the cost of what it gives. What it says never contains its cost, and with a positive
 * margin no ask equals it.
 *
 * | term  | default | meaning                                        |
 * | ----- | ------- | ---------------------------------------------- |
 * | start | 0.35    | margin of the first round, a share of the cost |
 * | floor | 0.05    | margin that the path approaches                |
 * | decay | 0.6     | what a round leaves of the distance            |
 *
 * Laws
 *   L1 concedes      the margin never rises from one round to the next and stays between floor and start
 *   L2 hidden cost   a quote holds round, good and ask alone, and the ask is above the cost
 *   L3 covers        a settlement at or above the ask for whole units is accepted, and one at a loss never
 *   L4 frozen        the reply depends on the round and the settlement, on nothing that was said before
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { deltaOf } from '../settlement/deltas.js'
import type { Ledger } from '../settlement/ledger.js'
import { resourceIndex, resourceNameAt } from '../settlement/market-shape.js'
import type { Mechanism } from '../settlement/mechanism.js'

/**
 * Sets the path of a seller's margin, as shares of the cost; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConcessionTerms {
  readonly start: number
  readonly floor: number
  readonly decay: number
}

/**
 * Holds what a seller says in a round: the ask for one unit of a good, in money.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConcessionQuote {
  readonly round: number
  readonly resource: string
  readonly ask: number
}

/**
 * The terms of the recorded sellers.
 *
 * @category constructors
 * @since 0.1.0
 */
export const frozenTerms: ConcessionTerms = { start: 0.35, floor: 0.05, decay: 0.6 }

/**
 * Gives the margin of a round (from 1; earlier ones count as the first), a share of the cost.
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionMargin =
  ({ start, floor, decay }: ConcessionTerms) =>
  (round: number): number => {
    let power = 1
    // Once the power has vanished no further round changes it, so a huge round number costs nothing.
    for (let step = 1; step < round && power > 0; step += 1) {
      const next = power * decay
      if (next === power) break
      power = next
    }
    return floor + (start - floor) * power
  }

/**
 * Gives the ask of a round for a unit of the given private cost, in money, rounded up to the cent.
 *
 * @example
 * ```ts
 * import { concessionAsk, frozenTerms } from 'edgeworth/mechanisms'
 *
 * const asks = [1, 2, 3].map((round) => concessionAsk(frozenTerms)(10, round))
 * asks // => [13.5, 12.3, 11.58]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionAsk =
  (terms: ConcessionTerms) =>
  (cost: number, round: number): number =>
    Math.ceil(cost * (1 + concessionMargin(terms)(round)) * 100) / 100

/**
 * Decides on a sale of goods that cost the seller `cost` in all and change its utility by `delta`: yes if the delta is
 * at least the round's margin on the cost and no loss, both within `EPSILON`.
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionAccepts =
  (terms: ConcessionTerms) =>
  (round: number, cost: number, delta: number): boolean =>
    delta >= concessionMargin(terms)(round) * cost - EPSILON && delta >= -EPSILON

/**
 * Quotes every good that an agent of a ledger holds and that is not money, in the order of the goods.
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionQuotes =
  (terms: ConcessionTerms) =>
  (ledger: Ledger, agent: number, round: number): ReadonlyArray<ConcessionQuote> => {
    const values = ledger.world.preferences[agent - 1] ?? []
    const ask = concessionAsk(terms)
    return (ledger.allocation[agent - 1] ?? []).flatMap((held, good) =>
      held > 0 && good !== ledger.world.moneyGoodIndex
        ? [{ round, resource: resourceNameAt(good), ask: ask(values[good] ?? 0, round) }]
        : [],
    )
  }

/**
 * Decides whether an agent of a ledger agrees to a mechanism in a round, by its exact delta and the cost of the goods
 * that it gives, money apart.
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionAgrees =
  (terms: ConcessionTerms) =>
  (ledger: Ledger, mechanism: Mechanism, agent: number, round: number): boolean => {
    const { preferences, moneyGoodIndex, resourceNames } = ledger.world
    const values = preferences[agent - 1] ?? []
    const cost = mechanism.transfers.reduce((total, { from, resource, quantity }) => {
      const good = resourceIndex(resourceNames, resource)
      if (from !== agent || good === null || good === moneyGoodIndex) return total
      return total + (values[good] ?? 0) * quantity
    }, 0)
    return concessionAccepts(terms)(round, cost, deltaOf(ledger, mechanism)(agent))
  }
