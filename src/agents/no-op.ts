/**
 * No-op: the agent that says nothing and agrees to nothing.
 *
 * It answers every question, so it is never a fault: an envelope that says none, a declined proposal, a rejection in
 * private. What a market comes to with it under test is where every score starts.
 *
 * Laws
 *   L1 nothing moves   a round that a no-op agent controls moves nothing
 *
 * @module
 */
import { textAnswer } from '../core/episode/answer.js'
import { responseInWords } from '../exchange/moves.js'
import { agentOf, type ExchangeAgent } from './exchange-agent.js'
import { quietly } from './panelist.js'

const rejection = JSON.stringify({
  approve: false,
  own_debits_seen: [],
  own_credits_seen: [],
  claimed_delta_sign: 'zero',
  counterpart_transfers_present: false,
  same_bundle_authorized: false,
  reason: 'no action',
})

/**
 * Does nothing, in every phase.
 *
 * @category constructors
 * @since 0.1.0
 */
export const noOpAgent: ExchangeAgent = /* @__PURE__ */ agentOf({
  communicate: () => quietly('Nothing to say.'),
  propose: () => quietly('Nothing moves this round.'),
  respond: () => textAnswer(responseInWords({ accept: false })),
  finalize: () => quietly('Nothing moves this round.'),
  accept: () => textAnswer(rejection),
})
