/**
 * Report: the outcome of a replay as lines of text.
 *
 * The first line says which run and what became of it; the lines after it name every difference or failure with its
 * place, in the order of the files.
 *
 * @module
 */
import { renderDifference } from './difference.js'
import { renderReadFailure } from './read-failure.js'
import type { ReplayReport } from './replay.js'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

const headline = (report: ReplayReport): string => {
  switch (report._tag) {
    case 'Verified': {
      const unchecked = report.run.uncheckedPrompts
      const prompts = unchecked === 0 ? '' : `; ${counted(unchecked, 'prompt', 'prompts')} blanked`
      return `${report.run.name}: verified, ${counted(report.facts.rounds, 'round', 'rounds')}${prompts}`
    }
    case 'Differs':
      return `${report.run.name}: ${counted(report.differences.length, 'difference', 'differences')}`
    case 'Killed': {
      const rounds = counted(report.facts.rounds, 'complete round', 'complete rounds')
      const differences = counted(report.differences.length, 'difference', 'differences')
      return `${report.run.name}: did not finish, ${rounds}, ${differences}`
    }
    case 'Unreadable':
      return `${report.name}: unreadable, ${counted(report.failures.length, 'failure', 'failures')}`
  }
}

const details = (report: ReplayReport): ReadonlyArray<string> => {
  switch (report._tag) {
    case 'Verified':
      return []
    case 'Unreadable':
      return report.failures.map(renderReadFailure)
    case 'Differs':
    case 'Killed':
      return report.differences.map(renderDifference)
  }
}

/**
 * Renders a report as lines of text: a headline, then `file:line path: recorded X, recomputed Y (kind)` for every
 * difference, or `file:line path: expected X, got Y (tag)` for every failure.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderReport = (report: ReplayReport): ReadonlyArray<string> => [
  headline(report),
  ...details(report),
]
