/**
 * Statistics: intervals for ratios of sums, with the provenance of every figure.
 *
 * @module
 */

export * from './quantile.js'
export * from './ratio-bootstrap.js'
export * from './replicates.js'
