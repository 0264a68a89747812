/**
 * Random agents: two floors that anything which reasons has to beat.
 *
 * The first draws words: what it says has the look of the game and no meaning, and the rows it sometimes writes are
 * drawn from all rows. The second draws rows that can be executed as far as it sees: it gives what it holds, and asks for
 * what its partner holds where holdings are shown. Both accept and approve by the toss of a coin. Every draw belongs to
 * the seed and the question, so an episode with them is replayed from its seed. They know nothing of the world's seed: give
 * each world a seed of its own, or all worlds see the same draws.
 *
 * | agent                 | proposes                                                                        |
 * | --------------------- | ------------------------------------------------------------------------------- |
 * | `randomTextAgent`     | five words, and with one chance in two a row with agents, good and units 1 to 9 |
 * | `randomTransferAgent` | a swap with a contact: a good it holds for another, up to 3 units each          |
 *
 * Laws
 *   L1 seeded             the same seed and question give the same answer
 *   L2 executable rows    what the transfer agent gives it holds, and what it asks for is held where it can see so
 *
 * @module
 */
import { type Answer, textAnswer } from '../core/episode/answer.js'
import { responseInWords } from '../exchange/moves.js'
import { writePublicAction, writeSettlementRows } from '../exchange/public-action-text.js'
import type { AcceptView, SeatView } from '../exchange/question.js'
import { resourceNameAt } from '../settlement/market-shape.js'
import type { Transfer } from '../settlement/transfer.js'
import { agentOf, drawsFor, type ExchangeAgent, type SeenQuestion } from './exchange-agent.js'
import { quietly } from './panelist.js'
import { canonicalVoice } from './voice.js'

type Draw = (index: number) => number

const words = [
  'r1',
  'r2',
  'r3',
  'r4',
  'r5',
  'swap',
  'fair',
  'two',
  'units',
  'for',
  'good',
  'later',
  'market',
  'agree',
  'round',
  'perhaps',
  'balance',
  'some',
] as const

const below = (draw: number, bound: number): number => Math.floor(draw * bound)

const babble = (draw: Draw, first: number): string =>
  Array.from({ length: 5 }, (_, index) => words[below(draw(first + index), words.length)]).join(' ')

const coin = (draw: Draw, index: number): boolean => draw(index) < 0.5

const anyRow = ({ rules }: SeatView, draw: Draw): ReadonlyArray<Transfer> => {
  if (rules.agents < 2 || coin(draw, 10)) return []
  const from = 1 + below(draw(11), rules.agents)
  const to = 1 + ((from + below(draw(12), rules.agents - 1)) % rules.agents)
  const resource = resourceNameAt(below(draw(13), rules.goods.length))
  return [{ from, to, resource, quantity: 1 + below(draw(14), 9) }]
}

const tossed = (view: AcceptView, approve: boolean): Answer => {
  const rows = (side: 'from' | 'to'): ReadonlyArray<{ resource: string; quantity: number }> =>
    view.transfers
      .filter((transfer) => transfer[side] === view.agent)
      .map(({ resource, quantity }) => ({ resource, quantity }))
  return textAnswer(
    JSON.stringify({
      approve,
      own_debits_seen: rows('from'),
      own_credits_seen: rows('to'),
      claimed_delta_sign: approve ? 'positive' : 'negative',
      counterpart_transfers_present: rows('to').length > 0,
      same_bundle_authorized: true,
      reason: 'by the toss of a coin',
    }),
  )
}

/** An agent whose every answer draws from the key of its question. */
const randomAgent =
  (
    seed: bigint,
    propose: (view: SeatView, draw: Draw) => string,
    speak: (draw: Draw) => string,
  ): ExchangeAgent =>
  (question: SeenQuestion) => {
    const draw = drawsFor(seed, question)
    // The final text repeats the draws of the proposal, so that what was answered is what is settled.
    const proposed = drawsFor(seed, { ...question, role: 'proposal', order: 0 })
    return agentOf({
      communicate: () => quietly(speak(draw)),
      propose: (view) => textAnswer(propose(view, proposed)),
      respond: () => textAnswer(responseInWords({ accept: coin(draw, 20) })),
      finalize: (view) => textAnswer(propose(view, proposed)),
      accept: (view) => tossed(view, coin(draw, 21)),
    })(question)
  }

/**
 * Makes an agent that draws its words.
 *
 * @category constructors
 * @since 0.1.0
 */
export const randomTextAgent = (seed: bigint): ExchangeAgent =>
  randomAgent(
    seed,
    (view, draw) =>
      writePublicAction({
        MESSAGE: babble(draw, 0),
        SETTLEMENT: writeSettlementRows(anyRow(view, draw)),
      }),
    (draw) => babble(draw, 0),
  )

const quantityWithin = (held: number, draw: number): number =>
  Number.isInteger(held) ? 1 + below(draw, Math.min(held, 3)) : Math.min(held, 1)

const heldGoods = (row: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...row.keys()].filter((good) => (row[good] ?? 0) > 0)

const drawnSwap = (view: SeatView, draw: Draw): ReadonlyArray<Transfer> => {
  const partner = view.contacts[below(draw(0), view.contacts.length)]
  const mine = heldGoods(view.holdings)
  const given = mine[below(draw(1), mine.length)]
  if (partner === undefined || given === undefined) return []
  const shown = view.allocation?.[partner - 1] ?? null
  // Where holdings are not shown any other good may be held, and one unit of it is asked for.
  const theirs = shown === null ? [...view.holdings.keys()] : heldGoods(shown)
  const others = theirs.filter((good) => good !== given)
  const received = others[below(draw(2), others.length)]
  if (received === undefined) return []
  return [
    {
      from: view.agent,
      to: partner,
      resource: resourceNameAt(given),
      quantity: quantityWithin(view.holdings[given] ?? 0, draw(3)),
    },
    {
      from: partner,
      to: view.agent,
      resource: resourceNameAt(received),
      quantity: shown === null ? 1 : quantityWithin(shown[received] ?? 0, draw(4)),
    },
  ]
}

/**
 * Makes an agent that draws swaps which can be executed as far as it sees.
 *
 * @category constructors
 * @since 0.1.0
 */
export const randomTransferAgent = (seed: bigint): ExchangeAgent =>
  randomAgent(
    seed,
    (view, draw) => canonicalVoice(view.agent, drawnSwap(view, draw), view.round),
    () => 'Nothing to say.',
  )
