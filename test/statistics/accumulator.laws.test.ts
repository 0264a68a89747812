import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RatioAccumulator, ratioAccumulation } from '../../src/statistics/accumulator.js'
import { ratioInterval } from '../../src/statistics/ratio-interval.js'
import type { RatioRow } from '../../src/statistics/ratio-rows.js'
import { reasonOf, row, rowsUpTo, seeds, shuffledBy, worldsOf } from './interval-rows.js'

const { empty, add, merge, finish } = ratioAccumulation({ seed: 7, replicates: 50 })
/** Fewer than 100 worlds, about as many, and more: on both sides of the change of engines. */
const rows = fc.oneof(rowsUpTo(40, 0), rowsUpTo(160, 80), rowsUpTo(260, 200))
const broken = fc.constantFrom<ReadonlyArray<RatioRow>>(
  [row('a', Number.NaN, 1)],
  [row('a', 1e300, 1)],
  [{ key: 3 } as never],
)
const state = fc
  .oneof({ weight: 6, arbitrary: rows }, { weight: 1, arbitrary: broken })
  .map((own) => add(own)(empty))
const cutInto = <T>(parts: number, list: ReadonlyArray<T>): ReadonlyArray<ReadonlyArray<T>> =>
  Array.from({ length: parts }, (_, part) => list.filter((_own, i) => i % parts === part))

describe('the laws of accumulators', () => {
  it('L1 monoid', () => {
    fc.assert(
      fc.property(state, state, state, (a, b, c) => {
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
        expect(merge(a, b)).toEqual(merge(b, a))
        expect(merge(empty, a)).toEqual(a)
        expect(merge(a, empty)).toEqual(a)
      }),
      { numRuns: 200 },
    )
  })

  it('L2 parts', () => {
    const parts = fc.constantFrom(1, 2, 7, 64)
    fc.assert(
      fc.property(rows, parts, fc.nat(10_000), (own, count, by) => {
        const whole = add(own)(empty)
        const states = cutInto(count, shuffledBy(by, own)).map((part) => add(part)(empty))
        expect(states.reduce(merge, empty)).toEqual(whole)
        const inTurn = cutInto(count, own).reduce((held, part) => add(part)(held), empty)
        expect(inTurn).toEqual(whole)
      }),
      { numRuns: 200 },
    )
  })

  it('L3 whole', () => {
    const methods = fc.constantFrom('percentile' as const, 'basic' as const)
    fc.assert(
      fc.property(rows, seeds, methods, (own, seed, method) => {
        const options = { seed, method, replicates: 50 }
        const accumulation = ratioAccumulation(options)
        const gathered = accumulation.finish(accumulation.add(own)(accumulation.empty))
        const direct = ratioInterval(options)(own)
        expect({ ...gathered, n: null }).toEqual({ ...direct, n: null })
        expect(gathered.n).toBe((direct.n ?? 0) < 100 ? direct.n : null)
      }),
      { numRuns: 200 },
    )
  })

  it('L4 absorbing', () => {
    fc.assert(
      fc.property(broken, state, (bad, other) => {
        const merged = merge(add(bad)(empty), other)
        expect(merged._tag).toBe('Refused')
        expect(reasonOf(finish(merged))).toBe(merged._tag === 'Refused' ? merged.reason : '')
      }),
    )
    const nan = add([row('a', Number.NaN, 1)])(empty)
    const huge = add([row('a', 1e300, 1)])(empty)
    expect(merge(huge, nan)).toEqual({ _tag: 'Refused', reason: 'not_finite', rows: 2 })
  })
})

const keep = (own: RatioAccumulator): RatioAccumulator => structuredClone(own)

