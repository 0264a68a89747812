import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  toAutoevals,
  toBraintrust,
  toEvalite,
  toPromptfoo,
  toVitestEvalsJudge,
} from '../../src/scoring/index.js'

const row = { world: '1', tier: 'wstar_grid', realized: 6, attainable: 4 }
const loss = { ...row, realized: -1 }
const empty = { ...row, attainable: 0 }

// The structures that the frameworks document, written out here because none of them is a dependency.
interface Score {
  name: string
  score: number | null
  metadata?: Record<string, unknown>
}
type JsonValue = string | number | boolean | null | Array<JsonValue> | { [key: string]: JsonValue }
interface JudgeResult {
  score: number | null
  metadata?: { rationale?: string } & Record<string, JsonValue | undefined>
}
interface GradingResult {
  pass: boolean
  score: number
  reason: string
  namedScores?: Record<string, number>
  metadata?: Record<string, unknown>
}

describe('toAutoevals', () => {
  it('is a scorer as autoevals, Braintrust, evalite and Langfuse take it', async () => {
    type Scorer = (args: {
      input: string
      output: object
      expected?: object
    }) => Score | Promise<Score>
    const scorer: Scorer = toAutoevals({ name: 'welfare' })
    expect(await scorer({ input: 'seed 1', output: row })).toMatchObject({
      name: 'welfare',
      score: 1.5,
      metadata: { aer: 1.5, realized: 6, attainable: 4 },
    })
  })

  it('does not score a world that offered nothing', async () => {
    expect(await toAutoevals()({ output: empty })).toMatchObject({ name: 'AER', score: null })
    expect(await toAutoevals({ undefinedAs: 0 })({ output: empty })).toMatchObject({ score: 0 })
  })

  it('takes the type of the output from the function that reads it', () => {
    const scorer = toAutoevals({ row: ({ output }: { output: { gain: number } }) => output.gain })
    expectTypeOf(scorer).parameter(0).toExtend<{ readonly output: { gain: number } }>()
  })
})

describe('toBraintrust', () => {
  it('stays within [0, 1] and keeps the raw ratio in the metadata', async () => {
    expect(await toBraintrust()({ output: row })).toMatchObject({
      score: 1,
      metadata: { aer: 1.5 },
    })
    expect(await toBraintrust()({ output: loss })).toMatchObject({
      score: 0,
      metadata: { aer: -0.25 },
    })
    expect(await toBraintrust({ range: (aer) => aer * 10 })({ output: row })).toMatchObject({
      score: 1,
    })
    expect(await toBraintrust({ undefinedAs: -5 })({ output: empty })).toMatchObject({ score: 0 })
    expect(await toBraintrust()({ output: empty })).toMatchObject({ score: null })
  })
})

describe('toPromptfoo', () => {
  it('is an assertion that passes every score, negative ones too, unless a least score is named', () => {
    const assertion: (output: string, context: { vars: object }) => GradingResult = toPromptfoo()
    expect(assertion(JSON.stringify(loss), { vars: {} })).toMatchObject({
      pass: true,
      score: -0.25,
      reason: 'AER -0.25: realized -1 of 4 (wstar_grid, 1 row)',
      namedScores: { AER: -0.25 },
      metadata: { realized: -1, attainable: 4 },
    })
    expect(toPromptfoo({ threshold: 0 })(loss)).toMatchObject({ pass: false, score: -0.25 })
  })

  it('takes the least score of the assertion first', () => {
    const assertion = toPromptfoo({ threshold: 0 })
    expect(assertion(row, { config: { min: 1.5 } }).pass).toBe(true)
    expect(assertion(row, { config: { min: 1.6 } }).pass).toBe(false)
    expect(assertion(row, { config: { min: '2' } }).pass).toBe(true)
  })

  it('takes 0 for a least score, of the assertion and of the options', () => {
    const half = { ...row, realized: 2 }
    expect(toPromptfoo({ threshold: 1 })(half, { config: { min: 0 } }).pass).toBe(true)
    expect(toPromptfoo({ threshold: 0 })({ ...row, realized: 0 }).pass).toBe(true)
  })

  it('does not pass an item without a score, whatever number stands for it', () => {
    expect(toPromptfoo({ undefinedAs: 5, threshold: 0 })(empty)).toMatchObject({
      pass: false,
      score: 5,
    })
    expect(toPromptfoo()('no row')).toMatchObject({
      pass: false,
      score: 0,
      reason: expect.stringContaining('no score: [0]: expected a row as an object'),
    })
  })

  it('hands the variables of the test to the function that reads the row', () => {
    const assertion = toPromptfoo<number>({
      row: ({ output, input }) => ({ ...row, ...(input as object), realized: output }),
    })
    expect(assertion(3, { vars: { attainable: 6 } }).score).toBe(0.5)
  })
})

describe('toEvalite', () => {
  it('is what createScorer takes, and gives a number for every item', () => {
    interface ScorerOptions {
      name: string
      description?: string
      scorer: (args: {
        input: string
        output: object
        expected?: undefined
      }) => number | { score: number; metadata?: unknown }
    }
    const options: ScorerOptions = toEvalite()
    expect(options.name).toBe('AER')
    expect(options.description).toContain('efficiency')
    expect(options.scorer({ input: '', output: row })).toMatchObject({
      score: 1.5,
      metadata: { aer: 1.5 },
    })
    expect(options.scorer({ input: '', output: empty })).toMatchObject({
      score: 0,
      metadata: { aer: null },
    })
  })
})

describe('toVitestEvalsJudge', () => {
  it('is a judge whose metadata is JSON with a rationale', () => {
    const judge: (context: { input: object; output: object; toolCalls: [] }) => JudgeResult =
      toVitestEvalsJudge()
    const result = judge({ input: {}, output: row, toolCalls: [] })
    expect(result).toMatchObject({
      score: 1.5,
      metadata: { rationale: expect.stringContaining('AER 1.5') },
    })
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(judge({ input: {}, output: empty, toolCalls: [] }).score).toBeNull()
  })
})
