/**
 * Prompt state: what a seat sees, as lines of a prompt.
 *
 * Numbers are written in their shortest exact form, so that a holding in a prompt is the holding that the gates compare.
 *
 * @module
 */
import { resourceNameAt } from '../settlement/market-shape.js'
import type { Transfer } from '../settlement/transfer.js'
import type { PublicRound, SeatView, Utterance } from './question.js'
import { quote } from './quotation.js'

/**
 * Lists agents by name.
 *
 * @category rendering
 * @since 0.1.0
 */
export const agentNames = (agents: ReadonlyArray<number>): string =>
  agents.length === 0 ? 'nobody' : agents.map((agent) => `a${agent}`).join(', ')

/** `r4 (money)` for a good with a name of its own beside the one by position. */
const goodName = (names: ReadonlyArray<string>, good: number): string => {
  const name = resourceNameAt(good)
  const own = names[good]
  return own === undefined || own === name ? name : `${name} (${own})`
}

/**
 * Writes a quantity or a value for every good: `r1 10, r2 0`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const goodsLine = (row: ReadonlyArray<number>): string =>
  row.map((amount, good) => `${resourceNameAt(good)} ${amount}`).join(', ')

/**
 * Writes what each good of the agent's own holding is.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ownGoods = ({ holdings, values, rules }: SeatView): ReadonlyArray<string> =>
  holdings.map(
    (held, good) =>
      `- ${goodName(rules.goods, good)}: you hold ${held}; its value to you is ${values[good] ?? 0}`,
  )

/**
 * Writes transfers in words: `a1 gives 2 r1 to a3`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const transfersInWords = (transfers: ReadonlyArray<Transfer>): string =>
  transfers.length === 0
    ? 'nothing moves'
    : transfers
        .map(
          ({ from, to, resource, quantity }) => `a${from} gives ${quantity} ${resource} to a${to}`,
        )
        .join('; ')

/**
 * Writes what was said, each text as a quotation below the name of who said it.
 *
 * @category rendering
 * @since 0.1.0
 */
export const utterancesInPrompt = (
  title: string,
  said: ReadonlyArray<Utterance>,
): ReadonlyArray<string> =>
  said.length === 0
    ? [`${title}: none.`]
    : [
        `${title}:`,
        ...said.flatMap(({ agent, text }) =>
          text.trim() === '' ? [`a${agent} said nothing.`] : [`a${agent} said:`, quote(text)],
        ),
      ]

/**
 * Writes one text of an agent as a quotation under a title.
 *
 * @category rendering
 * @since 0.1.0
 */
export const textInPrompt = (title: string, text: string): ReadonlyArray<string> =>
  text.trim() === '' ? [`${title}: nothing was said.`] : [`${title}:`, quote(text)]

/**
 * Rounds to three decimals, as gains and welfare of earlier rounds are told.
 *
 * @category rendering
 * @since 0.1.0
 */
export const inThousandths = (x: number): number => Math.round(x * 1000) / 1000

const roundLine = (past: PublicRound): string => {
  const { round, controller, applied, transfers, rejectedBy, gains, welfare } = past
  const outcome = applied
    ? transfersInWords(transfers)
    : rejectedBy.length > 0
      ? `nothing moved, rejected by ${agentNames(rejectedBy)}`
      : 'nothing moved'
  const gained =
    gains === null
      ? ''
      : `; gains: ${Object.entries(gains)
          .map(([agent, gain]) => `a${agent} ${inThousandths(gain)}`)
          .join(', ')}`
  const total = welfare === null ? '' : `; welfare then: ${inThousandths(welfare)}`
  return `- round ${round} (a${controller}): ${outcome}${gained}${total}`
}

/**
 * Writes the part of the state that is the same for every agent that may see it: holdings, totals and values where they
 * are shown, standing rules, and what happened in the rounds before.
 *
 * @category rendering
 * @since 0.1.0
 */
export const publicState = (view: SeatView): ReadonlyArray<string> => {
  const { allocation, totals, allValues, institutions, history } = view
  const each = (
    title: string,
    rows: ReadonlyArray<ReadonlyArray<number>>,
  ): ReadonlyArray<string> => [
    title,
    ...rows.map((row, index) => `- a${index + 1}: ${goodsLine(row)}`),
  ]
  return [
    ...(allocation === null ? [] : each('Holdings of all agents:', allocation)),
    ...(totals === null ? [] : [`Total supply: ${goodsLine(totals)}.`]),
    ...(allValues === null ? [] : each('Values of all agents:', allValues)),
    ...(institutions.length === 0
      ? ['Standing public rules: none.']
      : [
          'Standing public rules, as they were written down:',
          ...institutions.map((record) => quote(JSON.stringify(record))),
        ]),
    ...(history.length === 0 ? [] : ['Rounds so far:', ...history.map(roundLine)]),
  ]
}
