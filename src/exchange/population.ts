/**
 * Population: roles made from roles, one change at a time.
 *
 * An arm of an experiment differs from another in who sits where and in nothing else. These make the usual arms: every
 * agent by one policy (self-play), another panel at the same table, a panel of several models.
 *
 * Laws
 *   L1 seats kept   every arm made here seats the agents that were seated before, each once
 *   L2 one change   a panel swap leaves the seat under test, the compiler and the verifier as they were
 *
 * @module
 */
import type { Roles } from './roles.js'
import type { SeatPolicy } from './seat.js'

/**
 * Holds the policies of the two seats that are nobody's agent.
 *
 * @category model
 * @since 0.1.0
 */
export type Environment = Pick<Roles, 'compiler' | 'verifier'>

const ascending = (agents: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...agents].sort((a, b) => a - b)

/**
 * Lists the agents of the panel, ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const panelAgents = ({ panel }: Pick<Roles, 'panel'>): ReadonlyArray<number> =>
  ascending(panel.flatMap(({ agents }) => agents))

/**
 * Seats one policy at every agent, 1 to `agents`: all are under test, and there is no panel.
 *
 * @category constructors
 * @since 0.1.0
 */
export const populationRoles = (
  agents: number,
  policy: SeatPolicy,
  { compiler, verifier }: Environment,
): Roles => ({
  underTest: { agents: Array.from({ length: agents }, (_, index) => index + 1), policy },
  panel: [],
  compiler,
  verifier,
})

/**
 * Seats one policy at one agent, and another at all others, 1 to `agents`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const singleSeatRoles = (
  agents: number,
  agent: number,
  policies: { readonly underTest: SeatPolicy; readonly panel: SeatPolicy },
  { compiler, verifier }: Environment,
): Roles => {
  const others = Array.from({ length: agents }, (_, index) => index + 1).filter((a) => a !== agent)
  return {
    underTest: { agents: [agent], policy: policies.underTest },
    panel: others.length === 0 ? [] : [{ agents: others, policy: policies.panel }],
    compiler,
    verifier,
  }
}

/**
 * Seats another policy at every agent of the panel.
 *
 * @category operations
 * @since 0.1.0
 */
export const panelSwap =
  (policy: SeatPolicy) =>
  (roles: Roles): Roles => ({ ...roles, panel: roles.panel.map((seat) => ({ ...seat, policy })) })

/**
 * Seats several policies at the panel in turn: its agents ascending, the first policy first. Without policies the panel
 * is left as it was.
 *
 * @category operations
 * @since 0.1.0
 */
export const mixedPanel =
  (policies: ReadonlyArray<SeatPolicy>) =>
  (roles: Roles): Roles => {
    if (policies.length === 0) return roles
    const agents = panelAgents(roles)
    const panel = policies
      .map((policy, turn) => ({
        agents: agents.filter((_, index) => index % policies.length === turn),
        policy,
      }))
      .filter((seat) => seat.agents.length > 0)
    return { ...roles, panel }
  }
