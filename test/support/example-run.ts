import { isLeft } from 'fp-ts/lib/Either.js'
import { makeExchangeConfig } from '../../src/economy/config.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'
import type { PlayedRound, RunToRecord } from '../../src/trace/recording.js'

const swap = (quantity: number): Mechanism => ({
  proposerId: 1,
  label: 'swap',
  summary: `agent 1 gives ${quantity} of r1 for 1 of r2`,
  transfers: [
    { from: 1, to: 2, resource: 'r1', quantity },
    { from: 2, to: 1, resource: 'r2', quantity: 1 },
  ],
  consentingAgents: [1, 2],
  confidence: 0.9,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})

const decision = (quantity: number, agent: 1 | 2): string =>
  JSON.stringify({
    approve: true,
    claimed_delta_sign: 'positive',
    counterpart_transfers_present: true,
    same_bundle_authorized: true,
    own_debits_seen: [agent === 1 ? { resource: 'r1', quantity } : { resource: 'r2', quantity: 1 }],
    own_credits_seen: [
      agent === 1 ? { resource: 'r2', quantity: 1 } : { resource: 'r1', quantity },
    ],
    reason: 'it pays',
  })

const playedRound = (quantity: number, live: boolean): PlayedRound => {
  const mechanism = swap(quantity)
  return {
    communication: { 1: `I have ${quantity} to spare.`, 2: 'Good day, é.', 3: 'Nothing to say.' },
    proposal: `I give ${quantity} of r1 for one of r2.`,
    responses: { 2: 'I take it.', 3: 'Not for me.' },
    final: 'So be it.',
    agreement: live
      ? {
          _tag: 'Replies',
          compiler: JSON.stringify({
            mechanism_label: mechanism.label,
            summary: mechanism.summary,
            transfers: mechanism.transfers,
            consenting_agents: mechanism.consentingAgents,
            confidence: mechanism.confidence,
          }),
          verifier: '{"verifier_ok": true, "confidence": 0.8, "reason": "as said"}',
        }
      : { _tag: 'Mechanism', mechanism },
    decisions: { 1: decision(quantity, 1), 2: decision(quantity, 2) },
  }
}

/** A run of three rounds among three agents, the same every time. */
export const exampleRun = (mode: 'offline' | 'live'): RunToRecord => {
  const config = makeExchangeConfig({
    name: 'example',
    numAgents: 3,
    numResources: 3,
    rounds: 3,
    seed: 11,
    controllers: [1],
    utilityMode: 'concave_separable',
    protocol: { privateAcceptanceCheck: true },
    institutionPressure: { searchCostPerPublicRound: 0.01 },
  })
  if (isLeft(config)) throw new Error(JSON.stringify(config.left))
  const live = mode === 'live'
  return {
    config: config.right,
    rounds: [1, 2, 1.5].map((quantity) => playedRound(quantity, live)),
    ...(live
      ? {
          maxTokens: 500,
          callDetails: (callId: string) => ({
            model: 'some/model',
            prompt: `What next, ${callId}?`,
            inputTokens: 100,
            outputTokens: 7,
            costUsd: 0.0002,
          }),
        }
      : {}),
  }
}
