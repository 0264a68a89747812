import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  below,
  type Failure,
  type Failures,
  failure,
  nonEmpty,
  type Path,
  renderFailure,
  showValue,
} from '../../src/core/failure.js'

const path: fc.Arbitrary<Path> = fc.array(fc.oneof(fc.string(), fc.nat()))
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withBoxedValues: true,
})
const oneFailure: fc.Arbitrary<Failure> = fc
  .tuple(fc.string(), path, anything, fc.string({ maxLength: 50 }))
  .map(([tag, place, value, expected]) => failure(tag, place, value, expected))
const someFailures: fc.Arbitrary<Failures> = fc
  .tuple(oneFailure, fc.array(oneFailure))
  .map(([first, rest]) => [first, ...rest])

describe('laws of failures', () => {
  it('L1 place', () => {
    fc.assert(
      fc.property(path, someFailures, (outer, failures) => {
        const moved = below(outer, failures)
        expect(moved).toEqual(failures.map((f) => ({ ...f, path: [...outer, ...f.path] })))
        expect(below([], failures)).toEqual(failures)
      }),
    )
  })

  it('L2 total', () => {
    fc.assert(
      fc.property(oneFailure, (f) => {
        expect(showValue(f.value).length).toBeLessThanOrEqual(80)
        expect(renderFailure(f).length).toBeLessThan(5_000)
      }),
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(fc.array(oneFailure), (failures) => {
        const narrowed = nonEmpty(failures)
        expect(narrowed ?? []).toEqual(failures)
        if (narrowed !== null) {
          expect(below(['a'], narrowed).map((f) => f.value)).toEqual(failures.map((f) => f.value))
        }
      }),
    )
  })
})
