/**
 * The `edgeworth` command: the only module that touches the process.
 *
 * @module
 */
import { run } from './command.js'
import type { Terminal } from './terminal.js'

const terminal: Terminal = {
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  watched: process.stderr.isTTY === true,
  now: () => performance.now(),
}

/** A reader that stops early (`edgeworth ... | head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  terminal.err(`edgeworth: ${error.message}\n`)
  process.exit(1)
})

process.exitCode = await run(process.argv.slice(2), terminal)
