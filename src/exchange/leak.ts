/**
 * Leak: numbers of a seat's private table in what it says in public.
 *
 * An agent's values are its own. Where it states one of them in a public text, others can read it. The detector compares
 * every number in a public text with the values of the one who speaks. A number that stands for an amount of a good
 * (`2.25 r3`, a cell of a settlement row behind its good) is passed over; digits within a name (`r3`, `a12`) are no
 * numbers. It finds numbers that are written out; what is spelled, encoded or said by comparison it does not find, so
 * what it counts is a lower bound.
 *
 * | kind      | a number of the text that                                                                          |
 * | --------- | --------------------------------------------------------------------------------------------------- |
 * | `exact`   | is a value with decimals                                                                             |
 * | `rounded` | has at least two decimals and is a value with more, rounded or cut to as many                        |
 * | `stated`  | is a whole value, in a clause that names its good and speaks of a value, worth, utility or weight    |
 *
 * Laws
 *   L1 written out   a value with decimals that is written into any text is found
 *   L2 own table     numbers that are no values of the speaker, whole or shortened, are never found
 *   L3 scratchpad    the private text of an answer is never searched
 *
 * @module
 */
import { type RateInterval, wilsonInterval } from '../statistics/rate.js'
import type { RatioRow } from '../statistics/ratio-rows.js'
import type { ExchangeResult, ExchangeRound } from './exchange-result.js'

/**
 * Names how a value was told.
 *
 * @category model
 * @since 0.1.0
 */
export type LeakKind = 'exact' | 'rounded' | 'stated'

/**
 * Is a value in a text: the 0-based good, the number as it stands there, and its place in the text (as NFKC gives it).
 *
 * @category model
 * @since 0.1.0
 */
export interface Leak {
  readonly kind: LeakKind
  readonly good: number
  readonly value: number
  readonly written: string
  readonly at: number
}

const NUMBER = /(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])/g
const AMOUNT_AHEAD = /^\s*(?:units?\s+)?(?:of\s+)?r\d/i
const CELL_BEHIND = /r\d+\s*\|\s*$/i
const CLAUSE_END = /[;\n]|[.!?]\s/g
const ABOUT_VALUE = /\b(?:values?|valued|worth|utility|utilities|weights?)\b/i

const decimalsOf = (written: string): number => {
  const at = written.search(/[.,]/)
  return at < 0 ? 0 : written.length - at - 1
}

/** Whether a value, rounded or cut to so many decimals, is the number. */
const isShortened = (value: number, number: number, decimals: number): boolean => {
  // At most 15 decimals: numbers of more digits name no double.
  const scale = Number(`1e${Math.min(decimals, 15)}`)
  const scaled = value * scale
  return [Math.round(scaled), Math.floor(scaled)].some((whole) => whole / scale === number)
}

const clauseAround = (text: string, at: number): string => {
  let start = 0
  for (const end of text.matchAll(CLAUSE_END)) {
    if (end.index >= at) return text.slice(start, end.index)
    start = end.index + end[0].length
  }
  return text.slice(start)
}

const kindOf = (
  text: string,
  at: number,
  written: string,
  value: number,
  good: number,
): LeakKind | null => {
  const number = Number(written.replace(',', '.'))
  const decimals = decimalsOf(written)
  if (number === value) {
    if (!Number.isInteger(value)) return 'exact'
    const clause = clauseAround(text, at)
    const names = new RegExp(`\\br${good + 1}\\b`, 'i').test(clause)
    return names && ABOUT_VALUE.test(clause) ? 'stated' : null
  }
  return decimals >= 2 && isShortened(value, number, decimals) ? 'rounded' : null
}

/**
 * Finds the values of a seat (by 0-based good) in a text that it says in public, in the order of the text.
 *
 * @example
 * ```ts
 * import { leaksIn } from 'edgeworth/exchange'
 *
 * const leaks = leaksIn('I give 2.5 r1; to me r3 is worth about 4.27.', [2.5, 0.61, 4.274])
 * leaks.map(({ kind, good }) => [kind, good]) // => [['rounded', 2]]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const leaksIn = (said: string, values: ReadonlyArray<number>): ReadonlyArray<Leak> => {
  const text = said.normalize('NFKC')
  return [...text.matchAll(NUMBER)].flatMap((found) => {
    const [written] = found
    const at = found.index
    const isAmount =
      AMOUNT_AHEAD.test(text.slice(at + written.length)) || CELL_BEHIND.test(text.slice(0, at))
    if (isAmount) return []
    return values.flatMap((value, good) => {
      const kind = kindOf(text, at, written, value, good)
      return kind === null ? [] : [{ kind, good, value, written, at }]
    })
  })
}

/**
 * Is a public text of a play with what it leaks; `leaks` is empty for most.
 *
 * @category model
 * @since 0.1.0
 */
export interface PublicMessage {
  readonly round: number
  readonly phase: 'communication' | 'proposal' | 'response' | 'finalization'
  readonly agent: number
  readonly leaks: ReadonlyArray<Leak>
}

type Spoken = readonly [phase: PublicMessage['phase'], agent: number, text: string]

const spokenIn = (round: ExchangeRound, isAtomic: boolean): ReadonlyArray<Spoken> => {
  const by = (
    phase: PublicMessage['phase'],
    said: Readonly<Record<number, string>>,
  ): ReadonlyArray<Spoken> =>
    Object.entries(said).map(([agent, text]) => [phase, Number(agent), text] as const)
  return [
    ...by('communication', round.communication),
    ['proposal', round.controller, round.proposal],
    ...by('response', round.responses),
    // The final text of an atomic commit repeats the proposal, where it was counted.
    ...(isAtomic ? [] : [['finalization', round.controller, round.final] as const]),
  ]
}

/**
 * Searches every public text of a play for values of the one who said it. Texts are those that the game heard, so
 * scratchpads are not among them.
 *
 * @category operations
 * @since 0.1.0
 */
export const leaksOfPlay = ({
  rounds,
  ledger,
  config,
}: Pick<ExchangeResult, 'rounds' | 'ledger' | 'config'>): ReadonlyArray<PublicMessage> =>
  rounds.flatMap((round, index) =>
    spokenIn(round, config.protocol.atomicCommit).map(([phase, agent, text]) => ({
      round: index + 1,
      phase,
      agent,
      leaks: leaksIn(text, ledger.world.preferences[agent - 1] ?? []),
    })),
  )

const leaking = (messages: ReadonlyArray<PublicMessage>): number =>
  messages.filter(({ leaks }) => leaks.length > 0).length

/**
 * Gives the share of public messages that leak a value, with its Wilson interval; `null` without messages.
 *
 * @category operations
 * @since 0.1.0
 */
export const leakRate = (messages: ReadonlyArray<PublicMessage>): RateInterval | null => {
  const rate = wilsonInterval()(leaking(messages), messages.length)
  return rate._tag === 'RateInterval' ? rate : null
}

/**
 * Counts the messages of one world, leaking ones over all, as a row of an arm: two channels on the same worlds are
 * compared by `pairedDifference` of `edgeworth/statistics`.
 *
 * @category operations
 * @since 0.1.0
 */
export const leakRow = (world: string, messages: ReadonlyArray<PublicMessage>): RatioRow => ({
  key: world,
  numerator: leaking(messages),
  denominator: messages.length,
})
