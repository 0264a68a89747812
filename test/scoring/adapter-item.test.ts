import { describe, expect, it } from 'vitest'
import {
  explainScore,
  itemScorer,
  numericScorer,
  poolAER,
  scoreAER,
  scoreName,
} from '../../src/scoring/index.js'

const row = { world: 'case01/1200', tier: 'wstar_grid', realized: -3, attainable: 10 }
const empty = { ...row, attainable: 0 }

describe('itemScorer', () => {
  it('scores an output that is a row, raw, and keeps the row in the metadata', () => {
    expect(itemScorer({})({ output: row })).toEqual({
      scored: true,
      score: -0.3,
      explanation: 'AER -0.3: realized -3 of 10 (wstar_grid, 1 row)',
      metadata: {
        outcome: 'ok',
        explanation: 'AER -0.3: realized -3 of 10 (wstar_grid, 1 row)',
        aer: -0.3,
        clipped: 0,
        world: 'case01/1200',
        case: null,
        agent: null,
        tier: 'wstar_grid',
        status: 'ok',
        reason: null,
        realized: -3,
        attainable: 10,
        attainableInterval: null,
      },
    })
  })

  it('reads a row from JSON text, and from the item by a function', () => {
    expect(itemScorer({})({ output: JSON.stringify(row) }).score).toBe(-0.3)
    const scorer = itemScorer<{ readonly gain: number }>({
      row: ({ output, input, expected }) => ({
        world: String(input),
        tier: 'wstar_grid',
        realized: output.gain,
        attainable: expected,
      }),
    })
    expect(scorer({ output: { gain: 1 }, input: 7, expected: 4 })).toMatchObject({
      score: 0.25,
      metadata: { world: '7', realized: 1, attainable: 4 },
    })
  })

  it('clamps or transforms the ratio where asked, and keeps the raw one', () => {
    expect(itemScorer({ range: 'clamp01' })({ output: row })).toMatchObject({
      score: 0,
      metadata: { aer: -0.3 },
    })
    expect(itemScorer({ range: (aer) => (1 + aer) / 2 })({ output: row }).score).toBe(0.35)
  })

  it('takes a transformed ratio that is no number for no score', () => {
    const scored = itemScorer({ range: Math.log, undefinedAs: -1 })({ output: row })
    expect(scored).toMatchObject({ scored: false, score: -1, metadata: { aer: -0.3 } })
  })

  it('does not score a world that offered nothing: null, or the number asked for', () => {
    expect(itemScorer({})({ output: empty })).toMatchObject({
      scored: false,
      score: null,
      metadata: { outcome: 'degenerate_denominator', aer: null, realized: -3, attainable: 0 },
    })
    expect(itemScorer({ undefinedAs: 0 })({ output: empty }).score).toBe(0)
    expect(itemScorer({ undefinedAs: Number.NaN })({ output: empty }).score).toBeNull()
  })

  it('does not score what it cannot read, and says what is wrong', () => {
    for (const output of ['not JSON', '{"world":', null, undefined, 5, [], {}]) {
      const { score, metadata } = itemScorer({})({ output })
      expect(score).toBeNull()
      expect(metadata).toMatchObject({ outcome: 'invalid', world: null, realized: null })
      expect(metadata.explanation).toMatch(/^no score: \[0\]/)
    }
  })

  it('keeps the reason of a failed episode and none of its numbers', () => {
    const failed = { ...row, realized: Number.NaN, status: 'error', reason: 'timeout' }
    expect(itemScorer({})({ output: failed }).metadata).toMatchObject({
      outcome: 'not_evaluable',
      status: 'error',
      reason: 'timeout',
      realized: null,
      attainable: null,
    })
  })
})

describe('numericScorer', () => {
  it('gives a number for every item, and says which are scores', () => {
    expect(numericScorer({})({ output: empty })).toMatchObject({ scored: false, score: 0 })
    expect(numericScorer({ undefinedAs: -1 })({ output: empty }).score).toBe(-1)
    expect(numericScorer({})({ output: { ...row, realized: 0 } })).toMatchObject({
      scored: true,
      score: 0,
    })
  })
})

