/**
 * Run: the asynchronous shell around the games.
 *
 * @module
 */
export * from './answerer.js'
export * from './play.js'
export * from './reply.js'
export * from './timers.js'
