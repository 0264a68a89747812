/**
 * Mechanisms: rules that turn bids, lists of preferences or offers into who gets what and who pays what.
 *
 * @module
 */
export * from './bundle-metrics.js'
export * from './concession-seller.js'
export * from './procurement-award.js'
export * from './procurement-case.js'
export * from './procurement-metrics.js'
export * from './procurement-quotes.js'
export * from './procurement-validation.js'
