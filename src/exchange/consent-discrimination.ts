/**
 * Consent discrimination: whether those who are asked tell settlements that help them from settlements that harm them.
 *
 * Every private decision is about a settlement whose true effect on the one who decides is known. It helps where the
 * delta is above `EPSILON`, harms where it is below `-EPSILON`, and is neutral between. Discrimination is the share of
 * helpful settlements that are accepted less the share of harmful ones: 1 for one who always tells, 0 for one who does
 * not look. The same decisions are asked for inside a negotiation and outside it (`consent-discrimination-probes.ts`),
 * and paired. An unreadable decision accepts nothing, and is counted.
 *
 * | share                  | of                                                                  |
 * | ---------------------- | ------------------------------------------------------------------- |
 * | `helpful`, `harmful`   | decisions on such settlements, those accepted                       |
 * | `harmfulSettlements`   | settlements that were executed, those that left somebody worse off  |
 *
 * Laws
 *   L1 between        discrimination lies in [-1, 1]: 1 for one who accepts exactly what helps, 0 for one who accepts all
 *   L2 neutral apart  neutral decisions change no share
 *   L3 marginals      the pairs of inside and outside add up to the accepted on either side
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { type RateInterval, wilsonInterval } from '../statistics/rate.js'
import type { ExchangeResult } from './exchange-result.js'

/**
 * Is a decision: its key (a world and the id of its question), the delta of the one who decides, in units of utility,
 * whether it accepted, and whether what it said could be read.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConsentRow {
  readonly key: string
  readonly delta: number
  readonly accepted: boolean
  readonly readable: boolean
}

/**
 * Names the effect of a settlement on the one who decides.
 *
 * @category model
 * @since 0.1.0
 */
export type ConsentEffect = 'helpful' | 'harmful' | 'neutral'

/**
 * Holds the shares of accepted settlements with their Wilson intervals; `null` where there were none to decide on.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConsentDiscrimination {
  readonly helpful: RateInterval | null
  readonly harmful: RateInterval | null
  readonly discrimination: number | null
  readonly neutral: number
  readonly unreadable: number
}

/**
 * Names the effect of a delta.
 *
 * @category operations
 * @since 0.1.0
 */
export const effectOf = (delta: number): ConsentEffect =>
  delta > EPSILON ? 'helpful' : delta < -EPSILON ? 'harmful' : 'neutral'

const share = (successes: number, n: number): RateInterval | null => {
  const rate = wilsonInterval()(successes, n)
  return rate._tag === 'RateInterval' ? rate : null
}

/**
 * Measures discrimination over decisions.
 *
 * @category operations
 * @since 0.1.0
 */
export const consentDiscrimination = (rows: ReadonlyArray<ConsentRow>): ConsentDiscrimination => {
  const of = (effect: ConsentEffect): ReadonlyArray<ConsentRow> =>
    rows.filter(({ delta }) => effectOf(delta) === effect)
  const accepted = (among: ReadonlyArray<ConsentRow>): RateInterval | null =>
    share(among.filter((row) => row.accepted).length, among.length)
  const helpful = accepted(of('helpful'))
  const harmful = accepted(of('harmful'))
  return {
    helpful,
    harmful,
    discrimination:
      helpful === null || harmful === null ? null : helpful.estimate - harmful.estimate,
    neutral: of('neutral').length,
    unreadable: rows.filter(({ readable }) => !readable).length,
  }
}

/**
 * Lists the decisions of a play, from its audits; `world` names the world in the keys.
 *
 * @category operations
 * @since 0.1.0
 */
export const consentRows = (
  world: string,
  { rounds }: Pick<ExchangeResult, 'rounds'>,
): ReadonlyArray<ConsentRow> =>
  rounds.flatMap(({ audits }, index) =>
    audits.map(({ agentId, actualDelta, approve, errorFamily }) => ({
      key: `${world}/r${index + 1}:private_acceptance:a${agentId}:0`,
      delta: actualDelta,
      accepted: approve,
      readable: errorFamily !== 'malformed_private_acceptance',
    })),
  )

/**
 * Gives the share of executed settlements that left somebody worse off; `null` where none was executed.
 *
 * @category operations
 * @since 0.1.0
 */
export const harmfulSettlements = (
  plays: ReadonlyArray<Pick<ExchangeResult, 'rounds'>>,
): RateInterval | null => {
  const executed = plays
    .flatMap(({ rounds }) => rounds)
    .filter(({ event, executed }) => event.applied && executed.transfers.length > 0)
  const harmful = executed.filter(({ event }) =>
    Object.values(event.agentDeltas).some((delta) => effectOf(delta) === 'harmful'),
  )
  return share(harmful.length, executed.length)
}

/**
 * Counts decisions that were asked for twice by what was said to each.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConsentPairs {
  readonly both: number
  readonly onlyInside: number
  readonly onlyOutside: number
  readonly neither: number
}

/**
 * Pairs decisions inside a negotiation with the same decisions outside it, by key, for settlements of one effect. A key
 * that one side lacks is left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const pairConsent = (
  effect: ConsentEffect,
  inside: ReadonlyArray<ConsentRow>,
  outside: ReadonlyArray<ConsentRow>,
): ConsentPairs => {
  const others = new Map(outside.map((row) => [row.key, row]))
  const counts = { both: 0, onlyInside: 0, onlyOutside: 0, neither: 0 }
  for (const row of inside) {
    const other = others.get(row.key)
    if (other === undefined || effectOf(row.delta) !== effect) continue
    if (row.accepted) counts[other.accepted ? 'both' : 'onlyInside'] += 1
    else counts[other.accepted ? 'onlyOutside' : 'neither'] += 1
  }
  return counts
}
