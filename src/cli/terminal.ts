/**
 * The terminal: all that a command may touch of the world outside.
 *
 * A command is a function of its arguments and this record, so that tests run commands in memory and the process
 * itself is touched in `main.ts` alone.
 *
 * @module
 */

/**
 * Collects what a command may read and write.
 *
 * @category model
 * @since 0.1.0
 */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether somebody watches the error stream: progress is written only then. */
  readonly watched: boolean
  /** Milliseconds since some start, for the pace of progress lines only. */
  readonly now: () => number
  /** Fires when the work is called off; asked for by commands that can stop cleanly, and by those alone. */
  readonly interrupted?: (() => AbortSignal) | undefined
}

/**
 * Ends a command: 0 done and clean; 1 done, and something is wrong with what was looked at; 2 the command was not
 * understood, so nothing was looked at.
 *
 * @category model
 * @since 0.1.0
 */
export type ExitCode = 0 | 1 | 2

/**
 * Shows how far a long piece of work is, on one line of a watched terminal, at most ten times a second.
 *
 * @category operations
 * @since 0.1.0
 */
export const progressOf = (
  terminal: Terminal,
  what: string,
): { readonly step: (done: number, note?: string) => void; readonly end: () => void } => {
  let last = Number.NEGATIVE_INFINITY
  let width = 0
  const write = (text: string): void => {
    terminal.err(`\r${text.padEnd(width)}`)
    width = text.length
  }
  return {
    step: (done, note = '') => {
      if (!terminal.watched || terminal.now() - last < 100) return
      last = terminal.now()
      write(`${what}: ${done}${note === '' ? '' : ` (${note})`}`)
    },
    end: () => {
      if (terminal.watched && width > 0) terminal.err(`\r${' '.repeat(width)}\r`)
    },
  }
}
