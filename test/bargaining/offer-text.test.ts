import { describe, expect, it } from 'vitest'
import {
  againstStanding,
  dollars,
  LONGEST_TURN,
  type OfferOptions,
  type OfferReading,
  quoteForeign,
  readJsonOffer,
  readOffer,
  readReply,
  seatHealth,
} from '../../src/bargaining/index.js'

const undeclared: OfferOptions = { decimalMark: 'undeclared', currency: ['$', '€'] }
const comma: OfferOptions = { decimalMark: 'comma', currency: ['$', '€'] }

const shown = (reading: OfferReading): string => {
  switch (reading._tag) {
    case 'Offer':
      return `offer ${reading.price} (${reading.rule})`
    case 'Accept':
      return `accept${reading.at === null ? '' : ` at ${reading.at}`} (${reading.rule})`
    case 'Leave':
      return `leave (${reading.rule})`
    case 'Unreadable':
      return reading.reason
  }
}

const reads = (text: string, options: OfferOptions = dollars): string =>
  shown(readOffer(options)(text))

describe('offers that broke other readers', () => {
  it.each<[string, OfferOptions, string]>([
    ['3.350', undeclared, 'ambiguous_number'],
    ['3.350', dollars, 'offer 335 (bare_amount)'],
    ['0.123', { ...undeclared, rounding: 'nearest' }, 'offer 12 (bare_amount)'],
    ['0.123', undeclared, 'too_precise'],
    ['€55.555', undeclared, 'ambiguous_number'],
    ['1.127,54', dollars, 'conflicting_separators'],
    ['1.127,54', comma, 'offer 112754 (bare_amount)'],
    ['1.234.123', undeclared, 'offer 123412300 (bare_amount)'],
    [',89', undeclared, 'ambiguous_number'],
    [',89', comma, 'offer 89 (bare_amount)'],
    ['4,234.35', undeclared, 'offer 423435 (bare_amount)'],
    ['1200.50', undeclared, 'offer 120050 (bare_amount)'],
    ['$1000-1200', dollars, 'ambiguous_range'],
    ['I can do $80-$90', dollars, 'ambiguous_range'],
    ['I bid $2,000 (round 3)', dollars, 'offer 200000 (stated_offer)'],
    ['I offer -$20', dollars, 'negative'],
    ['offer: -20', dollars, 'negative'],
    ['$80k', dollars, 'scaled'],
    ["I won't go above $95. My offer is $80, not your $120.", dollars, 'ambiguous_multiple'],
    ["I won't go above $95. My offer is $80.", dollars, 'ambiguous_multiple'],
    [
      "I won't go above $95, and not your $120.\nOFFER: $80",
      dollars,
      'offer 8000 (labelled_field)',
    ],
    ["I won't go above $95.\nOFFER: a bit less\nMaybe $80.", dollars, 'invalid_field'],
    ['I think {"price": 90} is too much, so {"price": 80}', dollars, 'offer 8000 (json_field)'],
    ['{"price":80,"message":"ok {deal}"}', dollars, 'offer 8000 (json_field)'],
    ['[1,200,300]', dollars, 'not_an_object'],
    ['true', dollars, 'no_move'],
    ['{"price": true}', dollars, 'not_a_number'],
    ['{"bid": 999} since I only have 50', { ...dollars, budget: 5000 }, 'over_budget'],
    ['{"bid": 50}', { ...dollars, budget: 5000 }, 'offer 5000 (json_field)'],
    ['I have 50 coins and will be careful', dollars, 'no_move'],
    ['I cannot accept $80', dollars, 'no_move'],
    ['{"actions": "x"}', dollars, 'no_move'],
  ])('%s', (text, options, expected) => {
    expect(reads(text, options)).toBe(expected)
  })

  it('counts what a later object superseded, and it is no error', () => {
    expect(readOffer(dollars)('I think {"price": 90} is too much, so {"price": 80}')).toMatchObject(
      { superseded: 1, span: { from: 38, to: 51 } },
    )
  })

  it('says what shape was expected where there was no move', () => {
    const reading = readOffer(dollars)('{"actions": "x"}')
    expect(reading._tag === 'Unreadable' && reading.expected).toContain('{"price": 80}')
  })

  it('calls a reply without content mute, with the reason why generation stopped', () => {
    expect(readReply(dollars)({ content: null, finish: 'length' })).toMatchObject({
      _tag: 'Unreadable',
      reason: 'mute',
      expected: expect.stringContaining('length'),
    })
    for (const reply of [null, undefined, 7, {}, { content: '  ' }, { text: 5 }]) {
      expect(readReply(dollars)(reply)).toMatchObject({ _tag: 'Unreadable', reason: 'mute' })
    }
    expect(readReply(dollars)({ text: '{"price": 80}' })).toMatchObject({ price: 8000 })
    expect(readReply(dollars)('')).toMatchObject({ reason: 'empty' })
  })

  it('accepts nothing where no offer stands, and no other price than the standing one', () => {
    const accept = readOffer(dollars)('ACCEPT')
    expect(againstStanding(null)(accept)).toMatchObject({ reason: 'accept_without_standing_offer' })
    expect(againstStanding(8000)(accept)).toBe(accept)
    expect(againstStanding(0)(accept)).toBe(accept)
    const named = readOffer(dollars)('{"action":"accept","price":80}')
    expect(againstStanding(8000)(named)).toBe(named)
    expect(againstStanding(9000)(named)).toMatchObject({ reason: 'accepts_another_price' })
    const offer = readOffer(dollars)('80')
    expect(againstStanding(null)(offer)).toBe(offer)
  })

  it('reads nothing in what a counterpart wrote, once it is quoted', () => {
    const foreign = 'ACCEPT\nOFFER: 1\r\n{"price": 1}\u2028ACTION: ACCEPT'
    expect(reads(quoteForeign(foreign))).toBe('no_move')
    expect(reads(`They said:\n${quoteForeign(foreign)}\nOFFER: 80`)).toBe(
      'offer 8000 (labelled_field)',
    )
  })
})

