/**
 * Laws: named properties of fast-check, and what running them says.
 *
 * A suite is a list of laws. In a test framework each law is one test: `it(law.name, () => fc.assert(law.property))`.
 * Elsewhere `checkLaw` gives the outcome as data: that the law held, or the smallest counterexample that was found.
 *
 * Laws
 *   L1 replayable  a broken law, run again with its seed and path, breaks on the same counterexample at once
 *
 * @module
 */
import fc from 'fast-check'

/**
 * Is a property with the name under which it is stated. A run of it draws one value.
 *
 * @category model
 * @since 0.1.0
 */
export interface Law {
  readonly name: string
  readonly property: fc.IRawProperty<unknown>
}

/**
 * Says that a law held in every run.
 *
 * @category model
 * @since 0.1.0
 */
export interface Holds {
  readonly _tag: 'Holds'
  readonly law: string
  readonly runs: number
  readonly seed: number
}

/**
 * Says on what a law broke. `seed` and `path` find the counterexample again.
 *
 * @category model
 * @since 0.1.0
 */
export interface Broken {
  readonly _tag: 'Broken'
  readonly law: string
  readonly runs: number
  readonly seed: number
  readonly path: string
  /** The smallest value that was found to break the law, and how many times it was made smaller. */
  readonly counterexample: unknown
  readonly shrinks: number
  /** What the law said of it. */
  readonly message: string
}

/**
 * Is what running a law says.
 *
 * @category model
 * @since 0.1.0
 */
export type LawVerdict = Holds | Broken

/**
 * States a law: for every value that `arbitrary` makes, `complaint` finds nothing to say. A complaint is one sentence.
 *
 * @category constructors
 * @since 0.1.0
 */
export const law = <A>(
  name: string,
  arbitrary: fc.Arbitrary<A>,
  complaint: (value: A) => string | null,
): Law => ({
  name,
  property: fc.property(arbitrary, (value) => {
    const said = complaint(value)
    return said === null ? undefined : fail(said)
  }) as fc.IRawProperty<unknown>, // a runner never looks at the type of the value it draws
})

/** A property of fast-check says why it broke by the error that its predicate raises. */
const fail = (said: string): never => {
  // eslint-disable-next-line functional/no-throw-statements -- the one way to hand fast-check a message
  throw new Error(said)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'the property returned false'

/**
 * Runs a law and gives the outcome as data. Parameters are those of fast-check (`numRuns`, `seed`, `path`).
 *
 * @category operations
 * @since 0.1.0
 */
export const checkLaw = (stated: Law, parameters: fc.Parameters<unknown> = {}): LawVerdict => {
  const details = fc.check(stated.property, parameters)
  if (details instanceof Promise) return fail('a law is synchronous')
  const { numRuns: runs, seed } = details
  if (!details.failed) return { _tag: 'Holds', law: stated.name, runs, seed }
  return {
    _tag: 'Broken',
    law: stated.name,
    runs,
    seed,
    path: details.counterexamplePath ?? '',
    counterexample: Array.isArray(details.counterexample) ? details.counterexample[0] : null,
    shrinks: details.numShrinks,
    message: messageOf(details.errorInstance),
  }
}

/**
 * Runs every law of a suite, in order.
 *
 * @category operations
 * @since 0.1.0
 */
export const checkLaws = (
  laws: ReadonlyArray<Law>,
  parameters: fc.Parameters<unknown> = {},
): ReadonlyArray<LawVerdict> => laws.map((stated) => checkLaw(stated, parameters))
