import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  toAutoevals,
  toBraintrust,
  toEvalite,
  toPromptfoo,
  toVitestEvalsJudge,
} from '../../src/scoring/index.js'
import { anyRow } from './arbitraries.js'

const range = fc.oneof(
  fc.constantFrom('raw' as const, 'clamp01' as const),
  fc.func(fc.double()) as fc.Arbitrary<(aer: number) => number>,
)
const undefinedAs = fc.double()

const soundOrNull = (score: number | null): boolean => score === null || Number.isFinite(score)

describe('adapters', () => {
  it('L1 finite', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, range, undefinedAs, async (output, chosen, none) => {
        const options = { range: chosen, undefinedAs: none }
        expect(soundOrNull((await toAutoevals(options)({ output })).score)).toBe(true)
        expect(soundOrNull(toVitestEvalsJudge(options)({ output }).score)).toBe(true)
        expect(Number.isFinite(toEvalite(options).scorer({ output }).score)).toBe(true)
        expect(Number.isFinite(toPromptfoo(options)(output).score)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('L2 braintrust', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, range, undefinedAs, async (output, chosen, none) => {
        const { score } = await toBraintrust({ range: chosen, undefinedAs: none })({ output })
        expect(score === null || (score >= 0 && score <= 1)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
