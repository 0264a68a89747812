import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BargainingWorld,
  type BuyerMove,
  bargain,
  openSeller,
  presets,
  type ReactiveSeller,
  reactiveArchetype,
  reservationOf,
  respond,
  type SellerParameters,
  sellerParameters,
} from '../../src/bargaining/index.js'
import { plannedBuyer, plannedMoves, sellers, sound, worlds } from './arbitraries.js'

/** The seller written out once more, straight from its rules, on plain numbers and lists. */
const byTheRules = (
  p: SellerParameters,
  world: BargainingWorld,
  offers: ReadonlyArray<number>,
): string => {
  const { cost: c, list: L } = world
  const T = p.rounds
  const cents = p.rounding === 'cent'
  const up = (x: number): number => (cents ? Math.ceil(x - 1e-6) : x)
  const r = (k: number): number => c + p.reservation * ((T - k) / T) * (L - c)
  let a = up(p.openingMultiple * L)
  for (let k = 1; k <= T - 1; k += 1) {
    const o = offers[k - 1]
    if (o === undefined) return `open at ${a}`
    if (o >= a) return `deal ${a}`
    if (o >= up(r(k))) return `deal ${o}`
    if (o < p.walkAway * a - (cents ? 1e-6 : 0)) return 'left'
    let kappa = p.concession
    if (k >= 2) {
      const before = offers[k - 2] ?? 0
      const m = a > before ? (o - before) / (a - before) : 0
      kappa =
        m > p.stallThreshold ? p.concession * (1 + p.approach * m) : p.concession * (1 - p.stalling)
    }
    kappa = Math.min(1, Math.max(0, kappa))
    const t = k === T - 1 ? r(k) : r(k + 1)
    a = up(Math.max(t, a - kappa * (a - t)))
  }
  return `deadline at ${a}`
}

const played = (seller: ReactiveSeller, offers: ReadonlyArray<number>): string => {
  let at = seller
  for (const price of offers) {
    const [reply, next] = respond(at)({ _tag: 'Offer', price })
    if (reply._tag === 'Refused') return 'refused'
    if (reply._tag === 'Settled') {
      if (reply.outcome._tag === 'Deal') return `deal ${reply.outcome.price}`
      return reply.outcome.reason === 'seller_left' ? 'left' : `deadline at ${reply.lastAsk}`
    }
    at = next
  }
  return `open at ${at.ask}`
}

const strict = sellers.map((seller) => ({ ...seller, finalAccept: false }))

