/**
 * Subgames: the small situations that a recorded round contains, each with what it gave and what it could have given.
 *
 * A round is read for what was at stake in it: whether somebody called on everybody, what was offered, whether it was
 * talked about only, whether a pair met again, whether the rules were changed, and what each agent decided in private.
 * Its mechanism is the verified one before private acceptance. The frontier of a subgame is the most that this very offer
 * or decision could have given; what other offers could have given is for the regret (`step-regret.ts`).
 *
 * | type                            | present where                                             | actual                | frontier |
 * | ------------------------------- | --------------------------------------------------------- | --------------------- | -------- |
 * | `hidden_or_public_solicitation` | a text of the round calls on everybody                    | 0                     | 0        |
 * | `bilateral_offer`               | the transfers have two participants                       | frontier, if applied  | the sum of their deltas if nobody loses, else 0 |
 * | `multiparty_clearing`           | they have more                                            | as above              | as above |
 * | `repeated_dyad_reuse`           | a pair that made an earlier bilateral offer makes one     | as above              | as above |
 * | `multiparty_negotiation`        | no such transfers; a text speaks of several parties       | 0                     | 0        |
 * | `bilateral_negotiation`         | neither; a text speaks of two                             | 0                     | 0        |
 * | `public_rule_update`            | the mechanism or the event has institutional updates      | as an offer           | as an offer |
 * | `private_acceptance`            | one for each audit                                        | the delta if approved | the delta if positive |
 *
 * The deltas of an offer are those of the event, so an offer that private acceptance emptied has none.
 *
 * Laws
 *   L1 gap         the gap of a subgame is at least 0, and an offer gives all of its frontier or nothing
 *   L2 one reading a round has at most one of offer, clearing and the two negotiations
 *   L3 prefix      the subgames of the first rows of a trace are the first subgames of the trace
 *   L4 reuse       a pair is reused exactly where an earlier round has a bilateral offer of it
 *
 * @module
 */
import { type Summation, sum } from '../core/arithmetic.js'
import { participants } from '../settlement/mechanism.js'
import { mechanismOf } from './recorded-form.js'
import type { TraceRow } from './row-codec.js'

/**
 * Names what is at stake in a subgame; the header has the conditions.
 *
 * @category model
 * @since 0.1.0
 */
export type SubgameType =
  | 'hidden_or_public_solicitation'
  | 'bilateral_offer'
  | 'multiparty_clearing'
  | 'repeated_dyad_reuse'
  | 'multiparty_negotiation'
  | 'bilateral_negotiation'
  | 'public_rule_update'
  | 'private_acceptance'

/**
 * Is one subgame of a round. Amounts are in units of utility; `ratio` is actual over frontier, `null` where the frontier
 * is no more than 1e-12. `applied` says whether the round's mechanism moved anything.
 *
 * @category model
 * @since 0.1.0
 */
export interface Subgame {
  readonly roundIndex: number
  readonly type: SubgameType
  /** Agents that give or receive, or the one that decided, ascending from 1. */
  readonly participants: ReadonlyArray<number>
  readonly actual: number
  readonly frontier: number
  readonly gap: number
  readonly ratio: number | null
  readonly applied: boolean
}

/**
 * Adds up subgames. `nontrivial` have a frontier above 1e-12; `solved` are those of them with a ratio of at least
 * 1 - 1e-9.
 *
 * @category model
 * @since 0.1.0
 */
export interface SubgameTotals {
  readonly count: number
  readonly nontrivial: number
  readonly solved: number
  readonly applied: number
  readonly actual: number
  readonly frontier: number
  readonly gap: number
  readonly ratio: number | null
}

const NOTHING = 1e-12
const SOLVED = 1 - 1e-9

const callsOnEverybody = ['all agents', 'any agent', 'everyone', 'publicly solicit']
const severalParties = [
  'three-way',
  'three way',
  'multi-party',
  'multi party',
  'multiway',
  'multi-way',
]
const twoParties = ['bilateral', 'direct trade', 'direct swap']

const ratioOf = (actual: number, frontier: number): number | null =>
  frontier > NOTHING ? actual / frontier : null

const spokenIn = (row: TraceRow): string =>
  [
    row.proposal_text,
    row.final_text,
    ...Object.values(row.communication_texts),
    ...Object.values(row.response_texts),
    row.event.message,
    row.event.kind,
  ]
    .join('\n')
    .toLowerCase()

const saysOneOf = (text: string, words: ReadonlyArray<string>): boolean =>
  words.some((word) => text.includes(word))

/** What an offer gave and could have given, by the deltas of its event. */
const offered = (
  summation: Summation,
  { event }: TraceRow,
  agents: ReadonlyArray<number>,
): Pick<Subgame, 'actual' | 'frontier'> => {
  const deltas = agents.map((agent) => event.agent_deltas[agent] ?? 0)
  const nobodyLoses = agents.length > 0 && deltas.every((delta) => delta >= -NOTHING)
  const frontier = nobodyLoses ? sum(summation)(deltas) : 0
  return { frontier, actual: event.applied ? frontier : 0 }
}

