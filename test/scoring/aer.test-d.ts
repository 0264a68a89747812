import { describe, expectTypeOf, it } from 'vitest'
import { type AerRow, type AerScore, scoreAER, scoreAERByTier } from '../../src/scoring/index.js'

describe('the types of scoreAER', () => {
  it('keep the tier of literal rows in the score', () => {
    const outcome = scoreAER([
      { world: '1', realized: 1, attainable: 2, tier: 'wstar_grid' },
      { world: '2', realized: 1, attainable: 2, tier: 'wstar_grid' },
    ])
    expectTypeOf(outcome).extract<{ status: 'ok' }>().toEqualTypeOf<AerScore<'wstar_grid'>>()
  })

  it('refuse literal rows of two tiers', () => {
    scoreAER(
      // @ts-expect-error the message is the name of the missing property: use scoreAERByTier
      [
        { world: '1', realized: 1, attainable: 2, tier: 'wstar_grid' },
        { world: '2', realized: 1, attainable: 2, tier: 'exact_wbayes' },
      ],
    )
  })

  it('refuse a tuple of two tiers that was declared before', () => {
    const rows = [
      { world: '1', realized: 1, attainable: 2, tier: 'wstar_grid' },
      { world: '2', realized: 1, attainable: 2, tier: 'mc_wbayes' },
    ] as const
    // @ts-expect-error two literal tiers in one list
    scoreAER(rows)
  })

  it('refuse rows whose tier is one of several names', () => {
    const rows: ReadonlyArray<AerRow<'wstar_grid' | 'wstar_exact'>> = []
    // @ts-expect-error a union of names may hold several tiers
    scoreAER(rows)
    expectTypeOf(scoreAERByTier).toBeCallableWith(rows)
  })

  it('say in the error what to do', () => {
    type Parameter = Parameters<typeof scoreAER<'a' | 'b'>>[0]
    expectTypeOf<Parameter>().toHaveProperty(
      'rows of different tiers have no pooled score; use scoreAERByTier',
    )
  })

  it('allow tiers that are known only when the program runs', () => {
    const rows: ReadonlyArray<AerRow> = []
    expectTypeOf(scoreAER(rows)).extract<{ status: 'ok' }>().toEqualTypeOf<AerScore>()
    expectTypeOf(scoreAER([])).extract<{ status: 'ok' }>().toEqualTypeOf<AerScore>()
  })

  it('allow rows read from data whose optional fields may be null or undefined', () => {
    const rows = [
      {
        world: '1',
        realized: 1,
        attainable: 2,
        tier: 'wstar_grid',
        case: null,
        agent: undefined,
        reason: null,
        status: 'ok' as 'ok' | 'error',
      },
    ]
    expectTypeOf(scoreAER(rows)).extract<{ status: 'ok' }>().toEqualTypeOf<AerScore>()
  })

  it('demand gains of a played row, and none of a failed one', () => {
    scoreAER([{ world: '1', tier: 'wstar_grid', status: 'error', reason: 'timeout' }])
    // @ts-expect-error a played row has an attainable gain
    scoreAER([{ world: '1', tier: 'wstar_grid', realized: 1 }])
  })

  it('give a number only where the status is ok', () => {
    const outcome = scoreAER([{ world: '1', realized: 1, attainable: 2, tier: 'wstar_grid' }])
    // @ts-expect-error the other outcomes have no ratio
    outcome.aer
    if (outcome.status === 'ok') expectTypeOf(outcome.aer).toEqualTypeOf<number>()
    if (outcome.status === 'invalid') expectTypeOf(outcome.failures[0].expected).toBeString()
  })
})
