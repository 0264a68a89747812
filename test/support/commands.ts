import { run } from '../../src/cli/command.js'
import type { ExitCode } from '../../src/cli/terminal.js'

/** What a command printed in memory, and how it ended. */
export interface Printed {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** Runs a command line in memory, on a terminal that somebody watches or not. */
export const printed = async (argv: ReadonlyArray<string>, watched = false): Promise<Printed> => {
  const out: Array<string> = []
  const err: Array<string> = []
  let clock = 0
  const code = await run(argv, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    watched,
    now: () => {
      clock += 60
      return clock
    },
  })
  return { code, out: out.join(''), err: err.join('') }
}
