import fc from 'fast-check'
import type {
  BargainingWorld,
  Buyer,
  BuyerMove,
  SellerParameters,
} from '../../src/bargaining/index.js'

/** Unwraps a result that a test expects to be right; the failures are the message otherwise. */
export const sound = <A>(
  result:
    | { readonly _tag: 'Right'; readonly right: A }
    | { readonly _tag: 'Left'; readonly left: unknown },
): A => {
  if (result._tag === 'Right') return result.right
  throw new Error(JSON.stringify(result.left))
}

/** Worlds with a zone, at any scale from cents to thousands. */
export const worlds: fc.Arbitrary<BargainingWorld> = fc
  .record({
    value: fc.integer({ min: 100, max: 1_000_000 }),
    margin: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    markup: fc.double({ min: -0.05, max: 1, noNaN: true }),
  })
  .map(({ value, margin, markup }) => ({
    id: 'drawn',
    value,
    cost: Math.floor(value * (1 - margin)),
    list: Math.max(Math.floor(value * (1 + markup)), Math.floor(value * (1 - margin))),
  }))
  .filter((world) => world.value > world.cost)

const share = fc.double({ min: 0, max: 1, noNaN: true })

/** Sellers of every kind that the checks admit, of two to eight rounds. */
export const sellers: fc.Arbitrary<SellerParameters> = fc.record({
  concession: share,
  approach: fc.double({ min: 0, max: 4, noNaN: true }),
  stalling: fc.double({ min: 0, max: 1.5, noNaN: true }),
  walkAway: fc.double({ min: 0, max: 0.8, noNaN: true }),
  reservation: share,
  rounds: fc.integer({ min: 2, max: 8 }),
  stallThreshold: fc.constantFrom(0, 0.01, 0.1),
  openingMultiple: fc.constantFrom(1, 1.2, 1.6),
  finalAccept: fc.boolean(),
  rounding: fc.constantFrom('cent' as const, 'none' as const),
})

/** Moves of a buyer as shares of the ask, so that they land where something is decided. */
export const plannedMoves: fc.Arbitrary<ReadonlyArray<number | 'hold' | 'accept' | 'leave'>> =
  fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.double({ min: 0, max: 1.1, noNaN: true }) },
      { weight: 2, arbitrary: fc.constant('hold' as const) },
      { weight: 1, arbitrary: fc.constantFrom('accept' as const, 'leave' as const) },
    ),
    { minLength: 1, maxLength: 9 },
  )

/** A buyer that plays planned moves, repeating the last one. */
export const plannedBuyer = (plan: ReadonlyArray<number | 'hold' | 'accept' | 'leave'>): Buyer => ({
  name: 'planned',
  move: ({ asks, offers, rounding }): BuyerMove => {
    const step = plan[Math.min(offers.length, plan.length - 1)] ?? 'leave'
    if (step === 'hold') return { _tag: 'Hold' }
    if (step === 'accept') return { _tag: 'Accept' }
    if (step === 'leave') return { _tag: 'Leave' }
    const price = step * (asks.at(-1) ?? 0)
    return { _tag: 'Offer', price: rounding === 'cent' ? Math.round(price) : price }
  },
})
