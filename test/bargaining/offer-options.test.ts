import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dollars, readOffer, readReply } from '../../src/bargaining/index.js'

const texts = ['{"price": 90}', 'I offer $80.', 'OFFER: 80', '80', 'ACCEPT', '']

describe('options of a reader of offers, from plain JavaScript', () => {
  it.each([
    [undefined, 'an object of options'],
    [null, 'an object of options'],
    ['dot', 'an object of options'],
    [{}, 'decimalMark: dot, comma or undeclared'],
    [{ ...dollars, decimalMark: '.' }, 'decimalMark: dot, comma or undeclared'],
    [{ ...dollars, currency: '$' }, 'currency: a list of texts'],
    [{ ...dollars, currency: [1] }, 'currency: a list of texts'],
    [{ ...dollars, rounding: 'floor' }, 'rounding: refuse, up, down or nearest'],
    [{ ...dollars, budget: '90' }, 'budget: a number of cents'],
    [
      { ...dollars, budgt: 90 },
      'no option budgt; there are decimalMark, currency, rounding, budget',
    ],
  ])('that are malformed make every turn unreadable, and say why: %j', (options, expected) => {
    for (const text of texts) {
      expect(readOffer(options as never)(text)).toEqual({
        _tag: 'Unreadable',
        reason: 'malformed_options',
        span: null,
        expected,
      })
    }
  })

  it('that are in order are heeded', () => {
    const options = { ...dollars, rounding: 'down', budget: 9000 } as const
    expect(readOffer(options)('{"price": 90.009}')).toMatchObject({ _tag: 'Offer', price: 9000 })
    expect(readOffer({ ...dollars, rounding: undefined })('80')).toMatchObject({ price: 8000 })
  })

  it('never make a reader throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...texts), (options, text) => {
        expect(readReply(options as never)(text)._tag).toBe('Unreadable')
      }),
    )
  })
})