const typesOf = (
  row: TraceRow,
  agents: ReadonlyArray<number>,
  metBefore: boolean,
): ReadonlyArray<SubgameType> => {
  const text = spokenIn(row)
  const types: Array<SubgameType> = []
  if (saysOneOf(text, callsOnEverybody)) types.push('hidden_or_public_solicitation')
  if (agents.length === 2) types.push('bilateral_offer')
  else if (agents.length > 2) types.push('multiparty_clearing')
  else if (saysOneOf(text, severalParties)) types.push('multiparty_negotiation')
  else if (saysOneOf(text, twoParties)) types.push('bilateral_negotiation')
  if (agents.length === 2 && metBefore) types.push('repeated_dyad_reuse')
  const updates =
    row.verified_before_private_acceptance.institutional_updates.length +
    row.event.institutional_updates.length
  if (updates > 0) types.push('public_rule_update')
  return types
}

const onlyTalk: ReadonlySet<SubgameType> = new Set([
  'hidden_or_public_solicitation',
  'multiparty_negotiation',
  'bilateral_negotiation',
])

const participantsOf = (row: TraceRow): ReadonlyArray<number> =>
  participants(mechanismOf(row.verified_before_private_acceptance, row.controller_id))

const subgamesOfRound = (
  summation: Summation,
  row: TraceRow,
  agents: ReadonlyArray<number>,
  metBefore: boolean,
): ReadonlyArray<Subgame> => {
  const { event, round_index: roundIndex } = row
  const subgame = (
    type: SubgameType,
    among: ReadonlyArray<number>,
    { actual, frontier }: Pick<Subgame, 'actual' | 'frontier'>,
  ): Subgame => ({
    roundIndex,
    type,
    participants: among,
    actual,
    frontier,
    gap: Math.max(0, frontier - actual),
    ratio: ratioOf(actual, frontier),
    applied: event.applied,
  })
  const talk = { actual: 0, frontier: 0 }
  const offer = offered(summation, row, agents)
  const decisions = event.private_acceptance_audits.map((audit) => {
    const actual = audit.approve ? audit.actual_delta : 0
    const frontier = Math.max(0, audit.actual_delta)
    return subgame('private_acceptance', [audit.agent_id], { actual, frontier })
  })
  return [
    ...typesOf(row, agents, metBefore).map((type) =>
      subgame(type, agents, onlyTalk.has(type) ? talk : offer),
    ),
    ...decisions,
  ]
}

/**
 * Extracts the subgames of recorded rows, in the order of the rows.
 *
 * @category operations
 * @since 0.1.0
 */
export const subgamesOf =
  (summation: Summation) =>
  (rows: ReadonlyArray<TraceRow>): ReadonlyArray<Subgame> => {
    const met = new Set<string>()
    const found: Array<Subgame> = []
    for (const row of rows) {
      const agents = participantsOf(row)
      const pair = agents.join(',')
      found.push(...subgamesOfRound(summation, row, agents, met.has(pair)))
      if (agents.length === 2) met.add(pair)
    }
    return found
  }

/**
 * Tells whether a subgame could have given anything.
 *
 * @category operations
 * @since 0.1.0
 */
export const isNontrivial = ({ frontier }: Pick<Subgame, 'frontier'>): boolean => frontier > NOTHING

/**
 * Adds up subgames, in their order.
 *
 * @category operations
 * @since 0.1.0
 */
export const subgameTotals =
  (summation: Summation) =>
  (subgames: ReadonlyArray<Subgame>): SubgameTotals => {
    const add = sum(summation)
    const actual = add(subgames.map((one) => one.actual))
    const frontier = add(subgames.map((one) => one.frontier))
    return {
      count: subgames.length,
      nontrivial: subgames.filter(isNontrivial).length,
      solved: subgames.filter((one) => isNontrivial(one) && (one.ratio ?? 0) >= SOLVED).length,
      applied: subgames.filter((one) => one.applied).length,
      actual,
      frontier,
      gap: add(subgames.map((one) => one.gap)),
      ratio: ratioOf(actual, frontier),
    }
  }

/**
 * Adds up subgames type by type; types that do not occur are left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const subgamesByType =
  (summation: Summation) =>
  (subgames: ReadonlyArray<Subgame>): Readonly<Partial<Record<SubgameType, SubgameTotals>>> => {
    const types = [...new Set(subgames.map((one) => one.type))]
    const totals = subgameTotals(summation)
    return Object.fromEntries(
      types.map((type) => [type, totals(subgames.filter((one) => one.type === type))] as const),
    )
  }
