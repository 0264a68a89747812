/**
 * RankSets: which ranks a table of intervals supports.
 *
 * Where simultaneous intervals overlap, the order of their estimates is not resolved. The best rank that an entry can
 * hold is one more than the number of entries wholly above it; the worst is the number of entries less those wholly
 * below it. Where the leader's interval overlaps others, the ranks below the leader are unresolved, and the entries
 * that share its place are named.
 *
 * Laws
 *   L1 own rank    the rank of an entry's estimate lies in its rank set
 *   L2 apart       intervals of which no two overlap give every entry one rank
 *   L3 wider       widening an interval narrows no rank set
 *
 * @module
 */

import { type Account, accountOf, type Unsupported, unsupported } from './evaluable.js'

/**
 * Holds a name with its estimate and interval; the ends are `null` where no interval can be supported.
 *
 * @category model
 * @since 0.1.0
 */
export interface NamedInterval {
  readonly name: string
  readonly estimate: number
  readonly low: number | null
  readonly high: number | null
}

/**
 * Holds the ranks that an entry can have, 1 for the best.
 *
 * @category model
 * @since 0.1.0
 */
export interface RankSet {
  readonly name: string
  readonly estimate: number
  readonly best: number
  readonly worst: number
}

/**
 * Holds the rank sets of a table, best estimate first. `tiedWithLeader` names the entries whose intervals overlap the
 * leader's; `unresolved` says whether there are any, or any other overlap. Entries without an interval are dropped.
 *
 * @category model
 * @since 0.1.0
 */
export interface RankSets extends Account {
  readonly _tag: 'RankSets'
  readonly sets: ReadonlyArray<RankSet>
  readonly leader: string
  readonly tiedWithLeader: ReadonlyArray<string>
  readonly unresolved: boolean
}

interface Bounded {
  readonly name: string
  readonly estimate: number
  readonly low: number
  readonly high: number
}

/**
 * Finds the rank sets of simultaneous intervals. `better` says which end of the scale is the first rank. Not evaluable
 * without an interval, with ends that are not finite or not in order around the estimate, or with two entries of one
 * name, whose ranks nobody could tell apart.
 *
 * @example
 * ```ts
 * import { rankSets } from 'edgeworth/statistics'
 *
 * const found = rankSets()([
 *   { name: 'a', estimate: 0.6, low: 0.5, high: 0.7 },
 *   { name: 'b', estimate: 0.55, low: 0.45, high: 0.65 },
 *   { name: 'c', estimate: 0.2, low: 0.1, high: 0.3 },
 * ])
 * found._tag === 'RankSets' && [found.leader, found.tiedWithLeader, found.sets[2]?.best] // => ['a', ['b'], 3]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const rankSets =
  (better: 'higher' | 'lower' = 'higher') =>
  (entries: ReadonlyArray<NamedInterval>): RankSets | Unsupported => {
    const kept = entries.flatMap(
      ({ name, estimate, low, high }): ReadonlyArray<Bounded> =>
        low === null || high === null ? [] : [{ name, estimate, low, high }],
    )
    const account = accountOf(kept.length, entries.length - kept.length, 'missing_value')
    const refuse = unsupported('rank_sets')
    const names = entries.map(({ name }) => name)
    const again = names.find((name, place) => names.indexOf(name) < place)
    if (again !== undefined) return refuse('duplicate_name', account, again)
    const wrong = kept.find(
      ({ low, estimate, high }) =>
        !(Number.isFinite(low) && Number.isFinite(high) && low <= estimate && estimate <= high),
    )
    if (wrong !== undefined) return refuse('not_finite', account, wrong.name)
    const sign = better === 'higher' ? 1 : -1
    const ordered = [...kept].sort((a, b) => sign * (b.estimate - a.estimate))
    const [leader] = ordered
    if (leader === undefined) return refuse('no_data', account)
    const above = (one: Bounded, other: Bounded): boolean =>
      better === 'higher' ? one.low > other.high : one.high < other.low
    const sets = ordered.map((entry) => ({
      name: entry.name,
      estimate: entry.estimate,
      best: 1 + ordered.filter((other) => above(other, entry)).length,
      worst: ordered.length - ordered.filter((other) => above(entry, other)).length,
    }))
    return {
      _tag: 'RankSets',
      sets,
      leader: leader.name,
      tiedWithLeader: ordered
        .filter((other) => other !== leader && !above(leader, other))
        .map(({ name }) => name),
      unresolved: sets.some(({ best, worst }) => best !== worst),
      ...account,
    }
  }
