/**
 * CPython's `random.Random(seed)` as a value.
 *
 * The state is data: a block of words, a position in it, and the second of two normal deviates when one was left over.
 * It is never changed; drawing gives the next state beside the value. Inside `withCPython` a cursor runs over the
 * state for speed, and only its end leaves the scope. Words, floats, integers, samples and shuffles are those of
 * CPython to the last bit; `gauss` uses the engine's own logarithm, sine and cosine and agrees within 1e-15 relative,
 * so no trace may depend on its last digit.
 *
 * Laws
 *   L1 persistent   drawing twice from one state gives equal values and equal states
 *   L2 replay       drawing in one scope equals drawing the same in several scopes, the state handed on
 *   L3 twin         two calls of `gauss` use two floats: the second returns the deviate that the first left over
 *   L4 sealed       a cursor kept after its scope has ended cannot change a state
 *
 * @module
 */

import { type Draws, drawsOf, floatOfWords } from './draws.js'
import { nextWord, seedTwister, TWISTER_WORDS, temper, twistInto } from './mt19937.js'

/**
 * Holds the state of a generator: the words (never written to once shared), the index of the next word (624 when the
 * block is used up) and the normal deviate left over from the last `gauss`, if any.
 *
 * @category model
 * @since 0.1.0
 */
export interface CPythonState {
  readonly block: Uint32Array
  readonly position: number
  readonly gauss: number | null
}

/**
 * Offers the draws of CPython's generator inside a scope.
 *
 * @category model
 * @since 0.1.0
 */
export interface CPythonDraws extends Draws {
  /** Draws from the normal distribution of mean `mu` and standard deviation `sigma`, in pairs. */
  readonly gauss: (mu: number, sigma: number) => number
}

/**
 * Starts the generator of a seed, as `random.Random(seed)` does. A seed and its negative start the same generator.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedCPython = (seed: bigint): CPythonState => ({ ...seedTwister(seed), gauss: null })

/** Turns two floats in [0, 1) into two independent standard normal deviates. */
const normalPair = (angle: number, radius: number): readonly [number, number] => {
  const turn = angle * (2 * Math.PI)
  const length = Math.sqrt(-2 * Math.log(1 - radius))
  return [Math.cos(turn) * length, Math.sin(turn) * length]
}

interface Cursor {
  readonly draws: CPythonDraws
  /** Gives the state reached and stops the cursor from writing to its block ever again. */
  readonly seal: () => CPythonState
}

const cursorFrom = (state: CPythonState): Cursor => {
  let { block, position, gauss: left } = state
  let owned = false
  const refill = (): void => {
    const next = owned ? block : new Uint32Array(TWISTER_WORDS)
    twistInto(block, next)
    block = next
    owned = true
    position = 0
  }
  const word = (): number => {
    if (position >= TWISTER_WORDS) refill()
    const raw = block[position] as number // the position is inside the block after a refill
    position += 1
    return temper(raw)
  }
  const draws = drawsOf(word)
  const gauss = (mu: number, sigma: number): number => {
    if (left !== null) {
      const deviate = left
      left = null
      return mu + deviate * sigma
    }
    const angle = draws.random()
    const [deviate, twin] = normalPair(angle, draws.random())
    left = twin
    return mu + deviate * sigma
  }
  const seal = (): CPythonState => {
    owned = false
    return { block, position, gauss: left }
  }
  return { draws: { ...draws, gauss }, seal }
}

/**
 * Runs `use` with a cursor on the generator and gives its result beside the state after the last draw. The cursor is
 * mutable inside the scope only.
 *
 * @category operations
 * @since 0.1.0
 */
export const withCPython = <A>(
  state: CPythonState,
  use: (draw: CPythonDraws) => A,
): readonly [A, CPythonState] => {
  const cursor = cursorFrom(state)
  const result = use(cursor.draws)
  return [result, cursor.seal()]
}

/**
 * Draws one float in [0, 1) and gives the state after it.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextRandom = (state: CPythonState): readonly [number, CPythonState] => {
  const [first, between] = nextWord(state)
  const [second, after] = nextWord(between)
  return [floatOfWords(first, second), { ...after, gauss: state.gauss }]
}
