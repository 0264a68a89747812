/**
 * Play of an exchange: a case, a seed and who sits where, in one line.
 *
 * @module
 */
import type { ExchangeCase } from '../exchange/case.js'
import type { ExchangeSeats } from './exchange-seats.js'
import { type CaseOutcome, type RunCaseOptions, runCase } from './run-case.js'

/**
 * Collects what is played, and what `runCase` may be given besides.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayExchangeOptions
  extends Partial<Omit<RunCaseOptions, 'config' | 'roles' | 'models' | 'submitted'>> {
  readonly seats: ExchangeSeats
}

/**
 * Plays a case: its own seed, unless another is given.
 *
 * @category playing
 * @since 0.1.0
 */
export const playExchange = (
  { config }: Pick<ExchangeCase, 'config'>,
  { seats, seed = config.seed, ...options }: PlayExchangeOptions,
): Promise<CaseOutcome> => runCase({ ...options, ...seats(config.numAgents), config, seed })
