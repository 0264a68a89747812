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
 *
 * @module
 */
import { type Answer, actionAnswer, faultAnswer, textAnswer } from '../core/episode/answer.js'
import type { Json } from '../core/json.js'
import { type ExchangeQuestion, writePublicAction } from '../exchange/index.js'
import { type Mechanism, mechanismToJson } from '../settlement/index.js'
import {
  type BilateralSwap,
  privilegedBilateralSwap,
  renderSwap,
  swapMechanism,
} from './privileged-bilateral.js'

const noSwap = (controller: number): Mechanism => ({
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

const say = (message: string): Answer => textAnswer(writePublicAction({ MESSAGE: message }))

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
        const mechanism = swap === null ? noSwap(controller) : swapMechanism(controller, swap)
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
