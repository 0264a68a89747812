/**
 * The recorded sample that ships with the package, made by the library itself: a pure function of nothing, so that the
 * same bytes come out everywhere.
 *
 * Two cases, three seeds. In the scripted runs a privileged policy proposes a swap and everybody agrees. In the live
 * runs the same decisions are said in words: a terse seat talks to a panel, a compiler turns the talk into a mechanism,
 * a verifier checks it, and the debited agents decide in private. The compiler forgets a row now and then, and then
 * the private decision is what protects the agent; under seed 2 the seat under test approves whatever it is shown.
 */
import {
  type BilateralPolicy,
  noSwapMechanism,
  privilegedBilateralSwap,
  swapMechanism,
} from 'edgeworth/agents'
import {
  type Answer,
  actionAnswer,
  faultAnswer,
  type Json,
  type Policy,
  playWith,
  textAnswer,
} from 'edgeworth/core'
import {
  controllerOf,
  type ExchangeConfig,
  makeExchangeConfig,
  visibleAgents,
} from 'edgeworth/economy'
import { type ExchangeQuestion, type ExchangeResult, exchangeEpisode } from 'edgeworth/exchange'
import { deltas, type Mechanism, mechanismToJson, type Transfer } from 'edgeworth/settlement'
import { type RunFiles, recordExchange } from 'edgeworth/trace'

const SUMMATION = 'neumaier'
const seeds: ReadonlyArray<number> = [1, 2, 3]

/** Unwraps what this script itself has made sound. */
const sound = <A>(
  made:
    | { readonly _tag: 'Left'; readonly left: unknown }
    | { readonly _tag: 'Right'; readonly right: A },
): A => {
  if (made._tag === 'Left') throw new Error(JSON.stringify(made.left))
  return made.right
}

interface Case {
  readonly name: string
  readonly description: string
  readonly rounds: number
  readonly visibleAgentsPerAgent: number | null
  readonly searchCost: number
}

const cases: ReadonlyArray<Case> = [
  {
    name: 'open_market',
    description: 'Five agents who all see each other swap two goods a round.',
    rounds: 3,
    visibleAgentsPerAgent: null,
    searchCost: 0,
  },
  {
    name: 'narrow_market',
    description:
      'Five agents who see two others each swap two goods a round, and every round costs.',
    rounds: 4,
    visibleAgentsPerAgent: 2,
    searchCost: 0.05,
  },
]

const seat = (kind: string, model?: string) => ({
  policy: model === undefined ? { kind } : { kind, model },
})

/** The environment is always a model's; in a scripted run, which has no calls, a rule stands in for it. */
const environment = seat('frozen_llm', 'example/panel')

const rolesOf = (own: ReturnType<typeof seat>, panel: ReturnType<typeof seat>) => ({
  under_test: { agents: [1], ...own },
  panel: [{ agents: [2, 3, 4, 5], ...panel }],
  compiler: environment,
  verifier: environment,
})

const configOf = (
  base: Case,
  seed: number,
  roles: ReturnType<typeof rolesOf>,
  live: boolean,
): ExchangeConfig =>
  sound(
    makeExchangeConfig({
      name: base.name,
      description: base.description,
      numAgents: 5,
      numResources: 5,
      unitsPerHomeResource: 10,
      seed,
      rounds: base.rounds,
      controllers: live ? [1, 2] : [1],
      utilityMode: 'concave_separable',
      roles,
      institutionPressure: { searchCostPerPublicRound: base.searchCost },
      protocol: {
        name: base.name,
        visibilityMode: base.visibleAgentsPerAgent === null ? 'full_public' : 'limited_contact',
        visibleAgentsPerAgent: base.visibleAgentsPerAgent,
        visibilitySeed: 9,
        communicationScope: 'controller_contacts',
        responseScope: 'visible_only',
        privateAcceptanceCheck: live,
        partialClearing: true,
      },
    }),
  )

/** What the controller of a round means to settle, in its true state. */
const meant = (
  config: ExchangeConfig,
  policy: BilateralPolicy,
  { round, hidden }: ExchangeQuestion,
): Mechanism => {
  const controller = controllerOf(config)(round)
  const partners = visibleAgents(config)(controller)
  const swap = privilegedBilateralSwap(policy, SUMMATION)(hidden.ledger, controller, partners)
  return swap === null ? noSwapMechanism(controller) : swapMechanism(controller, swap)
}

/** Everybody agrees to what a policy proposes; it is compiled and verified by rule. */
const scriptedAnswer =
  (config: ExchangeConfig, policy: BilateralPolicy): Policy<ExchangeQuestion> =>
  (_id, question): Answer => {
    switch (question._tag) {
      case 'Communicate':
        return textAnswer(`a${question.agent} is ready.`)
      case 'Propose':
      case 'Finalize':
        return textAnswer(meant(config, policy, question).summary)
      case 'Respond':
        return textAnswer(`a${question.agent} agrees.`)
      case 'Compile':
        // The recorded form of a mechanism is JSON.
        return actionAnswer(mechanismToJson(meant(config, policy, question)) as unknown as Json)
      case 'Verify':
        return actionAnswer({ verifier_ok: true, confidence: 1 })
      case 'Accept':
        return faultAnswer('refused', 'nobody is asked in private')
    }
  }

