/**
 * Runs of bargains: their record, replay and table.
 *
 * @module
 */
export { bargainsToCsv } from './csv.js'
export { BARGAIN_FILE_NAMES, type BargainFiles, recordBargains } from './record.js'
export { type BargainDifference, type BargainReport, replayBargains } from './replay.js'
export { BARGAINS_FORMAT, type BargainSetup, bargainSetup, bargainsOf } from './setup.js'
