/**
 * Blindness: offers that are better for both together and worse for the one who is asked, in worlds small enough to be
 * evaluated exactly.
 *
 * A ratio of joint gains orders offers by welfare; it cannot see who gets what. In worlds of two agents with sqrt
 * utilities every reallocation of whole units is an offer of the first agent to the second. Among those that leave
 * neither worse off, a pair is inverted if the one with the higher welfare gives the responder the smaller share of the
 * joint gain. Everything is enumerated; nothing is sampled but the worlds.
 *
 * | drawn                 | by                                                    |
 * | --------------------- | ----------------------------------------------------- |
 * | three goods, 1..4 units of each at each agent | coordinates 0..5 of (seed, index) |
 * | values 1..9           | coordinates 6..11                                     |
 *
 * Laws
 *   L1 rational    every offer listed leaves neither agent worse off and one of them better
 *   L2 inverted    every inverted pair listed has the higher welfare with the smaller share of the responder
 *   L3 complete    the offers are all rational reallocations of whole units
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { drawAt } from '../core/random/philox.js'
import { utilityOf } from '../economy/utility.js'
import type { Matrix, World } from '../economy/world.js'

/**
 * Describes one mutually rational offer: what each agent holds after it, the joint gain in welfare, and the responder's
 * (the second agent's) share of it.
 *
 * @category model
 * @since 0.1.0
 */
export interface RationalOffer {
  readonly allocation: Matrix
  readonly gain: number
  readonly responderShare: number
}

/**
 * Pairs two offers of one world, ordered by welfare against the responder's share.
 *
 * @category model
 * @since 0.1.0
 */
export interface InvertedPair {
  readonly higherWelfare: RationalOffer
  readonly lowerWelfare: RationalOffer
}

/**
 * Describes what one world shows: its rational offers, how many pairs of them differ in welfare, how many of those are
 * inverted, and the inverted pair with the widest gap between the shares (`null`: none).
 *
 * @category model
 * @since 0.1.0
 */
export interface Blindness {
  readonly offers: ReadonlyArray<RationalOffer>
  readonly pairs: number
  readonly inverted: number
  readonly widest: InvertedPair | null
}

const integerIn = (low: number, high: number, draw: number): number =>
  low + Math.floor(draw * (high - low + 1))

/**
 * Draws a world of two agents and three goods with sqrt utilities.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sqrtWorld = (seed: bigint, index: number): World => {
  const held = (place: number): number => integerIn(1, 4, drawAt(seed, index, place))
  const valued = (place: number): number => integerIn(1, 9, drawAt(seed, index, place))
  const rows = (drawn: (place: number) => number, from: number): Matrix => [
    [drawn(from), drawn(from + 1), drawn(from + 2)],
    [drawn(from + 3), drawn(from + 4), drawn(from + 5)],
  ]
  return {
    allocation: rows(held, 0),
    preferences: rows(valued, 6),
    resourceNames: ['r1', 'r2', 'r3'],
    utilityMode: 'concave_separable',
    moneyGoodIndex: null,
    bundleBuyer: null,
  }
}

/** All ways to hand whole units of each supply to the first agent. */
const holdingsWithin = (supplies: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  supplies.reduce<ReadonlyArray<ReadonlyArray<number>>>(
    (begun, supply) =>
      begun.flatMap((held) => Array.from({ length: supply + 1 }, (_, units) => [...held, units])),
    [[]],
  )

/**
 * Lists the offers of a two-agent world that leave neither agent worse off, and one better, by more than `EPSILON`.
 * Supplies must be whole units; what is not whole stays with the second agent.
 *
 * @category operations
 * @since 0.1.0
 */
export const rationalOffers = (world: World): ReadonlyArray<RationalOffer> => {
  const utility = utilityOf(world)
  const [first = [], second = []] = world.allocation
  const supplies = first.map((units, good) => units + (second[good] ?? 0))
  const [own, other] = [utility(0, first), utility(1, second)]
  return holdingsWithin(supplies.map(Math.floor)).flatMap((held): ReadonlyArray<RationalOffer> => {
    const rest = supplies.map((supply, good) => supply - (held[good] ?? 0))
    const proposer = utility(0, held) - own
    const responder = utility(1, rest) - other
    const gain = proposer + responder
    return proposer < -EPSILON || responder < -EPSILON || gain <= EPSILON
      ? []
      : [{ allocation: [held, rest], gain, responderShare: responder / gain }]
  })
}

const gapOf = ({ higherWelfare, lowerWelfare }: InvertedPair): number =>
  lowerWelfare.responderShare - higherWelfare.responderShare

/**
 * Compares all pairs of rational offers of a world. Gains or shares within `EPSILON` of each other are equal.
 *
 * @category operations
 * @since 0.1.0
 */
export const blindnessOf = (world: World): Blindness => {
  const offers = [...rationalOffers(world)].sort((a, b) => b.gain - a.gain)
  let pairs = 0
  let inverted = 0
  let widest: InvertedPair | null = null
  for (const [place, higherWelfare] of offers.entries()) {
    for (const lowerWelfare of offers.slice(place + 1)) {
      if (higherWelfare.gain - lowerWelfare.gain <= EPSILON) continue
      pairs += 1
      const pair = { higherWelfare, lowerWelfare }
      if (gapOf(pair) <= EPSILON) continue
      inverted += 1
      if (widest === null || gapOf(pair) > gapOf(widest)) widest = pair
    }
  }
  return { offers, pairs, inverted, widest }
}

/**
 * Evaluates the first `count` worlds of a seed, each exactly.
 *
 * @category operations
 * @since 0.1.0
 */
export const blindnessSample = (seed: bigint, count: number): ReadonlyArray<Blindness> =>
  Array.from({ length: count }, (_, index) => blindnessOf(sqrtWorld(seed, index)))
