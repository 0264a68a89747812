import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { failure } from '../../src/core/failure.js'
import {
  addCents,
  type Cents,
  type CentsRounding,
  centsFromInteger,
  centsOf,
  centsToNumber,
  compareCents,
  renderCents,
  subtractCents,
  zeroCents,
} from '../../src/core/money.js'

const cents = (count: number): Cents => {
  const read = centsFromInteger(count)
  return isRight(read) ? read.right : zeroCents
}

describe('reading an amount', () => {
  it.each<[number | string, number]>([
    ['12.50', 1250],
    ['12.5', 1250],
    ['0.12', 12],
    ['3.350', 335],
    ['1200.50', 120050],
    ['-0.05', -5],
    ['007', 700],
    ['0', 0],
    ['-0.00', 0],
    [12.5, 1250],
    [0.1, 10],
    [0.29, 29],
    [1.15, 115],
    [-20, -2000],
    [0, 0],
    [-0, 0],
    [4.35, 435],
  ])('%j is %d cents', (amount, count) => {
    const read = centsOf()(amount)
    expect(read).toEqual(right(count))
    expect(isRight(read) && Object.is(read.right, -0)).toBe(false)
  })

  it.each([8.165, '8.165', 0.1 + 0.2, 1e-7, '0.001', 5e-324, 1.005])(
    '%j is too precise unless a rounding is named',
    (amount) => {
      expect(centsOf()(amount)).toEqual(
        left([failure('TooPrecise', [], amount, 'at most two decimals')]),
      )
      expect(isRight(centsOf('nearest')(amount))).toBe(true)
    },
  )

  it.each<[CentsRounding, ReadonlyArray<number>]>([
    ['up', [817, -816, 818, -817, 817, 1, 0]],
    ['down', [816, -817, 817, -818, 816, 0, -1]],
    ['nearest', [816, -816, 818, -818, 816, 0, 0]],
  ])('rounds %s', (rounding, counts) => {
    const amounts = [8.165, -8.165, '8.175', '-8.175', '8.1649999', 1e-300, -1e-300]
    expect(amounts.map(centsOf(rounding))).toEqual(counts.map((count) => right(count)))
  })

  it.each<[unknown]>([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
    [''],
    [' 1'],
    ['1 '],
    ['+1'],
    ['1.'],
    ['.5'],
    ['1e3'],
    ['1,50'],
    ['1_000'],
    ['0x10'],
    ['$5'],
    ['--1'],
    ['1.2.3'],
    ['\u0661'],
    ['1\n'],
    ['9'.repeat(1_000_000)],
    [null],
    [undefined],
    [true],
    [12n],
    [[1]],
    [{ toString: () => '1' }],
  ])('%o is no amount', (amount) => {
    expect(centsOf('nearest')(amount as string)).toEqual(
      left([failure('NotMoney', [], amount, 'a decimal number such as 12.50')]),
    )
  })

  it.each(['90071992547409.92', 1e15, 1e21, 1e308, -1.7976931348623157e308, '9'.repeat(300)])(
    '%j is out of range',
    (amount) => {
      expect(centsOf()(amount)).toEqual(
        left([failure('OutOfRange', [], amount, 'cents within 2^53 - 1 of zero')]),
      )
    },
  )

  it('reaches to the last integer that is exact', () => {
    expect(centsOf()('90071992547409.91')).toEqual(right(Number.MAX_SAFE_INTEGER))
    expect(centsOf()('-90071992547409.91')).toEqual(right(Number.MIN_SAFE_INTEGER))
    expect(centsOf('down')('90071992547409.919')).toEqual(right(Number.MAX_SAFE_INTEGER))
  })

  it('takes a count of cents as it is', () => {
    expect(centsFromInteger(-0)).toEqual(right(0))
    expect(centsFromInteger(0.5)).toMatchObject({ left: [{ _tag: 'TooPrecise', value: 0.5 }] })
    expect(centsFromInteger(2 ** 53)).toMatchObject({ left: [{ _tag: 'OutOfRange' }] })
    expect(centsFromInteger(Number.NaN)).toMatchObject({ left: [{ _tag: 'NotMoney' }] })
    expect(centsFromInteger(Number.POSITIVE_INFINITY)).toMatchObject({
      left: [{ _tag: 'NotMoney' }],
    })
  })
})

describe('amounts', () => {
  it('add and subtract exactly, within range', () => {
    expect(addCents(cents(10), cents(20))).toEqual(right(30))
    expect(subtractCents(cents(10), cents(10))).toEqual(right(0))
    expect(addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toMatchObject({
      left: [{ _tag: 'OutOfRange' }],
    })
    expect(subtractCents(cents(Number.MIN_SAFE_INTEGER), cents(1))).toMatchObject({
      left: [{ _tag: 'OutOfRange' }],
    })
  })

  it('are rendered with two decimals', () => {
    expect([0, 5, -5, 50, 1250, -123456].map((count) => renderCents(cents(count)))).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '0.50',
      '12.50',
      '-1234.56',
    ])
  })

  it('are numbers of units for statistics', () => {
    expect(centsToNumber(cents(1250))).toBe(12.5)
    expect(centsToNumber(cents(-29))).toBe(-0.29)
  })

  it('are ordered as numbers, not as texts', () => {
    const sorted = [10, 9, 100, -1].map(cents).sort(compareCents)
    expect(sorted).toEqual([-1, 9, 10, 100])
  })
})
