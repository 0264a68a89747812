/**
 * Runs of bargains: their record, replay and table.
 *
 * @module
 */
export * from './csv.js'
export * from './record.js'
export * from './replay.js'
export * from './setup.js'
