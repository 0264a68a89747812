/**
 * Par: what a seat would keep if every trade were split equally among its parties.
 *
 * The parties are found at the level of transfers. Within one settlement two agents are connected if a transfer runs
 * between them; each connected component is one deal, so disjoint deals that were settled together stay apart. The
 * surplus of a component (the sum of its members' changes in utility) is split equally among its members; par is the
 * sum of a seat's parts, and its par share is that sum over the whole surplus. It is the reference of the capture share
 * (`capture.ts`): above par a seat keeps more than an equal split of the deals it was part of.
 *
 * | parameter   | default    | meaning                            |
 * | ----------- | ---------- | ---------------------------------- |
 * | `summation` | `neumaier` | the rule by which gains are added  |
 * | `EPSILON`   | 1e-9       | a surplus this close to 0 has no share |
 *
 * Laws
 *   L1 budget     the pars of all agents add up to the surplus of all settlements
 *   L2 disjoint   settling two disjoint deals together or one after the other gives the same pars
 *   L3 pairs      where every deal has two parties, a seat's par is half the surplus of its own deals
 *   L4 components  the components are those of the transitive closure
 *
 * @module
 */

import { defaultSummation, EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { fieldsOf, wrongOptions } from './plain-input.js'

/**
 * Carries what par needs of an applied settlement: who gave to whom, and what it changed for each agent. Agents are
 * named by their ids from 1; an agent without an entry in `agentDeltas` gained 0.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettledTrade {
  readonly transfers: ReadonlyArray<{ readonly from: number; readonly to: number }>
  readonly agentDeltas: Readonly<Record<string, number>>
}

/**
 * Names what is asked: the par of one seat in a market of `agents` agents over the settlements that were applied.
 *
 * @category model
 * @since 0.1.0
 */
export interface ParInput {
  readonly agents: number
  readonly agent: number
  readonly settlements: ReadonlyArray<SettledTrade>
}

/**
 * Describes the par share of one seat, or why there is none. `pars` holds the par of every agent in units of utility,
 * `gains` the gain that every agent kept.
 *
 * @category model
 * @since 0.1.0
 */
export type Par =
  | {
      readonly status: 'ok'
      readonly agent: number
      readonly par: number
      readonly totalGain: number
      readonly share: number
      readonly pars: ReadonlyArray<number>
      readonly gains: ReadonlyArray<number>
      readonly summation: Summation
    }
  | {
      readonly status: 'not_evaluable'
      readonly reason: string
      readonly agent: number
      readonly par: number
      readonly totalGain: number
      readonly pars: ReadonlyArray<number>
      readonly gains: ReadonlyArray<number>
      readonly summation: Summation
    }
  | { readonly status: 'invalid'; readonly failures: Failures<'MalformedSettlement'> }

const malformed = (path: Failure['path'], value: unknown, expected: string) =>
  failure('MalformedSettlement', path, value, expected)

const checkedTrade = (
  agents: number,
  trade: unknown,
  index: number,
): ReadonlyArray<Failure<'MalformedSettlement'>> => {
  const known = (id: unknown): boolean =>
    Number.isInteger(id) && Number(id) >= 1 && Number(id) <= agents
  const anId = `an agent id from 1 to ${agents}`
  const at = ['settlements', index] as const
  const { transfers, agentDeltas } = fieldsOf(trade) ?? {}
  const changes = fieldsOf(agentDeltas)
  if (!Array.isArray(transfers)) return [malformed([...at, 'transfers'], transfers, 'a list')]
  if (changes === null) return [malformed([...at, 'agentDeltas'], agentDeltas, 'an object')]
  const ends = Array.from<unknown>(transfers).flatMap((transfer, row) => {
    const fields = fieldsOf(transfer) ?? {}
    return ['from', 'to']
      .filter((end) => !known(fields[end]))
      .map((end) => malformed([...at, 'transfers', row, end], fields[end], anId))
  })
  const deltas = Object.entries(changes).flatMap(([id, delta]) => {
    if (!known(Number(id)) || String(Number(id)) !== id) {
      return [malformed([...at, 'agentDeltas', id], id, anId)]
    }
    return Number.isFinite(delta)
      ? []
      : [malformed([...at, 'agentDeltas', id], delta, 'a finite number')]
  })
  return [...ends, ...deltas]
}

/** The largest number of agents: the lists of as many pars and gains are made. */
const MOST_AGENTS = 1_000_000

const checked = (input: unknown, options: unknown): Failures<'MalformedSettlement'> | null => {
  const given = fieldsOf(input)
  if (given === null) return [malformed([], input, 'an object of agents, an agent and settlements')]
  const { agent, settlements } = given
  const agents = Number.isInteger(given.agents) ? Number(given.agents) : 0
  if (agents < 1 || agents > MOST_AGENTS) {
    return [malformed(['agents'], given.agents, `a number of agents from 1 to ${MOST_AGENTS}`)]
  }
  if (!Array.isArray(settlements)) return [malformed(['settlements'], settlements, 'a list')]
  const seat =
    Number.isInteger(agent) && Number(agent) >= 1 && Number(agent) <= agents
      ? []
      : [malformed(['agent'], agent, `an agent id from 1 to ${agents}`)]
  return nonEmpty([
    ...seat,
    ...wrongOptions('MalformedSettlement', options),
    ...Array.from(settlements, (trade, index) => checkedTrade(agents, trade, index)).flat(),
  ])
}

/**
 * Finds the parties of each deal in a list of transfers: the connected components of the graph whose edges are the
 * transfers. Members ascend within a component, and components are ordered by their smallest member.
 *
 * @category operations
 * @since 0.1.0
 */
export const dealParties = (
  transfers: SettledTrade['transfers'],
): ReadonlyArray<ReadonlyArray<number>> => {
  const parent = new Map<number, number>()
  const root = (id: number): number => {
    let at = id
    for (let up = parent.get(at) ?? at; up !== at; up = parent.get(at) ?? at) at = up
    return at
  }
  for (const { from, to } of transfers) {
    const [a, b] = [root(from), root(to)]
    parent.set(from, parent.get(from) ?? from)
    parent.set(to, parent.get(to) ?? to)
    parent.set(a, b)
  }
  const members = new Map<number, Array<number>>()
  for (const id of [...parent.keys()].sort((a, b) => a - b)) {
    const key = root(id)
    members.set(key, [...(members.get(key) ?? []), id])
  }
  return [...members.values()]
}

/**
 * Measures the par share of one seat. Give only settlements that were applied. Ids outside the market, changes that are
 * not finite and anything else that cannot be read are refused with their paths.
 *
 * @example
 * ```ts
 * import { parShare } from 'edgeworth/scoring'
 * const settlements = [
 *   { transfers: [{ from: 1, to: 2 }, { from: 3, to: 4 }], agentDeltas: { 1: 3, 2: 1, 3: 2, 4: 2 } },
 * ]
 * const par = parShare({ agents: 5, agent: 1, settlements })
 * par.status === 'ok' ? [par.par, par.share] : par // => [2, 0.25]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const parShare = (
  input: ParInput,
  options: { readonly summation?: Summation | undefined } = {},
): Par => {
  const failures = checked(input, options)
  if (failures !== null) return { status: 'invalid', failures }
  const { agents, agent, settlements } = input
  const summation = options.summation ?? defaultSummation
  const total = sum(summation)
  const parts: ReadonlyArray<Array<number>> = Array.from({ length: agents }, () => [])
  const kept: ReadonlyArray<Array<number>> = Array.from({ length: agents }, () => [])
  for (const { transfers, agentDeltas } of settlements) {
    for (const parties of dealParties(transfers)) {
      const surplus = total(parties.map((id) => agentDeltas[id] ?? 0))
      for (const id of parties) parts[id - 1]?.push(surplus / parties.length)
    }
    for (const [id, delta] of Object.entries(agentDeltas)) kept[Number(id) - 1]?.push(delta)
  }
  const pars = parts.map(total)
  const gains = kept.map(total)
  const known = {
    agent,
    par: pars[agent - 1] ?? 0,
    totalGain: total(gains),
    pars,
    gains,
    summation,
  }
  const share = known.par / known.totalGain
  if (Math.abs(known.totalGain) <= EPSILON) {
    return { status: 'not_evaluable', reason: 'the settlements made no surplus to split', ...known }
  }
  return Number.isFinite(share) && Number.isFinite(known.totalGain)
    ? { status: 'ok', share, ...known }
    : { status: 'not_evaluable', reason: 'the gains are beyond the range of a double', ...known }
}
