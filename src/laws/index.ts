/**
 * Laws: fast-check arbitraries and the suites this project itself is tested with, for mechanisms of your own.
 *
 * fast-check is an optional peer dependency: install it to use this entry.
 *
 * @module
 */
export * from './arbitrary-settlement.js'
export * from './arbitrary-trace.js'
export * from './arbitrary-world.js'
export * from './auction-laws.js'
export * from './episode-laws.js'
export * from './law.js'
export * from './settlement-laws.js'
export * from './world-laws.js'
