/**
 * Replay of all rounds, in the order in which the trace has them.
 *
 * A row is taken for the round that it claims to be, unless that is no round of the run or another row claims it too;
 * then its place decides. So a dropped or exchanged line is named once, where it happened, and what follows from it is
 * named as well.
 *
 * @module
 */
import type { Json } from '../core/json.js'
import { openLedger } from '../settlement/ledger.js'
import { compareAt, type Difference, difference } from './difference.js'
import type { LoggedRow } from './load.js'
import { movedMembers } from './member-order.js'
import type { ReplayContext } from './replay-context.js'
import { type ReplayedRound, replayRound } from './replay-round.js'
import type { ResponseTo } from './replay-scene.js'
import type { TraceRow } from './row-codec.js'
import { slips } from './sequence.js'

const FILE = 'trace.jsonl'

type Row = LoggedRow<TraceRow>

/**
 * Is what the rows of a trace gave.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayedTrace {
  readonly rounds: ReadonlyArray<ReplayedRound>
  readonly differences: ReadonlyArray<Difference>
}

const roundNumbers = (rows: ReadonlyArray<Row>, rounds: number): ReadonlyArray<number> => {
  const claims = new Map<number, number>()
  for (const { row } of rows) claims.set(row.round_index, (claims.get(row.round_index) ?? 0) + 1)
  return rows.map(({ row }, index) => {
    const claimed = row.round_index
    const known = claimed >= 1 && claimed <= rounds && claims.get(claimed) === 1
    return known ? claimed : index + 1
  })
}

/**
 * Compares the rounds that are recorded with those that the configuration asks for; after a kill the rest may be absent.
 *
 * @category operations
 * @since 0.1.0
 */
export const roundDifferences = (
  rows: ReadonlyArray<Row>,
  rounds: number,
  killed: boolean,
): ReadonlyArray<Difference> => {
  const last = killed ? Math.max(0, ...rows.map(({ row }) => row.round_index)) : rounds
  const due = Array.from({ length: Math.min(last, rounds) }, (_, index) => String(index + 1))
  const recorded = rows.map(({ row }) => String(row.round_index))
  return slips(recorded, due).map((slip) => {
    const line = rows[slip.index]?.line ?? rows.length + 1
    const path = ['round_index']
    switch (slip._tag) {
      case 'Missing':
        return difference('missing', FILE, line, path, null, Number(slip.expected))
      case 'Unexpected':
        return difference('unexpected', FILE, line, path, Number(slip.found), null)
      case 'Moved':
        return difference('order', FILE, line, path, Number(slip.found), numberOr(slip.expected))
    }
  })
}

const numberOr = (name: string): number | null => (name === '' ? null : Number(name))

const textMembers: ReadonlySet<unknown> = new Set([
  'communication_texts',
  'proposal_text',
  'response_texts',
  'final_text',
])

const asText = (found: Difference): Difference =>
  found.kind === 'value' && textMembers.has(found.path[0]) ? { ...found, kind: 'text' } : found

const rowDifferences = (logged: Row, expected: TraceRow): ReadonlyArray<Difference> => {
  // A row is made of numbers, texts and JSON.
  const json = expected as unknown as Json
  return [
    ...compareAt(FILE, () => logged.line, [], logged.json, json).map(asText),
    ...movedMembers(FILE, logged.line, logged.source, json),
  ]
}

/**
 * Replays the rows of a trace from the world of the run on.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayRounds = (
  context: ReplayContext,
  rows: ReadonlyArray<Row>,
  responseTo: ResponseTo,
): ReplayedTrace => {
  const replay = replayRound(context, responseTo)
  const numbers = roundNumbers(rows, context.config.rounds)
  const rounds: Array<ReplayedRound> = []
  const differences: Array<Difference> = []
  let ledger = openLedger(context.world)
  for (const [index, logged] of rows.entries()) {
    const replayed = replay(numbers[index] ?? index + 1, logged.row, ledger)
    rounds.push(replayed)
    differences.push(...rowDifferences(logged, replayed.expected))
    ledger = replayed.ledger
  }
  return { rounds, differences }
}
