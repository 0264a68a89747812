import { Decimal } from 'decimal.js'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Exact, exact, exactOf, exactText } from '../../src/core/exact.js'
import { failure } from '../../src/core/failure.js'

const of = (number: number | string): Exact => {
  const read = exactOf(number)
  return isLeft(read) ? exact.zero : read.right
}

describe('exact numbers', () => {
  it('add a tenth and two tenths to three tenths', () => {
    const sum = exact.add(of(0.1), of(0.2))
    expect(exactText(sum)).toBe('0.3')
    expect(exact.compare(sum, of('0.3'))).toBe(0)
  })

  it('do not depend on the order of a sum', () => {
    const values = [1, 1e100, 1, -1e100].map(of)
    expect(exactText(exact.sum(values))).toBe('2')
    expect(exactText(exact.sum([]))).toBe('0')
  })

  it('keep every digit of products and of numbers far apart', () => {
    expect(exactText(exact.mul(of('1234567890123456789.123'), of('0.000000000987654321')))).toBe(
      '1219326311.248285321234116750483',
    )
    const apart = exact.add(of(1e300), of(1e-300))
    expect(exactText(exact.sub(apart, of(1e300)))).toBe(`0.${'0'.repeat(299)}1`)
  })

  it('are compared as numbers', () => {
    const sorted = [of(10), of(9), of(100), of(-1)].sort(exact.compare).map(exactText)
    expect(sorted).toEqual(['-1', '9', '10', '100'])
  })

  it.each<[number | string, string]>([
    ['12.50', '12.5'],
    ['-0', '0'],
    [-0, '0'],
    ['-0.000', '0'],
    ['007.10', '7.1'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['1e-7', '0.0000001'],
    ['1E+2', '100'],
    [0.1, '0.1'],
  ])('%j has the canonical text %s', (number, text) => {
    expect(exactText(of(number))).toBe(text)
  })

  it('of a product that is minus zero is written without its sign', () => {
    expect(exactText(exact.mul(of(0), of(-5)))).toBe('0')
  })

  it.each<[unknown]>([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [''],
    ['NaN'],
    ['Infinity'],
    [' 1'],
    ['1.'],
    ['.5'],
    ['+1'],
    ['0x10'],
    ['0b1'],
    ['1e1000'],
    ['1e-99999999'],
    ['1_0'],
    ['9'.repeat(2_000)],
    [null],
    [12n],
    [{ toString: () => '1' }],
  ])('%o is no exact number', (number) => {
    expect(exactOf(number as string)).toEqual(
      left([failure('NotDecimal', [], number, 'a decimal number such as 12.50')]),
    )
  })

  it('come of a malformed literal as NaN, as they do in the arithmetic of doubles', () => {
    expect(exact.toNumber(exact.fromDecimal('abc'))).toBeNaN()
    expect(exact.toNumber(exact.fromDecimal('12.50'))).toBe(12.5)
  })

  it('do not depend on the settings that others make of the library of decimals', () => {
    const before = Decimal.precision
    Decimal.set({ precision: 2, rounding: Decimal.ROUND_DOWN })
    expect(exactText(exact.add(of('123.456'), of('0.001')))).toBe('123.457')
    Decimal.set({ precision: before, rounding: Decimal.ROUND_HALF_UP })
  })

  it('are read into the same value from a number and its text', () => {
    expect(exactOf('0.1')).toEqual(exactOf(0.1))
    expect(right(exactText(of(0.1)))).toEqual(right('0.1'))
  })
})