describe('an accumulator', () => {
  it('keeps its worlds below 100 and two sums a replicate from there on', () => {
    const accumulation = ratioAccumulation()
    const few = accumulation.add(worldsOf(99))(accumulation.empty)
    expect(few).toMatchObject({ _tag: 'Worlds' })
    expect(accumulation.finish(few)).toMatchObject({ engine: 'multinomial', n: 99, rows: 99 })
    const enough = accumulation.add(worldsOf(100))(accumulation.empty)
    expect(accumulation.finish(enough)).toMatchObject({ engine: 'keyed', n: null, rows: 100 })
    const many = accumulation.add(worldsOf(50_000))(accumulation.empty)
    if (many._tag !== 'Sums') return expect.fail(many._tag)
    expect(many.sums.byteLength).toBe(32_000)
    // Two halves with too few worlds each are decided by their total; a world twice is one world.
    const half = accumulation.add(worldsOf(60))(accumulation.empty)
    expect(accumulation.merge(half, half)).toMatchObject({ _tag: 'Worlds' })
    const other = accumulation.add(worldsOf(60, 'v'))(accumulation.empty)
    expect(accumulation.merge(half, other)).toMatchObject({ _tag: 'Sums' })
  })

  it('is plain data that survives being sent to a thread', () => {
    for (const n of [0, 30, 300]) {
      const own = add(worldsOf(n))(empty)
      expect(finish(keep(own))).toEqual(finish(own))
      expect(merge(keep(own), keep(own))).toEqual(merge(own, own))
    }
  })

  it('is never changed', () => {
    const own = add(worldsOf(300))(empty)
    const before = keep(own)
    add(worldsOf(20, 'x'))(own)
    merge(own, own)
    finish(own)
    expect(own).toEqual(before)
  })

  it('keeps to the engine it was made for', () => {
    const keyed = ratioAccumulation({ engine: 'keyed' })
    expect(keyed.empty._tag).toBe('Sums')
    expect(keyed.finish(keyed.add(worldsOf(9))(keyed.empty))).toMatchObject({ engine: 'keyed' })
    const drawn = ratioAccumulation({ engine: 'multinomial', replicates: 10 })
    const state = drawn.add(worldsOf(500))(drawn.empty)
    expect(drawn.finish(state)).toMatchObject({ engine: 'multinomial', n: 500 })
  })

  it('refuses what cannot be merged or finished', () => {
    const other = ratioAccumulation({ seed: 8, replicates: 50 })
    const mixed = merge(add(worldsOf(3))(empty), other.add(worldsOf(3))(other.empty))
    expect(reasonOf(finish(mixed))).toBe('options_differ')
    expect(reasonOf(finish(other.add(worldsOf(3))(other.empty)))).toBe('options_differ')
    for (const options of [
      { replicates: 20, seed: 7 },
      { replicates: 50, seed: 7, gridBits: 10 },
      { replicates: 50, seed: 7, engine: 'keyed' as const },
    ]) {
      const one = ratioAccumulation(options)
      const state = merge(one.add(worldsOf(3))(one.empty), add(worldsOf(3))(empty))
      expect(state).toEqual({ _tag: 'Refused', reason: 'options_differ', rows: 6 })
    }
    expect(reasonOf(finish(empty))).toBe('no_rows')
    expect(reasonOf(finish(add([row('a', 1, 2)])(empty)))).toBe('one_world')
    expect(reasonOf(finish(add([row('a', 1, 0), row('b', 1, 0)])(empty)))).toBe(
      'degenerate_denominator',
    )
    const bca = ratioAccumulation({ method: 'bca' })
    expect(reasonOf(bca.finish(bca.add(worldsOf(99))(bca.empty)))).toBe('Interval')
    expect(reasonOf(bca.finish(bca.add(worldsOf(100))(bca.empty)))).toBe('method_needs_worlds')
    const counted = finish(merge(add(worldsOf(4))(empty), other.add(worldsOf(3))(other.empty)))
    expect(counted).toMatchObject({ statistic: 'ratio_of_sums', rows: 7 })
    const apart = finish(other.add(worldsOf(3))(other.empty))
    expect(apart).toMatchObject({ statistic: 'ratio_of_sums', rows: 3 })
    const unread = add(5 as never)(empty)
    expect(unread).toEqual({ _tag: 'Refused', reason: 'malformed_rows', rows: 0 })
    for (const options of [{ engine: 'cpython' as const }, { level: 2 }]) {
      const none = ratioAccumulation(options)
      const refused = { _tag: 'Refused', reason: 'malformed_options' }
      expect([none.empty, none.add(worldsOf(2))(none.empty)]).toEqual([
        { ...refused, rows: 0 },
        { ...refused, rows: 2 },
      ])
      expect(none.finish(none.add(worldsOf(2))(none.empty))).toMatchObject({
        statistic: 'ratio_of_sums',
        rows: 2,
      })
    }
    for (const options of [{ engine: 'cpython' as const }, { level: 2 }]) {
      const bad = ratioAccumulation(options)
      expect(reasonOf(bad.finish(bad.add(worldsOf(9))(bad.empty)))).toBe('malformed_options')
    }
    const near = Number.MAX_SAFE_INTEGER / 6 / 2 ** 20 / 1.5
    const full = add([row('a', near, 1)])(empty)
    expect(full._tag).toBe('Worlds')
    expect(merge(full, full)).toMatchObject({ reason: 'grid_overflow', rows: 2 })
    const many = add([...worldsOf(200), row('a', near, 1)])(empty)
    expect(merge(many, full)).toMatchObject({ reason: 'grid_overflow', rows: 202 })
  })
})
