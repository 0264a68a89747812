/**
 * Remaining: which of the first n numbers have not been taken yet.
 *
 * A persistent set that only ever loses elements: thirty numbers in the bits of one word, and above the words a binary
 * tree of a shape that n alone decides, so that nothing is ever balanced. A forked node counts what is left below it.
 * Up to thirty questions are one word; of 10^5, twelve small nodes are copied when one is answered.
 *
 * | operation                     | time                  |
 * | ----------------------------- | --------------------- |
 * | `remainingOf`                 | O(n)                  |
 * | `countRemaining`              | O(1)                  |
 * | `remains`, `taken`            | O(log n)              |
 * | `nthOf`, `rankOf`             | O(log n)              |
 * | `remainingNumbers`            | O(1) a step amortised |
 *
 * Laws
 *   L1 set      counting, asking, taking and listing agree with a sorted array
 *   L2 sharing  taking a number leaves the set it was taken from as it was
 *
 * @module
 */

/**
 * Holds a set of numbers: the bits of a word, or those below a middle and those from there on, counted from it.
 *
 * @category model
 * @since 0.1.0
 */
export type Remaining = number | Fork

/**
 * Holds two sides of a set that needs more than one word.
 *
 * @category model
 * @since 0.1.0
 */
export interface Fork {
  readonly middle: number
  readonly count: number
  readonly below: Remaining
  readonly above: Remaining
}

/** Engines hold integers of up to 30 bits without an object of their own. */
const WORD = 30

const fork = (middle: number, below: Remaining, above: Remaining): Fork => ({
  middle,
  count: countRemaining(below) + countRemaining(above),
  below,
  above,
})

/**
 * Makes the set of the numbers from 0 up to but not including `n`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const remainingOf = (n: number): Remaining => {
  if (n <= WORD) return (1 << n) - 1
  let middle = WORD
  while (2 * middle < n) middle *= 2
  return fork(middle, remainingOf(middle), remainingOf(n - middle))
}

/** Counts the bits of a word, in pairs, in fours, and then all bytes at once. */
const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Counts the numbers that are left.
 *
 * @category operations
 * @since 0.1.0
 */
export const countRemaining = (set: Remaining): number =>
  typeof set === 'number' ? bitsIn(set) : set.count

/**
 * Says whether a number is left.
 *
 * @category operations
 * @since 0.1.0
 */
export const remains = (set: Remaining, index: number): boolean => {
  let at = set
  let rest = index
  while (typeof at !== 'number') {
    if (rest < at.middle) {
      at = at.below
    } else {
      rest -= at.middle
      at = at.above
    }
  }
  return rest >= 0 && rest < WORD && ((at >>> rest) & 1) === 1
}

/**
 * Takes a number that is left.
 *
 * @category operations
 * @since 0.1.0
 */
export const taken = (set: Remaining, index: number): Remaining => {
  if (typeof set === 'number') return set & ~(1 << index)
  const { middle, below, above } = set
  return index < middle
    ? fork(middle, taken(below, index), above)
    : fork(middle, below, taken(above, index - middle))
}

/** Gives the place of the lowest bit of a word that has one. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word)

/**
 * Gives the number that has `position` smaller ones left before it; `null` beyond the ends.
 *
 * @category operations
 * @since 0.1.0
 */
export const nthOf = (set: Remaining, position: number): number | null => {
  if (!(Number.isInteger(position) && position >= 0 && position < countRemaining(set))) return null
  let at = set
  let rest = position
  let base = 0
  while (typeof at !== 'number') {
    const ahead = countRemaining(at.below)
    if (rest < ahead) {
      at = at.below
    } else {
      rest -= ahead
      base += at.middle
      at = at.above
    }
  }
  let word = at
  for (; rest > 0; rest -= 1) word &= word - 1
  return base + lowest(word)
}

/**
 * Counts the numbers that are left and smaller than one of the first n.
 *
 * @category operations
 * @since 0.1.0
 */
export const rankOf = (set: Remaining, index: number): number => {
  let at = set
  let rest = index
  let ahead = 0
  while (typeof at !== 'number') {
    if (rest < at.middle) {
      at = at.below
    } else {
      rest -= at.middle
      ahead += countRemaining(at.below)
      at = at.above
    }
  }
  return ahead + bitsIn(at & ((1 << rest) - 1))
}

/**
 * Lists the numbers that are left, from the smallest or from the greatest.
 *
 * @category operations
 * @since 0.1.0
 */
export function* remainingNumbers(
  set: Remaining,
  from: 'first' | 'last',
): Generator<number, undefined> {
  const waiting: Array<readonly [base: number, set: Remaining]> = [[0, set]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [base, at] = next
    if (typeof at !== 'number') {
      const sides = [
        [base, at.below],
        [base + at.middle, at.above],
      ] as const
      waiting.push(...(from === 'first' ? [sides[1], sides[0]] : sides))
      continue
    }
    for (let word = at; word !== 0; ) {
      const bit = from === 'first' ? lowest(word) : 31 - Math.clz32(word)
      yield base + bit
      word &= ~(1 << bit)
    }
  }
  return undefined
}
