/**
 * Sweep job: one game of a sweep, whatever game it is.
 *
 * @module
 */
import type { Json } from '../core/json.js'
import type { ExchangeConfig } from '../economy/config.js'
import type { Roles } from '../exchange/roles.js'
import type { BargainSetup } from '../trace/bargaining/index.js'
import type { BargainSeats } from './bargain-seats.js'

interface Named {
  readonly id: string
  /** The name of its directory. */
  readonly name: string
  readonly case: string
  readonly agent: string
  readonly seed: number
  readonly players: Json
  readonly settings: Json
}

/**
 * Is a market of a sweep: `config` has the seed and the roles that are played.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarketJob extends Named {
  readonly _tag: 'Market'
  readonly config: ExchangeConfig
  readonly roles: Roles
}

/**
 * Is a bargain of a sweep: `setup` holds the one world of its seed, and the names of those who sit in `seats`.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainJob extends Named {
  readonly _tag: 'Bargain'
  readonly setup: BargainSetup
  readonly seats: BargainSeats
}

/**
 * Is one game of a sweep.
 *
 * @category model
 * @since 0.1.0
 */
export type SweepJob = MarketJob | BargainJob

/**
 * Holds the files of a recorded game by name, with the name of its directory.
 *
 * @category model
 * @since 0.1.0
 */
export interface GameFiles {
  readonly name: string
  readonly files: Readonly<Partial<Record<string, string>>>
}
