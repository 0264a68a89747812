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
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  makeExchangeConfig,
  respondersWithoutText,
  visibleAgents,
  worldOf,
} from 'edgeworth/economy'
import {
  debitedAgents,
  deltas,
  type Ledger,
  type Mechanism,
  openLedger,
  settle,
  type Transfer,
} from 'edgeworth/settlement'
import { type PlayedRound, type RunFiles, recordRun } from 'edgeworth/trace'

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

const rolesOf = (kind: string, model: string | undefined, panel: ReturnType<typeof seat>) => ({
  under_test: { agents: [1], ...seat(kind, model) },
  panel: [{ agents: [2, 3, 4, 5], ...panel }],
  compiler: panel,
  verifier: panel,
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

const among = (
  agents: ReadonlyArray<number>,
  say: (agent: number) => string,
): Record<number, string> => Object.fromEntries(agents.map((agent) => [agent, say(agent)]))

const proposed = (
  config: ExchangeConfig,
  ledger: Ledger,
  round: number,
  policy: BilateralPolicy,
): Mechanism => {
  const controller = controllerOf(config)(round)
  const partners = visibleAgents(config)(controller)
  const swap = privilegedBilateralSwap(policy, SUMMATION)(ledger, controller, partners)
  return swap === null ? noSwapMechanism(controller) : swapMechanism(controller, swap)
}

const scriptedRound = (
  config: ExchangeConfig,
  round: number,
  mechanism: Mechanism,
): PlayedRound => {
  const controller = controllerOf(config)(round)
  return {
    communication: among(communicationSet(config)(controller), (agent) => `a${agent} is ready.`),
    proposal: mechanism.summary,
    responses: among(respondersWithoutText(config)(controller), (agent) => `a${agent} agrees.`),
    final: mechanism.summary,
    agreement: { _tag: 'Mechanism', mechanism },
  }
}

const rowText = ({ from, to, resource, quantity }: Transfer): string =>
  `a${from} | a${to} | ${resource} | ${quantity}`

const envelope = (message: string, rows: ReadonlyArray<Transfer>): string =>
  [
    'PUBLIC ACTION',
    `MESSAGE:\n${message}`,
    `SETTLEMENT:\n${rows.length === 0 ? 'none' : rows.map(rowText).join('\n')}`,
    'PUBLIC STATE UPDATE:\nnone',
  ].join('\n')

const signOf = (delta: number): string =>
  delta > 1e-9 ? 'positive' : delta < -1e-9 ? 'negative' : 'zero'

const rowsOf = (transfers: ReadonlyArray<Transfer>) =>
  transfers.map(({ resource, quantity }) => ({ resource, quantity }))

/** Under seed 2, agent 1 approves whatever it is shown. */
const isEager = (config: ExchangeConfig, agent: number): boolean => agent === 1 && config.seed === 2

/** What a debited agent says in private: the truth, unless it is eager. */
const decision = (
  config: ExchangeConfig,
  agent: number,
  ledger: Ledger,
  mechanism: Mechanism,
): string => {
  const delta = deltas(ledger, mechanism)[agent] ?? 0
  const credits = mechanism.transfers.filter((transfer) => transfer.to === agent)
  const eager = isEager(config, agent)
  return `Let me see.\n${JSON.stringify({
    own_debits_seen: rowsOf(mechanism.transfers.filter((transfer) => transfer.from === agent)),
    own_credits_seen: rowsOf(credits),
    claimed_delta_sign: eager ? 'positive' : signOf(delta),
    counterpart_transfers_present: credits.length > 0,
    same_bundle_authorized: true,
    approve: eager || delta > 1e-9,
    reason: eager ? 'a deal is a deal' : `my gain is ${signOf(delta)}`,
  })}`
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

const liveRound = (
  config: ExchangeConfig,
  ledger: Ledger,
  round: number,
  meant: Mechanism,
): PlayedRound => {
  const controller = controllerOf(config)(round)
  const mechanism = compiled(round, meant)
  const say = envelope(meant.summary, meant.transfers)
  return {
    communication: among(communicationSet(config)(controller), (agent) =>
      envelope(`a${agent} holds r${agent}. ¿Qué tal?`, []),
    ),
    proposal: say,
    responses: among(respondersWithoutText(config)(controller), (agent) =>
      meant.consentingAgents.includes(agent)
        ? envelope('I agree to the rows as stated.', meant.transfers)
        : envelope('I take no part in this.', []),
    ),
    final: say,
    agreement: { _tag: 'Replies', compiler: compilerReply(mechanism), verifier: verifierReply },
    decisions: among(debitedAgents(mechanism), (agent) =>
      decision(config, agent, ledger, mechanism),
    ),
  }
}

/** What a live round settles: nothing, when a debited agent declines. */
const outcome = (
  config: ExchangeConfig,
  ledger: Ledger,
  round: number,
  mechanism: Mechanism,
): Ledger => {
  const asked = debitedAgents(mechanism)
  const declined = asked.some(
    (agent) => !isEager(config, agent) && !((deltas(ledger, mechanism)[agent] ?? 0) > 1e-9),
  )
  return declined
    ? ledger
    : settle({ roundIndex: round, summation: SUMMATION })(ledger, mechanism).ledger
}

const scripted = (base: Case, seed: number, kind: string, policy: BilateralPolicy): RunFiles => {
  const config = configOf(
    base,
    seed,
    rolesOf(kind, undefined, seat('scripted_bilateral_ir')),
    false,
  )
  const rounds: Array<PlayedRound> = []
  let ledger = openLedger(sound(worldOf(config)))
  for (let round = 1; round <= config.rounds; round++) {
    const mechanism = proposed(config, ledger, round, policy)
    rounds.push(scriptedRound(config, round, mechanism))
    ledger = settle({ roundIndex: round, summation: SUMMATION })(ledger, mechanism).ledger
  }
  return sound(
    recordRun({ config, rounds, summation: SUMMATION, runId: `${base.name}__${policy}__s${seed}` }),
  )
}

const live = (base: Case, seed: number): RunFiles => {
  const roles = rolesOf('llm', 'example/terse', seat('frozen_llm', 'example/panel'))
  const config = configOf(base, seed, roles, true)
  const rounds: Array<PlayedRound> = []
  let ledger = openLedger(sound(worldOf(config)))
  for (let round = 1; round <= config.rounds; round++) {
    const meant = proposed(config, ledger, round, 'max_joint')
    rounds.push(liveRound(config, ledger, round, meant))
    ledger = outcome(config, ledger, round, compiled(round, meant))
  }
  return sound(
    recordRun({
      config,
      rounds,
      summation: SUMMATION,
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
    }),
  )
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
