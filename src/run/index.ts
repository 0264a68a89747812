/**
 * Run: the asynchronous shell around the games.
 *
 * @module
 */
export * from './answerer.js'
export * from './call.js'
export * from './call-details.js'
export * from './call-record.js'
export * from './case-seats.js'
export * from './exchange-seats.js'
export * from './from-ai-sdk.js'
export * from './from-openai.js'
export * from './keeper.js'
export * from './kept-answer.js'
export * from './language-model.js'
export * from './limits.js'
export * from './pin-check.js'
export * from './play.js'
export * from './play-exchange.js'
export * from './played.js'
export * from './recovery.js'
export * from './reply.js'
export * from './run-case.js'
export * from './run-episode.js'
export * from './spend.js'
export * from './timers.js'
export * from './transient.js'