describe('poolAER', () => {
  const other = { ...row, world: 'case01/1201', realized: 9, attainable: 20 }

  it('pools metadata, records that hold it, and rows', () => {
    const pooled = scoreAER([row, other])
    const items = [row, other].map((output) => itemScorer({ range: 'clamp01' })({ output }))
    expect(poolAER(items.map(({ metadata }) => metadata))).toEqual(pooled)
    expect(poolAER(items)).toEqual(pooled)
    expect(poolAER([row, other])).toEqual(pooled)
    expect(poolAER(JSON.parse(JSON.stringify(items)) as ReadonlyArray<unknown>)).toEqual(pooled)
  })

  it('is not the mean of the ratios', () => {
    expect(poolAER([row, other])).toMatchObject({ status: 'ok', aer: 0.2 })
  })

  it('counts failed and empty episodes and scores none of them', () => {
    const failed = { ...row, world: 'case01/1202', status: 'error', reason: 'timeout' }
    const items = [row, other, failed, empty].map((output) => itemScorer({})({ output }))
    expect(poolAER(items)).toMatchObject({
      aer: 0.2,
      n: 2,
      droppedCounts: { error: 1, degenerate_denominator: 1 },
    })
  })

  it('stops at an item that had no readable row, and names it', () => {
    const items = [row, 'no row'].map((output) => itemScorer({})({ output }))
    const pooled = poolAER(items)
    expect(pooled.status === 'invalid' && pooled.failures.map(({ path }) => path)).toEqual([
      [1, 'world'],
      [1, 'tier'],
      [1, 'realized'],
      [1, 'attainable'],
    ])
  })

  it('takes the options of a score', () => {
    expect(poolAER([row, other], { bootstrap: false })).toMatchObject({
      interval: { _tag: 'NotAsked' },
    })
  })
})

describe('explainScore', () => {
  it('shows the interval of a pooled score', () => {
    const rows = [
      { ...row, world: '1', realized: 1, attainable: 3 },
      { ...row, world: '2', realized: 1, attainable: 3 },
    ]
    expect(explainScore(scoreAER(rows))).toBe(
      'AER 0.333333 [0.333333, 0.333333]: realized 2 of 6 (wstar_grid, 2 rows)',
    )
  })

  it('gives the reason where there is no score', () => {
    expect(explainScore(scoreAER([]))).toBe('no score: no row was played (0 failed, 0 withdrawn)')
  })
})

describe('scoreName', () => {
  it('is AER unless it is named', () => {
    expect([scoreName({}), scoreName({ name: 'welfare' })]).toEqual(['AER', 'welfare'])
  })
})

describe('poolAER of plain data', () => {
  it.each([5, null, undefined, {}, 'rows'])('is invalid of %j, which is no list', (items) => {
    expect(poolAER(items as never)).toMatchObject({ status: 'invalid', failures: [{ path: [] }] })
  })

  it('is invalid of a list with holes, and of options that are none', () => {
    expect(poolAER(new Array(1))).toMatchObject({ status: 'invalid', failures: [{ path: [0] }] })
    expect(poolAER([], null as never).status).toBe('invalid')
  })
})

describe('the item of an adapter', () => {
  it('is read from JSON text, and stays what it is where it is none', () => {
    const read = (output: unknown) => itemScorer({})({ output: output as string })
    expect(read(JSON.stringify(row)).score).toBe(-0.3)
    expect(read('no JSON').explanation).toContain('got "no JSON"')
    expect(read(5).explanation).toContain('got 5')
  })

  it('keeps the interval of its denominator, or null', () => {
    const interval = (attainableInterval?: readonly [number, number] | null) =>
      itemScorer({})({ output: { ...row, attainableInterval } }).metadata.attainableInterval
    expect([interval([9, 11]), interval(null), interval()]).toEqual([[9, 11], null, null])
  })

  it('without a score has neither a ratio nor a clipped one', () => {
    expect(itemScorer({})({ output: empty }).metadata).toMatchObject({ aer: null, clipped: null })
    expect(itemScorer({ range: 'clamp01' })({ output: row }).score).toBe(0)
    expect(itemScorer({ range: 'raw' })({ output: row }).score).toBe(-0.3)
  })

  it('has no interval of its own, as one row has none', () => {
    expect(explainScore(scoreAER([row], { bootstrap: false }))).toBe(
      itemScorer({})({ output: row }).explanation,
    )
  })
})
