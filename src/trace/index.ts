/**
 * Run directories: their codecs and readers, their replay with every difference named, and their recording.
 *
 * Everything here works on texts and runs anywhere; `edgeworth/trace/node` reads them from a file system.
 *
 * @module
 */
export * from './bargaining/index.js'
export * from './difference.js'
export * from './dimensions.js'
export * from './episode-row.js'
export * from './exchange-run.js'
export * from './manifest-codec.js'
export * from './meta-codec.js'
export * from './read-failure.js'
export { recordRun } from './record.js'
export * from './recorded-form.js'
export * from './recording.js'
export * from './replay.js'
export * from './report.js'
export * from './row-codec.js'
export * from './rows.js'
export * from './run-files.js'
export type { RunFacts } from './run-summary.js'
export type { Seat, Seating, SeatName } from './seats.js'
export { readSeating } from './seats.js'
export * from './solicitation-use.js'
export * from './step-regret.js'
export * from './subgame.js'
export * from './summary-codec.js'
export * from './verified-run.js'
export * from './write.js'
