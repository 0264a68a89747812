import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  againstStanding,
  dollars,
  type OfferReading,
  quoteForeign,
  readOffer,
  readReply,
  seatHealth,
} from '../../src/bargaining/index.js'
import { combineFields, type Field, type FieldValue } from '../../src/bargaining/offer-reading.js'

const read = readOffer(dollars)

/** Prose, numbers and the words of moves, in every order, without any mark of an explicit field. */
const words = [
  'accept',
  'ACCEPT',
  'Accept',
  'accepted',
  'I',
  'will',
  'not',
  'cannot',
  'your',
  'offer',
  'deal',
  'yes',
  'ok',
  'agree',
  'leave',
  'LEAVE',
  'walk away',
  '$80',
  '80',
  '$95-$100',
  'at',
  'of',
  '.',
  '!',
  ',',
  '?',
  '\n',
  '\n\n',
  ' ',
  'price',
  'bid',
  'action',
  '(round 2)',
  '-',
  'the',
  'and',
]
const prose = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((parts) => parts.join(' '))
const marked = fc
  .array(
    fc.constantFrom(
      ...words,
      '{',
      '}',
      '{"price":',
      '80}',
      '{"price": 80}',
      '"accept":',
      'true',
      '{"action":"accept"}',
      'OFFER:',
      'ACTION:',
      'ACCEPT',
      '> ',
      '"',
      '\\',
      ':',
      '=',
      '\u0000',
      '😀',
      '\ud800',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(' '))
const texts = fc.oneof(prose, marked, fc.string(), fc.string({ unit: 'binary' }))

/** Whether a text holds one of the explicit places from which an acceptance may be read, looked for in the plainest way. */
const holdsAcceptance = (text: string): boolean => {
  const lines = text.split('\n').map((line) => line.replace(/[^A-Za-z]/g, '').toLowerCase())
  const alone = lines.some((line) => line === 'accept' || line === 'accepted')
  const labelled = /(?:action|move|decision)\W*[:=]\W*(?:accept|deal)/i.test(text)
  const member =
    /"(?:action|move|decision)"\s*:\s*"\s*(?:accept|deal)|"accept(?:ed)?"\s*:\s*true/i.test(text)
  return alone || labelled || member
}

const amounts = fc.nat(999999)
const literal = (cents: number): string => (cents / 100).toFixed(2)
const spoken = fc.tuple(amounts, fc.integer({ min: 0, max: 4 })).map(([cents, kind]) => {
  const price = literal(cents)
  const text =
    [
      `{"price": ${price}}`,
      `OFFER: $${price}`,
      `$${price}`,
      `I offer $${price}.`,
      `{"action":"offer","bid":"${price}"}`,
    ][kind] ?? ''
  return { cents, text }
})

describe('the laws of reading offers', () => {
  it('L1 total', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('dot' as const, 'comma' as const, 'undeclared' as const),
        (text, decimalMark) => {
          expect(['Accept', 'Offer', 'Leave', 'Unreadable']).toContain(
            readOffer({ ...dollars, decimalMark })(text)._tag,
          )
        },
      ),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.anything(), (reply) => {
        expect(['Accept', 'Offer', 'Leave', 'Unreadable']).toContain(readReply(dollars)(reply)._tag)
      }),
      { numRuns: 1000 },
    )
  })

  it('L2 explicit', () => {
    let accepted = 0
    fc.assert(
      fc.property(texts, (text) => {
        if (read(text)._tag !== 'Accept') return
        accepted += 1
        expect(holdsAcceptance(text)).toBe(true)
      }),
      { numRuns: 20000 },
    )
    expect(accepted).toBeGreaterThan(5)
  })

  it('L2 explicit: a sentence around the words of acceptance is never one', () => {
    const before = fc.constantFrom(
      'I cannot',
      'I will not',
      'We should never',
      'Why would I',
      'I might',
      'They want me to',
      'I',
      'We',
    )
    const after = fc.constantFrom(
      'that',
      'your offer',
      '$80',
      'this price of 80',
      'the deal',
      'until you drop it',
      'now',
    )
    const middle = fc.constantFrom('accept', 'ACCEPT', 'Accept', 'agree to', 'take')
    fc.assert(
      fc.property(
        before,
        middle,
        after,
        fc.constantFrom(' ', '\n', '  '),
        (head, verb, tail, space) => {
          expect(read([head, verb, tail].join(space))._tag).toBe('Unreadable')
        },
      ),
    )
  })

  it('L3 place', () => {
    let offers = 0
    fc.assert(
      fc.property(
        fc.oneof(
          spoken.map(({ text }) => text),
          texts,
          fc.tuple(prose, spoken).map(([a, { text }]) => `${a}\n${text}`),
        ),
        (text) => {
          const reading = read(text)
          if (reading._tag === 'Unreadable' && reading.span === null) return
          const span = reading.span ?? { from: 0, to: 0 }
          expect(0 <= span.from && span.from < span.to && span.to <= text.length).toBe(true)
          if (reading._tag !== 'Offer') return
          offers += 1
          expect(read(text.slice(span.from, span.to))).toMatchObject({
            _tag: 'Offer',
            price: reading.price,
          })
        },
      ),
      { numRuns: 3000 },
    )
    expect(offers).toBeGreaterThan(100)
  })

  it('L3 place: what was said is what is read', () => {
    fc.assert(
      fc.property(spoken, ({ cents, text }) => {
        expect(read(text)).toMatchObject({ _tag: 'Offer', price: cents, superseded: 0 })
      }),
    )
  })

  it('L4 foreign', () => {
    fc.assert(
      fc.property(texts, spoken, (foreign, { text, cents }) => {
        expect(read(quoteForeign(foreign))._tag).toBe('Unreadable')
        expect(read(`${quoteForeign(foreign)}\n${text}`)).toMatchObject({
          _tag: 'Offer',
          price: cents,
        })
        expect(read(`${text}\n${quoteForeign(foreign)}`)).toMatchObject({
          _tag: 'Offer',
          price: cents,
        })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the laws of JSON offers', () => {
  it('L1 inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), amounts, (message, cents) => {
        const object = `{"message": ${JSON.stringify(message)}, "price": ${literal(cents)}}`
        expect(read(`Here: ${object} - fine?`)).toMatchObject({
          _tag: 'Offer',
          price: cents,
          rule: 'json_field',
        })
      }),
    )
  })

  it('L2 last', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 8 }), (cents) => {
        const text = cents.map((price) => `perhaps {"price": ${literal(price)}}`).join(', ')
        expect(read(text)).toMatchObject({
          _tag: 'Offer',
          price: cents.at(-1),
          superseded: cents.length - 1,
        })
      }),
    )
  })
})

