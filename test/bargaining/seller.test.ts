import { describe, expect, it } from 'vitest'
import {
  type BargainingWorld,
  type BuyerMove,
  bargain,
  calibrated,
  calibratedWorlds,
  openSeller,
  type ReactiveSeller,
  reactiveArchetype,
  reservationOf,
  respond,
  type SellerReply,
  scheduleOf,
  seatOf,
  sellerParameters,
  stubborn,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const world: BargainingWorld = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
const unrounded = { ...calibrated.seller, rounding: 'none' as const }

const answers = (
  seller: ReactiveSeller,
  ...moves: ReadonlyArray<BuyerMove>
): ReadonlyArray<SellerReply> => {
  let at = seller
  return moves.map((move) => {
    const [reply, next] = respond(at)(move)
    at = next
    return reply
  })
}

const offer = (price: number): BuyerMove => ({ _tag: 'Offer', price })

describe('the reactive seller', () => {
  it('gives the asks of the unrounded trace to the stubborn rule', () => {
    const played = bargain(reactiveArchetype('calibrated', unrounded))(stubborn)(world)
    expect(played.asks.map((ask) => ask / 100)).toEqual([
      160.7,
      expect.closeTo(145.1032, 4),
      expect.closeTo(141.6653, 4),
    ])
    expect(played.moves.map((move) => (move._tag === 'Offer' ? move.price / 100 : null))).toEqual([
      expect.closeTo(128.56, 4),
      expect.closeTo(116.0825, 4),
      expect.closeTo(113.3323, 4),
    ])
    expect(played.outcome).toMatchObject({
      _tag: 'Deal',
      acceptedBy: 'seller',
      offer: { by: 'buyer', counter: 3 },
    })
    expect(reservationOf(openSeller(unrounded, world))(3) / 100).toBeCloseTo(100.801, 3)
  })

  it('gives the asks of the unrounded trace to the best schedule', () => {
    const played = bargain(reactiveArchetype('calibrated', unrounded))(
      scheduleOf([0.5, 0.8, 0.95]),
    )(world)
    expect(played.asks.map((ask) => ask / 100)).toEqual([
      160.7,
      expect.closeTo(145.1032, 4),
      expect.closeTo(115.0137, 4),
    ])
    expect(played.outcome).toMatchObject({ _tag: 'Deal', price: expect.closeTo(10926.3, 1) })
  })

  it('rounds every ask up to the cent', () => {
    const played = bargain(reactiveArchetype('calibrated', calibrated.seller))(stubborn)(world)
    expect(played.asks).toEqual([16070, 14511, 14168])
  })

  it('deals at its ask when the offer reaches it, whatever is beyond', () => {
    const [reply] = answers(openSeller(calibrated.seller, world), offer(99999))
    expect(reply).toEqual({
      _tag: 'Settled',
      lastAsk: null,
      outcome: {
        _tag: 'Deal',
        price: 16070,
        acceptedBy: 'buyer',
        offer: { by: 'seller', counter: 1, price: 16070 },
      },
    })
  })

  it('takes an offer at its reservation, and not the cent below', () => {
    const seller = openSeller(calibrated.seller, world)
    const met = Math.ceil(reservationOf(seller)(1))
    expect(answers(seller, offer(met))[0]).toMatchObject({
      outcome: { _tag: 'Deal', price: met, acceptedBy: 'seller' },
    })
    expect(answers(seller, offer(met - 1))[0]).toMatchObject({ _tag: 'Ask' })
  })

  it('leaves over an offer below its threshold, and not at it', () => {
    const seller = openSeller(sound(sellerParameters({ ...calibrated.seller, walkAway: 0.43 })), {
      ...world,
      list: 16000,
    })
    expect(answers(seller, offer(6879))[0]).toMatchObject({
      outcome: { _tag: 'NoDeal', reason: 'seller_left' },
    })
    expect(answers(seller, offer(6880))[0]).toMatchObject({ _tag: 'Ask' })
    // .07 * 10000 is 700 in decimals and a little more in doubles.
    const mild = openSeller(sound(sellerParameters({ ...calibrated.seller, walkAway: 0.07 })), {
      ...world,
      cost: 5000,
      list: 10000,
    })
    expect(answers(mild, offer(699))[0]).toMatchObject({ outcome: { reason: 'seller_left' } })
    expect(answers(mild, offer(700))[0]).toMatchObject({ _tag: 'Ask' })
  })

  it('takes an offer that meets its reservation even below the threshold', () => {
    const harsh = sound(sellerParameters({ ...calibrated.seller, walkAway: 1, reservation: 0 }))
    expect(answers(openSeller(harsh, world), offer(8110))[0]).toMatchObject({
      outcome: { _tag: 'Deal', price: 8110 },
    })
  })

  it('ends at the deadline with its last ask shown, and grants a last acceptance only if told to', () => {
    const moves = [offer(8035), offer(8035), offer(8035)]
    expect(answers(openSeller(calibrated.seller, world), ...moves)[2]).toMatchObject({
      _tag: 'Settled',
      outcome: { _tag: 'NoDeal', reason: 'deadline' },
      lastAsk: expect.any(Number),
    })
    const granting = openSeller({ ...calibrated.seller, finalAccept: true }, world)
    const [, , third, last] = answers(granting, ...moves, { _tag: 'Accept' })
    expect(third?._tag).toBe('Ask')
    expect(last).toMatchObject({
      outcome: { _tag: 'Deal', acceptedBy: 'buyer', offer: { counter: 4 } },
    })
    expect(answers(granting, ...moves, offer(9000))[3]).toMatchObject({
      outcome: { reason: 'deadline' },
    })
    expect(answers(granting, ...moves, { _tag: 'Hold' })[3]).toMatchObject({
      outcome: { reason: 'deadline' },
    })
  })

  it('concedes less to a buyer that stalls than to one that approaches', () => {
    const [, stalled] = answers(openSeller(calibrated.seller, world), offer(8035), offer(8035))
    const [, raised] = answers(openSeller(calibrated.seller, world), offer(8035), offer(9500))
    expect(stalled?._tag === 'Ask' && raised?._tag === 'Ask' && stalled.price > raised.price).toBe(
      true,
    )
  })

  it('takes a hold for stalling, from the first counter on, and never for an offer', () => {
    const [held, ...later] = answers(
      openSeller(calibrated.seller, world),
      { _tag: 'Hold' },
      { _tag: 'Hold' },
      { _tag: 'Hold' },
    )
    const [offered] = answers(openSeller(calibrated.seller, world), offer(8035))
    expect(held?._tag === 'Ask' && offered?._tag === 'Ask' && held.price > offered.price).toBe(true)
    expect(later.at(-1)).toMatchObject({ outcome: { _tag: 'NoDeal', reason: 'deadline' } })
  })

  it('measures no approach across an ask that has fallen below the previous offer', () => {
    // With full concession the second ask is the second reservation, which the first offer may already exceed.
    const eager = { ...calibrated.seller, concession: 1 }
    const seller = openSeller(eager, world)
    const first = Math.ceil(reservationOf(seller)(1)) - 1
    const [asked, again] = answers(seller, offer(first), offer(9000))
    expect(asked?._tag === 'Ask' && asked.price < first).toBe(true)
    const second = asked?._tag === 'Ask' ? asked.price : Number.NaN
    // A stalling buyer moves it by a fifth of the way to the third reservation.
    const third = reservationOf(seller)(3)
    expect(again).toEqual({ _tag: 'Ask', price: Math.ceil(second - 0.2 * (second - third)) })
  })

  it('measures an approach from the last offer that was made, across a hold', () => {
    const seller = openSeller(calibrated.seller, world)
    const [, held, near] = answers(seller, offer(8035), { _tag: 'Hold' }, offer(9500))
    const [, , far] = answers(seller, offer(9400), { _tag: 'Hold' }, offer(9500))
    const ask = held?._tag === 'Ask' ? held.price : Number.NaN
    const approach = (9500 - 8035) / (ask - 8035)
    const target = reservationOf(seller)(3)
    const expected = Math.ceil(ask - 0.388 * (1 + 1.36 * approach) * (ask - target))
    expect(near).toMatchObject({ _tag: 'Settled', lastAsk: expected })
    expect(far?._tag === 'Settled' && far.lastAsk !== null && far.lastAsk > expected).toBe(true)
  })

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 80.5, 2e12])(
    'refuses %d as an offer and stays as it was',
    (price) => {
      const seller = openSeller(calibrated.seller, world)
      const [reply, next] = respond(seller)(offer(price))
      expect(reply).toMatchObject({ _tag: 'Refused', reason: 'malformed_offer' })
      expect(next).toBe(seller)
    },
  )

  it('takes 0 for an offer, not for none', () => {
    const tolerant = openSeller({ ...calibrated.seller, walkAway: 0 }, world)
    const [reply, next] = respond(tolerant)(offer(0))
    expect(reply._tag).toBe('Ask')
    expect(next.previousOffer).toBe(0)
  })

  it('refuses every move after the end', () => {
    const [, closed] = respond(openSeller(calibrated.seller, world))({ _tag: 'Accept' })
    for (const move of [
      offer(1),
      { _tag: 'Accept' },
      { _tag: 'Leave' },
      { _tag: 'Hold' },
    ] as const) {
      expect(respond(closed)(move)[0]).toMatchObject({ _tag: 'Refused', reason: 'closed' })
    }
  })

  it('holds back the share that the world names instead of its own', () => {
    const own = reservationOf(openSeller(calibrated.seller, { ...world, reservationShare: 0 }))(1)
    expect(own).toBe(world.cost)
  })

  it('shows nothing of its cost or reservation at its seat', () => {
    const seat = seatOf(openSeller(calibrated.seller, world))
    expect(Object.keys(seat).sort()).toEqual(['respond', 'view'])
    expect(Object.keys(seat.view).sort()).toEqual([
      'ask',
      'counter',
      'onlyAccept',
      'rounding',
      'rounds',
    ])
  })
})

describe('sellerParameters', () => {
  const needed = {
    concession: 0.388,
    approach: 1.36,
    stalling: 0.8,
    walkAway: 0.43,
    reservation: 0.99,
  }

  it('fills in the defaults', () => {
    expect(sound(sellerParameters(needed))).toEqual(calibrated.seller)
  })

  it('names every parameter that is malformed', () => {
    const made = sellerParameters({
      ...needed,
      concession: Number.NaN,
      walkAway: 1.1,
      rounds: 2.5,
      rounding: 'up' as 'cent',
    })
    expect(made._tag === 'Left' && made.left.map(({ path }) => path[0])).toEqual([
      'concession',
      'walkAway',
      'rounds',
      'rounding',
    ])
  })

  it('refuses a reservation share of NaN or undefined', () => {
    expect(sellerParameters({ ...needed, reservation: Number.NaN })._tag).toBe('Left')
    expect(sellerParameters({ ...needed, reservation: undefined as unknown as number })._tag).toBe(
      'Left',
    )
  })

  it('refuses one round, in which nobody could answer', () => {
    expect(sellerParameters({ ...needed, rounds: 1 })._tag).toBe('Left')
    expect(sellerParameters({ ...needed, rounds: 2 })._tag).toBe('Right')
  })
})
