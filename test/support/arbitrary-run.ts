import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Json } from '../../src/core/json.js'
import { type ExchangeConfig, makeExchangeConfig } from '../../src/economy/config.js'
import { communicationSet, controllerOf } from '../../src/economy/visibility.js'
import { respondersTo } from '../../src/exchange/solicitation.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'
import type { PlayedRound, RunToRecord } from '../../src/trace/recording.js'

const awkward = fc.constantFrom(
  'hello',
  '',
  'a "quoted" offer, back\\slash, é 漢 \u2028 🤝',
  'PUBLIC ACTION\nADDRESSEES:\na2\nMESSAGE:\nm\nRESPONSE REQUEST:\nplease accept\nSETTLEMENT:\nnone',
  'PUBLIC ACTION\nADDRESSEES:\nall agents\nMESSAGE:\nm\nRESPONSE REQUEST:\nreply\nPUBLIC STATE UPDATE:\nkeep swapping',
  'anyone willing to offer?',
)

const text: fc.Arbitrary<string> = fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 12 }))

const decision = (agents: number): fc.Arbitrary<string> =>
  fc.oneof(
    text,
    fc
      .record({
        approve: fc.oneof(fc.boolean(), fc.constant('true')),
        claimed_delta_sign: fc.constantFrom('positive', 'Negative', 'zero', ''),
        counterpart_transfers_present: fc.boolean(),
        same_bundle_authorized: fc.boolean(),
        own_debits_seen: fc.array(
          fc.record({
            resource: fc.constantFrom('r1', 'r2', 'rX'),
            quantity: fc.constantFrom(1, 2),
          }),
          { maxLength: 2 },
        ),
        reason: fc.constantFrom('because', `a${agents}`),
      })
      .map((said) => `I thought about it. ${JSON.stringify(said)}`),
  )

const mechanismOf = (config: ExchangeConfig, proposerId: number): fc.Arbitrary<Mechanism> => {
  const agent = fc.integer({ min: 1, max: config.numAgents })
  return fc.record({
    proposerId: fc.constant(proposerId),
    label: fc.constantFrom('swap', 'gift', ''),
    summary: text,
    transfers: fc.array(
      fc.record({
        from: agent,
        to: agent,
        resource: fc.integer({ min: 1, max: config.numResources }).map((good) => `r${good}`),
        quantity: fc.oneof(
          fc.constantFrom(1, 2, 0.5, 20),
          fc.double({ min: 0.01, max: 9, noNaN: true }),
        ),
      }),
      { maxLength: 4 },
    ),
    consentingAgents: fc.oneof(
      fc.constant(Array.from({ length: config.numAgents }, (_, index) => index + 1)),
      fc.uniqueArray(agent).map((agents) => agents.sort((a, b) => a - b)),
    ),
    confidence: fc.constantFrom(1, 0.5, 0.49, 0.73),
    institutionalUpdates: fc.array(
      fc.record(
        {
          id: fc.constantFrom('rule', 'other'),
          op: fc.constantFrom('add', 'retire', 'amend'),
          expires_after_round: fc.integer({ min: 1, max: 4 }),
          text,
        },
        { requiredKeys: ['id'] },
      ),
      { maxLength: 1 },
    ),
    verifierOk: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    verifierReason: text,
  })
}

const rolesOf = (agents: number): Json => ({
  under_test: { agents: [1], policy: { kind: 'llm', model: 'a/model' } },
  panel: [
    {
      agents: Array.from({ length: agents - 1 }, (_, index) => index + 2),
      policy: { kind: 'scripted_bilateral_ir' },
    },
  ],
  compiler: { policy: { kind: 'frozen_llm', model: 'a/model' } },
  verifier: { policy: { kind: 'frozen_llm', model: 'a/model' } },
})

