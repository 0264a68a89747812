/**
 * The scripted bilateral policies: swaps of two goods between a controller and one partner.
 *
 * Privileged: they read the true utilities of both sides. A candidate gives some of one good the controller holds for
 * some of another good the partner holds, in quantities from a short ladder; it is feasible when both gain more than
 * `EPSILON`. Candidates are scanned partners first, then goods given, goods received, quantities given, quantities
 * received, all ascending.
 *
 * | policy      | proposes                                                     |
 * | ----------- | ------------------------------------------------------------ |
 * | `first_ir`  | the first feasible candidate                                 |
 * | `max_joint` | the one with the largest sum of gains, the earlier on ties   |
 * | `max_own`   | the one with the largest gain of the controller, likewise    |
 *
 * Laws
 *   L1 mutual gain   what is proposed passes every gate and raises both utilities by more than `EPSILON`
 *   L2 dominance     the joint gain of `max_joint` and the own gain of `max_own` are at least those of `first_ir`
 *   L3 silence       where one of the policies proposes nothing, all of them do
 *
 * @module
 */
import { EPSILON, type Summation } from '../core/arithmetic.js'
import { utilityOf } from '../economy/index.js'
import { type Ledger, type Mechanism, resourceNameAt } from '../settlement/index.js'

/**
 * Names how a policy chooses among feasible candidates.
 *
 * @category model
 * @since 0.1.0
 */
export type BilateralPolicy = 'first_ir' | 'max_joint' | 'max_own'

/**
 * Lists the quantities that are tried, in order.
 *
 * @category model
 * @since 0.1.0
 */
export const bilateralQuantities: ReadonlyArray<number> = [1, 2, 3, 5, 10]

/**
 * Is a swap: `given` units of a good for `received` units of another. Agents are numbered from 1, goods from 0; gains
 * are in units of utility.
 *
 * @category model
 * @since 0.1.0
 */
export interface BilateralSwap {
  readonly partner: number
  readonly goodGiven: number
  readonly goodReceived: number
  readonly given: number
  readonly received: number
  readonly ownGain: number
  readonly partnerGain: number
}

/** The quantities of the ladder up to a holding. */
const within = (holding: number): ReadonlyArray<number> =>
  bilateralQuantities.filter((quantity) => quantity <= holding)

/** A row of holdings after one good went down and another up. */
const exchanged = (
  row: ReadonlyArray<number>,
  down: number,
  less: number,
  up: number,
  more: number,
): ReadonlyArray<number> =>
  row.map((held, good) => (good === down ? held - less : good === up ? held + more : held))

/**
 * Scans the feasible swaps of a controller with the given partners, lazily, in the order of the header.
 *
 * @category operations
 * @since 0.1.0
 */
export function* feasibleSwaps(
  ledger: Ledger,
  controller: number,
  partners: ReadonlyArray<number>,
  summation: Summation,
): Generator<BilateralSwap, void, undefined> {
  const utility = utilityOf(ledger.world, summation)
  const own = ledger.allocation[controller - 1] ?? []
  const ownBefore = utility(controller - 1, own)
  for (const partner of [...partners].sort((a, b) => a - b)) {
    const theirs = ledger.allocation[partner - 1] ?? []
    const theirsBefore = utility(partner - 1, theirs)
    for (const [goodGiven, holding] of own.entries()) {
      for (const [goodReceived, theirHolding] of theirs.entries()) {
        if (goodReceived === goodGiven) continue
        for (const given of within(holding)) {
          for (const received of within(theirHolding)) {
            const mine = exchanged(own, goodGiven, given, goodReceived, received)
            const ownGain = utility(controller - 1, mine) - ownBefore
            if (ownGain <= EPSILON) continue
            const others = exchanged(theirs, goodReceived, received, goodGiven, given)
            const partnerGain = utility(partner - 1, others) - theirsBefore
            if (partnerGain <= EPSILON) continue
            yield { partner, goodGiven, goodReceived, given, received, ownGain, partnerGain }
          }
        }
      }
    }
  }
}

const worthOf = (policy: BilateralPolicy, swap: BilateralSwap): number =>
  policy === 'max_own' ? swap.ownGain : swap.ownGain + swap.partnerGain

/**
 * Chooses a swap by a policy; `null` where no candidate is feasible.
 *
 * @category operations
 * @since 0.1.0
 */
export const privilegedBilateralSwap =
  (policy: BilateralPolicy, summation: Summation) =>
  (ledger: Ledger, controller: number, partners: ReadonlyArray<number>): BilateralSwap | null => {
    let best: BilateralSwap | null = null
    for (const swap of feasibleSwaps(ledger, controller, partners, summation)) {
      if (policy === 'first_ir') return swap
      if (best === null || worthOf(policy, swap) > worthOf(policy, best)) best = swap
    }
    return best
  }

/**
 * Says a swap in words: `a1 gives 2 r1 to a3 for 1 r3`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderSwap = (controller: number, swap: BilateralSwap): string =>
  `a${controller} gives ${swap.given} ${resourceNameAt(swap.goodGiven)} to a${swap.partner} for ${swap.received} ${resourceNameAt(swap.goodReceived)}`

/**
 * Is the mechanism of a controller without a swap: nothing moves, and nobody else is bound.
 *
 * @category constructors
 * @since 0.1.0
 */
export const noSwapMechanism = (controller: number): Mechanism => ({
  proposerId: controller,
  label: 'no_swap',
  summary: 'no swap by which both sides gain',
  transfers: [],
  consentingAgents: [controller],
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})

/**
 * Turns a swap into a mechanism to which both sides consent.
 *
 * @category operations
 * @since 0.1.0
 */
export const swapMechanism = (controller: number, swap: BilateralSwap): Mechanism => ({
  proposerId: controller,
  label: 'scripted_bilateral_swap',
  summary: renderSwap(controller, swap),
  transfers: [
    {
      from: controller,
      to: swap.partner,
      resource: resourceNameAt(swap.goodGiven),
      quantity: swap.given,
    },
    {
      from: swap.partner,
      to: controller,
      resource: resourceNameAt(swap.goodReceived),
      quantity: swap.received,
    },
  ],
  consentingAgents: [controller, swap.partner].sort((a, b) => a - b),
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})
