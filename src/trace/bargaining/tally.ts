/**
 * Tally: how many turns each side had in a run, how many of them were holds, and why.
 *
 * A hold is counted whether it was chosen or is what a defect was played as; the defects stand beside it by kind. A
 * scripted seller answers inside its game and has no turns here.
 *
 * Laws
 *   L1 held     a side has at least as many holds as turns with a defect
 *
 * @module
 */
import {
  type BargainSide,
  countTurns,
  type PlayedTurn,
  type TurnCounts,
} from '../../bargaining/index.js'

/**
 * Counts one side's turns, its holds, and its defects by kind.
 *
 * @category model
 * @since 0.1.0
 */
export interface SideTally extends TurnCounts {
  readonly holds: number
}

/**
 * Counts the turns of some bargains by side.
 *
 * @category operations
 * @since 0.1.0
 */
export const tallySides = (
  results: ReadonlyArray<{ readonly turns: ReadonlyArray<PlayedTurn> }>,
): Readonly<Record<BargainSide, SideTally>> => {
  const tallyOf = (side: BargainSide): SideTally => {
    const turns = results.flatMap((result) => result.turns.filter((turn) => turn.side === side))
    const holds = turns.filter(({ move }) => move._tag === 'Hold').length
    return { ...countTurns(turns), holds }
  }
  return { buyer: tallyOf('buyer'), seller: tallyOf('seller') }
}
