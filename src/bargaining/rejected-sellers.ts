/**
 * RejectedSellers: candidates for a counterpart that do not measure bargaining, kept so that the screens have something
 * to reject.
 *
 * | candidate              | what is wrong                                                                          |
 * | ---------------------- | -------------------------------------------------------------------------------------- |
 * | `barelyConceding`      | it yields so little that informed play earns hardly more than the stubborn rule        |
 * | `lateConcession`       | it stands still and then falls to just above its cost: the ask reveals the cost        |
 * | `listFromCost`         | its list price is the cost times a constant: the construction is visible before play   |
 * | `cheapTalk`            | its asks are a function of cost and round alone: what the buyer offers is mere talk    |
 *
 * @module
 */

import { drawAt } from '../core/random/philox.js'
import type { WorldSource } from './generators.js'
import { wideGenerator } from './generators.js'
import { calibrated } from './presets.js'
import type { SellerArchetype } from './protocol.js'
import { scriptedArchetype } from './scripted-seller.js'
import { reactiveArchetype } from './seller.js'
import type { SellerParameters } from './seller-parameters.js'

/**
 * Holds the parameters of a seller that barely concedes: it moves slowly, holds back all it can, and leaves over any
 * offer below three quarters of its ask.
 *
 * @category rejected
 * @since 0.1.0
 */
export const barelyConcedingParameters: SellerParameters = {
  ...calibrated.seller,
  concession: 0.1,
  reservation: 1,
  walkAway: 0.75,
}

/**
 * Makes that seller.
 *
 * @category rejected
 * @since 0.1.0
 */
export const barelyConceding: SellerArchetype = reactiveArchetype(
  'barely-conceding',
  barelyConcedingParameters,
)

/** How far above its cost the late seller ends, as a share of (list - cost). */
const LATE_REST = 0.02

/**
 * Makes a seller that asks the list price until the answer before the last counter and then all but its cost.
 *
 * @category rejected
 * @since 0.1.0
 */
export const lateConcession: SellerArchetype = scriptedArchetype({
  name: 'late-concession',
  rounds: 4,
  rounding: 'cent',
  ask: ({ cost, list, counter, rounds }) =>
    counter < rounds - 2 ? list : cost + LATE_REST * (list - cost),
  answer: ({ cost, list }, offer) => (offer < 0.43 * list && offer < cost ? 'leave' : 'go_on'),
})

const restAfter = (counter: number, rounds: number): number => (rounds - counter) / rounds

/**
 * Makes the withdrawn kind of seller: it reads an offer only to see whether it clears its ask, its asks fall with the
 * round alone, and at the last counter it takes anything above its cost.
 *
 * @category rejected
 * @since 0.1.0
 */
export const cheapTalk: SellerArchetype = scriptedArchetype({
  name: 'cheap-talk',
  rounds: 4,
  rounding: 'cent',
  ask: ({ cost, list, counter, rounds }) => cost + restAfter(counter, rounds) * (list - cost),
  answer: ({ cost, counter, rounds }, offer) =>
    counter === rounds - 1 && offer >= cost ? 'accept' : 'go_on',
})

/** The constant mark-up of the visible construction. */
const VISIBLE_MARKUP = 1.45

/**
 * Draws worlds of the withdrawn form: the list price is the cost times a constant, so whoever sees one sees the other.
 *
 * @category rejected
 * @since 0.1.0
 */
export const listFromCost: WorldSource = {
  name: 'list-from-cost',
  draw: (seed, index) => {
    const world = wideGenerator.draw(seed, index)
    const list = Math.floor(world.cost * VISIBLE_MARKUP + 0.5)
    return { ...world, id: `list-from-cost/${seed}/${index}`, list }
  },
}

/**
 * Draws worlds whose list price mirrors the cost around the value by a ratio: list/value = value/cost. No linear
 * predictor is exact there, the binned one is.
 *
 * @category rejected
 * @since 0.1.0
 */
export const listMirrorsCost: WorldSource = {
  name: 'list-mirrors-cost',
  draw: (seed, index) => {
    const world = wideGenerator.draw(seed, index)
    // A mark-up drawn beside it would hide the identity; here there is none.
    const cost = Math.floor(world.value * (0.55 + 0.25 * drawAt(seed, index, 4)) + 0.5)
    const list = Math.floor((world.value * world.value) / cost + 0.5)
    return { ...world, id: `list-mirrors-cost/${seed}/${index}`, cost, list }
  },
}