describe('the laws of the reactive seller', () => {
  it('L1 order', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        strict,
        worlds,
        fc.array(fc.double({ min: 0, max: 1.05, noNaN: true }), { maxLength: 8 }),
        (parameters, world, shares) => {
          const list = shares.slice(0, parameters.rounds - 1).map((share) => share * world.list)
          const offers = list.map((price) =>
            parameters.rounding === 'cent' ? Math.round(price) : price,
          )
          const ours = played(openSeller(parameters, world), offers)
          expect(ours).toBe(byTheRules(parameters, world, offers))
          seen.add(ours.split(' ')[0] ?? '')
        },
      ),
      { numRuns: 2000 },
    )
    expect([...seen].sort()).toEqual(['deadline', 'deal', 'left', 'open'])
  })

  it('L2 floor', () => {
    fc.assert(
      fc.property(sellers, worlds, plannedMoves, (parameters, world, plan) => {
        const seller = openSeller(parameters, world)
        for (let k = 1; k < parameters.rounds; k += 1) {
          expect(reservationOf(seller)(k)).toBeGreaterThanOrEqual(world.cost)
        }
        const { outcome } = bargain(reactiveArchetype('any', parameters))(plannedBuyer(plan))(world)
        if (outcome._tag === 'NoDeal') return
        const counter = Math.min(outcome.offer.counter, parameters.rounds - 1)
        expect(outcome.price).toBeGreaterThanOrEqual(
          reservationOf(seller)(counter) - 1e-6 * (1 + world.list * 1e-6),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('L3 descent', () => {
    fc.assert(
      fc.property(sellers, worlds, plannedMoves, (parameters, world, plan) => {
        const { asks } = bargain(reactiveArchetype('any', parameters))(plannedBuyer(plan))(world)
        const seller = openSeller(parameters, world)
        asks.forEach((ask, place) => {
          if (place === 0) return
          expect(ask).toBeLessThanOrEqual(asks[place - 1] ?? 0)
          const aim = Math.min(place + 1, parameters.rounds - 1)
          expect(ask).toBeGreaterThanOrEqual(reservationOf(seller)(aim) - 1e-6)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('L4 reaction', () => {
    let compared = 0
    fc.assert(
      fc.property(
        sellers,
        worlds,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (parameters, world, shares) => {
          const price = (share: number, ask: number): number =>
            parameters.rounding === 'cent' ? Math.round(share * ask) : share * ask
          const start = openSeller(parameters, world)
          const [first, second] = respond(start)({
            _tag: 'Offer',
            price: price(shares[0] ?? 0, start.ask),
          })
          if (first._tag !== 'Ask') return
          const [low, high] = [shares[1] ?? 0, shares[2] ?? 0].sort((a, b) => a - b)
          const [less] = respond(second)({ _tag: 'Offer', price: price(low ?? 0, second.ask) })
          const [more] = respond(second)({ _tag: 'Offer', price: price(high ?? 0, second.ask) })
          if (less._tag !== 'Ask' || more._tag !== 'Ask') return
          compared += 1
          expect(more.price).toBeLessThanOrEqual(less.price)
        },
      ),
      { numRuns: 2000 },
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('L5 finite', () => {
    fc.assert(
      fc.property(sellers, worlds, (parameters, world) => {
        let seller = openSeller({ ...parameters, walkAway: 0 }, world)
        let turns = 0
        const hold: BuyerMove = { _tag: 'Hold' }
        while (seller.phase !== 'closed') {
          seller = respond(seller)(hold)[1]
          turns += 1
          expect(turns).toBeLessThanOrEqual(parameters.rounds)
        }
        expect(turns).toBe(parameters.rounds - 1 + (parameters.finalAccept ? 1 : 0))
      }),
    )
  })
})

describe('the laws of presets', () => {
  it('L1 legal', () => {
    for (const preset of Object.values(presets)) {
      expect(sound(sellerParameters(preset.seller))).toEqual(preset.seller)
    }
  })
})

describe('the laws of seller parameters', () => {
  const numbers = fc.oneof(
    fc.double(),
    fc.integer({ min: -2, max: 9 }),
    fc.constantFrom(undefined, null, 'x', true),
  )
  const inputs = fc.record({
    concession: numbers,
    approach: numbers,
    stalling: numbers,
    walkAway: numbers,
    reservation: numbers,
    rounds: numbers,
    finalAccept: numbers,
  })

  it('L1 total', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        // Deliberately of the wrong types.
        const made = sellerParameters(input as unknown as SellerParameters)
        if (made._tag === 'Right') return
        const wrong = made.left.map(({ path }) => path[0])
        expect(new Set(wrong).size).toBe(wrong.length)
        const clean = {
          ...input,
          ...Object.fromEntries(
            wrong.map((name) => [
              String(name),
              name === 'finalAccept' ? false : name === 'rounds' ? 4 : 0.5,
            ]),
          ),
        }
        expect(sellerParameters(clean as unknown as SellerParameters)._tag).toBe('Right')
      }),
    )
  })

  it('L2 defaults', () => {
    fc.assert(
      fc.property(
        sellers,
        fc.subarray([
          'rounds',
          'stallThreshold',
          'openingMultiple',
          'finalAccept',
          'rounding',
        ] as const),
        (whole, left) => {
          const given = Object.fromEntries(
            Object.entries(whole).filter(([name]) => !left.includes(name as 'rounds')),
          )
          const made = sound(sellerParameters(given as unknown as SellerParameters))
          const defaults = {
            rounds: 4,
            stallThreshold: 0.01,
            openingMultiple: 1,
            finalAccept: false,
            rounding: 'cent',
          }
          expect(made).toEqual({ ...defaults, ...given })
        },
      ),
    )
  })
})