const values: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.nat(3).map((price): FieldValue => ({ _tag: 'Price', price })),
  fc
    .constantFrom('accept' as const, 'offer' as const, 'leave' as const, 'hold' as const)
    .map((move): FieldValue => ({ _tag: 'Move', move })),
  fc.constant<FieldValue>({ _tag: 'Absent' }),
)
const fields: fc.Arbitrary<ReadonlyArray<Field>> = fc
  .array(values, { maxLength: 5 })
  .map((list) => list.map((value, place) => ({ span: { from: place, to: place + 1 }, value })))

describe('the laws of combining fields', () => {
  it('L1 agree', () => {
    fc.assert(
      fc.property(fields, (list) => {
        const prices = new Set(
          list.flatMap(({ value }) => (value._tag === 'Price' ? [value.price] : [])),
        )
        const moves = new Set(
          list.flatMap(({ value }) => (value._tag === 'Move' ? [value.move] : [])),
        )
        const reading = combineFields('labelled_field', list)
        if (list.length === 0) expect(reading).toBeNull()
        else if (prices.size > 1 || moves.size > 1) expect(reading?._tag).toBe('Unreadable')
      }),
    )
  })

  it('L2 stop', () => {
    fc.assert(
      fc.property(fields, fc.nat(5), (list, place) => {
        const broken: Field = {
          span: { from: 9, to: 10 },
          value: { _tag: 'Invalid', reason: 'negative', expected: 'a price' },
        }
        const all = [...list.slice(0, place), broken, ...list.slice(place)]
        expect(combineFields('labelled_field', all)).toMatchObject({
          _tag: 'Unreadable',
          reason: 'negative',
          span: { from: 9, to: 10 },
        })
      }),
    )
  })

  it('L3 stands', () => {
    const span = { from: 0, to: 1 }
    fc.assert(
      fc.property(fc.option(fc.nat(3)), fc.option(fc.nat(3)), (at, standing) => {
        const reading: OfferReading = { _tag: 'Accept', at, span, rule: 'token' }
        const kept = standing !== null && (at === null || at === standing)
        expect(againstStanding(standing)(reading)._tag).toBe(kept ? 'Accept' : 'Unreadable')
      }),
    )
  })
})

describe('the laws of seat health', () => {
  const readings = fc.array(fc.constantFrom('80', 'ACCEPT', 'hm', '').map(read), { maxLength: 9 })

  it('L1 counted', () => {
    fc.assert(
      fc.property(readings, (list) => {
        const { turns, readable, unreadable, reasons } = seatHealth(list)
        expect([turns, readable + unreadable]).toEqual([list.length, list.length])
        expect(reasons.reduce((total, { count }) => total + count, 0)).toBe(unreadable)
      }),
    )
  })

  it('L2 mute', () => {
    fc.assert(
      fc.property(readings, (list) => {
        const silent = list.length > 0 && list.every((reading) => reading._tag === 'Unreadable')
        expect(seatHealth(list).status === 'mute_seat').toBe(silent)
      }),
    )
  })
})
