/**
 * MT19937: the word stream of the Mersenne Twister as CPython seeds it.
 *
 * Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998, with the array initialisation of their 2002
 * revision. A block of 624 words is read in order, each word tempered as it is read; when the block is used up it is
 * twisted into the next one. Seeds of any size are taken, as the little-endian 32-bit words of their absolute value.
 *
 * Laws
 *   L1 persistent   reading a word leaves the state it was read from as it was: a second reading gives the same word
 *   L2 sharing      reading a word that needs no twist shares the block; a twist makes a new one
 *   L3 sign         a seed and its negative start the same stream
 *
 * | constant | value      |
 * | -------- | ---------- |
 * | words    | 624        |
 * | middle   | 397        |
 * | matrix   | 0x9908b0df |
 * | base     | 19650218   |
 *
 * @module
 */

/**
 * Holds a position in the word stream: the block of raw words, never written to once it is part of a state, and the
 * index of the next word to read (624 when the block is used up).
 *
 * @category model
 * @since 0.1.0
 */
export interface TwisterState {
  readonly block: Uint32Array
  readonly position: number
}

/**
 * Counts the words of a block.
 *
 * @category model
 * @since 0.1.0
 */
export const TWISTER_WORDS = 624

const MIDDLE = 397
const MATRIX = 0x9908b0df
const UPPER = 0x80000000
const LOWER = 0x7fffffff
const BASE_SEED = 19650218

/** Reads a word of a block whose index is known to be inside it. */
const at = (words: Uint32Array, index: number): number => words[index] as number

const scrambled = (previous: number): number => previous ^ (previous >>> 30)

const baseBlock = (): Uint32Array => {
  const block = new Uint32Array(TWISTER_WORDS)
  block[0] = BASE_SEED
  for (let i = 1; i < TWISTER_WORDS; i += 1) {
    block[i] = Math.imul(1812433253, scrambled(at(block, i - 1))) + i
  }
  return block
}

/** The block that every seed is mixed into: computed once, copied by each seeding. */
const BASE: Uint32Array = /* @__PURE__ */ baseBlock()

/**
 * Splits the absolute value of a seed into 32-bit words, the least significant first; zero is the one word 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const seedWords = (seed: bigint): ReadonlyArray<number> => {
  const words: Array<number> = []
  let rest = seed < 0n ? -seed : seed
  do {
    words.push(Number(rest & 0xffffffffn))
    rest >>= 32n
  } while (rest > 0n)
  return words
}

/**
 * Starts the stream of a seed of any size and sign, as CPython's `random.seed` does for integers.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedTwister = (seed: bigint): TwisterState => {
  const key = seedWords(seed)
  const block = BASE.slice()
  let i = 1
  let j = 0
  const advance = (): void => {
    i += 1
    if (i < TWISTER_WORDS) return
    block[0] = at(block, TWISTER_WORDS - 1)
    i = 1
  }
  for (let k = Math.max(TWISTER_WORDS, key.length); k > 0; k -= 1) {
    const word = key[j] as number // j stays below the length of the key
    block[i] = (at(block, i) ^ Math.imul(scrambled(at(block, i - 1)), 1664525)) + word + j
    advance()
    j = j + 1 < key.length ? j + 1 : 0
  }
  for (let k = TWISTER_WORDS - 1; k > 0; k -= 1) {
    block[i] = (at(block, i) ^ Math.imul(scrambled(at(block, i - 1)), 1566083941)) - i
    advance()
  }
  block[0] = UPPER
  return { block, position: TWISTER_WORDS }
}

const twisted = (upper: number, lower: number): number => {
  const joined = (upper & UPPER) | (lower & LOWER)
  return (joined >>> 1) ^ (-(joined & 1) & MATRIX)
}

/**
 * Writes the block that follows `source` into `target`; the two may be the same array. For the owner of `target`
 * alone: a block that is part of a state is never a target.
 *
 * @category operations
 * @since 0.1.0
 */
export const twistInto = (source: Uint32Array, target: Uint32Array): void => {
  const split = TWISTER_WORDS - MIDDLE
  for (let i = 0; i < split; i += 1) {
    target[i] = at(source, i + MIDDLE) ^ twisted(at(source, i), at(source, i + 1))
  }
  for (let i = split; i < TWISTER_WORDS - 1; i += 1) {
    target[i] = at(target, i - split) ^ twisted(at(source, i), at(source, i + 1))
  }
  const last = TWISTER_WORDS - 1
  target[last] = at(target, MIDDLE - 1) ^ twisted(at(source, last), at(target, 0))
}

/**
 * Tempers a raw word of a block into the unsigned 32-bit word of the stream.
 *
 * @category operations
 * @since 0.1.0
 */
export const temper = (raw: number): number => {
  const a = raw ^ (raw >>> 11)
  const b = a ^ ((a << 7) & 0x9d2c5680)
  const c = b ^ ((b << 15) & 0xefc60000)
  return (c ^ (c >>> 18)) >>> 0
}

/**
 * Gives a state whose block has an unread word: the state itself, or the start of its next block.
 *
 * @category operations
 * @since 0.1.0
 */
export const refreshed = (state: TwisterState): TwisterState => {
  if (state.position < TWISTER_WORDS) return state
  const block = new Uint32Array(TWISTER_WORDS)
  twistInto(state.block, block)
  return { block, position: 0 }
}

/**
 * Reads the next unsigned 32-bit word and the state after it.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextWord = (state: TwisterState): readonly [number, TwisterState] => {
  const { block, position } = refreshed(state)
  return [temper(at(block, position)), { block, position: position + 1 }]
}
