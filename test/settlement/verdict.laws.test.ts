import fc from 'fast-check'
import { concatAll } from 'fp-ts/lib/Monoid.js'
import { describe, expect, it } from 'vitest'
import {
  admitted,
  concatAllVerdicts,
  concatVerdicts,
  isAdmitted,
  reasonsOf,
  type Verdict,
  verdictMonoid,
  verdictOf,
} from '../../src/settlement/verdict.js'

const verdict: fc.Arbitrary<Verdict<number>> = fc.array(fc.nat(), { maxLength: 4 }).map(verdictOf)

describe('laws of verdicts', () => {
  it('L1 verdict identity', () => {
    fc.assert(
      fc.property(verdict, (v) => {
        expect(concatVerdicts(admitted, v)).toEqual(v)
        expect(concatVerdicts(v, admitted)).toEqual(v)
      }),
    )
  })

  it('L2 verdict associativity', () => {
    fc.assert(
      fc.property(verdict, verdict, verdict, (a, b, c) => {
        expect(concatVerdicts(concatVerdicts(a, b), c)).toEqual(
          concatVerdicts(a, concatVerdicts(b, c)),
        )
      }),
    )
  })

  it('L3 every reason', () => {
    fc.assert(
      fc.property(fc.array(verdict), (verdicts) => {
        const expected = verdicts.flatMap((v) => reasonsOf(v))
        expect(reasonsOf(concatAllVerdicts(verdicts))).toEqual(expected)
        expect(reasonsOf(concatAll(verdictMonoid<number>())(verdicts))).toEqual(expected)
      }),
    )
  })

  it('L4 unanimity', () => {
    fc.assert(
      fc.property(fc.array(verdict), (verdicts) => {
        expect(isAdmitted(concatAllVerdicts(verdicts))).toBe(verdicts.every(isAdmitted))
      }),
    )
  })

  it('refuses by that name, made or combined', () => {
    const [first, second] = [verdictOf([1]), verdictOf([2])]
    expect(first).toEqual({ _tag: 'Refused', reasons: [1] })
    expect(concatVerdicts(first, second)).toEqual({ _tag: 'Refused', reasons: [1, 2] })
  })
})
