/**
 * The keyed engine: weighted sums of two columns for every replicate, whatever the order and the split of the rows.
 *
 * Every row counts `keyedWord` times in a replicate (see keyed-weights.ts). Rows are taken a block at a time, so that
 * they stay in the first cache while all replicates pass over them: the time of a draw does not grow with the number
 * of rows. Where the columns hold integers and no sum of weighted magnitudes reaches 2^53, every addition is exact, and
 * the sums are the same bits in any order.
 *
 * Laws
 *   L1 weights      the sums are those of the weights of `worldWeights`
 *   L2 split        on integers, adding the rows in parts and in any order gives the same sums
 *   L3 prefix       the sums of fewer replicates are the first of those of more
 *   L4 together     rows of one key always have one weight
 *
 * @module
 */

import { groupWords, REPLICATES_A_WORD, weightTable } from './keyed-weights.js'

/**
 * Adds the weighted rows to `sums` (first column, second column, for each replicate in turn). `keys` holds two words a
 * row and `columns` two numbers a row; the length of `sums` is twice the number of replicates.
 *
 * @category model
 * @since 0.1.0
 */
export type AddKeyedRows = (
  seed: bigint,
  keys: Int32Array,
  columns: Float64Array,
  sums: Float64Array,
) => void

/**
 * Builds the engine around its scratch arrays, inside one function for the reason given in replicates.ts. The scratch
 * is reached by no caller and filled before it is read.
 */
const makeEngine = (): AddKeyedRows => {
  const BLOCK = 512
  const FIRST_FACTOR = 0x9e3779b1 | 0
  const SECOND_FACTOR = 0x85ebca6b | 0
  const table = weightTable()
  const keys = new Int32Array(2 * BLOCK)
  const rows = new Float64Array(2 * BLOCK)
  /** The two sums of each of the three replicates of a group. */
  const six = new Float64Array(2 * REPLICATES_A_WORD)

  const addGroup = (count: number, first: number, second: number): void => {
    let a0 = six[0] as number
    let b0 = six[1] as number
    let a1 = six[2] as number
    let b1 = six[3] as number
    let a2 = six[4] as number
    let b2 = six[5] as number
    const end = count << 1
    for (let i = 0; i < end; i += 2) {
      let h = Math.imul((keys[i] as number) ^ first, FIRST_FACTOR)
      h = Math.imul((h ^ (h >>> 16)) + ((keys[i + 1] as number) ^ second), SECOND_FACTOR)
      h ^= h >>> 15
      const w0 = table[h >>> 22] as number
      const w1 = table[(h >>> 12) & 1023] as number
      const w2 = table[(h >>> 2) & 1023] as number
      const x = rows[i] as number
      const y = rows[i + 1] as number
      a0 += w0 * x
      b0 += w0 * y
      a1 += w1 * x
      b1 += w1 * y
      a2 += w2 * x
      b2 += w2 * y
    }
    six[0] = a0
    six[1] = b0
    six[2] = a1
    six[3] = b1
    six[4] = a2
    six[5] = b2
  }

  return (seed, allKeys, columns, sums) => {
    const width = six.length
    const groups = Math.ceil(sums.length / width)
    const words = groupWords(seed, groups)
    for (let from = 0; from < columns.length; from += 2 * BLOCK) {
      const end = Math.min(columns.length, from + 2 * BLOCK)
      keys.set(allKeys.subarray(from, end))
      rows.set(columns.subarray(from, end))
      for (let group = 0; group < groups; group += 1) {
        const place = group * width
        const known = Math.min(width, sums.length - place)
        for (let i = 0; i < known; i += 1) six[i] = sums[place + i] as number
        addGroup((end - from) >> 1, words[2 * group] as number, words[2 * group + 1] as number)
        for (let i = 0; i < known; i += 1) sums[place + i] = six[i] as number
      }
    }
  }
}

/**
 * Adds rows to the sums of every replicate; see `AddKeyedRows`. Writes to `sums`, which the caller owns.
 *
 * @category operations
 * @since 0.1.0
 */
export const addKeyedRows: AddKeyedRows = /* @__PURE__ */ makeEngine()
