import { describe, expect, it } from 'vitest'
import { toLangfuse, toLangfuseRun, toMastra, toOpenEvals } from '../../src/scoring/index.js'

const row = { world: '1', tier: 'wstar_grid', realized: 6, attainable: 4 }
const other = { ...row, world: '2', realized: 0, attainable: 8 }
const empty = { ...row, attainable: 0 }

// The structures that the frameworks document, written out here because none of them is a dependency.
interface EvaluatorResult {
  key: string
  score: number | boolean
  comment?: string
  metadata?: Record<string, unknown>
}
interface Evaluation {
  name: string
  value: number | string | boolean
  comment?: string
  metadata?: unknown
  dataType?: 'NUMERIC' | 'BOOLEAN' | 'CATEGORICAL'
}

describe('toOpenEvals', () => {
  it('is an evaluator of openevals and LangSmith', () => {
    type Evaluator = (args: {
      inputs: object
      outputs: object
      reference_outputs?: object
      [key: string]: unknown
    }) => EvaluatorResult | Array<EvaluatorResult>
    const evaluator: Evaluator = toOpenEvals()
    expect(evaluator({ inputs: {}, outputs: row })).toMatchObject({
      key: 'AER',
      score: 1.5,
      comment: 'AER 1.5: realized 6 of 4 (wstar_grid, 1 row)',
      metadata: { realized: 6, attainable: 4 },
    })
  })

  it('records nothing for an item without a score, unless a number is named for it', () => {
    expect(toOpenEvals()({ outputs: empty })).toEqual([])
    expect(toOpenEvals({ undefinedAs: 0 })({ outputs: empty })).toMatchObject({ score: 0 })
  })

  it('hands inputs and reference outputs to the function that reads the row', () => {
    const evaluator = toOpenEvals<number>({
      row: ({ output, input, expected }) => ({
        world: String(input),
        tier: 'wstar_grid',
        realized: output,
        attainable: expected,
      }),
    })
    expect(evaluator({ inputs: 'seed 1', outputs: 2, reference_outputs: 8 })).toMatchObject({
      score: 0.25,
      metadata: { world: 'seed 1' },
    })
  })
})

describe('toLangfuse', () => {
  it('is an evaluator of one item', async () => {
    type Evaluator = (args: {
      input: unknown
      output: unknown
      expectedOutput?: unknown
      metadata?: Record<string, unknown>
    }) => Promise<Evaluation | Array<Evaluation>>
    const evaluator: Evaluator = toLangfuse({ name: 'welfare' })
    expect(await evaluator({ input: {}, output: row })).toMatchObject({
      name: 'welfare',
      value: 1.5,
      dataType: 'NUMERIC',
      metadata: { aer: 1.5 },
    })
    expect(await evaluator({ input: {}, output: empty })).toEqual([])
  })
})

describe('toLangfuseRun', () => {
  it('pools the items of the run, with the interval in the comment', async () => {
    type RunEvaluator = (args: {
      itemResults: Array<{ item: object; output: unknown; evaluations: Array<Evaluation> }>
    }) => Promise<Evaluation | Array<Evaluation>>
    const evaluator: RunEvaluator = toLangfuseRun()
    const itemResults = [row, other, empty].map((output) => ({ item: {}, output, evaluations: [] }))
    expect(await evaluator({ itemResults })).toMatchObject({
      name: 'AER_pooled',
      value: 0.5,
      comment: 'AER 0.5 [0, 1.5]: realized 6 of 12 (wstar_grid, 2 rows)',
      metadata: { status: 'ok', n: 2, droppedCounts: { degenerate_denominator: 1 } },
      dataType: 'NUMERIC',
    })
  })

  it('clamps where asked and reads rows as the item evaluator does', async () => {
    const evaluator = toLangfuseRun<number>({
      range: 'clamp01',
      bootstrap: false,
      row: ({ output, input }) => ({ ...row, world: String(input), realized: output }),
    })
    const itemResults = [
      { output: 8, input: 1 },
      { output: 4, input: 2 },
    ]
    expect(await evaluator({ itemResults })).toMatchObject({
      value: 1,
      metadata: { aer: 1.5, worlds: 2, interval: { _tag: 'NotAsked' } },
    })
  })

  it('records nothing for a run without a score', async () => {
    expect(await toLangfuseRun()({ itemResults: [{ output: empty }] })).toEqual([])
    expect(await toLangfuseRun()({ itemResults: [] })).toEqual([])
    expect(await toLangfuseRun()({ itemResults: [{ output: row }, { output: 'no row' }] })).toEqual(
      [],
    )
    expect(
      await toLangfuseRun({ range: () => Number.NaN })({ itemResults: [{ output: row }] }),
    ).toEqual([])
  })
})

describe('toMastra', () => {
  const scored = (output: unknown) => {
    const { preprocess, generateScore, generateReason } = toMastra()
    const results = { preprocessStepResult: preprocess({ run: { output, input: {} } }) }
    return [generateScore({ results }), generateReason({ results })]
  }

  it('has the identity and the three steps of a scorer', () => {
    expect(toMastra({ name: 'Welfare' })).toMatchObject({ id: 'welfare', name: 'Welfare' })
    expect(scored(row)).toEqual([1.5, 'AER 1.5: realized 6 of 4 (wstar_grid, 1 row)'])
  })

  it('gives 0 with the reason where there is no score', () => {
    expect(scored(empty)).toEqual([0, expect.stringContaining('no score: nothing could be gained')])
  })
})
