/**
 * Visibility: whom an agent sees, who speaks, who is asked to answer, whose turn it is.
 *
 * All of it follows from the configuration and, for drawn contacts, from CPython's shuffle of the other agents under the
 * seed `visibility_seed + 7919 i + 101 N + R` (agent i from 1, N agents, R goods, money included).
 *
 * Laws
 *   L1 others      nobody sees itself, and nobody twice; the visible agents are agents, ascending
 *   L2 contacts    under `limited_contact` with k contacts everybody sees min(max(k, 0), N - 1) agents
 *   L3 speakers    the controller of a round is always among those who communicate
 *   L4 answers     the controller never answers itself
 *   L5 turns       controllers take turns: round t and round t + (number of controllers) have the same one
 *
 * @module
 */
import { seedCPython, withCPython } from '../core/random/cpython.js'
import { type ExchangeConfig, goodsOfConfig } from './config.js'

const AGENT_STRIDE = 7919n
const COUNT_STRIDE = 101n

const allAgents = (config: ExchangeConfig): ReadonlyArray<number> =>
  Array.from({ length: config.numAgents }, (_, index) => index + 1)

const othersOf = (config: ExchangeConfig, agent: number): ReadonlyArray<number> =>
  allAgents(config).filter((other) => other !== agent)

const ascending = (agents: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...agents].sort((a, b) => a - b)

const contactSeed = (config: ExchangeConfig, agent: number): bigint =>
  BigInt(config.protocol.visibilitySeed) +
  AGENT_STRIDE * BigInt(agent) +
  COUNT_STRIDE * BigInt(config.numAgents) +
  BigInt(goodsOfConfig(config))

/**
 * Lists the agents that an agent (from 1) sees, ascending: all others, unless contacts are limited to a number. An agent
 * outside 1..N sees nobody.
 *
 * @category operations
 * @since 0.1.0
 */
export const visibleAgents =
  (config: ExchangeConfig): ((agent: number) => ReadonlyArray<number>) =>
  (agent) => {
    if (!Number.isInteger(agent) || agent < 1 || agent > config.numAgents) return []
    const others = othersOf(config, agent)
    const { visibilityMode, visibleAgentsPerAgent } = config.protocol
    if (visibilityMode !== 'limited_contact' || visibleAgentsPerAgent === null) return others
    if (visibleAgentsPerAgent <= 0) return []
    const [order] = withCPython(seedCPython(contactSeed(config, agent)), (draw) =>
      draw.shuffled(others),
    )
    return ascending(order.slice(0, visibleAgentsPerAgent))
  }

/**
 * Lists the agents that communicate in a round of a controller, ascending: the controller and those it sees where the
 * scope says so or nothing is broadcast, else everybody. Whom an agent sees may be given where it is known already.
 *
 * @category operations
 * @since 0.1.0
 */
export const communicationSet =
  (
    config: ExchangeConfig,
    seenBy: (agent: number) => ReadonlyArray<number> = visibleAgents(config),
  ): ((controller: number) => ReadonlyArray<number>) =>
  (controller) => {
    const { communicationScope, publicBroadcast } = config.protocol
    return communicationScope === 'all' && publicBroadcast
      ? allAgents(config)
      : ascending([controller, ...seenBy(controller)])
  }

/**
 * Lists the agents that are asked to answer a controller whose messages name nobody and solicit nobody, ascending: all
 * others where the scope is `all`, else those it sees. Whom an agent sees may be given where it is known already.
 *
 * @category operations
 * @since 0.1.0
 */
export const respondersWithoutText =
  (
    config: ExchangeConfig,
    seenBy: (agent: number) => ReadonlyArray<number> = visibleAgents(config),
  ): ((controller: number) => ReadonlyArray<number>) =>
  (controller) =>
    config.protocol.responseScope === 'all' ? othersOf(config, controller) : seenBy(controller)

/**
 * Gives the agent that controls a round; rounds are numbered from 1, and controllers take turns in the listed order.
 *
 * @category operations
 * @since 0.1.0
 */
export const controllerOf =
  (config: ExchangeConfig): ((round: number) => number) =>
  (round) => {
    const { controllers } = config
    const turn = (round - 1) % controllers.length
    return controllers[turn < 0 ? turn + controllers.length : turn] ?? 1
  }
