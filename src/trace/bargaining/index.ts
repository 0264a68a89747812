/**
 * Runs of bargains: their record, replay and table.
 *
 * @module
 */
export { bargainsToCsv, type FinishedBargains } from './csv.js'
export {
  askedOf,
  BARGAIN_CELLS,
  type BargainCell,
  type BargainQuestion,
  type BargainResult,
  bargainsOf,
  type SeatedNegotiation,
} from './games.js'
export { BARGAIN_FILE_NAMES, type BargainFiles, recordBargains } from './record.js'
export { replayBargains } from './replay.js'
export {
  type BargainDifference,
  type BargainReport,
  type DifferingBargains,
  plainBargainReport,
  type ReportOf,
  renderBargainReport,
  type UnfinishedBargains,
  type UnreadableBargains,
  type VerifiedBargains,
} from './report.js'
export {
  type AnchoredSetup,
  BARGAINS_FORMAT,
  type BargainSetup,
  bargainSetup,
  type DrawnFrom,
  type LiveSetup,
  type SymmetricSetup,
} from './setup.js'
export { type SideTally, tallySides } from './tally.js'
