/**
 * Sweep plan: which agents play which cases over which seeds, as data.
 *
 * A plan holds all that decides the games of a sweep, so a sweep is resumed from its plan alone. The jobs of a plan come
 * in one order, by case, agent and seed, which is the order of every list of results.
 *
 * | part       | meaning                                                                                           |
 * | ---------- | ------------------------------------------------------------------------------------------------- |
 * | `cases`    | configurations; the seats of a case say which agents are under test, else its first controller is |
 * | `agents`   | names, the policy of every kind of seat, and what plays there (part of the id of a job)           |
 * | `seeds`    | whole numbers                                                                                     |
 * | `settings` | what else the one who plays needs; no part of the id of a job                                     |
 *
 * Laws
 *   L1 each once      a plan has one job for every case, agent and seed, with distinct ids and names
 *   L2 plan inverse   reading a written plan gives the plan
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { arrayOf, decode, Integer, JsonValue, objectOf } from '../core/codec.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { Json, JsonRecord } from '../core/json.js'
import { configToSnapshot, type ExchangeConfig, readExchangeConfig } from '../economy/config.js'
import { caseHash } from '../exchange/case.js'
import { type Roles, readRoles, rolesToJson } from '../exchange/roles.js'
import { writeJson } from '../trace/write.js'
import { jobId } from './result-row.js'

/**
 * Names the form of a plan.
 *
 * @category model
 * @since 0.1.0
 */
export const SWEEP_FORMAT = 'edgeworth-sweep/1'

/**
 * Describes an agent of a sweep: the policies of the seat under test, the panel, the compiler and the verifier, as roles
 * write them, and what plays them.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepAgent {
  readonly name: string
  readonly policies: {
    readonly underTest: Json
    readonly panel: Json
    readonly compiler: Json
    readonly verifier: Json
  }
  readonly players: Json
}

/**
 * Is what a sweep plays.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepPlan {
  readonly cases: ReadonlyArray<ExchangeConfig>
  readonly agents: ReadonlyArray<SweepAgent>
  readonly seeds: ReadonlyArray<number>
  readonly settings: Json
}

/**
 * Is one game of a sweep: `config` has the seed and the roles that are played, `name` is that of its directory.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepJob {
  readonly id: string
  readonly name: string
  readonly case: string
  readonly agent: string
  readonly seed: number
  readonly config: ExchangeConfig
  readonly roles: Roles
  readonly players: Json
  readonly settings: Json
}

/**
 * Names what can be wrong with a plan.
 *
 * @category failures
 * @since 0.1.0
 */
export type PlanFailure = 'Malformed' | 'NotAName' | 'Twice' | 'Nothing' | 'NotPlayable'

const nameForm = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_))*$/

type Defects = ReadonlyArray<Failure<PlanFailure>>

const nameDefects = (list: string, names: ReadonlyArray<string>): Defects => [
  ...(names.length === 0
    ? [failure<PlanFailure>('Nothing', [list], names, `at least one of the ${list}`)]
    : []),
  ...names.flatMap((name, at): Defects => {
    const path = [list, at, 'name']
    if (!nameForm.test(name)) {
      const expected = 'letters, digits, dots, hyphens and single underscores'
      return [failure('NotAName', path, name, expected)]
    }
    return names.indexOf(name) < at ? [failure('Twice', path, name, 'a name of its own')] : []
  }),
]

/** Two agents that differ in their names alone would play the same games, under the same ids. */
const doubleDefects = ({ agents }: SweepPlan): Defects => {
  const contents = agents.map(({ policies, players }) => JSON.stringify([policies, players]))
  return agents.flatMap(({ name }, at): Defects => {
    const first = contents.indexOf(contents[at] ?? '')
    if (first === at) return []
    const expected = `another agent than ${agents[first]?.name ?? ''}`
    return [failure('Twice', ['agents', at], name, expected)]
  })
}

const seedDefects = (seeds: ReadonlyArray<number>): Defects => [
  ...(seeds.length === 0
    ? [failure<PlanFailure>('Nothing', ['seeds'], seeds, 'at least one seed')]
    : []),
  ...seeds.flatMap((seed, at): Defects => {
    if (!Number.isSafeInteger(seed)) {
      return [failure('Malformed', ['seeds', at], seed, 'a whole number')]
    }
    return seeds.indexOf(seed) < at
      ? [failure('Twice', ['seeds', at], seed, 'every seed once')]
      : []
  }),
]

