/**
 * Panelist: how a scripted agent answers what others propose, from what its own seat sees.
 *
 * It accepts what it can read, that takes something from it, and that is good for it; it declines everything else, and
 * so refuses what it cannot parse. Asked in private, it approves what gives it something and adds to its utility, and
 * states the rows and the sign truly. A decliner refuses whatever it is asked.
 *
 * Laws
 *   L1 good only     a panelist accepts and approves only what adds to its own utility
 *   L2 parse first   a proposal that is not in a form it reads is declined
 *   L3 never yes     a decliner neither accepts nor approves
 *
 * @module
 */
import { type Answer, textAnswer } from '../core/episode/answer.js'
import type { AcceptMove } from '../exchange/moves.js'
import { responseInWords } from '../exchange/moves.js'
import { deltaSign } from '../exchange/private-acceptance.js'
import { writePublicAction } from '../exchange/public-action-text.js'
import type { AcceptView, RespondView, SeatView } from '../exchange/question.js'
import { isGoodForSeat, ownGain } from '../exchange/seat-gain.js'
import type { MarketShape } from '../settlement/market-shape.js'
import type { PrivilegedExchangeAgent } from './exchange-agent.js'
import { rowsInText } from './rows-in-text.js'

/**
 * Gives the shape of the market that a seat sees.
 *
 * @category operations
 * @since 0.1.0
 */
export const marketOfView = ({ rules }: Pick<SeatView, 'rules'>): MarketShape => ({
  agents: rules.agents,
  resourceNames: rules.goods,
})

/**
 * Says that nothing is said: an envelope that asks nobody for anything.
 *
 * @category constructors
 * @since 0.1.0
 */
export const quietly = (message: string): Answer =>
  textAnswer(writePublicAction({ MESSAGE: message }))

/**
 * Answers a proposal as a panelist does.
 *
 * @category operations
 * @since 0.1.0
 */
export const respondAsPanelist = (view: RespondView): Answer => {
  const found = rowsInText(marketOfView(view), view.proposal)
  const accept =
    found._tag === 'Rows' &&
    found.transfers.some(({ from }) => from === view.agent) &&
    isGoodForSeat(view, found.transfers)
  return textAnswer(responseInWords({ accept }))
}

const decisionOn = (view: AcceptView, approve: boolean, reason: string): Answer => {
  const { agent, transfers } = view
  const rows = (side: 'from' | 'to'): AcceptMove['own_debits_seen'] =>
    transfers
      .filter((transfer) => transfer[side] === agent)
      .map(({ resource, quantity }) => ({ resource, quantity }))
  const move: AcceptMove = {
    approve,
    own_debits_seen: rows('from'),
    own_credits_seen: rows('to'),
    claimed_delta_sign: deltaSign(ownGain(view, transfers)),
    counterpart_transfers_present: rows('to').length > 0,
    same_bundle_authorized: true,
    reason,
  }
  return textAnswer(JSON.stringify(move))
}

/**
 * Decides in private as a panelist does.
 *
 * @category operations
 * @since 0.1.0
 */
export const acceptAsPanelist = (view: AcceptView): Answer => {
  const approve = isGoodForSeat(view, view.transfers)
  return decisionOn(view, approve, approve ? 'it adds to my utility' : 'it adds nothing for me')
}

/**
 * Makes a defector of any agent: it declines every proposal, rejects at every private acceptance, and speaks as before.
 *
 * @category constructors
 * @since 0.1.0
 */
export const decliner =
  (agent: PrivilegedExchangeAgent): PrivilegedExchangeAgent =>
  (question) => {
    if (question._tag === 'Respond') return textAnswer(responseInWords({ accept: false }))
    if (question._tag === 'Accept') return decisionOn(question.observation, false, 'I decline')
    return agent(question)
  }
