import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bargain,
  fixedScheduleBuyer,
  offersOf,
  reactiveArchetype,
  stubbornBuyer,
} from '../../../src/bargaining/index.js'
import { sellers, sound, worlds } from '../arbitraries.js'

const share = fc.double({ min: 0, max: 1.2, noNaN: true })

describe('the laws of anchor buyers', () => {
  it('L1 stubborn', () => {
    fc.assert(
      fc.property(sellers, worlds, share, fc.boolean(), (seller, world, part, capped) => {
        const offers = offersOf(
          bargain(reactiveArchetype('any', seller))(sound(stubbornBuyer(part, { capped })))(world),
        )
        offers.forEach((offer, place) => {
          if (place > 0) expect(offer).toBeLessThanOrEqual(offers[place - 1] ?? 0)
        })
      }),
    )
  })

  it('L2 cap', () => {
    fc.assert(
      fc.property(
        sellers,
        worlds,
        fc.array(share, { minLength: 1, maxLength: 7 }),
        share,
        (seller, world, shares, part) => {
          for (const buyer of [
            sound(fixedScheduleBuyer(shares, { capped: true })),
            sound(stubbornBuyer(part, { capped: true })),
          ]) {
            for (const offer of offersOf(bargain(reactiveArchetype('any', seller))(buyer)(world))) {
              expect(offer).toBeLessThanOrEqual(world.value)
            }
          }
        },
      ),
    )
  })

  it('L3 share', () => {
    fc.assert(
      fc.property(
        sellers,
        worlds,
        fc.array(share, { minLength: 7, maxLength: 7 }),
        (seller, world, shares) => {
          const { asks, moves } = bargain(reactiveArchetype('any', seller))(
            sound(fixedScheduleBuyer(shares)),
          )(world)
          moves.forEach((move, place) => {
            const wanted = (shares[place] ?? 0) * (asks[place] ?? 0)
            const tolerance = seller.rounding === 'cent' ? 0.5 + 1e-6 : 1e-9
            expect(
              Math.abs((move._tag === 'Offer' ? move.price : Number.NaN) - wanted),
            ).toBeLessThanOrEqual(tolerance)
          })
        },
      ),
    )
  })
})
