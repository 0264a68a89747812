/**
 * Tie rules: who comes first among equal bids.
 *
 * A tie is broken by a rule that the caller names and the outcome records, so that recomputation gives the same winner.
 * The seeded rule draws one number per bidder from a generator by coordinate: it depends on the seed and the bidder
 * alone, so a third bidder that withdraws changes nothing between the other two.
 *
 * | rule          | first among equals                                    |
 * | ------------- | ----------------------------------------------------- |
 * | `lowestId`    | the lowest number (the default)                       |
 * | `listedOrder` | the one listed first                                  |
 * | `seeded`      | the lowest draw of `seed` at the bidder's own number  |
 *
 * Laws
 *   L1 total tie order     any two different bidders are ordered, the same way whenever asked
 *   L2 withdrawn bidder    leaving a bidder out keeps the order of the others
 *
 * @module
 */
import { type Failure, failure } from '../core/failure.js'
import { drawAt } from '../core/random/philox.js'
import { seedFrom } from '../core/seed.js'

/**
 * Names how ties are broken. A seed is an integer within 2^53 - 1 of zero or a text.
 *
 * @category model
 * @since 0.1.0
 */
export type TieRule =
  | { readonly rule: 'lowestId' }
  | { readonly rule: 'listedOrder' }
  | { readonly rule: 'seeded'; readonly seed: number | string }

/**
 * Holds what a tie rule looks at: who bids, and its 0-based place in the list.
 *
 * @category model
 * @since 0.1.0
 */
export interface Standing {
  readonly bidder: number
  readonly place: number
}

/**
 * The rule where the caller names none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const lowestId: TieRule = { rule: 'lowestId' }

/**
 * Lists what is wrong with a tie rule: a name that is not known, or a seed that is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const tieRuleDefects = (ties: TieRule): ReadonlyArray<Failure<'BadTieRule'>> => {
  const { rule } = ties
  if (rule === 'lowestId' || rule === 'listedOrder') return []
  if (rule !== 'seeded') {
    return [failure('BadTieRule', ['ties', 'rule'], rule, 'lowestId, listedOrder or seeded')]
  }
  if (seedFrom(ties.seed)._tag === 'Right') return []
  return [failure('BadTieRule', ['ties', 'seed'], ties.seed, 'an integer or a text')]
}

/**
 * Orders two standings by a tie rule: negative where the first comes first. A bidder's own several bids stand in the
 * order in which they are listed.
 *
 * @category operations
 * @since 0.1.0
 */
export const byTieRule = (ties: TieRule): ((a: Standing, b: Standing) => number) => {
  const listed = (a: Standing, b: Standing): number => a.place - b.place
  if (ties.rule === 'listedOrder') return listed
  const numbered = (a: Standing, b: Standing): number => a.bidder - b.bidder || listed(a, b)
  if (ties.rule === 'lowestId') return numbered
  const seed = seedFrom(ties.seed)
  // A seed that is none was refused before anything is ordered.
  const stream = seed._tag === 'Right' ? seed.right : 0n
  return (a, b) => drawAt(stream, a.bidder) - drawAt(stream, b.bidder) || numbered(a, b)
}
