/**
 * Timers: the one clock of the library, as a value that a test can take the place of.
 *
 * @module
 */

/**
 * Runs something after a number of milliseconds; what is given back calls it off.
 *
 * @category model
 * @since 0.1.0
 */
export interface Timers {
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** The longest wait that hosts can measure; a longer one would run at once. */
const LONGEST_WAIT = 2_147_483_647

/**
 * Holds the timers of the host.
 *
 * @category instances
 * @since 0.1.0
 */
export const hostTimers: Timers = {
  after: (milliseconds, run) => {
    if (!(milliseconds <= LONGEST_WAIT)) return () => undefined
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
