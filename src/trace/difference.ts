/**
 * Differences: where a recording does not say what its replay gives.
 *
 * | kind         | meaning                                                                               |
 * | ------------ | ------------------------------------------------------------------------------------- |
 * | `value`      | a member holds another value than the one recomputed                                  |
 * | `missing`    | the recording lacks a member, a line or a call                                        |
 * | `unexpected` | the recording has a member, a line or a call that the replay does not                 |
 * | `order`      | members or lines are all there, in another order                                      |
 * | `duplicate`  | an object says one key twice                                                          |
 * | `layout`     | the same data, written otherwise than its recorder writes                             |
 * | `hash`       | a text does not have the hash recorded for it                                         |
 * | `text`       | a text of the trace is not the response recorded in the manifest                      |
 * | `wording`    | a fixed text of this run differs by a few letters from its other occurrences          |
 * | `version`    | the figures follow another rule of summation than the one that `run_meta.json` names  |
 *
 * Laws
 *   L1 total order   any two differences are ordered, and differences that say the same are one
 *   L2 stability     the list of a report does not depend on the order in which differences were found
 *
 * @module
 */
import { type Path, type PathStep, renderPath, showValue } from '../core/failure.js'
import { type Json, jsonDifferences } from '../core/json.js'
import { fileRank } from './run-files.js'

/**
 * Names how a recording differs.
 *
 * @category model
 * @since 0.1.0
 */
export type DifferenceKind =
  | 'value'
  | 'missing'
  | 'unexpected'
  | 'order'
  | 'duplicate'
  | 'layout'
  | 'hash'
  | 'text'
  | 'wording'
  | 'version'

/**
 * Is one difference. `recorded` is `null` where the kind is `missing`, `recomputed` is `null` where it is
 * `unexpected`. `line` counts from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface Difference {
  readonly file: string
  readonly line: number
  readonly path: Path
  readonly recorded: Json
  readonly recomputed: Json
  readonly kind: DifferenceKind
}

/**
 * Tells the line of a path in one file.
 *
 * @category model
 * @since 0.1.0
 */
export type LineOf = (path: Path) => number

/**
 * Makes a difference.
 *
 * @category constructors
 * @since 0.1.0
 */
export const difference = (
  kind: DifferenceKind,
  file: string,
  line: number,
  path: Path,
  recorded: Json,
  recomputed: Json,
): Difference => ({ file, line, path, recorded, recomputed, kind })

/**
 * Compares a recorded value with the recomputed one and lists every leaf where they differ, below `path`.
 *
 * @category operations
 * @since 0.1.0
 */
export const compareAt = (
  file: string,
  lineOf: LineOf,
  path: Path,
  recorded: Json,
  recomputed: Json,
): ReadonlyArray<Difference> =>
  jsonDifferences(recorded, recomputed).map((found) => {
    const place = [...path, ...found.path]
    const kind =
      found.left === undefined ? 'missing' : found.right === undefined ? 'unexpected' : 'value'
    return difference(kind, file, lineOf(place), place, found.left ?? null, found.right ?? null)
  })

const compareSteps = (a: PathStep, b: PathStep): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return a < b ? -1 : a > b ? 1 : 0
}

const comparePaths = (a: Path, b: Path): number => {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareSteps(a[index] ?? 0, b[index] ?? 0)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The parts of a row in the order in which one follows from another, so that a cause is listed before its effects. */
const rowMembers: ReadonlyArray<PathStep | undefined> = [
  'round_index',
  'controller_id',
  'communication_texts',
  'proposal_text',
  'response_texts',
  'final_text',
  'compiled_mechanism',
  'verified_before_private_acceptance',
  'verified_mechanism',
  'event',
]

const memberRank = (found: Difference): number =>
  found.file === 'trace.jsonl' ? rowMembers.indexOf(found.path[0]) : 0

/**
 * Orders differences by file, line, path, kind, and then by what they say. In a row of the trace the members come in
 * the order of the round.
 *
 * @category instances
 * @since 0.1.0
 */
export const compareDifferences = (a: Difference, b: Difference): number =>
  fileRank(a.file) - fileRank(b.file) ||
  compareText(a.file, b.file) ||
  a.line - b.line ||
  memberRank(a) - memberRank(b) ||
  comparePaths(a.path, b.path) ||
  compareText(a.kind, b.kind) ||
  compareText(JSON.stringify(a.recorded), JSON.stringify(b.recorded)) ||
  compareText(JSON.stringify(a.recomputed), JSON.stringify(b.recomputed))

/**
 * Sorts differences and keeps one of those that say the same.
 *
 * @category operations
 * @since 0.1.0
 */
export const sortDifferences = (found: ReadonlyArray<Difference>): ReadonlyArray<Difference> =>
  [...found].sort(compareDifferences).filter((next, index, all) => {
    const before = all[index - 1]
    return before === undefined || compareDifferences(before, next) !== 0
  })

const missing: Readonly<Partial<Record<DifferenceKind, string>>> = { missing: 'nothing' }
const unexpected: Readonly<Partial<Record<DifferenceKind, string>>> = { unexpected: 'nothing' }

/**
 * Renders a difference as one line: `file:line path: recorded X, recomputed Y (kind)`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderDifference = (found: Difference): string => {
  const recorded = missing[found.kind] ?? showValue(found.recorded)
  const recomputed = unexpected[found.kind] ?? showValue(found.recomputed)
  const place = `${found.file}:${found.line} ${renderPath(found.path)}`
  return `${place}: recorded ${recorded}, recomputed ${recomputed} (${found.kind})`
}