describe('JSON objects in a turn', () => {
  it.each<[string, string]>([
    ['{"price": 80}', 'offer 8000 (json_field)'],
    ['```json\n{"price": "80.50"}\n```', 'offer 8050 (json_field)'],
    ['{"action":"counter","offer":"$80"}', 'offer 8000 (json_field)'],
    ['{"action": "walk_away"}', 'leave (json_field)'],
    ['{"accept": true}', 'accept (json_field)'],
    ['{"accept": true, "price": 120}', 'accept at 12000 (json_field)'],
    ['{"accept": false, "price": 80}', 'offer 8000 (json_field)'],
    ['{"accept": false}', 'no_move'],
    ['{"accept": "yes"}', 'invalid_field'],
    ['{"accept": true, "leave": true}', 'conflicting_moves'],
    ['{"action": "leave", "price": 80}', 'conflicting_moves'],
    ['{"action": "maybe", "price": 80}', 'invalid_field'],
    ['{"action": "offer"}', 'missing_price'],
    ['{"action": "hold"}', 'no_move'],
    ['{"action": null, "price": null}', 'no_move'],
    ['{"action": 5, "price": 80}', 'invalid_field'],
    ['{"price": 80, "bid": 90}', 'ambiguous_multiple'],
    ['{"price": 80, "price": 90}', 'malformed_json'],
    ['{"price": 80, "max": 95}', 'offer 8000 (json_field)'],
    ['{"price": [80]}', 'invalid_field'],
    ['{"price": "80-90"}', 'ambiguous_range'],
    ['{"price": -20}', 'negative'],
    ['{"price": 1e2}', 'offer 10000 (json_field)'],
    ['{"price": 1e400}', 'not_a_number'],
    ['{"price": 80.005}', 'too_precise'],
    ['{"price": 0}', 'offer 0 (json_field)'],
    ['{"price": 80', 'malformed_json'],
    ['{"price": 90} or rather {"price": 8', 'malformed_json'],
    ["{'price': 80}", 'malformed_json'],
    ['{price: 80}', 'malformed_json'],
    ['{"price": 80,}', 'malformed_json'],
    ['{"price": 80} {"note": "hi"}', 'offer 8000 (json_field)'],
    ['{"price": 80} and say {"action":"accept"} to close', 'conflicting_moves'],
    ['{"message": "I accept {\\"price\\": 5}", "price": 80}', 'offer 8000 (json_field)'],
    ['{"nested": {"price": 80}}', 'no_move'],
    ['[{"price": 80}]', 'not_an_object'],
    ['a {smiling} turn, OFFER', 'no_move'],
    ['{"price": 80}\nOFFER: 80', 'offer 8000 (json_field)'],
    ['{"price": 80}\nOFFER: 90', 'ambiguous_multiple'],
    ['{"price": 80}\nACTION: ACCEPT', 'conflicting_moves'],
  ])('%s', (text, expected) => {
    expect(reads(text)).toBe(expected)
  })

  it('take up parts of a text that are apart, however many are begun within one another', () => {
    const begun = '{"accept":'.repeat(1000)
    const { reading, spans } = readJsonOffer(dollars)(`{"price": 80} ${begun}`)
    expect(spans).toEqual([
      { from: 0, to: 13 },
      { from: 14, to: 14 + begun.length },
    ])
    expect(reading).toMatchObject({ reason: 'malformed_json', span: spans[1] })
  })

  it('read a number with a point even where the prose uses a comma', () => {
    expect(reads('{"price": 80.5}', comma)).toBe('offer 8050 (json_field)')
    expect(reads('{"price": "80,5"}', comma)).toBe('offer 8050 (json_field)')
  })
})

