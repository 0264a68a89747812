/**
 * Market: an exchange that is about to be played, and what a seat sees of it at any time.
 *
 * A market is computed once from its setup. A scene is one round of it: the ledger that the rounds before left and their
 * public record. Observations are made here and nowhere else, so what a seat may know stands in one place.
 *
 * | a seat sees                        | when                                                              |
 * | ---------------------------------- | ----------------------------------------------------------------- |
 * | its own holdings and values        | always                                                            |
 * | the holdings of all                | `show_full_allocation`                                            |
 * | the total of every good            | `show_resource_totals`                                            |
 * | the values of all                  | `reveal_all_private_values`                                       |
 * | what was settled and written down  | always                                                            |
 * | gains and welfare of past rounds   | profile `legacy`; `clean_market_v1` keeps them back                |
 * | a text                             | with broadcast all; else its own, those of the controller and of  |
 * |                                    | agents it sees, and as controller all                              |
 *
 * Laws
 *   L1 own row          an observation does not change with the values of others, nor with their holdings unless shown
 *   L2 within hearing   without a broadcast nobody but the controller hears an agent it does not see
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { ExchangeConfig } from '../economy/config.js'
import { communicationSet, respondersWithoutText, visibleAgents } from '../economy/visibility.js'
import { resourceTotals, type World } from '../economy/world.js'
import { activeInstitutions } from '../settlement/institution.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import type { Reading } from './mechanism-fields.js'
import type {
  HiddenState,
  MarketRules,
  PublicRound,
  ReasoningChannel,
  SeatView,
  Utterance,
} from './question.js'
import type { SettledRound } from './settled-round.js'

/**
 * Holds what does not change while an exchange is played.
 *
 * @category model
 * @since 0.1.0
 */
export interface Market {
  readonly config: ExchangeConfig
  readonly world: World
  readonly summation: Summation
  readonly reading: Reading
  readonly reasoning: ReasoningChannel
  readonly rules: MarketRules
  readonly defectors: ReadonlySet<number>
  readonly totals: ReadonlyArray<number> | null
  /** The agents that an agent sees, ascending. */
  readonly contactsOf: (agent: number) => ReadonlyArray<number>
  readonly speakersOf: (controller: number) => ReadonlyArray<number>
  /** Those who answer a controller whatever it says. */
  readonly respondersOf: (controller: number) => ReadonlyArray<number>
}

/**
 * Holds the state in which a round is played.
 *
 * @category model
 * @since 0.1.0
 */
export interface Scene {
  readonly market: Market
  readonly round: number
  readonly controller: number
  readonly ledger: Ledger
  readonly history: ReadonlyArray<PublicRound>
}

/** Remembers the lists of a pure function: drawing contacts costs more than everything else in a question. */
const remembered = (
  of: (agent: number) => ReadonlyArray<number>,
): ((agent: number) => ReadonlyArray<number>) => {
  const known = new Map<number, ReadonlyArray<number>>()
  return (agent) => {
    const found = known.get(agent) ?? of(agent)
    known.set(agent, found)
    return found
  }
}

const rulesOf = (config: ExchangeConfig, world: World): MarketRules => {
  const { protocol } = config
  const privately = protocol.privateAcceptanceCheck && !protocol.atomicCommit
  return {
    agents: config.numAgents,
    goods: world.resourceNames,
    rounds: config.rounds,
    utilityMode: world.utilityMode,
    moneyGood: world.moneyGoodIndex,
    settlementRowLimit: protocol.settlementRowLimit,
    responseScope: protocol.responseScope,
    broadcast: protocol.publicBroadcast,
    directContactsOnly: protocol.directContactScope === 'visible_only',
    atomicCommit: protocol.atomicCommit,
    partialClearing: protocol.partialClearing,
    strictSelfInterest: protocol.strictSelfInterest,
    rationalityEnforced: protocol.irEnforce,
    updatesNeedFinalSection: protocol.requireFinalPublicStateUpdateForInstitutions,
    privateAcceptance: privately ? protocol.privateAcceptanceMode : null,
    mechanismExample: protocol.antiAnchorMechanismExample,
  }
}

/**
 * Collects what a market is made of.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarketParts {
  readonly config: ExchangeConfig
  readonly world: World
  readonly summation: Summation
  readonly reading: Reading
  readonly reasoning: ReasoningChannel
  readonly defectors: ReadonlyArray<number>
}

/**
 * Makes a market of its parts.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openMarket = (parts: MarketParts): Market => {
  const { config, world, summation, defectors } = parts
  const contactsOf = remembered(visibleAgents(config))
  return {
    ...parts,
    defectors: new Set(defectors),
    rules: rulesOf(config, world),
    totals: config.protocol.showResourceTotals ? resourceTotals(summation)(world.allocation) : null,
    contactsOf,
    speakersOf: communicationSet(config, contactsOf),
    respondersOf: respondersWithoutText(config, contactsOf),
  }
}

/**
 * Shows an agent (from 1) what it sees at the beginning of a round.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatView = (scene: Scene, agent: number): SeatView => {
  const { market, ledger, round, controller, history } = scene
  const { config, world, rules, reasoning, totals } = market
  const { showFullAllocation, revealAllPrivateValues } = config.protocol
  return {
    agent,
    round,
    controller,
    rules,
    reasoning,
    contacts: market.contactsOf(agent),
    holdings: ledger.allocation[agent - 1] ?? [],
    values: world.preferences[agent - 1] ?? [],
    bundle: world.bundleBuyer?.buyerAgent === agent ? world.bundleBuyer : null,
    allocation: showFullAllocation ? ledger.allocation : null,
    totals,
    allValues: revealAllPrivateValues ? world.preferences : null,
    institutions: activeInstitutions(ledger.institutions, round),
    history,
  }
}

/**
 * Leaves of some texts those that an agent hears.
 *
 * @category operations
 * @since 0.1.0
 */
export const heardBy = (
  { market, controller }: Scene,
  agent: number,
  texts: ReadonlyArray<Utterance>,
): ReadonlyArray<Utterance> => {
  if (market.config.protocol.publicBroadcast || agent === controller) return texts
  const contacts = market.contactsOf(agent)
  return texts.filter(
    (text) => text.agent === agent || text.agent === controller || contacts.includes(text.agent),
  )
}

/**
 * Gives the true state of a scene.
 *
 * @category operations
 * @since 0.1.0
 */
export const hiddenIn = ({ market, ledger }: Scene): HiddenState => ({
  ledger,
  summation: market.summation,
})

/**
 * Writes the public record of a settled round.
 *
 * @category operations
 * @since 0.1.0
 */
export const publicRound = (
  { market, round, controller }: Scene,
  { event }: SettledRound,
  executed: Mechanism,
  rejectedBy: ReadonlyArray<number>,
): PublicRound => {
  const isOpen = market.config.protocol.informationRevealProfile === 'legacy'
  return {
    round,
    controller,
    applied: event.applied,
    transfers: event.applied ? executed.transfers : [],
    updates: event.applied ? event.institutionalUpdates : [],
    rejectedBy,
    gains: isOpen && event.applied ? event.agentDeltas : null,
    welfare: isOpen ? event.welfareAfter : null,
  }
}