/** The agents of the case that are under test: those of its own seats, or its first controller. */
const underTestIn = ({ roles, numAgents, controllers }: ExchangeConfig): ReadonlyArray<number> => {
  const seated = roles === null ? null : readRoles(roles, numAgents)
  return seated === null || isLeft(seated) ? [controllers[0] ?? 1] : seated.right.underTest.agents
}

const seatsFor = (config: ExchangeConfig, { policies }: SweepAgent): JsonRecord => {
  const tested = underTestIn(config)
  const others = Array.from({ length: config.numAgents }, (_, index) => index + 1).filter(
    (agent) => !tested.includes(agent),
  )
  return {
    under_test: { agents: tested, policy: policies.underTest },
    panel: others.length === 0 ? [] : [{ agents: others, policy: policies.panel }],
    compiler: { policy: policies.compiler },
    verifier: { policy: policies.verifier },
  }
}

const roleDefects = ({ cases, agents }: SweepPlan): Defects =>
  agents.flatMap((agent, at) =>
    cases.flatMap((config): Defects => {
      const roles = readRoles(seatsFor(config, agent), config.numAgents)
      if (!isLeft(roles)) return []
      return below(['agents', at, config.name], roles.left).map((found) => ({
        ...found,
        _tag: 'NotPlayable',
      }))
    }),
  )

/**
 * Lists everything that is wrong with a plan; nothing for one that can be played.
 *
 * @category operations
 * @since 0.1.0
 */
export const planDefects = (plan: SweepPlan): Defects => [
  ...nameDefects(
    'cases',
    plan.cases.map(({ name }) => name),
  ),
  ...nameDefects(
    'agents',
    plan.agents.map(({ name }) => name),
  ),
  ...doubleDefects(plan),
  ...seedDefects(plan.seeds),
  ...roleDefects(plan),
]

/**
 * Lists the jobs of a plan, by case, agent and seed.
 *
 * @category operations
 * @since 0.1.0
 */
export const jobsOf = (plan: SweepPlan): Either<Failures<PlanFailure>, ReadonlyArray<SweepJob>> => {
  const failures = nonEmpty(planDefects(plan))
  if (failures !== null) return left(failures)
  const jobs = plan.cases.flatMap((config) => {
    const hash = caseHash(config)
    return plan.agents.flatMap((agent): ReadonlyArray<SweepJob> => {
      const read = readRoles(seatsFor(config, agent), config.numAgents)
      if (isLeft(read)) return []
      const roles = rolesToJson(read.right)
      return plan.seeds.map((seed) => ({
        id: jobId({ caseHash: hash, roles, players: agent.players, seed }),
        name: `${config.name}__${agent.name}__s${seed}`,
        case: config.name,
        agent: agent.name,
        seed,
        config: { ...config, seed, roles },
        roles: read.right,
        players: agent.players,
        settings: plan.settings,
      }))
    })
  })
  return right(jobs)
}

/**
 * Writes a plan as a document: JSON with sorted members.
 *
 * @category codec
 * @since 0.1.0
 */
export const planText = ({ cases, agents, seeds, settings }: SweepPlan): string =>
  writeJson('document', {
    format: SWEEP_FORMAT,
    cases: cases.map(configToSnapshot),
    agents: agents.map(({ name, policies, players }) => ({ name, policies, players })),
    seeds,
    settings,
  })

const PlanCodec = /* @__PURE__ */ objectOf({
  format: t.literal(SWEEP_FORMAT),
  cases: arrayOf(JsonValue),
  agents: arrayOf(
    objectOf({
      name: t.string,
      policies: objectOf({
        underTest: JsonValue,
        panel: JsonValue,
        compiler: JsonValue,
        verifier: JsonValue,
      }),
      players: JsonValue,
    }),
  ),
  seeds: arrayOf(Integer),
  settings: JsonValue,
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Reads a plan. Fails for a text that is none, with every configuration that cannot be read.
 *
 * @category codec
 * @since 0.1.0
 */
export const readPlan = (text: string): Either<Failures, SweepPlan> => {
  const plan = decode(PlanCodec)(parsed(text))
  if (isLeft(plan)) return plan
  const { agents, seeds, settings } = plan.right
  const cases = plan.right.cases.map((json) => readExchangeConfig(json))
  const failures = nonEmpty(
    cases.flatMap(
      (read, at): ReadonlyArray<Failure> => (isLeft(read) ? below(['cases', at], read.left) : []),
    ),
  )
  if (failures !== null) return left(failures)
  const read = cases.flatMap((config) => (isLeft(config) ? [] : [config.right]))
  return right({ cases: read, agents, seeds, settings })
}
