/**
 * The end of a sweep in words: its table and what the table does not tell, what failed, and how to go on.
 *
 * @module
 */
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { planIn } from '../run/node/resume.js'
import { sweepFileNames } from '../run/node/sweep-files.js'
import type { SweepEnd } from '../run/node/sweep-options.js'
import { recordedAgent } from '../run/sweep-agents.js'
import type { SweepStatus } from '../run/sweep-guard.js'
import { isBargainPlan } from '../run/sweep-plan.js'
import { type SweepSummary, sweepTable } from '../run/sweep-summary.js'
import { tableToText } from './table.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted } from './words.js'

/**
 * Says how to go on with a sweep that was stopped, as the rest of a line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const wayOn = (status: Exclude<SweepStatus, 'complete'>, directory: string): string => {
  const resume = `edgeworth resume ${directory}`
  switch (status) {
    case 'stop_file':
      return `delete ${join(directory, sweepFileNames.stop)} first, then ${resume} goes on`
    case 'budget':
      return `${resume} goes on, without a budget or with a larger one`
    case 'aborted':
      return `${resume} goes on`
    case 'pin_drift':
    case 'errors':
      return `${resume} --retry-failed goes on when the cause is mended`
    case 'replay_differs':
      return `look into that run, then ${resume} --retry-failed goes on`
    case 'journal':
      return `make room or mend the file, then ${resume} --retry-failed goes on`
  }
}

/** The table at a terminal: what nobody knows the price of is called so. */
const shownTable = (summary: SweepSummary): string => {
  const { header, rows } = sweepTable(summary)
  const cost = header.indexOf('cost_usd')
  return tableToText({
    header,
    rows: rows.map((row) =>
      row.map((cell, at) => (at === cost && cell === null ? 'unpriced' : cell)),
    ),
  })
}

/** Agents of a sweep of markets that their runs, and so `edgeworth score`, know by another name. */
const renamedIn = (directory: string): ReadonlyArray<string> => {
  const plan = planIn(directory)
  if (isLeft(plan) || isBargainPlan(plan.right)) return []
  return plan.right.agents.flatMap((agent) => {
    const recorded = recordedAgent(agent)
    return recorded === agent.name ? [] : [`${agent.name} is ${recorded}`]
  })
}

const intervalNote = `dev_low and dev_high: method bca, worlds resampled by the engine of the row. edgeworth score gives
these with --engine auto, and by default those of the engine cpython, as published.`

const notesOf = ({ groups }: SweepSummary, directory: string): ReadonlyArray<string> => {
  const outcomes = groups.map(({ development }) => development)
  const isBounded = outcomes.some(
    (found) => found.status === 'ok' && found.interval._tag === 'Interval',
  )
  const renamed = outcomes.some(({ status }) => status === 'ok') ? renamedIn(directory) : []
  return [
    ...(isBounded ? [intervalNote] : []),
    ...(renamed.length === 0
      ? []
      : [`edgeworth score names agents as their runs record them: ${renamed.join(', ')}.`]),
  ]
}

/**
 * Says which pins no answer has confirmed, a line each: such runs stand, and whoever pinned a model has to know.
 *
 * @category rendering
 * @since 0.1.0
 */
export const pinLines = (pins: SweepSummary['unconfirmedPins']): string =>
  Object.entries(pins ?? {})
    .map(
      ([pin, games]) =>
        `the pin ${pin} is confirmed by no answer in ${counted(games, 'game')}: the replies name no model\n`,
    )
    .join('')

/**
 * Tells how a sweep ended; 0 if all of its games were played and none failed. `after` is what is left to do when a stopped
 * sweep has been gone on with.
 *
 * @category operations
 * @since 0.1.0
 */
export const tellSweep = (
  terminal: Terminal,
  { summary, rows }: SweepEnd,
  isJson: boolean,
  directory: string,
  after = '',
): ExitCode => {
  const { status, detail, counts } = summary
  if (isJson) terminal.out(`${JSON.stringify(summary, null, 2)}\n`)
  else {
    const notes = notesOf(summary, directory).map((note) => `${note}\n`)
    terminal.out(`${shownTable(summary)}${notes.length === 0 ? '' : `\n${notes.join('')}`}`)
  }
  const failed = rows.flatMap((row) =>
    row.status === 'failed' && row.withdrawn === undefined ? [row] : [],
  )
  for (const row of failed.slice(0, 5)) {
    terminal.err(`${row.case} ${row.agent} ${row.seed}: ${row.reason}: ${row.detail}\n`)
  }
  if (failed.length > 5) terminal.err(`... and ${failed.length - 5} more failed\n`)
  terminal.err(pinLines(summary.unconfirmedPins))
  if (status !== 'complete') {
    terminal.err(`stopped: ${detail}; ${wayOn(status, directory)}${after}\n`)
  }
  return status === 'complete' && counts.failed === 0 ? 0 : 1
}
