/**
 * Randomness as values: CPython's generator for parity, Philox for draws by coordinate, xoroshiro128+ for streams.
 *
 * @module
 */

export * from './cpython.js'
export * from './draws.js'
export * from './mt19937.js'
export * from './philox.js'
export * from './python-round.js'
export * from './stream.js'
