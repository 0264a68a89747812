/**
 * Seats: who sits where in a recorded run, read from the `roles` of its configuration.
 *
 * Every agent sits in exactly one seat, under test or in the panel; the compiler and the verifier are nobody's agent. A
 * seat's policy is a model (`llm`, `frozen_llm`), a submission, or a script. Models and submissions leave rows in the
 * manifest, scripts do not. A configuration without roles seats models everywhere, under the one label `env`.
 *
 * | policy kind              | manifest rows | temperature and sample                |
 * | ------------------------ | ------------- | ------------------------------------- |
 * | `llm`                    | yes           | those of the run                      |
 * | `frozen_llm`             | yes           | 0                                     |
 * | `submitted`              | yes           | those of the run                      |
 * | `scripted_...`           | no            | -                                     |
 *
 * Laws
 *   L1 partition   in a seating that is read without failure every agent has exactly one seat
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { arrayOf, decode, Integer, nullable, objectOf } from '../core/codec.js'
import { below, type Failures, nonEmpty } from '../core/failure.js'
import type { Json } from '../core/json.js'
import { leavesManifestRows, type SeatName, seatingDefects } from '../exchange/seat.js'

export type { SeatName } from '../exchange/seat.js'

/**
 * Is a seat with its agents (none for the compiler and the verifier) and its policy.
 *
 * @category model
 * @since 0.1.0
 */
export interface Seat {
  readonly seat: SeatName
  readonly agents: ReadonlyArray<number>
  readonly kind: string
  readonly model: string | null
  readonly pin: string | null
}

/**
 * Is who sits where; `null` in place of a seating means models everywhere.
 *
 * @category model
 * @since 0.1.0
 */
export type Seating = ReadonlyArray<Seat>

const Policy = objectOf(
  { kind: t.string },
  { model: t.string, pin_resolved_model: nullable(t.string) },
)
const AgentSeat = objectOf({ agents: arrayOf(Integer), policy: Policy })
const EnvironmentSeat = objectOf({ policy: Policy })
const Roles = objectOf({
  under_test: AgentSeat,
  panel: arrayOf(AgentSeat),
  compiler: EnvironmentSeat,
  verifier: EnvironmentSeat,
})

type Found = t.TypeOf<typeof Policy>

const seatOf = (seat: SeatName, agents: ReadonlyArray<number>, policy: Found): Seat => ({
  seat,
  agents,
  kind: policy.kind,
  model: policy.model ?? null,
  pin: policy.pin_resolved_model ?? null,
})

/**
 * Reads who sits where from the `roles` of a configuration; `null` where there are none. Paths start at `roles`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readSeating = (
  roles: Json,
  agents: number,
): Either<Failures<'Malformed'>, Seating | null> => {
  if (roles === null) return right(null)
  const decoded = decode(Roles)(roles)
  if (isLeft(decoded)) return left(below(['roles'], decoded.left))
  const { under_test, panel, compiler, verifier } = decoded.right
  const seated = [
    [['under_test', 'agents'], under_test.agents] as const,
    ...panel.map((seat, index) => [['panel', index, 'agents'], seat.agents] as const),
  ]
  const failures = nonEmpty(seatingDefects(seated, agents))
  if (failures !== null) return left(below(['roles'], failures))
  return right([
    seatOf('under_test', under_test.agents, under_test.policy),
    ...panel.map((seat) => seatOf('panel', seat.agents, seat.policy)),
    seatOf('compiler', [], compiler.policy),
    seatOf('verifier', [], verifier.policy),
  ])
}

const seatOfAgent = (seating: Seating, agent: number): Seat | undefined =>
  seating.find((seat) => seat.agents.includes(agent))

/**
 * Gives the seat that answers a call: the agent's, or that of the compiler or verifier; `null` without a seating.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatFor = (
  seating: Seating | null,
  agent: number | null,
  role: string,
): Seat | null => {
  if (seating === null) return null
  const found =
    agent === null ? seating.find((seat) => seat.seat === role) : seatOfAgent(seating, agent)
  return found ?? null
}

/**
 * Tells whether a call of this role to this agent leaves a row in the manifest of a live run.
 *
 * @category operations
 * @since 0.1.0
 */
export const isAsked = (seating: Seating | null, agent: number | null, role: string): boolean => {
  if (seating === null) return true
  const seat = seatFor(seating, agent, role)
  return seat !== null && leavesManifestRows(seat.kind)
}

/**
 * Gives the label under which the manifest counts a call: the agent's seat, or `env`.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatLabel = (seating: Seating | null, agent: number | null): string =>
  seating === null || agent === null ? 'env' : (seatOfAgent(seating, agent)?.seat ?? 'env')

/**
 * Lists the agents under test: those of the seat of that name, or the given first controller without a seating.
 *
 * @category operations
 * @since 0.1.0
 */
export const agentsUnderTest = (
  seating: Seating | null,
  firstController: number,
): ReadonlyArray<number> =>
  seating?.find((seat) => seat.seat === 'under_test')?.agents ?? [firstController]
