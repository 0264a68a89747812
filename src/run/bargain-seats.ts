/**
 * Bargain seats: who answers each question of a bargain.
 *
 * A seat is held by a script that is built in or by a model. The names in the records are those of scripts and models,
 * so they follow from who plays; where both seats are held by the same one, the other of them is numbered.
 *
 * | game        | under test                        | counterpart                        |
 * | ----------- | --------------------------------- | ---------------------------------- |
 * | `anchored`  | the buyer                         | none: the seller is in the setup   |
 * | `live`      | the buyer                         | the seller                         |
 * | `symmetric` | the first participant, either side | the second one                    |
 *
 * Laws
 *   L1 told apart   every question of a setup that was named here is put to exactly one of the two seats
 *
 * @module
 */
import {
  type AnchoredQuestion,
  type LiveQuestion,
  type NegotiationQuestion,
  renderAnchored,
  renderLive,
  renderNegotiation,
} from '../bargaining/index.js'
import { actionAnswer, faultAnswer, type Policy, type QuestionId } from '../core/episode/index.js'
import { askedOf, type BargainQuestion, type BargainSetup } from '../trace/bargaining/index.js'
import { scriptedBuyer, scriptedNegotiator, scriptedSeller, sellerMove } from './bargain-scripts.js'
import type { LanguageModel } from './language-model.js'
import type { SeatOf } from './recovery.js'

/**
 * Says who holds a seat: a script by its name, or a model by the name under which it is called, with the model that has
 * to have answered (`null` without a pin).
 *
 * @category model
 * @since 0.1.0
 */
export type BargainPolicy =
  | { readonly kind: 'script'; readonly script: string }
  | { readonly kind: 'llm'; readonly model: string; readonly pin: string | null }

/**
 * Holds who sits where. The counterpart is not asked where the seller is in the setup, and may be `null` there.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainSeats {
  readonly underTest: BargainPolicy
  readonly counterpart: BargainPolicy | null
}

const nameOf = (policy: BargainPolicy | null): string => {
  if (policy === null) return 'nobody'
  return policy.kind === 'script' ? policy.script : policy.model
}

/**
 * Writes the names of those who sit in the seats into a setup.
 *
 * @category operations
 * @since 0.1.0
 */
export const nameSeats =
  ({ underTest, counterpart }: BargainSeats) =>
  (setup: BargainSetup): BargainSetup => {
    const own = nameOf(underTest)
    const other = nameOf(counterpart) === own ? `${own}-2` : nameOf(counterpart)
    switch (setup.game) {
      case 'anchored':
        return { ...setup, buyer: own }
      case 'live':
        return { ...setup, buyer: own, counterpart: other }
      case 'symmetric':
        return { ...setup, participants: [own, other] }
    }
  }

/**
 * Gives the seats that are asked in a game.
 *
 * @category operations
 * @since 0.1.0
 */
export const askedSeats = (
  { game }: Pick<BargainSetup, 'game'>,
  { underTest, counterpart }: BargainSeats,
): BargainSeats => ({ underTest, counterpart: game === 'anchored' ? null : counterpart })

/** What drew the worlds of a setup; those that are listed are the pinned ones. */
const generatorOf = (setup: BargainSetup): string =>
  setup.game === 'symmetric' || setup.drawn === null ? 'calibrated' : setup.drawn.generator.name

