import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Exact, exact, exactOf, exactText } from '../../src/core/exact.js'

const of = (number: number | string): Exact => {
  const read = exactOf(number)
  return isLeft(read) ? exact.fromDecimal('malformed') : read.right
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const number: fc.Arbitrary<Exact> = fc.oneof(
  double.map((x) => of(x)),
  fc.integer().map((x) => of(x / 100)),
  fc
    .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.nat(40))
    .map(([digits, power]) => of(`${digits}e-${power}`)),
)
const { add, sub, mul, sum, compare, zero, toNumber } = exact

const expectSame = (a: Exact, b: Exact): void => {
  expect(exactText(a)).not.toBe('NaN')
  expect(exactText(a)).toBe(exactText(b))
  expect(compare(a, b)).toBe(0)
}

/** A decimal text as an integer over a power of ten: the twin in unbounded integers. */
const fractionOf = (text: string): readonly [bigint, number] => {
  const [whole = '', decimals = ''] = text.split('.')
  return [BigInt(whole + decimals), decimals.length]
}

describe('laws of exact numbers', () => {
  it('L1 associative', () => {
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        expectSame(add(add(a, b), c), add(a, add(b, c)))
        expectSame(mul(mul(a, b), c), mul(a, mul(b, c)))
        expectSame(sum([a, b, c]), add(add(a, b), c))
      }),
    )
  })

  it('L2 commutative', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 20 }), number, number, (values, a, b) => {
        expectSame(add(a, b), add(b, a))
        expectSame(mul(a, b), mul(b, a))
        expectSame(sum(values), sum([...values].reverse()))
      }),
    )
  })

  it('L3 distributive', () => {
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        expectSame(mul(a, add(b, c)), add(mul(a, b), mul(a, c)))
      }),
    )
  })

  it('L4 conservation', () => {
    fc.assert(
      fc.property(number, number, number, (from, to, amount) => {
        const paid = sub(from, amount)
        const received = add(to, amount)
        expectSame(add(paid, received), add(from, to))
        expectSame(add(paid, amount), from)
        expectSame(sub(received, amount), to)
        expectSame(add(from, zero), from)
      }),
    )
  })

  it('L5 number', () => {
    fc.assert(
      fc.property(double, (x) => {
        expect(toNumber(of(x))).toBe(x + 0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('L6 text', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(compare(a, b) === 0).toBe(exactText(a) === exactText(b))
        expect(exactText(a)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/)
        if (exactText(a).length <= 1_000) expectSame(of(exactText(a)), a)
      }),
    )
  })

  it('agree with unbounded integers', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [x, p] = fractionOf(exactText(a))
        const [y, q] = fractionOf(exactText(b))
        const [product, r] = fractionOf(exactText(mul(a, b)))
        expect(product * 10n ** BigInt(p + q - r)).toBe(x * y)
        const [total, s] = fractionOf(exactText(add(a, b)))
        expect(total * 10n ** BigInt(p + q - s)).toBe(x * 10n ** BigInt(q) + y * 10n ** BigInt(p))
      }),
    )
  })
})
