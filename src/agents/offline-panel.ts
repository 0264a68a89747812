/**
 * The offline panel: every seat of an exchange played by the first individually rational swap, without any model.
 *
 * Privileged: it reads the true state of every question. The controller proposes the first swap by which both sides gain,
 * with whomever, in a fixed wording; everybody agrees to it; the compiler gives that very swap with the consent of both
 * sides, and the verifier finds it right. Nobody is asked in private: a decision is answered by nothing, which is a
 * malformed one. Its words solicit nobody, so who answers is the protocol's rule for silence.
 *
 * Laws
 *   L1 solicits nobody   no text of the panel targets an agent or solicits in public
 *   L2 offline gain      no round of the panel costs an agent anything
 *   L3 offline twin      without defectors, the loop without words settles what the dialogue does, to the bit
 *
 * @module
 */
import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import { type Answer, actionAnswer, faultAnswer, textAnswer } from '../core/episode/answer.js'
import type { Failures } from '../core/failure.js'
import type { Json } from '../core/json.js'
import {
  controllerOf,
  type ExchangeConfig,
  type GeneratorFailure,
  respondersWithoutText,
  worldOf,
} from '../economy/index.js'
import { type ExchangeQuestion, privateAcceptance } from '../exchange/index.js'
import { isAcceptanceAsked, type SettledRound, settleRound } from '../exchange/settled-round.js'
import { type Ledger, type Mechanism, mechanismToJson, openLedger } from '../settlement/index.js'
import {
  type BilateralSwap,
  noSwapMechanism,
  privilegedBilateralSwap,
  renderSwap,
  swapMechanism,
} from './privileged-bilateral.js'

/** No section but a message: short rows, and nothing that could be read as a request. */
const say = (message: string): Answer => textAnswer(`PUBLIC ACTION\nMESSAGE:\n${message}`)

/** The first swap of a controller in a true state; scanned once a state, since a round asks for it three times. */
const firstSwap = (): ((
  question: ExchangeQuestion,
  controller: number,
) => BilateralSwap | null) => {
  const known = new WeakMap<object, Map<number, BilateralSwap | null>>()
  return ({ hidden: { ledger, summation } }, controller) => {
    const inLedger = known.get(ledger) ?? new Map<number, BilateralSwap | null>()
    known.set(ledger, inLedger)
    const found = inLedger.get(controller)
    if (found !== undefined) return found
    const partners = ledger.allocation
      .map((_, index) => index + 1)
      .filter((one) => one !== controller)
    const swap = privilegedBilateralSwap('first_ir', summation)(ledger, controller, partners)
    inLedger.set(controller, swap)
    return swap
  }
}

/**
 * Gives the answerer of the offline panel, a pure function of the question.
 *
 * @category agents
 * @since 0.1.0
 */
export const offlineAnswer = (): ((question: ExchangeQuestion) => Answer) => {
  const swapOf = firstSwap()
  return (question) => {
    switch (question._tag) {
      case 'Communicate':
        return say(`a${question.agent} is here.`)
      case 'Propose': {
        const { controller } = question.observation
        const swap = swapOf(question, controller)
        return say(swap === null ? 'Nothing this round.' : renderSwap(controller, swap))
      }
      case 'Respond':
        return say(`a${question.agent} agrees.`)
      case 'Finalize':
        return say('As it stands.')
      case 'Compile': {
        const { controller } = question.observation
        const swap = swapOf(question, controller)
        const mechanism =
          swap === null ? noSwapMechanism(controller) : swapMechanism(controller, swap)
        // The recorded form of a mechanism is JSON.
        return actionAnswer(mechanismToJson(mechanism) as unknown as Json)
      }
      case 'Verify':
        return actionAnswer({ verifier_ok: true, confidence: 1 })
      case 'Accept':
        return faultAnswer('empty', 'nobody is asked offline')
    }
  }
}

/**
 * Holds a round that was settled without words: the mechanism as it was compiled and as it was executed.
 *
 * @category model
 * @since 0.1.0
 */
export interface OfflineRound extends SettledRound {
  readonly compiled: Mechanism
  readonly executed: Mechanism
}

const settleSwap = (
  config: ExchangeConfig,
  summation: Summation,
  ledger: Ledger,
  round: number,
  respondersOf: (controller: number) => ReadonlyArray<number>,
): OfflineRound => {
  const controller = controllerOf(config)(round)
  const swap = privilegedBilateralSwap('first_ir', summation)(
    ledger,
    controller,
    ledger.allocation.map((_, index) => index + 1).filter((one) => one !== controller),
  )
  const compiled = swap === null ? noSwapMechanism(controller) : swapMechanism(controller, swap)
  const { privateAcceptanceMode } = config.protocol
  const { mechanism, audits } = isAcceptanceAsked(config, compiled.transfers.length)
    ? privateAcceptance(privateAcceptanceMode, summation)(ledger, compiled, new Map())
    : { mechanism: compiled, audits: [] }
  const settled = settleRound(config, summation)(ledger, {
    round,
    responders: respondersOf(controller).length,
    mechanism,
    audits,
  })
  return { ...settled, compiled, executed: mechanism }
}

/**
 * Settles what the offline panel would settle, in a plain loop without a word: for statistics over many worlds. Fails
 * where the configuration makes no world. Defectors are not drawn.
 *
 * @category agents
 * @since 0.1.0
 */
export const settleOffline =
  (summation: Summation = defaultSummation) =>
  (
    config: ExchangeConfig,
    seed: number = config.seed,
  ): Either<Failures<GeneratorFailure>, ReadonlyArray<OfflineRound>> => {
    const world = worldOf(config, seed)
    if (isLeft(world)) return world
    const rounds: Array<OfflineRound> = []
    let ledger = openLedger(world.right)
    // Drawing contacts costs more than settling: once a controller is enough.
    const drawn = new Map<number, ReadonlyArray<number>>()
    const respondersOf = (controller: number): ReadonlyArray<number> => {
      const responders = drawn.get(controller) ?? respondersWithoutText(config)(controller)
      drawn.set(controller, responders)
      return responders
    }
    for (let round = 1; round <= config.rounds; round++) {
      const settled = settleSwap(config, summation, ledger, round, respondersOf)
      rounds.push(settled)
      ledger = settled.ledger
    }
    return right(rounds)
  }
