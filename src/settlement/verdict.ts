/**
 * Verdicts: what a gate says of a mechanism, and how verdicts combine.
 *
 * A verdict admits, or refuses with at least one reason. Combining two verdicts keeps every reason of both, in order,
 * so a mechanism that fails three gates is told three things. Admitting is the neutral element: verdicts form a
 * monoid, and a list of gates is a gate.
 *
 * Laws
 *   L1 verdict identity       combining with `admitted` on either side changes nothing
 *   L2 verdict associativity  how a list of verdicts is bracketed does not matter
 *   L3 every reason           the reasons of a combination are those of its parts, none lost, in order
 *   L4 unanimity              a combination admits exactly when all its parts admit
 *
 * @module
 */
import type { Monoid } from 'fp-ts/lib/Monoid.js'
import type { RefusalReason } from './refusal.js'

/**
 * Lets the mechanism through.
 *
 * @category model
 * @since 0.1.0
 */
export interface Admitted {
  readonly _tag: 'Admitted'
}

/**
 * Stops the mechanism, with every reason in the order in which it was found.
 *
 * @category model
 * @since 0.1.0
 */
export interface Refused<R = RefusalReason> {
  readonly _tag: 'Refused'
  readonly reasons: readonly [R, ...ReadonlyArray<R>]
}

/**
 * Is the answer of a gate. `R` is the type of a reason: the library's own, or one of a user's gate.
 *
 * @category model
 * @since 0.1.0
 */
export type Verdict<R = RefusalReason> = Admitted | Refused<R>

/**
 * Admits.
 *
 * @category constructors
 * @since 0.1.0
 */
export const admitted: Admitted = { _tag: 'Admitted' }

/**
 * Refuses for the given reasons; admits when there are none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const verdictOf = <R>(reasons: ReadonlyArray<R>): Verdict<R> => {
  const [first, ...rest] = reasons
  return first === undefined ? admitted : { _tag: 'Refused', reasons: [first, ...rest] }
}

/**
 * Tells whether a verdict admits.
 *
 * @category operations
 * @since 0.1.0
 */
export const isAdmitted = <R>(verdict: Verdict<R>): verdict is Admitted =>
  verdict._tag === 'Admitted'

/**
 * Lists the reasons of a verdict: none when it admits.
 *
 * @category operations
 * @since 0.1.0
 */
export const reasonsOf = <R>(verdict: Verdict<R>): ReadonlyArray<R> =>
  verdict._tag === 'Admitted' ? [] : verdict.reasons

/**
 * Combines two verdicts: refuses when either does, for the reasons of the first and then of the second.
 *
 * @category operations
 * @since 0.1.0
 */
export const concatVerdicts = <R>(first: Verdict<R>, second: Verdict<R>): Verdict<R> => {
  if (first._tag === 'Admitted') return second
  if (second._tag === 'Admitted') return first
  return { _tag: 'Refused', reasons: [...first.reasons, ...second.reasons] }
}

/**
 * Combines a list of verdicts, in order.
 *
 * @category operations
 * @since 0.1.0
 */
export const concatAllVerdicts = <R>(verdicts: ReadonlyArray<Verdict<R>>): Verdict<R> =>
  verdicts.every(isAdmitted) ? admitted : verdictOf(verdicts.flatMap(reasonsOf))

/**
 * Gives the monoid of verdicts with reasons of type `R`, for use with fp-ts.
 *
 * @category instances
 * @since 0.1.0
 */
export const verdictMonoid = <R = RefusalReason>(): Monoid<Verdict<R>> => ({
  empty: admitted,
  concat: concatVerdicts,
})
