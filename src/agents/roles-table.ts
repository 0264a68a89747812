/**
 * Roles table: the agents that a table of roles seats.
 *
 * The scripted kinds of policy have their agents here; for models and submissions the caller gives one. What cannot be
 * played is refused before anything runs.
 *
 * | kind                         | agent                                    |
 * | ---------------------------- | ---------------------------------------- |
 * | `scripted_bilateral_ir`      | `privilegedBilateralAgent('first_ir')`   |
 * | `scripted_bilateral_optimal` | `privilegedBilateralAgent('max_joint')`  |
 * | `scripted_bilateral_extract` | `privilegedBilateralAgent('max_own')`    |
 * | any other                    | the caller's, by policy and seat         |
 *
 * Laws
 *   L1 by role   every agent answers by the policy of its seat
 *
 * @module
 */
import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { Failures } from '../core/failure.js'
import { playableRoles, policyAt, type Roles, type RolesFailure } from '../exchange/roles.js'
import type { ScriptedKind, SeatPolicy } from '../exchange/seat.js'
import type { PrivilegedExchangeAgent, Table } from './exchange-agent.js'
import type { BilateralPolicy } from './privileged-bilateral.js'
import { privilegedBilateralAgent } from './privileged-controller.js'

/**
 * Is a policy that no script plays.
 *
 * @category model
 * @since 0.1.0
 */
export type OpenPolicy = Exclude<SeatPolicy, { readonly kind: ScriptedKind }>

/**
 * Gives the agent of a policy that no script plays, for a seat: the number of an agent, the compiler or the verifier.
 *
 * @category model
 * @since 0.1.0
 */
export type OpenSeats = (
  policy: OpenPolicy,
  seat: number | 'compiler' | 'verifier',
) => PrivilegedExchangeAgent

const scripted: Readonly<Record<ScriptedKind, BilateralPolicy>> = {
  scripted_bilateral_ir: 'first_ir',
  scripted_bilateral_optimal: 'max_joint',
  scripted_bilateral_extract: 'max_own',
}

const isScripted = (policy: SeatPolicy): policy is { readonly kind: ScriptedKind } =>
  Object.hasOwn(scripted, policy.kind)

/**
 * Seats the agents of roles. Fails, naming the seats, where a policy cannot be played.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tableOfRoles = (
  roles: Roles,
  open: OpenSeats,
): Either<Failures<RolesFailure>, Table> => {
  const playable = playableRoles(roles)
  if (isLeft(playable)) return playable
  const agentAt = (
    policy: SeatPolicy,
    seat: number | 'compiler' | 'verifier',
  ): PrivilegedExchangeAgent =>
    isScripted(policy) ? privilegedBilateralAgent(scripted[policy.kind]) : open(policy, seat)
  return right({
    agents: (agent) => {
      const policy = policyAt(roles, agent)
      return policy === null ? null : agentAt(policy, agent)
    },
    compiler: agentAt(roles.compiler, 'compiler'),
    verifier: agentAt(roles.verifier, 'verifier'),
  })
}