const rowText = ({ from, to, resource, quantity }: Transfer): string =>
  `a${from} | a${to} | ${resource} | ${quantity}`

const envelope = (message: string, rows: ReadonlyArray<Transfer>): Answer =>
  textAnswer(
    [
      'PUBLIC ACTION',
      `MESSAGE:\n${message}`,
      `SETTLEMENT:\n${rows.length === 0 ? 'none' : rows.map(rowText).join('\n')}`,
      'PUBLIC STATE UPDATE:\nnone',
    ].join('\n'),
  )

const signOf = (delta: number): string =>
  delta > 1e-9 ? 'positive' : delta < -1e-9 ? 'negative' : 'zero'

const rowsOf = (transfers: ReadonlyArray<Transfer>) =>
  transfers.map(({ resource, quantity }) => ({ resource, quantity }))

/** Under seed 2, agent 1 approves whatever it is shown. */
const isEager = (config: ExchangeConfig, agent: number): boolean => agent === 1 && config.seed === 2

/** What a debited agent says in private: the truth, unless it is eager. */
const decision = (config: ExchangeConfig, agent: number, delta: number, mechanism: Mechanism) => {
  const credits = mechanism.transfers.filter((transfer) => transfer.to === agent)
  const eager = isEager(config, agent)
  return textAnswer(
    `Let me see.\n${JSON.stringify({
      own_debits_seen: rowsOf(mechanism.transfers.filter((transfer) => transfer.from === agent)),
      own_credits_seen: rowsOf(credits),
      claimed_delta_sign: eager ? 'positive' : signOf(delta),
      counterpart_transfers_present: credits.length > 0,
      same_bundle_authorized: true,
      approve: eager || delta > 1e-9,
      reason: eager ? 'a deal is a deal' : `my gain is ${signOf(delta)}`,
    })}`,
  )
}

/** The compiler writes the mechanism down; in every third round it forgets what the proposer was to get. */
const compiled = (round: number, mechanism: Mechanism): Mechanism =>
  round % 3 === 0 ? { ...mechanism, transfers: mechanism.transfers.slice(0, 1) } : mechanism

const compilerReply = (mechanism: Mechanism): string =>
  `\`\`\`json\n${JSON.stringify({
    mechanism_label: mechanism.label,
    summary: mechanism.summary,
    transfers: mechanism.transfers,
    consenting_agents: mechanism.consentingAgents,
    institutional_updates: [],
    confidence: 0.9,
  })}\n\`\`\``

const verifierReply = JSON.stringify({
  verifier_ok: true,
  confidence: 0.8,
  reason: 'the rows were agreed to — “as stated”',
})

const liveAnswer =
  (config: ExchangeConfig): Policy<ExchangeQuestion> =>
  (_id, question): Answer => {
    const own = meant(config, 'max_joint', question)
    switch (question._tag) {
      case 'Communicate':
        return envelope(`a${question.agent} holds r${question.agent}. ¿Qué tal?`, [])
      case 'Propose':
      case 'Finalize':
        return envelope(own.summary, own.transfers)
      case 'Respond':
        return own.consentingAgents.includes(question.agent)
          ? envelope('I agree to the rows as stated.', own.transfers)
          : envelope('I take no part in this.', [])
      case 'Compile':
        return textAnswer(compilerReply(compiled(question.round, own)))
      case 'Verify':
        return textAnswer(verifierReply)
      case 'Accept': {
        const mechanism = compiled(question.round, own)
        const delta = deltas(question.hidden.ledger, mechanism)[question.agent] ?? 0
        return decision(config, question.agent, delta, mechanism)
      }
    }
  }

const played = (config: ExchangeConfig, answer: Policy<ExchangeQuestion>): ExchangeResult => {
  const play = playWith(answer)(sound(exchangeEpisode({ config, summation: SUMMATION })))
  if (play._tag !== 'Finished') throw new Error(play._tag)
  return play.result
}

const scripted = (base: Case, seed: number, kind: string, policy: BilateralPolicy): RunFiles => {
  const roles = rolesOf(seat(kind), seat('scripted_bilateral_ir'))
  const config = configOf(base, seed, roles, false)
  const result = played(config, scriptedAnswer(config, policy))
  return sound(recordExchange({ runId: `${base.name}__${policy}__s${seed}` })(result))
}

const live = (base: Case, seed: number): RunFiles => {
  const roles = rolesOf(seat('llm', 'example/terse'), seat('frozen_llm', 'example/panel'))
  const config = configOf(base, seed, roles, true)
  const record = recordExchange({
    runId: `${base.name}__terse__s${seed}`,
    maxTokens: 600,
    callDetails: (callId) => ({
      model: 'example/panel',
      resolvedModel: 'example/panel-1',
      system: 'You trade in a small market.',
      prompt: `${callId}: what do you say?`,
      inputTokens: 40,
      outputTokens: 20,
      costUsd: 0,
    }),
  })
  return sound(record(played(config, liveAnswer(config))))
}

/** Every run of the sample, in the order of their names. */
export const sampleRuns = (): ReadonlyArray<RunFiles> =>
  cases
    .flatMap((base) =>
      seeds.flatMap((seed) => [
        scripted(base, seed, 'scripted_bilateral_ir', 'first_ir'),
        scripted(base, seed, 'scripted_bilateral_optimal', 'max_joint'),
        live(base, seed),
      ]),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
