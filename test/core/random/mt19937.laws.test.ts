import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nextWord,
  refreshed,
  seedTwister,
  TWISTER_WORDS,
  type TwisterState,
} from '../../../src/core/random/mt19937.js'

const seeds = fc.bigInt({ min: -(1n << 100n), max: 1n << 100n })

const after = (start: TwisterState, count: number): TwisterState => {
  let state = start
  for (let i = 0; i < count; i += 1) state = nextWord(state)[1]
  return state
}

describe('the laws of the word stream', () => {
  it('L1 persistent', () => {
    fc.assert(
      fc.property(seeds, fc.nat(1300), (seed, skipped) => {
        const state = after(seedTwister(seed), skipped)
        const copy = { block: state.block.slice(), position: state.position }
        const first = nextWord(state)
        after(state, 700)
        expect(state).toEqual(copy)
        expect(nextWord(state)).toEqual(first)
        expect(first).toEqual(nextWord(copy))
      }),
      { numRuns: 30 },
    )
  })

  it('L2 sharing', () => {
    fc.assert(
      fc.property(seeds, fc.nat(1300), (seed, skipped) => {
        const state = after(refreshed(seedTwister(seed)), skipped)
        const [, next] = nextWord(state)
        expect(next.block === state.block).toBe(state.position < TWISTER_WORDS)
        expect(next.position).toBe((state.position % TWISTER_WORDS) + 1)
      }),
      { numRuns: 30 },
    )
  })

  it('L3 sign', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(seedTwister(-seed)).toEqual(seedTwister(seed))
      }),
      { numRuns: 20 },
    )
  })
})
