import { describe, expect, it } from 'vitest'
import {
  dollars,
  openSeller,
  presets,
  readOffer,
  readReply,
  respond,
  shareSurplus,
} from '../../src/bargaining/index.js'

const read = readOffer(dollars)
const world = { id: 'w', value: 10000, cost: 6000, list: 12000 }

describe('a remark behind a move or a price', () => {
  it.each([
    'ACTION: ACCEPT (at $90)',
    'ACTION: ACCEPT (only if the price is 90)',
    'ACTION: ACCEPT (if you throw in shipping)',
    'ACTION: ACCEPT (not)',
    'OFFER: 80 (million)',
    'OFFER: 80 (or 90)',
    'OFFER: $80 (not really, my offer is $95)',
  ])('is never dropped as if it said nothing: %s', (text) => {
    expect(read(text)._tag).toBe('Unreadable')
  })

  it('may name the round', () => {
    expect(read('OFFER: $2,000 (round 3)')).toMatchObject({ _tag: 'Offer', price: 200000 })
    expect(read('ACTION: ACCEPT (round 2)')._tag).toBe('Accept')
  })
})

describe('a reply that was cut off', () => {
  it.each(['OFFER: 80', 'ACCEPT'])('is not read, for it may have gone on: %s', (content) => {
    expect(readReply(dollars)({ content, finish: 'length' })).toMatchObject({
      _tag: 'Unreadable',
      reason: 'cut_off',
    })
    expect(readReply(dollars)({ content, finish: 'stop' })._tag).not.toBe('Unreadable')
  })
})

describe('what is no move and no outcome', () => {
  it.each([9000, null, undefined, { _tag: 'offer', price: 1 }])(
    'is refused by the seller with its value: %j',
    (move) => {
      const seller = openSeller(presets.calibrated.seller, world)
      const [reply, next] = respond(seller)(move as never)
      expect(reply).toMatchObject({ _tag: 'Refused', value: move })
      expect(next).toBe(seller)
    },
  )

  it.each([{}, 10200, null, { _tag: 'Settled' }, { _tag: 'Deal', price: Number.NaN }])(
    'has no share, rather than one that is not a number: %j',
    (outcome) => {
      expect(shareSurplus(world)(outcome as never)._tag).toBe('NoOutcome')
    },
  )
})
