import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLangfuse, toLangfuseRun, toMastra, toOpenEvals } from '../../src/scoring/index.js'
import { anyRow } from './arbitraries.js'

const finite = (values: ReadonlyArray<number>): boolean => values.every(Number.isFinite)

describe('platform adapters', () => {
  it('L1 finite', async () => {
    let recorded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 3 }), fc.double(), async (outputs, none) => {
        for (const output of outputs) {
          const results = [toOpenEvals({ undefinedAs: none })({ outputs: output })].flat()
          const evaluations = [await toLangfuse({ undefinedAs: none })({ output })].flat()
          const { preprocess, generateScore } = toMastra({ undefinedAs: none })
          const mastra = generateScore({
            results: { preprocessStepResult: preprocess({ run: { output } }) },
          })
          expect(finite(results.map(({ score }) => score))).toBe(true)
          expect(finite(evaluations.map(({ value }) => value))).toBe(true)
          expect(finite([mastra])).toBe(true)
        }
        const itemResults = outputs.map((output) => ({ output }))
        const run = [await toLangfuseRun({ bootstrap: false })({ itemResults })].flat()
        expect(finite(run.map(({ value }) => value))).toBe(true)
        recorded += run.length
      }),
      { numRuns: 200 },
    )
    expect(recorded).toBeGreaterThan(0)
  })
})
