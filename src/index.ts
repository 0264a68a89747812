/**
 * The front door: what most users reach for first. Every folder has an entry of its own beside this one
 * (`edgeworth/core`, `edgeworth/economy`, `edgeworth/settlement`, ...), with everything it holds.
 *
 * @module
 */
export {
  type Failure,
  type Failures,
  renderFailure,
  renderFailures,
  type Summation,
} from './core/index.js'
export {
  type ExchangeConfig,
  gini,
  gridOptimum,
  makeExchangeConfig,
  makeWorld,
  proceduralWorld,
  readExchangeConfig,
  utilities,
  type World,
  welfare,
  worldOf,
} from './economy/index.js'
export * from './scoring/index.js'
export {
  feasibility,
  type Ledger,
  type Mechanism,
  makeMechanism,
  openLedger,
  reasonsOf,
  renderRefusal,
  type SettlementEvent,
  type SettlementRule,
  settle,
  type Transfer,
} from './settlement/index.js'
