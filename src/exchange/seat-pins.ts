/**
 * Pins: whether the models that answered are those that were asked for.
 *
 * A provider may resolve one name to another model tomorrow. A seat with a pin says which model has to have answered;
 * each answer says which one did, where the provider tells. One that differs fails the run; where none is told the pin
 * can be neither held nor broken, and the run says so.
 *
 * | outcome        | when                                                                    |
 * | -------------- | ----------------------------------------------------------------------- |
 * | `Unpinned`     | the seat has no pin                                                     |
 * | `Held`         | some models were told, and all of them are the pinned one               |
 * | `Drifted`      | a model that was told is another; the others are listed, each once      |
 * | `Unverifiable` | no model was told                                                       |
 *
 * Laws
 *   L1 drift     one other model among any number of answers is drift
 *   L2 silence   answers that tell no model change no outcome
 *
 * @module
 */
import type { Roles } from './roles.js'
import type { SeatPolicy } from './seat.js'

/**
 * Tells what became of a pin.
 *
 * @category model
 * @since 0.1.0
 */
export type PinOutcome =
  | { readonly _tag: 'Unpinned' }
  | { readonly _tag: 'Held'; readonly pin: string }
  | { readonly _tag: 'Drifted'; readonly pin: string; readonly observed: ReadonlyArray<string> }
  | { readonly _tag: 'Unverifiable'; readonly pin: string }

/**
 * Says which model answered for an agent, or as the compiler or verifier; `null` where it was not told.
 *
 * @category model
 * @since 0.1.0
 */
export interface ResolvedModel {
  readonly seat: number | 'compiler' | 'verifier'
  readonly model: string | null
}

/**
 * Compares the models that answered with the pin of their seat.
 *
 * @category operations
 * @since 0.1.0
 */
export const pinOutcome = (
  pin: string | null,
  observed: ReadonlyArray<string | null>,
): PinOutcome => {
  if (pin === null) return { _tag: 'Unpinned' }
  const told = [...new Set(observed.filter((model) => model !== null))]
  const others = told.filter((model) => model !== pin)
  if (others.length > 0) return { _tag: 'Drifted', pin, observed: others }
  return told.length === 0 ? { _tag: 'Unverifiable', pin } : { _tag: 'Held', pin }
}

/**
 * Is the outcome of one seat: `place` is its path in the roles, `under_test`, `panel.0`, `compiler`.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatPin {
  readonly place: string
  readonly outcome: PinOutcome
}

const pinOf = (policy: SeatPolicy): string | null =>
  policy.kind === 'frozen_llm' ? policy.pin : null

/**
 * Checks the pins of all seats, in the order under test, panel, compiler, verifier.
 *
 * @category operations
 * @since 0.1.0
 */
export const checkPins = (
  roles: Roles,
  answers: ReadonlyArray<ResolvedModel>,
): ReadonlyArray<SeatPin> => {
  const outcome = (
    place: string,
    policy: SeatPolicy,
    isOf: (seat: ResolvedModel['seat']) => boolean,
  ): SeatPin => {
    const observed = answers.filter(({ seat }) => isOf(seat)).map(({ model }) => model)
    return { place, outcome: pinOutcome(pinOf(policy), observed) }
  }
  const agents = [
    ['under_test', roles.underTest] as const,
    ...roles.panel.map((seat, index) => [`panel.${index}`, seat] as const),
  ].map(([place, seat]) =>
    outcome(place, seat.policy, (s) => typeof s === 'number' && seat.agents.includes(s)),
  )
  const environment = (['compiler', 'verifier'] as const).map((place) =>
    outcome(place, roles[place], (seat) => seat === place),
  )
  return [...agents, ...environment]
}

/**
 * Tells whether a run may stand: no pin has drifted.
 *
 * @category operations
 * @since 0.1.0
 */
export const pinsStand = (pins: ReadonlyArray<SeatPin>): boolean =>
  pins.every(({ outcome }) => outcome._tag !== 'Drifted')
