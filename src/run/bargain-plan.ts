/**
 * Bargain plan: which agents bargain in which games over which worlds, as data.
 *
 * A seed stands for one world of a case (`bargain-case.ts`). So a job is one world (in all four cells, in the symmetric
 * game), with a row of its own, and can fail without the others.
 *
 * | part       | meaning                                                                                            |
 * | ---------- | -------------------------------------------------------------------------------------------------- |
 * | `cases`    | names, and setups of any of the three games                                                        |
 * | `agents`   | names, who is under test and who is the counterpart, and what plays there (part of the id of a job) |
 * | `seeds`    | whole numbers: one world each                                                                      |
 * | `settings` | what else the one who plays needs; no part of the id of a job                                      |
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { arrayOf, closedObjectOf, decode, Integer, JsonValue, nullable } from '../core/codec.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { sha256Hex } from '../core/hash.js'
import { canonicalJson, type Json } from '../core/json.js'
import { type BargainSetup, bargainSetup } from '../trace/bargaining/index.js'
import { writeJson } from '../trace/write.js'
import { type BargainCase, setupOfSeed } from './bargain-case.js'
import {
  askedSeats,
  type BargainPolicy,
  type BargainSeats,
  nameSeats,
  unheldSeats,
} from './bargain-seats.js'
import { commonDefects, type PlanDefects } from './plan-defects.js'
import { jobId } from './result-row.js'
import type { BargainJob } from './sweep-job.js'

/**
 * Names the form of a plan of bargains.
 *
 * @category model
 * @since 0.1.0
 */
export const BARGAIN_SWEEP_FORMAT = 'edgeworth-bargain-sweep/1'

/**
 * Describes an agent that bargains, and whom it meets where the counterpart is asked.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainAgent {
  readonly name: string
  readonly policies: BargainSeats
  readonly players: Json
}

/**
 * Is what a sweep of bargains plays.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainPlan {
  readonly game: 'bargains'
  readonly cases: ReadonlyArray<BargainCase>
  readonly agents: ReadonlyArray<BargainAgent>
  readonly seeds: ReadonlyArray<number>
  readonly settings: Json
}

const notPlayable = (path: ReadonlyArray<string | number>, failures: Failures): PlanDefects =>
  below([...path], failures).map((found) => ({ ...found, _tag: 'NotPlayable' }))

const caseDefects = ({ cases, seeds }: BargainPlan): PlanDefects =>
  cases.flatMap(({ setup }, at): PlanDefects => {
    const checked = bargainSetup(setup)
    if (isLeft(checked)) return notPlayable(['cases', at], checked.left)
    return seeds.filter(Number.isSafeInteger).flatMap((seed): PlanDefects => {
      const made = setupOfSeed(setup)(seed)
      return isLeft(made) ? notPlayable(['cases', at], made.left) : []
    })
  })

const seatDefects = ({ cases, agents }: BargainPlan): PlanDefects =>
  agents.flatMap(({ policies }, at) =>
    cases.flatMap(
      ({ name, setup }): PlanDefects =>
        unheldSeats(setup, policies, null).map((expected) =>
          failure('NotPlayable', ['agents', at, name], JSON.stringify(policies), expected),
        ),
    ),
  )

/**
 * Lists everything that is wrong with a plan of bargains; nothing for one that can be played.
 *
 * @category operations
 * @since 0.1.0
 */
export const bargainPlanDefects = (plan: BargainPlan): PlanDefects => [
  ...commonDefects(plan),
  ...caseDefects(plan),
  ...seatDefects(plan),
]

const hashOf = (setup: BargainSetup): string => {
  const text = canonicalJson(setup)
  // A setup that was checked is JSON.
  return sha256Hex(isLeft(text) ? '' : text.right)
}

/** Policies are plain data. */
const seatsJson = (seats: BargainSeats): Json => JSON.parse(JSON.stringify(seats)) as Json

/**
 * Lists the jobs of a plan that has no defects, by case, agent and seed.
 *
 * @category operations
 * @since 0.1.0
 */
export const bargainJobs = (plan: BargainPlan): ReadonlyArray<BargainJob> =>
  plan.cases.flatMap((one) =>
    plan.agents.flatMap(({ name, policies, players }) =>
      plan.seeds.flatMap((seed): ReadonlyArray<BargainJob> => {
        const made = setupOfSeed(one.setup)(seed)
        if (isLeft(made)) return []
        const seats = askedSeats(one.setup, policies)
        const setup = nameSeats(seats)(made.right)
        return [
          {
            _tag: 'Bargain',
            id: jobId({ caseHash: hashOf(setup), roles: seatsJson(seats), players, seed }),
            name: `${one.name}__${name}__s${seed}`,
            case: one.name,
            agent: name,
            seed,
            setup,
            seats,
            players,
            settings: plan.settings,
          },
        ]
      }),
    ),
  )

/**
 * Writes a plan of bargains as a document: JSON with sorted members.
 *
 * @category codec
 * @since 0.1.0
 */
export const bargainPlanText = ({ cases, agents, seeds, settings }: BargainPlan): string =>
  writeJson('document', {
    format: BARGAIN_SWEEP_FORMAT,
    // Setups and policies are plain data of numbers and texts.
    // A setup is plain data: numbers, texts and lists.
    cases: cases.map(({ name, setup }) => ({ name, setup: setup as unknown as Json })),
    agents: agents.map(({ name, policies, players }) => ({
      name,
      policies: seatsJson(policies),
      players,
    })),
    seeds,
    settings,
  })

const Policy: t.Type<BargainPolicy> = /* @__PURE__ */ t.union([
  /* @__PURE__ */ closedObjectOf({ kind: t.literal('script'), script: t.string }),
  /* @__PURE__ */ closedObjectOf({
    kind: t.literal('llm'),
    model: t.string,
    pin: nullable(t.string),
  }),
])

const readForm = decode(
  /* @__PURE__ */ closedObjectOf({
    format: t.literal(BARGAIN_SWEEP_FORMAT),
    cases: arrayOf(closedObjectOf({ name: t.string, setup: JsonValue })),
    agents: arrayOf(
      closedObjectOf({
        name: t.string,
        policies: closedObjectOf({ underTest: Policy, counterpart: nullable(Policy) }),
        players: JsonValue,
      }),
    ),
    seeds: arrayOf(Integer),
    settings: JsonValue,
  }),
)

/**
 * Reads a plan of bargains. Fails for what is none, with every setup that cannot be read.
 *
 * @category codec
 * @since 0.1.0
 */
export const readBargainPlan = (json: unknown): Either<Failures, BargainPlan> => {
  const plan = readForm(json)
  if (isLeft(plan)) return plan
  const { agents, seeds, settings } = plan.right
  const failures: Array<Failure> = []
  const cases = plan.right.cases.flatMap(({ name, setup }, at): ReadonlyArray<BargainCase> => {
    const read = bargainSetup(setup)
    if (!isLeft(read)) return [{ name, setup: read.right }]
    failures.push(...below(['cases', at, 'setup'], read.left))
    return []
  })
  const found = nonEmpty(failures)
  return found === null ? right({ game: 'bargains', cases, agents, seeds, settings }) : left(found)
}
