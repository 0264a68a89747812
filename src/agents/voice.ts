/**
 * Voice: one decision, said in different ways.
 *
 * The canonical voice writes the envelope with its rows. The polite voice says the same transfers in prose, in turn in
 * four styles, two of which happen to use the sentences that `rowsInText` understands. An agent with another voice makes
 * the same decisions, so what it gains less is the price of its phrasing.
 *
 * | style | understood by a scripted reader | example                                                  |
 * | ----- | ------------------------------- | -------------------------------------------------------- |
 * | 0     | yes                             | ... I would be glad if a1 gives 2 r1 to a3 ...           |
 * | 1     | no                              | ... may I interest you in 2 r1? ... 1 r3 in return ...   |
 * | 2     | yes                             | ... a1 gives 2 r1 to a3; a3 gives 1 r3 to a1 ...         |
 * | 3     | no                              | ... my 2 r1 against your 1 r3 ...                        |
 *
 * Laws
 *   L1 same decision   what the canonical voice says, and what the polite voice says in an understood style, is the same
 *
 * @module
 */
import { writePublicAction, writeSettlementRows } from '../exchange/public-action-text.js'
import type { Transfer } from '../settlement/transfer.js'

/**
 * Puts the transfers that a controller wants into words; `round` is the number of the round, from 1.
 *
 * @category model
 * @since 0.1.0
 */
export type Voice = (
  controller: number,
  transfers: ReadonlyArray<Transfer>,
  round: number,
) => string

const nothing = (message: string): string => writePublicAction({ MESSAGE: message })

const partnersOf = (controller: number, transfers: ReadonlyArray<Transfer>): string =>
  [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]
    .filter((agent) => agent !== controller)
    .sort((a, b) => a - b)
    .map((agent) => `a${agent}`)
    .join(', ')

/**
 * Writes the envelope: who is meant, the rows, and that they hold together or not at all.
 *
 * @category operations
 * @since 0.1.0
 */
export const canonicalVoice: Voice = (controller, transfers) =>
  transfers.length === 0
    ? nothing('Nothing moves this round.')
    : writePublicAction({
        ADDRESSEES: partnersOf(controller, transfers),
        MESSAGE: 'The rows below, all of them or none.',
        SETTLEMENT: writeSettlementRows(transfers),
        'CONSENT CONDITIONS': 'Whoever gives consents to the rows as they stand.',
      })

const things = (transfers: ReadonlyArray<Transfer>): string =>
  transfers.map(({ quantity, resource }) => `${quantity} ${resource}`).join(' and ')

const sentences = (transfers: ReadonlyArray<Transfer>, separator: string): string =>
  transfers.map((t) => `a${t.from} gives ${t.quantity} ${t.resource} to a${t.to}`).join(separator)

const styles: ReadonlyArray<
  (
    partners: string,
    transfers: ReadonlyArray<Transfer>,
    mine: ReadonlyArray<Transfer>,
    theirs: ReadonlyArray<Transfer>,
  ) => string
> = [
  (partners, transfers) =>
    `Dear ${partners}, I would be glad if ${sentences(transfers, ', and in return ')}. Both of us would be better off, I believe.`,
  (partners, _transfers, mine, theirs) =>
    `Good day, ${partners}! May I interest you in ${things(mine)}? I should be most grateful for ${things(theirs)} in return.`,
  (partners, transfers) =>
    `If it suits you, ${partners}: ${sentences(transfers, '; ')}. With kind thanks.`,
  (partners, _transfers, mine, theirs) =>
    `I have thought about what each of us has, ${partners}, and a swap looks right: my ${things(mine)} against your ${things(theirs)}.`,
]

/**
 * Says the transfers in prose, in the style of the round; the rest of the envelope says none.
 *
 * @category operations
 * @since 0.1.0
 */
export const politeVoice: Voice = (controller, transfers, round) => {
  const style = styles[(round - 1) % styles.length]
  if (transfers.length === 0 || style === undefined) return nothing('Nothing moves this round.')
  const mine = transfers.filter(({ from }) => from === controller)
  const theirs = transfers.filter(({ from }) => from !== controller)
  return nothing(style(partnersOf(controller, transfers), transfers, mine, theirs))
}
