/**
 * Streams: the xoroshiro128+ generator of pure-rand as a value.
 *
 * Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4), 2021. The state is four
 * signed 32-bit words, plain data that can be written to JSON and read back; drawing gives the value beside the next
 * state. Each draw reads the low half of the generator's 64-bit sum, whose lowest bit is its weakest: floats, and
 * integers below 2^32, are built from the upper bits. A stream starts at the four words that Philox gives for its
 * seed, so that neighbouring seeds share nothing.
 *
 * Laws
 *   L1 persistent   drawing twice from one state gives equal values and equal states
 *   L2 replay       drawing in one scope equals drawing the same step by step, the state handed on
 *   L3 bounds       `nextFloat` is in [0, 1); `nextInteger(from, to)` is an integer in [from, to]
 *   L4 readable     a state written to JSON and read back is the same state
 *   L5 jump         a jump and a draw may be exchanged: the state after both is the same
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { type Failures, failure } from '../failure.js'
import { type Draws, drawsOf } from './draws.js'
import { wordsAt } from './philox.js'

/**
 * Holds the state of a stream: four signed 32-bit words, not all zero.
 *
 * @category model
 * @since 0.1.0
 */
export type StreamState = readonly [number, number, number, number]

/**
 * Offers the draws of a stream inside a scope.
 *
 * @category model
 * @since 0.1.0
 */
export interface StreamDraws extends Draws {
  /** Draws an unsigned 32-bit integer. */
  readonly uint32: () => number
  /** Draws an integer from `from` to `to`, both included and all equally likely. */
  readonly integer: (from: number, to: number) => number
}

const isWord = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value

/**
 * Reads the state of a stream back from plain data. Fails unless it is four signed 32-bit integers, not all zero (from
 * where the generator would never leave).
 *
 * @category constructors
 * @since 0.1.0
 */
export const streamFrom = (state: unknown): Either<Failures<'BadStreamState'>, StreamState> => {
  const words: ReadonlyArray<unknown> = Array.isArray(state) ? state : []
  const good = words.length === 4 && words.every(isWord) && words.some((word) => word !== 0)
  if (good) return right(words as StreamState) // checked on the line above
  return left([
    failure('BadStreamState', [], state, 'four signed 32-bit integers that are not all zero'),
  ])
}

/**
 * Starts the stream of a seed of any size and sign.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedStream = (seed: bigint): StreamState => {
  const [a, b, c, d] = wordsAt(seed)
  const words: StreamState = [a | 0, b | 0, c | 0, d | 0]
  // All four words zero is the one state the generator cannot leave; no seed is known to give it.
  return words.some((word) => word !== 0) ? words : [1, 0, 0, 0]
}

/** The generator's own state is an array of four words, as its constructor demands. */
const stateOf = (generator: { readonly getState: () => ReadonlyArray<number> }): StreamState =>
  generator.getState() as StreamState

/** Brings an end of a range within 2^53 - 1 of zero; NaN is 0. */
const finiteEnd = (end: number): number =>
  Math.min(Math.max(end || 0, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** Cuts the ends of a range to integers; an empty range counts as its lower end alone. */
const integerIn =
  (draws: Draws) =>
  (from: number, to: number): number => {
    const first = Math.ceil(finiteEnd(from)) || 0
    const places = Math.floor(finiteEnd(to)) - first + 1
    return places > 1 ? first + draws.randrange(places) : first
  }

/**
 * Runs `use` with a cursor on the stream and gives its result beside the state after the last draw. The cursor is
 * mutable inside the scope only.
 *
 * @category operations
 * @since 0.1.0
 */
export const withStream = <A>(
  state: StreamState,
  use: (draw: StreamDraws) => A,
): readonly [A, StreamState] => {
  const generator = xoroshiro128plusFromState(state)
  const uint32 = (): number => generator.next() >>> 0
  const draws = drawsOf(uint32)
  const result = use({ ...draws, uint32, integer: integerIn(draws) })
  return [result, stateOf(generator)]
}

/**
 * Draws an unsigned 32-bit integer.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextUint32 = (state: StreamState): readonly [number, StreamState] =>
  withStream(state, (draw) => draw.uint32())

/**
 * Draws a float in [0, 1) with 53 random bits.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextFloat = (state: StreamState): readonly [number, StreamState] =>
  withStream(state, (draw) => draw.random())

/**
 * Draws an integer from `from` to `to`, both included and all equally likely. The ends are brought within
 * 2^53 - 1 of zero (NaN is 0) and cut to the integers inside them; of more than 2^53 integers the first 2^53 are drawn
 * from, and a range without two of them gives its lower end and draws nothing.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextInteger =
  (from: number, to: number) =>
  (state: StreamState): readonly [number, StreamState] =>
    withStream(state, (draw) => draw.integer(from, to))

/**
 * Moves a stream 2^64 draws ahead: the start of a stream that does not overlap with it.
 *
 * @category operations
 * @since 0.1.0
 */
export const jumped = (state: StreamState): StreamState => {
  const generator = xoroshiro128plusFromState(state)
  generator.jump()
  return stateOf(generator)
}