/**
 * Gives the script of a name in a seat of a game; `null` for a name that nobody has there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainScript = (
  setup: BargainSetup,
  seat: keyof BargainSeats,
  name: string,
): Policy<BargainQuestion> | null => {
  // The game of a setup asks no questions but its own.
  if (setup.game === 'symmetric') {
    const negotiator = scriptedNegotiator(name)
    return negotiator === null
      ? null
      : (_id, question) =>
          actionAnswer(negotiator.move((question as NegotiationQuestion).observation))
  }
  if (seat === 'underTest') {
    const buyer = scriptedBuyer(name, generatorOf(setup))
    return buyer === null
      ? null
      : (_id, question) => actionAnswer(buyer.move((question as AnchoredQuestion).observation))
  }
  const seller = setup.game === 'live' ? scriptedSeller(name, setup.rounds) : null
  return seller === null
    ? null
    : (_id, question) => {
        const asked = question as LiveQuestion
        return asked.seat === 'seller'
          ? actionAnswer(sellerMove(seller, asked.observation))
          : faultAnswer('threw', 'a seller is asked for a buyer')
      }
}

/**
 * Gives the text that a model reads of a question of a setup's game.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainPrompt = ({ game }: BargainSetup, question: BargainQuestion): string => {
  // The game of a setup asks no questions but its own.
  switch (game) {
    case 'anchored':
      return renderAnchored((question as AnchoredQuestion).observation)
    case 'live':
      return renderLive(question as LiveQuestion)
    case 'symmetric':
      return renderNegotiation((question as NegotiationQuestion).observation)
  }
}

/**
 * Names the seat that a question is put to, by its id.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatAsked =
  (setup: BargainSetup) =>
  (id: QuestionId): keyof BargainSeats => {
    const tested = setup.game === 'symmetric' ? setup.participants[0] : setup.buyer
    return askedOf(setup)(id) === tested ? 'underTest' : 'counterpart'
  }

/**
 * Names the seats as records of calls do.
 *
 * @category model
 * @since 0.1.0
 */
export const seatLabels = { underTest: 'under_test', counterpart: 'counterpart' } as const

const nobody: Policy<BargainQuestion> = () => faultAnswer('threw', 'nobody holds this seat')

/**
 * Gives the models that seats name and that nobody passed in, and the scripts that nobody has; nothing where every seat
 * that is asked is held.
 *
 * @category operations
 * @since 0.1.0
 */
export const unheldSeats = (
  setup: BargainSetup,
  seats: BargainSeats,
  models: Readonly<Record<string, unknown>> | null,
): ReadonlyArray<string> => {
  const asked = askedSeats(setup, seats)
  return (['underTest', 'counterpart'] as const).flatMap((seat) => {
    const policy = asked[seat]
    if (policy === null) {
      return seat === 'counterpart' && setup.game !== 'anchored'
        ? ['nobody is the counterpart']
        : []
    }
    if (policy.kind === 'script') {
      return bargainScript(setup, seat, policy.script) === null
        ? [`no script of this seat is named ${policy.script}`]
        : []
    }
    return models === null || Object.hasOwn(models, policy.model)
      ? []
      : [`no model is named ${policy.model}`]
  })
}

/**
 * Seats the players of a bargain.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainSeatOf = (
  setup: BargainSetup,
  seats: BargainSeats,
  models: Readonly<Record<string, LanguageModel>>,
): SeatOf<BargainQuestion> => {
  const seatOfId = seatAsked(setup)
  const scriptOf = (seat: keyof BargainSeats): Policy<BargainQuestion> => {
    const policy = seats[seat]
    return policy?.kind === 'script'
      ? (bargainScript(setup, seat, policy.script) ?? nobody)
      : nobody
  }
  const scripts = { underTest: scriptOf('underTest'), counterpart: scriptOf('counterpart') }
  return (question, id) => {
    const seat = seatOfId(id)
    const policy = seats[seat]
    const ask =
      policy?.kind === 'llm' && Object.hasOwn(models, policy.model)
        ? models[policy.model]
        : undefined
    if (policy?.kind !== 'llm' || ask === undefined) {
      return { _tag: 'Script', policy: scripts[seat] }
    }
    const { model, pin } = policy
    return {
      _tag: 'Call',
      prompt: () => ({ system: '', prompt: bargainPrompt(setup, question) }),
      seat: {
        seat: seatLabels[seat],
        role: question.seat,
        agent: null,
        policy: pin === null ? 'llm' : 'frozen_llm',
        origin: 'llm',
        model,
        pin,
        temperature: null,
        sample: null,
        ask,
      },
    }
  }
}
