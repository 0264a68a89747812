import { sha256Hex } from '../../src/core/hash.js'
import { drawAt } from '../../src/core/random/philox.js'
import { type ExchangeConfig } from '../../src/economy/config.js'
import {
  officialCases,
  populationRoles,
  type Roles,
  writePublicAction,
} from '../../src/exchange/index.js'
import type {
  JournalEntry,
  LanguageModel,
  ModelReply,
  ModelRequest,
  RunCaseOptions,
  Timers,
} from '../../src/run/index.js'

const [first] = officialCases
if (first === undefined) throw new Error('there are official cases')

/** A small market with every phase: five agents, two rounds, acceptance asked, nothing committed at once. */
export const smallMarket: ExchangeConfig = {
  ...first.config,
  name: 'small',
  rounds: 2,
  controllers: [1, 2],
  protocol: {
    ...first.config.protocol,
    atomicCommit: false,
    privateAcceptanceCheck: true,
    privateAcceptanceMode: 'llm_structured_strict',
  },
}

const SWAP = [
  { from: 1, to: 2, resource: 'r1', quantity: 1 },
  { from: 2, to: 1, resource: 'r2', quantity: 1 },
]

const MECHANISM = JSON.stringify({
  transfers: SWAP,
  consenting_agents: [1, 2],
  confidence: 0.9,
  mechanism_label: 'swap',
})

/** What approves the swap, whoever is asked: the most dangerous words that there are. */
export const APPROVAL: string = JSON.stringify({
  approve: true,
  own_debits_seen: [],
  own_credits_seen: [],
  claimed_delta_sign: 'positive',
  counterpart_transfers_present: true,
  same_bundle_authorized: true,
})

export const said = (role: string, id: string): string => {
  if (role === 'compiler') return MECHANISM
  if (role === 'verifier') return JSON.stringify({ verifier_ok: true, confidence: 0.9 })
  if (role === 'private_acceptance') return APPROVAL
  return writePublicAction({ MESSAGE: `I trade, in ${id}.`, SETTLEMENT: 'a1 gives a2 1 r1' })
}

/** Says what moves the swap, in words that depend on the whole prompt. */
export const speaking: LanguageModel = async ({ role, id, prompt, model }) => ({
  text: said(role, `${id} ${sha256Hex(prompt).slice(0, 8)}`),
  usage: { inputTokens: prompt.length % 97, outputTokens: 11 },
  model,
  finish: 'stop',
  costUsd: 0.25,
})

/** A model that does what is given for a role, and speaks in every other. */
export const except =
  (role: string, does: (request: ModelRequest) => Promise<string | ModelReply>): LanguageModel =>
  (request) =>
    request.role === role ? does(request) : speaking(request)

export const llm = { kind: 'llm', model: 'm' } as const

export const selfPlay: Roles = populationRoles(smallMarket.numAgents, llm, {
  compiler: llm,
  verifier: llm,
})

export const optionsWith = (
  model: LanguageModel,
  more: Partial<RunCaseOptions> = {},
): RunCaseOptions => ({
  config: smallMarket,
  seed: 1200,
  roles: selfPlay,
  models: { m: model },
  ...more,
})

/** A model that takes a time drawn from a seed and the name of the question. */
export const slowly =
  (timers: Timers, seed: bigint, model: LanguageModel, longest = 1000): LanguageModel =>
  (request) => {
    const place = [...request.id].reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521,
      7,
    )
    return new Promise((resolve, reject) => {
      timers.after(1 + Math.floor(drawAt(seed, place) * longest), () => {
        model(request).then(resolve, reject)
      })
    })
  }

/** A journal in memory. */
export const notebook = (): {
  readonly entries: Array<JournalEntry>
  readonly append: (entry: JournalEntry) => Promise<void>
} => {
  const entries: Array<JournalEntry> = []
  return {
    entries,
    append: async (entry) => {
      // As a file would have it.
      entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry)
    },
  }
}

export const at = <A>(timers: Timers, milliseconds: number, value: () => A): Promise<A> =>
  new Promise((resolve) => {
    timers.after(milliseconds, () => resolve(value()))
  })
