/**
 * Dialogue: the bargains as episodes, in which seats are asked.
 *
 * @module
 */

export * from './anchored.js'
export * from './counterfactual-table.js'
export * from './live.js'
export * from './live-words.js'
export * from './margin-policy.js'
export * from './mock-buyers.js'
export * from './negotiation.js'
export * from './participants.js'
export * from './pool-live.js'
export * from './price-words.js'
export * from './seat-gap.js'
export * from './symmetric.js'
export * from './symmetric-world.js'
export * from './tournament.js'
export * from './turn.js'
