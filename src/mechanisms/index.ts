/**
 * Mechanisms: rules that turn bids, lists of preferences or offers into who gets what and who pays what.
 *
 * @module
 */
export * from './bundle-metrics.js'
export * from './concession-seller.js'
export * from './double-auction.js'
export * from './hidden-reservation.js'
export * from './procurement-award.js'
export * from './procurement-case.js'
export * from './procurement-metrics.js'
export * from './procurement-quotes.js'
export * from './procurement-validation.js'
export * from './procurement-vcg.js'
export * from './right-of-choice-auction.js'
export type { AuctionFailure, Bid } from './sealed-bids.js'
export * from './single-item-auction.js'
export { lowestId, type TieRule } from './tie-rule.js'
export * from './top-trading-cycles.js'
export * from './uniform-price-auction.js'
export * from './vcg-auction.js'
