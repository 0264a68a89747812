/**
 * Plan defects: what can be wrong with the plan of a sweep, whatever its games are.
 *
 * @module
 */
import { type Failure, failure } from '../core/failure.js'
import type { Json } from '../core/json.js'

/**
 * Names what can be wrong with a plan.
 *
 * @category failures
 * @since 0.1.0
 */
export type PlanFailure = 'Malformed' | 'NotAName' | 'Twice' | 'Nothing' | 'NotPlayable'

/**
 * Is a list of what is wrong with a plan; none for one that can be played.
 *
 * @category failures
 * @since 0.1.0
 */
export type PlanDefects = ReadonlyArray<Failure<PlanFailure>>

/**
 * Holds what the plans of all games have.
 *
 * @category model
 * @since 0.1.0
 */
export interface CommonPlan {
  readonly cases: ReadonlyArray<{ readonly name: string }>
  readonly agents: ReadonlyArray<{
    readonly name: string
    readonly policies: unknown
    readonly players: Json
  }>
  readonly seeds: ReadonlyArray<number>
}

const nameForm = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_))*$/

/** Lists what is wrong with the names of a list: none at all, one that makes no name of a directory, one that is there
 * twice. */
const nameDefects = (list: string, names: ReadonlyArray<string>): PlanDefects => [
  ...(names.length === 0
    ? [failure<PlanFailure>('Nothing', [list], names, `at least one of the ${list}`)]
    : []),
  ...names.flatMap((name, at): PlanDefects => {
    const path = [list, at, 'name']
    if (!nameForm.test(name)) {
      const expected = 'letters, digits, dots, hyphens and single underscores'
      return [failure('NotAName', path, name, expected)]
    }
    return names.indexOf(name) < at ? [failure('Twice', path, name, 'a name of its own')] : []
  }),
]

/** Lists the agents that differ from an earlier one in their names alone: they would play the same games, under the same
 * ids. */
const doubleDefects = (agents: CommonPlan['agents']): PlanDefects => {
  const contents = agents.map(({ policies, players }) => JSON.stringify([policies, players]))
  return agents.flatMap(({ name }, at): PlanDefects => {
    const first = contents.indexOf(contents[at] ?? '')
    if (first === at) return []
    const expected = `another agent than ${agents[first]?.name ?? ''}`
    return [failure('Twice', ['agents', at], name, expected)]
  })
}

/** Lists what is wrong with seeds: none at all, one that is no whole number, one that is there twice. */
const seedDefects = (seeds: ReadonlyArray<number>): PlanDefects => [
  ...(seeds.length === 0
    ? [failure<PlanFailure>('Nothing', ['seeds'], seeds, 'at least one seed')]
    : []),
  ...seeds.flatMap((seed, at): PlanDefects => {
    if (!Number.isSafeInteger(seed)) {
      return [failure('Malformed', ['seeds', at], seed, 'a whole number')]
    }
    return seeds.indexOf(seed) < at
      ? [failure('Twice', ['seeds', at], seed, 'every seed once')]
      : []
  }),
]

/**
 * Lists what is wrong with a plan that does not depend on its games: the names of cases and agents, agents that are one
 * and the same, and seeds.
 *
 * @category operations
 * @since 0.1.0
 */
export const commonDefects = ({ cases, agents, seeds }: CommonPlan): PlanDefects => [
  ...nameDefects(
    'cases',
    cases.map(({ name }) => name),
  ),
  ...nameDefects(
    'agents',
    agents.map(({ name }) => name),
  ),
  ...doubleDefects(agents),
  ...seedDefects(seeds),
]
