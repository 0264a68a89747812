/**
 * Sweep plan: which agents play which cases over which seeds, as data.
 *
 * A plan holds all that decides the games of a sweep, so a sweep is resumed from its plan alone. The jobs of a plan come
 * in one order, by case, agent and seed, which is the order of every list of results. A plan is one of markets, as the
 * table says, or one of bargains (`bargain-plan.ts`).
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
import { below, type Failure, type Failures, nonEmpty } from '../core/failure.js'
import type { Json, JsonRecord } from '../core/json.js'
import { configToSnapshot, type ExchangeConfig, readExchangeConfig } from '../economy/config.js'
import { caseHash } from '../exchange/case.js'
import { readRoles, rolesToJson } from '../exchange/roles.js'
import { writeJson } from '../trace/write.js'
import {
  BARGAIN_SWEEP_FORMAT,
  type BargainPlan,
  bargainJobs,
  bargainPlanDefects,
  bargainPlanText,
  readBargainPlan,
} from './bargain-plan.js'
import { commonDefects, type PlanDefects, type PlanFailure } from './plan-defects.js'
import { jobId } from './result-row.js'
import type { MarketJob, SweepJob } from './sweep-job.js'

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
 * Is what a sweep of markets plays.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarketPlan {
  readonly cases: ReadonlyArray<ExchangeConfig>
  readonly agents: ReadonlyArray<SweepAgent>
  readonly seeds: ReadonlyArray<number>
  readonly settings: Json
}

/**
 * Is what a sweep plays: markets or bargains.
 *
 * @category model
 * @since 0.1.0
 */
export type SweepPlan = MarketPlan | BargainPlan

/**
 * Tells a plan of bargains from one of markets.
 *
 * @category operations
 * @since 0.1.0
 */
export const isBargainPlan = (plan: SweepPlan): plan is BargainPlan => 'game' in plan

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

const roleDefects = ({ cases, agents }: MarketPlan): PlanDefects =>
  agents.flatMap((agent, at) =>
    cases.flatMap((config): PlanDefects => {
      const roles = readRoles(seatsFor(config, agent), config.numAgents)
      if (!isLeft(roles)) return []
      return below(['agents', at, config.name], roles.left).map((found) => ({
        ...found,
        _tag: 'NotPlayable',
      }))
    }),
  )

const marketDefects = (plan: MarketPlan): PlanDefects => [
  ...commonDefects(plan),
  ...roleDefects(plan),
]

/**
 * Lists everything that is wrong with a plan; nothing for one that can be played.
 *
 * @category operations
 * @since 0.1.0
 */
export const planDefects = (plan: SweepPlan): PlanDefects =>
  isBargainPlan(plan) ? bargainPlanDefects(plan) : marketDefects(plan)

const marketJobs = (plan: MarketPlan): ReadonlyArray<MarketJob> =>
  plan.cases.flatMap((config) => {
    const hash = caseHash(config)
    return plan.agents.flatMap((agent): ReadonlyArray<MarketJob> => {
      const read = readRoles(seatsFor(config, agent), config.numAgents)
      if (isLeft(read)) return []
      const roles = rolesToJson(read.right)
      return plan.seeds.map((seed) => ({
        _tag: 'Market',
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

/**
 * Lists the jobs of a plan, by case, agent and seed.
 *
 * @category operations
 * @since 0.1.0
 */
export const jobsOf = (plan: SweepPlan): Either<Failures<PlanFailure>, ReadonlyArray<SweepJob>> => {
  const failures = nonEmpty(planDefects(plan))
  if (failures !== null) return left(failures)
  return right(isBargainPlan(plan) ? bargainJobs(plan) : marketJobs(plan))
}

const marketText = ({ cases, agents, seeds, settings }: MarketPlan): string =>
  writeJson('document', {
    format: SWEEP_FORMAT,
    cases: cases.map(configToSnapshot),
    agents: agents.map(({ name, policies, players }) => ({ name, policies, players })),
    seeds,
    settings,
  })

/**
 * Writes a plan as a document: JSON with sorted members.
 *
 * @category codec
 * @since 0.1.0
 */
export const planText = (plan: SweepPlan): string =>
  isBargainPlan(plan) ? bargainPlanText(plan) : marketText(plan)

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

const isOfBargains = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  'format' in json &&
  json.format === BARGAIN_SWEEP_FORMAT

/**
 * Reads a plan. Fails for a text that is none, with every configuration that cannot be read.
 *
 * @category codec
 * @since 0.1.0
 */
export const readPlan = (text: string): Either<Failures, SweepPlan> => {
  const json = parsed(text)
  if (isOfBargains(json)) return readBargainPlan(json)
  const plan = decode(PlanCodec)(json)
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
