import { describe, expect, it } from 'vitest'
import { addKeyedRows } from '../../src/statistics/keyed-engine.js'
import {
  groupWords,
  keyedWord,
  worldKey,
  worldWeights,
} from '../../src/statistics/keyed-weights.js'
import { multinomialSums } from '../../src/statistics/multinomial-engine.js'

/** The bits of these are promised for good: a published interval has to come out the same. */
describe('what a seed and a name come to', () => {
  it('is the same for good, for the words and weights of a world', () => {
    expect([...groupWords(7n, 3)]).toEqual([
      -970840028, 1068918821, 409621945, -1081061086, -1594873259, -2052479361,
    ])
    expect(worldKey('w1')).toEqual([1382053941, 156939490])
    expect(keyedWord([1, 2], [3, 4])).toBe(557482739)
    expect(worldWeights(7n, 12)(worldKey('w1'))).toEqual([2, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0, 1])
    expect(worldWeights(7n, 12)(worldKey('w2'))).toEqual([0, 1, 1, 0, 2, 2, 0, 1, 1, 0, 2, 3])
  })

  it('is the same for good, for the sums of either engine', () => {
    const sums = new Float64Array(16)
    const keys = Int32Array.from([...worldKey('w1'), ...worldKey('w2')])
    addKeyedRows(7n, keys, Float64Array.of(1, 10, 100, 1000), sums)
    expect([...sums]).toEqual([
      2, 20, 100, 1000, 101, 1010, 1, 10, 201, 2010, 201, 2010, 1, 10, 101, 1010,
    ])
    const columns = [Float64Array.of(1, 10, 100, 1000, 10000, 100000)]
    expect(multinomialSums(7n, 6)(columns).map((own) => [...own])).toEqual([
      [10200, 102000, 10101, 101010, 10002, 100020, 201, 2010, 201, 2010, 10101, 101010],
    ])
  })
})
