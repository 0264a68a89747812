import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AmountDefect,
  type AmountOptions,
  type DecimalMark,
  dollars,
  euros,
  readDecimal,
  readPrice,
  readQuantity,
} from '../../src/bargaining/index.js'

const either: AmountOptions = { decimalMark: 'undeclared', currency: ['$', '€'] }

describe('readDecimal', () => {
  it.each<[string, string | AmountDefect, string | AmountDefect, string | AmountDefect]>([
    ['3.350', '3.350', '3350', 'ambiguous_number'],
    ['0.123', '0.123', 'conflicting_separators', '0.123'],
    ['55.555', '55.555', '55555', 'ambiguous_number'],
    ['1.127,54', 'conflicting_separators', '1127.54', '1127.54'],
    ['1.234.123', 'conflicting_separators', '1234123', '1234123'],
    [',89', 'conflicting_separators', '0.89', 'ambiguous_number'],
    ['.89', '0.89', 'conflicting_separators', 'ambiguous_number'],
    ['4,234.35', '4234.35', 'conflicting_separators', '4234.35'],
    ['1200.50', '1200.50', 'conflicting_separators', '1200.50'],
    ['89,50', 'conflicting_separators', '89.50', '89.50'],
    ['1,000', '1000', '1.000', 'ambiguous_number'],
    ['1,234,567', '1234567', 'conflicting_separators', '1234567'],
    ['1,23,456', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['12,34.5', 'conflicting_separators', 'conflicting_separators', 'conflicting_separators'],
    ['1.2.3', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['80', '80', '80', '80'],
    ['007', '007', '007', '007'],
    ['80.', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['.', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['1e3', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['٨٠', 'not_a_number', 'not_a_number', 'not_a_number'],
    ['８０', 'not_a_number', 'not_a_number', 'not_a_number'],
  ])(
    'reads %s as %s with a point, %s with a comma, %s undeclared',
    (text, dot, comma, undeclared) => {
      const marks: ReadonlyArray<readonly [DecimalMark, string]> = [
        ['dot', dot],
        ['comma', comma],
        ['undeclared', undeclared],
      ]
      for (const [mark, expected] of marks) {
        const read = readDecimal(mark)(text)
        expect(read._tag === 'Decimal' ? read.literal : read.reason).toBe(expected)
      }
    },
  )
})

describe('readPrice', () => {
  const readAs = (options: AmountOptions) => (text: string) => {
    const read = readPrice(options)(text)
    return read._tag === 'Amount' ? read.amount : read.reason
  }

  it.each<[string, number | AmountDefect]>([
    ['80', 8000],
    ['$80', 8000],
    [' $ 80.50 ', 8050],
    ['80.5 dollars', 8050],
    ['USD 80', 8000],
    ['80usd', 8000],
    ['US$80', 8000],
    ['+80', 8000],
    ['$1,200', 120000],
    ['0', 0],
    ['$0.00', 0],
    ['3.350', 335],
    ['-20', 'negative'],
    ['-$20', 'negative'],
    ['$-20', 'negative'],
    ['\u221220', 'negative'],
    ['-0', 'negative'],
    ['$1000-1200', 'ambiguous_range'],
    ['$80-$90', 'ambiguous_range'],
    ['80 to 90', 'ambiguous_range'],
    ['80 or 90', 'ambiguous_range'],
    ['80\u201390', 'ambiguous_range'],
    ['$80k', 'scaled'],
    ['80 thousand', 'scaled'],
    ['1.5 million', 'scaled'],
    ['80 cents', 'scaled'],
    ['80 coins', 'unknown_unit'],
    ['80%', 'unknown_unit'],
    ['€80', 'wrong_currency'],
    ['80 EUR', 'wrong_currency'],
    ['A$80', 'wrong_currency'],
    ['0.123', 'too_precise'],
    ['8.165', 'too_precise'],
    ['99999999999999999999', 'too_large'],
    ['1 200', 'not_a_number'],
    ['1e2', 'not_a_number'],
    ['eighty', 'not_a_number'],
    ['$', 'not_a_number'],
    ['', 'not_a_number'],
    ['80 90', 'not_a_number'],
    ['--80', 'not_a_number'],
    ['1'.repeat(81), 'not_a_number'],
  ])('reads %s in dollars as %s', (text, expected) => {
    expect(readAs(dollars)(text)).toBe(expected)
  })

  it('rounds only where a rounding is named', () => {
    expect(readAs({ ...dollars, rounding: 'nearest' })('8.165')).toBe(816)
    expect(readAs({ ...dollars, rounding: 'up' })('8.165')).toBe(817)
    expect(readAs({ ...dollars, rounding: 'down' })('0.123')).toBe(12)
  })

  it('refuses every currency where none is declared', () => {
    expect(readAs({ ...dollars, currency: [] })('$80')).toBe('wrong_currency')
    expect(readAs({ ...dollars, currency: [] })('80')).toBe(8000)
  })

  it('reads euros with a decimal comma', () => {
    expect(readAs(euros)('1.127,54 €')).toBe(112754)
    expect(readAs(euros)('EUR 89,50')).toBe(8950)
    expect(readAs(euros)('$89,50')).toBe('wrong_currency')
    expect(readAs(either)('€55.555')).toBe('ambiguous_number')
  })
})

describe('readQuantity', () => {
  const units = (divisible: boolean) => (given: number | string) => {
    const read = readQuantity({ decimalMark: 'dot', divisible })(given)
    return read._tag === 'Amount' ? read.amount : read.reason
  }

  it.each<[number | string, number | AmountDefect]>([
    ['1,000', 1000],
    [1, 1],
    ['1.0', 1],
    [0, 0],
    ['0', 0],
    [-0, 0],
    [49.5, 'fractional'],
    ['49.5', 'fractional'],
    ['-50', 'negative'],
    [-50, 'negative'],
    ['\u221250', 'negative'],
    ['fifty', 'not_a_number'],
    [Number.NaN, 'not_a_number'],
    [Number.POSITIVE_INFINITY, 'not_a_number'],
    ['99999999999999999999', 'too_large'],
  ])('reads %s as %s whole units', (given, expected) => {
    expect(units(false)(given)).toBe(expected)
  })

  it('takes a fraction where the units divide', () => {
    expect(units(true)(49.5)).toBe(49.5)
    expect(units(true)('49.5')).toBe(49.5)
    expect(readQuantity({ decimalMark: 'comma', divisible: true })(49.5)).toEqual({
      _tag: 'Amount',
      amount: 49.5,
    })
  })
})

/** Writes whole cents with a decimal mark, perhaps with separated thousands. */
const written = (cents: number, mark: '.' | ',', grouped: boolean): string => {
  const whole = String(Math.floor(cents / 100))
  const other = mark === '.' ? ',' : '.'
  const parted = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, other) : whole
  return `${parted}${mark}${String(cents % 100).padStart(2, '0')}`
}

const amounts = fc.oneof(fc.nat(99999), fc.nat(999999999))
const marks = fc.constantFrom('.' as const, ',' as const)
const soup = fc
  .array(
    fc.constantFrom(
      '$',
      '€',
      '-',
      '\u2212',
      '.',
      ',',
      '1',
      '20',
      '0',
      '300',
      ' ',
      'k',
      'to',
      'USD',
      'e',
      '%',
      '(',
      '٣',
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''))
const markOf = { '.': 'dot', ',': 'comma' } as const

describe('the laws of amounts in texts', () => {
  it('L1 total', () => {
    fc.assert(
      fc.property(
        fc.oneof(soup, fc.string()),
        fc.constantFrom<DecimalMark>('dot', 'comma', 'undeclared'),
        (text, decimalMark) => {
          const read = readPrice({ ...either, decimalMark })(text)
          if (read._tag === 'Amount')
            expect(Number.isSafeInteger(read.amount) && read.amount >= 0).toBe(true)
          else expect(read.reason).toMatch(/^[a-z_]+$/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('L2 declared', () => {
    fc.assert(
      fc.property(amounts, marks, fc.boolean(), (cents, mark, grouped) => {
        expect(
          readPrice({ ...either, decimalMark: markOf[mark] })(written(cents, mark, grouped)),
        ).toEqual({ _tag: 'Amount', amount: cents })
      }),
    )
  })

  it('L3 agreement', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          fc
            .tuple(amounts, marks, fc.boolean())
            .map(([cents, mark, grouped]) => written(cents, mark, grouped)),
        ),
        (text) => {
          const read = readPrice(either)(text)
          if (read._tag !== 'Amount') return
          const fitting = (['dot', 'comma'] as const).map((decimalMark) =>
            readPrice({ ...either, decimalMark })(text),
          )
          expect(fitting).toContainEqual(read)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('L4 refusal', () => {
    const spoiled = fc
      .tuple(amounts, amounts, fc.integer({ min: 0, max: 4 }))
      .map(([a, b, kind]) => {
        const [one, two] = [written(a, '.', false), written(b, '.', false)]
        return [`-${one}`, `$${one}-$${two}`, `${one}k`, `£${one}`, `${one} to ${two}`][kind] ?? ''
      })
    fc.assert(
      fc.property(spoiled, (text) => {
        expect(readPrice(dollars)(text)._tag).toBe('Unreadable')
      }),
    )
  })
})
