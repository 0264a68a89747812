/**
 * The `edgeworth` command: the only module that touches the process.
 *
 * @module
 */
import { run } from './command.js'
import type { Terminal } from './terminal.js'

/** The first interrupt asks for a clean stop, the second one does not wait for it. */
const interrupted = (): AbortSignal => {
  const controller = new AbortController()
  const stop = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

const terminal: Terminal = {
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  watched: process.stderr.isTTY === true,
  now: () => performance.now(),
  interrupted,
}

/** A reader that stops early (`edgeworth ... | head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  terminal.err(`edgeworth: ${error.message}\n`)
  process.exit(1)
})

process.exitCode = await run(process.argv.slice(2), terminal)
