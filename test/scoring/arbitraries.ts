import fc from 'fast-check'
import type { AerRow, ExcludedRow, ScoredRow } from '../../src/scoring/index.js'

/** A gain far enough from the limits of a double that no sum or scale of it leaves them, and no bit is lost below. */
const gain = fc
  .double({ min: -1e3, max: 1e3, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-6 ? 0 : value))

export const playedRow: fc.Arbitrary<ScoredRow<'wstar_grid'>> = fc.record({
  world: fc.integer({ min: 0, max: 40 }).map(String),
  case: fc.constantFrom('case01', 'case02', null),
  realized: gain,
  attainable: fc.double({ min: 0.5, max: 1e3, noNaN: true }),
  tier: fc.constant('wstar_grid' as const),
})

export const playedRows: fc.Arbitrary<ReadonlyArray<ScoredRow<'wstar_grid'>>> = fc.array(
  playedRow,
  { minLength: 1, maxLength: 12 },
)

/** Rows whose sums are exact, whatever their order. */
export const wholeRows: fc.Arbitrary<ReadonlyArray<ScoredRow<'wstar_grid'>>> = fc.array(
  fc
    .tuple(playedRow, fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 999 }))
    .map(([row, realized, attainable]) => ({ ...row, realized, attainable })),
  { minLength: 1, maxLength: 12 },
)

export const excludedRow: fc.Arbitrary<ExcludedRow> = fc.record({
  world: fc.integer({ min: 0, max: 40 }).map(String),
  tier: fc.constantFrom('wstar_grid', 'exact_wbayes'),
  status: fc.constantFrom('error' as const, 'withdrawn' as const),
  reason: fc.constantFrom('timeout', 'contaminated', null),
  realized: fc.constantFrom(null, Number.NaN, 5),
  attainable: fc.constantFrom(null, 9),
})

export const degenerateRow: fc.Arbitrary<ScoredRow> = fc.record({
  world: fc.integer({ min: 0, max: 40 }).map(String),
  tier: fc.constantFrom('wstar_grid', 'exact_wbayes'),
  realized: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  attainable: fc.constantFrom(0, -0, 1e-9, 5e-324, -3),
})

/** A list with other members put in at any places. */
export const insertedInto = <A>(
  rows: ReadonlyArray<A>,
  extra: ReadonlyArray<A>,
  places: ReadonlyArray<number>,
): ReadonlyArray<A> =>
  extra.reduce<ReadonlyArray<A>>((list, row, index) => {
    const at = (places[index] ?? 0) % (list.length + 1)
    return [...list.slice(0, at), row, ...list.slice(at)]
  }, rows)

/** The rows again in an order that the numbers decide. */
export const reordered = <A>(
  rows: ReadonlyArray<A>,
  keys: ReadonlyArray<number>,
): ReadonlyArray<A> =>
  rows
    .map((row, index) => ({ row, key: keys[index] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row)

/** Every number in a value, however deep. */
export const numbersIn = (value: unknown): ReadonlyArray<number> => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** Anything a framework may hand over, and often something close to a row. */
export const anyRow: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.record(
    {
      world: fc.oneof(fc.string(), fc.anything()),
      tier: fc.constantFrom<unknown>('wstar_grid', 'mc_wbayes', '', 3),
      realized: fc.oneof(fc.double(), fc.anything()),
      attainable: fc.oneof(fc.double(), fc.double({ min: 0, noNaN: true })),
      status: fc.constantFrom<unknown>('ok', 'error', 'withdrawn', null, 'failed'),
      attainableInterval: fc.oneof(fc.tuple(fc.double(), fc.double()), fc.anything()),
    },
    { requiredKeys: [] },
  ),
  fc.record({
    world: fc.constantFrom('1', '2', '3'),
    tier: fc.constantFrom('wstar_grid', 'mc_wbayes'),
    realized: fc.double({ noNaN: true, noDefaultInfinity: true }),
    attainable: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
)

export const asRows = (rows: unknown): ReadonlyArray<AerRow> => rows as ReadonlyArray<AerRow>