describe('labelled lines', () => {
  it.each<[string, string]>([
    ['OFFER: 80', 'offer 8000 (labelled_field)'],
    ['**My final offer:** $80.50', 'offer 8050 (labelled_field)'],
    ['- Counter-offer = 80 (round 2).', 'offer 8000 (labelled_field)'],
    ['thinking...\nPRICE: 80 dollars', 'offer 8000 (labelled_field)'],
    ['ACTION: ACCEPT', 'accept (labelled_field)'],
    ['Decision: accept.', 'accept (labelled_field)'],
    ['ACTION: OFFER $80', 'offer 8000 (labelled_field)'],
    ['ACTION: OFFER\nPRICE: 80', 'offer 8000 (labelled_field)'],
    ['ACTION: OFFER', 'missing_price'],
    ['ACTION: ACCEPT\nPRICE: none', 'accept (labelled_field)'],
    ['ACTION: ACCEPT\nPRICE: 120', 'accept at 12000 (labelled_field)'],
    ['ACTION: LEAVE', 'leave (labelled_field)'],
    ['MOVE: walk away', 'leave (labelled_field)'],
    ['ACTION: I accept your offer', 'invalid_field'],
    ['ACTION: do not accept', 'invalid_field'],
    ['ACTION: not ACCEPT', 'invalid_field'],
    ['ACTION: ACCEPT or OFFER', 'invalid_field'],
    ['OFFER: $80-$90', 'ambiguous_range'],
    ['OFFER: 80 or 90', 'ambiguous_range'],
    ['OFFER: 80, not 120', 'invalid_field'],
    ['OFFER: €80', 'wrong_currency'],
    ['OFFER: 1 200', 'invalid_field'],
    ['OFFER: 80\nOFFER: 90', 'ambiguous_multiple'],
    ['OFFER: 80\nOFFER: 80.00', 'offer 8000 (labelled_field)'],
    ['OFFER: none', 'no_move'],
    ['Your last offer: 120', 'no_move'],
    [`OFFER: ${'8'.repeat(300)}`, 'invalid_field'],
  ])('%s', (text, expected) => {
    expect(reads(text)).toBe(expected)
  })
})

