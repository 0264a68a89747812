/**
 * Scores: the aggregate efficiency ratio and its companions, and the shapes in which evaluation frameworks take them.
 *
 * @module
 */

export * from '../economy/legacy-welfare-ratio.js'
export * from './adapter-item.js'
export * from './adapters.js'
export * from './aer.js'
export * from './aer-interval.js'
export * from './aer-outcome.js'
export * from './aer-row.js'
export * from './aer-split.js'
export * from './capture.js'
export * from './leaderboard.js'
export * from './par.js'
export * from './platform-adapters.js'
