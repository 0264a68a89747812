import { describe, expect, it } from 'vitest'
import { deltaOf, deltas } from '../../src/settlement/deltas.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { mechanismFrom, worldFrom } from './arbitraries.js'

describe('a delta', () => {
  it('values what an agent would have after its own rows, in order', () => {
    const w = worldFrom({
      allocation: [
        [4, 0],
        [0, 9],
      ],
      preferences: [
        [1, 2],
        [3, 1],
      ],
      utilityMode: 'concave_separable',
    })
    const mechanism = mechanismFrom({
      transfers: [
        { from: 1, to: 2, resource: 'r1', quantity: 3 },
        { from: 2, to: 1, resource: 'r2', quantity: 4 },
      ],
    })
    expect(deltas(openLedger(w), mechanism)).toEqual({
      1: 1 + 2 * 2 - 2,
      2: 3 * Math.sqrt(3) + Math.sqrt(5) - 3,
    })
  })

  it('that overflows is the largest loss or gain, never more and never nothing', () => {
    const w = worldFrom({
      allocation: [
        [1, 1],
        [1, 1],
      ],
      preferences: [
        [0, 1],
        [1, 1],
      ],
    })
    const huge = (to: number, resource: string) => ({ from: 3 - to, to, resource, quantity: 1e308 })
    const twice = (to: number, resource: string) =>
      mechanismFrom({ transfers: [huge(to, resource), huge(to, resource), huge(to, resource)] })
    const ledger = openLedger(w)
    expect(deltaOf(ledger, twice(2, 'r1'))(2)).toBe(Number.MAX_VALUE)
    expect(deltaOf(ledger, twice(1, 'r1'))(1)).toBe(-Number.MAX_VALUE)
  })
})
