/**
 * Case: a market that is played over many seeds, known by its content.
 *
 * A case is a configuration and what it is meant to measure. Its hash covers everything that decides a play except two:
 * the seed, which varies from world to world, and `roles`, which vary from arm to arm. The words of the description
 * decide nothing and are left out too. So two files with the same hash are the same case, whoever wrote them.
 *
 * Laws
 *   L1 content     the hash does not depend on the seed, the roles or the description
 *   L2 sensitive   any other difference between two configurations gives another hash
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { sha256Hex } from '../core/hash.js'
import { canonicalJson } from '../core/json.js'
import { configToSnapshot, type ExchangeConfig } from '../economy/config.js'

/**
 * Holds a case: its name, the ability that it is meant to tell apart, and its configuration.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeCase {
  readonly name: string
  readonly measures: string
  readonly config: ExchangeConfig
  /** SHA-256 of the canonical JSON of the configuration without seed, roles and description: 64 hexadecimal digits. */
  readonly hash: string
}

const undecided: ReadonlySet<string> = new Set(['seed', 'roles', 'description'])

/**
 * Hashes what a configuration decides: SHA-256 over the canonical JSON (RFC 8785) of its snapshot without seed, roles
 * and description, as 64 hexadecimal digits.
 *
 * @category operations
 * @since 0.1.0
 */
export const caseHash = (config: ExchangeConfig): string => {
  const decisive = Object.entries(configToSnapshot(config)).filter(([key]) => !undecided.has(key))
  const text = canonicalJson(Object.fromEntries(decisive))
  // A configuration that was read holds no value without canonical JSON but a name with a lone surrogate.
  return sha256Hex(isLeft(text) ? JSON.stringify(decisive) : text.right)
}

/**
 * Makes a case of a configuration.
 *
 * @category constructors
 * @since 0.1.0
 */
export const caseOf = (measures: string, config: ExchangeConfig): ExchangeCase => ({
  name: config.name,
  measures,
  config,
  hash: caseHash(config),
})

/**
 * Gives the configuration of a case for a seed.
 *
 * @category operations
 * @since 0.1.0
 */
export const caseAt = ({ config }: ExchangeCase, seed: number): ExchangeConfig => ({
  ...config,
  seed,
})