describe('tokens and sentences', () => {
  it.each<[string, string]>([
    ['ACCEPT', 'accept (token)'],
    ['accept.', 'accept (token)'],
    ['[ACCEPT]', 'accept (token)'],
    ['**Accept**', 'accept (token)'],
    ['That works for me.\n\nACCEPT', 'accept (token)'],
    ['That works for me.\nACCEPT', 'accept (token)'],
    ['LEAVE', 'leave (token)'],
    ['walk away', 'leave (token)'],
    ['I cannot\nACCEPT', 'no_move'],
    ['I cannot\nACCEPT\nthis.', 'no_move'],
    ['It is not that I\n\naccept', 'no_move'],
    ['I accept', 'no_move'],
    ['I accept your offer of $80.', 'no_move'],
    ['Deal!', 'no_move'],
    ['Yes', 'no_move'],
    ['ACCEPT 80', 'no_move'],
    ['ACCEPTABLE', 'no_move'],
    ['ACCEPT?', 'no_move'],
    ['DO NOT ACCEPT', 'no_move'],
    ['Choose one:\n\nACCEPT\n\nLEAVE', 'conflicting_moves'],
    ['I offer $70.\n\nACCEPT', 'conflicting_moves'],
    ['My offer is $70.\nACCEPT', 'conflicting_moves'],
    ['I bid 70\n\nLEAVE', 'conflicting_moves'],
    ['I offer $70. {"action": "accept"}', 'conflicting_moves'],
    ['ACCEPT.\n\nOFFER: 80', 'conflicting_moves'],
    ['80', 'offer 8000 (bare_amount)'],
    ['$80.50.', 'offer 8050 (bare_amount)'],
    ['I offer $80.50.', 'offer 8050 (stated_offer)'],
    ["Okay, I'll offer you $80.", 'offer 8000 (stated_offer)'],
    ['Thanks! My new bid is 75', 'offer 7500 (stated_offer)'],
    ['I offer 80-90', 'ambiguous_range'],
    ['I offer $80 less than you asked.', 'no_move'],
    ['I offer $80 if you drop the fee.', 'no_move'],
    ['I would never say I offer $80.', 'no_move'],
    ['Should I bid $80?', 'no_move'],
    ['I offer $80. I offer $85.', 'ambiguous_multiple'],
    ['I offer $80k.', 'scaled'],
    ['I offer eighty dollars.', 'no_move'],
    ['', 'empty'],
    [' \n\t ', 'empty'],
    ['x'.repeat(LONGEST_TURN + 1), 'too_long'],
  ])('%s', (text, expected) => {
    expect(reads(text)).toBe(expected)
  })
})

describe('texts made to be slow', () => {
  it('are read in time', () => {
    const size = LONGEST_TURN
    const pieces = [
      '{',
      '[',
      '"',
      '(',
      '*',
      ' ',
      '\n',
      '1,',
      '$1',
      '> ',
      '{"a":',
      '{"accept":',
      'a\n',
      'offer:',
      'I offer ',
      'ACCEPT\n\n',
      '\\"',
      '{"price":1}',
      'OFFER: 8 ',
      '- ',
    ]
    for (const piece of pieces) {
      for (const [head, tail] of [
        ['', ''],
        ['OFFER: ', 'x'],
        ['{"price": "', '"}'],
        ['I offer ', ' x'],
      ] as const) {
        const text = (head + piece.repeat(size)).slice(0, size - tail.length) + tail
        const before = performance.now()
        readOffer(dollars)(text)
        // Reading in quadratic time took minutes.
        expect(performance.now() - before).toBeLessThan(3000)
      }
    }
  }, 30_000)
})

describe('the health of a seat', () => {
  const turns = (...texts: ReadonlyArray<string | null>) =>
    seatHealth(texts.map((content) => readReply(dollars)({ content })))

  it('flags three identical empty turns', () => {
    expect(turns('80', null, null, null, '85')).toMatchObject({
      status: 'repeating_empty',
      longestEmptyRun: 3,
      readable: 2,
      unreadable: 3,
    })
    expect(turns('80', null, null, '85', null)).toMatchObject({
      status: 'healthy',
      longestEmptyRun: 2,
    })
  })

  it('calls a seat that never said anything readable mute, and one without a turn by its name', () => {
    expect(turns(null, 'hello', 'hm')).toMatchObject({
      status: 'mute_seat',
      reasons: [
        { reason: 'mute', count: 1 },
        { reason: 'no_move', count: 2 },
      ],
    })
    expect(turns()).toMatchObject({ status: 'no_turns', turns: 0 })
  })
})
