/**
 * The multinomial engine: n draws of n worlds for every replicate, keyed by seed and replicate.
 *
 * Efron's bootstrap ("Bootstrap methods", Annals of Statistics 7(1), 1979) with draws that are a function of (seed,
 * replicate, place of the draw), over worlds in the order of their names; so the sums do not depend on the order of
 * the rows. A draw is the upper part of a 32-bit word times n: no world is favoured by more than n / 2^32, relative.
 *
 * Laws
 *   L1 draws        every replicate draws as many worlds as there are
 *   L2 resamples    for three and four worlds, replicates are those of the enumerated distribution, as often
 *   L3 first        the sums of fewer replicates are the first of those of more
 *
 * @module
 */

import { keyOf, philox, type TwoWords } from '../core/random/philox.js'
import { keyedWord } from './keyed-weights.js'

const REPLICATE_DOMAIN = 0x64726177
const PLACE_DOMAIN = 0x706c6163

/** Two words for each of `count` counters under one key. */
const wordsOf = (key: TwoWords, domain: number, count: number): Int32Array => {
  const words = new Int32Array(2 * count)
  for (let i = 0; i < count; i += 1) {
    const drawn = philox(key, [i, domain, 0, 0])
    words[2 * i] = drawn[0]
    words[2 * i + 1] = drawn[1]
  }
  return words
}

const drawInto = (drawn: Int32Array, places: Int32Array, first: number, second: number): void => {
  const group: TwoWords = [first, second]
  const share = drawn.length / 4294967296
  for (let i = 0; i < drawn.length; i += 1) {
    const place: TwoWords = [places[2 * i] as number, places[2 * i + 1] as number]
    drawn[i] = Math.floor((keyedWord(place, group) >>> 0) * share)
  }
}

const addDrawn = (
  drawn: Int32Array,
  columns: Float64Array,
  sums: Float64Array,
  at: number,
): void => {
  let first = 0
  let second = 0
  for (let i = 0; i < drawn.length; i += 1) {
    const row = (drawn[i] as number) << 1
    first += columns[row] as number
    second += columns[row + 1] as number
  }
  sums[at] = first
  sums[at + 1] = second
}

/**
 * Draws n of n worlds for each replicate and adds up pairs of columns, interleaved and of n rows each, over those
 * drawn: for every pair of columns two sums for each replicate in turn. All pairs are summed over the same draws.
 *
 * @category operations
 * @since 0.1.0
 */
export const multinomialSums =
  (seed: bigint, replicates: number) =>
  (columns: ReadonlyArray<Float64Array>): ReadonlyArray<Float64Array> => {
    const n = (columns[0]?.length ?? 0) / 2
    const key = keyOf(seed)
    const byReplicate = wordsOf(key, REPLICATE_DOMAIN, replicates)
    const byPlace = wordsOf(key, PLACE_DOMAIN, n)
    const sums = columns.map(() => new Float64Array(2 * replicates))
    const drawn = new Int32Array(n)
    for (let replicate = 0; replicate < 2 * replicates; replicate += 2) {
      drawInto(
        drawn,
        byPlace,
        byReplicate[replicate] as number,
        byReplicate[replicate + 1] as number,
      )
      for (let pair = 0; pair < columns.length; pair += 1) {
        addDrawn(drawn, columns[pair] as Float64Array, sums[pair] as Float64Array, replicate)
      }
    }
    return sums
  }