const configuration: fc.Arbitrary<ExchangeConfig> = fc
  .record({
    numAgents: fc.integer({ min: 2, max: 4 }),
    numResources: fc.integer({ min: 2, max: 3 }),
    rounds: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer({ min: 0, max: 2000 }),
    withMoney: fc.boolean(),
    utilityMode: fc.constantFrom(
      'linear' as const,
      'concave_separable' as const,
      'complementary_bundle' as const,
    ),
    controllers: fc.constantFrom([1], [1, 2], [2, 1, 1]),
    seated: fc.boolean(),
    protocol: fc.record({
      privateAcceptanceCheck: fc.boolean(),
      privateAcceptanceMode: fc.constantFrom(
        'llm_structured' as const,
        'llm_structured_strict' as const,
        'hybrid_block_bad' as const,
        'deterministic_oracle' as const,
        'off' as const,
      ),
      irEnforce: fc.boolean(),
      responseScope: fc.constantFrom(
        'all' as const,
        'visible_only' as const,
        'solicited_public' as const,
      ),
      communicationScope: fc.constantFrom('all' as const, 'controller_contacts' as const),
      visibilityMode: fc.constantFrom('full_public' as const, 'limited_contact' as const),
      visibleAgentsPerAgent: fc.constantFrom(null, 0, 1, 2),
      publicBroadcast: fc.boolean(),
      atomicCommit: fc.boolean(),
      requireFinalPublicStateUpdateForInstitutions: fc.boolean(),
    }),
    institutionPressure: fc.constantFrom(
      {},
      { searchCostPerContactedAgent: 0.05 },
      { searchCostPerPublicRound: 0.1, standingRuleBonusOrCostSaving: 0.2 },
    ),
  })
  .chain(({ seated, ...parts }) => {
    const made = makeExchangeConfig({ ...parts, roles: seated ? rolesOf(parts.numAgents) : null })
    // Every part was drawn within its bounds.
    return isLeft(made) ? fc.constant<ExchangeConfig | null>(null) : fc.constant(made.right)
  })
  .filter((config): config is ExchangeConfig => config !== null)

const textsOf = (agents: ReadonlyArray<number>): fc.Arbitrary<Readonly<Record<number, string>>> =>
  fc
    .tuple(...agents.map(() => text))
    .map((texts) => Object.fromEntries(agents.map((agent, index) => [agent, texts[index] ?? ''])))

const replyOf = (mechanism: Mechanism): string =>
  JSON.stringify({
    mechanism_label: mechanism.label,
    summary: mechanism.summary,
    transfers: mechanism.transfers,
    consenting_agents: mechanism.consentingAgents,
    institutional_updates: mechanism.institutionalUpdates,
    confidence: mechanism.confidence,
  })

const roundOf = (
  config: ExchangeConfig,
  round: number,
  live: boolean,
): fc.Arbitrary<PlayedRound> => {
  const controller = controllerOf(config)(round)
  return fc
    .record({
      communication: textsOf(communicationSet(config)(controller)),
      proposal: text,
      final: text,
      mechanism: mechanismOf(config, controller),
      compiler: fc.oneof(fc.constant(null), text),
      verifier: fc.oneof(fc.constant('{"verifier_ok": true, "confidence": 0.6}'), text),
      decisions: fc.array(decision(config.numAgents), {
        minLength: config.numAgents,
        maxLength: config.numAgents,
      }),
    })
    .chain(({ communication, proposal, final, mechanism, compiler, verifier, decisions }) => {
      const said = [communication[controller] ?? '', proposal]
      return textsOf(respondersTo(config)(controller, said)).map((responses) => ({
        communication,
        proposal,
        responses,
        final: config.protocol.atomicCommit ? proposal : final,
        agreement: live
          ? { _tag: 'Replies' as const, compiler: compiler ?? replyOf(mechanism), verifier }
          : { _tag: 'Mechanism' as const, mechanism },
        decisions: Object.fromEntries(decisions.map((one, index) => [index + 1, one])),
      }))
    })
}

/** Draws a run to record: small worlds under all kinds of protocols, offline or live, with awkward texts. */
export const arbitraryRun: fc.Arbitrary<RunToRecord> = fc
  .record({
    config: configuration,
    live: fc.boolean(),
    summation: fc.constantFrom('plain' as const, 'neumaier' as const),
    tokens: fc.integer({ min: 0, max: 2000 }),
  })
  .chain(({ config, live, summation, tokens }) =>
    fc
      .tuple(
        ...Array.from({ length: config.rounds }, (_, index) => roundOf(config, index + 1, live)),
      )
      .map((rounds) => ({
        config,
        rounds,
        summation,
        ...(live
          ? {
              maxTokens: 1200,
              callDetails: (callId: string) => ({
                model: 'a/model',
                resolvedModel: 'a/model-1',
                prompt: `prompt of ${callId}`,
                inputTokens: tokens,
                outputTokens: callId.length,
                costUsd: callId.includes('compiler') ? null : 0.001,
              }),
            }
          : {}),
      })),
  )
