/**
 * Limits of a run: how much may be asked at once, how long, how often, and at what cost.
 *
 * | limit          | default                  | meaning                                                                  |
 * | -------------- | ------------------------ | ------------------------------------------------------------------------ |
 * | `concurrency`  | 8                        | how many questions may be out at once                                    |
 * | `timeoutMs`    | 120,000                  | how long one attempt may take; `null`: for ever                          |
 * | `retries`      | 3                        | attempts after the first, for errors and deadlines                       |
 * | `retryOn`      | every error              | whether an error is worth another attempt, and the wait before it        |
 * | `backoff`      | 500 ms, doubled, to 30 s | the wait before another attempt, times 0.5 to 1 by the jitter            |
 * | `budgetTokens` | `null`                   | tokens in and out after which nothing more is asked                      |
 * | `budgetUsd`    | `null`                   | US dollars after which nothing more is asked                             |
 * | `tokenLadder`  | 4096, 32768              | bounds on the tokens of an answer; the next is tried after a blank one   |
 * | `maxFaults`    | 0                        | calls that may fail for good before the run does                         |
 * | `longestText`  | 1,000,000                | the longest text taken, in UTF-16 code units                             |
 * | `mute`         | after 12, every 4, 0.2   | when silence ends the run, at its end for every seat; `null`: never      |
 *
 * Laws
 *   L1 backoff   the usual wait never shrinks from attempt to attempt, and is at most 30 seconds
 *
 * @module
 */
import { LONGEST_TEXT } from './reply.js'

/**
 * Says when silence ends a run: after `after` calls of models, looked at every `every` calls, above `above` silent ones.
 * At the end of a game every seat of models is looked at by itself, whatever the count.
 *
 * @category model
 * @since 0.1.0
 */
export interface MuteLimits {
  readonly after: number
  readonly every: number
  readonly above: number
}

/**
 * Bounds a run, with every bound set.
 *
 * @category model
 * @since 0.1.0
 */
export interface Limits {
  readonly concurrency: number
  readonly timeoutMs: number | null
  readonly retries: number
  /** Says whether an error is worth another attempt: a number is the wait in milliseconds, `true` the usual one. */
  readonly retryOn: (error: unknown, attempt: number) => boolean | number
  /** Gives the wait in milliseconds before attempt `attempt + 1`; `jitter` is uniform in [0, 1), by seed and question. */
  readonly backoff: (attempt: number, jitter: number) => number
  readonly budgetTokens: number | null
  readonly budgetUsd: number | null
  readonly tokenLadder: ReadonlyArray<number>
  readonly maxFaults: number
  readonly longestText: number
  readonly mute: MuteLimits | null
}

/**
 * Bounds a run where the defaults are not wanted.
 *
 * @category model
 * @since 0.1.0
 */
export type RunLimits = { readonly [K in keyof Limits]?: Limits[K] | undefined }

const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000

/**
 * Gives the usual wait before another attempt, in milliseconds: 500 doubled with every attempt up to 30,000, of which
 * the jitter takes up to half.
 *
 * @category operations
 * @since 0.1.0
 */
export const usualBackoff = (attempt: number, jitter: number): number => {
  let wait = FIRST_WAIT
  for (let doubled = 1; doubled < attempt && wait < LONGEST_WAIT; doubled++) wait *= 2
  return Math.min(wait, LONGEST_WAIT) * (0.5 + jitter / 2)
}

/**
 * Holds the defaults; see the table of the module.
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaultLimits: Limits = {
  concurrency: 8,
  timeoutMs: 120_000,
  retries: 3,
  retryOn: () => true,
  backoff: usualBackoff,
  budgetTokens: null,
  budgetUsd: null,
  tokenLadder: [4096, 32_768],
  maxFaults: 0,
  longestText: LONGEST_TEXT,
  mute: { after: 12, every: 4, above: 0.2 },
}

/**
 * Sets every bound: those given, and the defaults for the rest. A ladder without a rung is the default one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const limitsOf = (given: RunLimits = {}): Limits => {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const limits: Limits = { ...defaultLimits, ...set }
  return limits.tokenLadder.length > 0
    ? limits
    : { ...limits, tokenLadder: defaultLimits.tokenLadder }
}
