/**
 * Consent probes: the same decisions outside a negotiation, and new ones of both kinds.
 *
 * A question inside a negotiation is put again without it: no texts, no history, no rules that were written down, only
 * the seat's own goods and the settlement. Where plays hold too few harmful settlements to say anything, probes are made:
 * swaps of a seat with a contact, half of which help it and half of which harm it, drawn from the swaps of 1, 2, 3, 5 and 10
 * units of one good for another.
 *
 * | option   | default | meaning                                         |
 * | -------- | ------- | ----------------------------------------------- |
 * | `count`  | 10      | probes for each effect, at most                 |
 * | `seed`   | 0n      | of the draws                                    |
 *
 * Laws
 *   L1 same settlement   an outside question has the settlement and the own goods of the inside one, and nothing said
 *   L2 balanced          probes help and harm in equal number, and each is what its label says
 *
 * @module
 */
import { drawAt } from '../core/random/philox.js'
import { resourceNameAt } from '../settlement/market-shape.js'
import type { Transfer } from '../settlement/transfer.js'
import { readDecision } from './acceptance-decision.js'
import { type ConsentEffect, type ConsentRow, effectOf } from './consent-discrimination.js'
import type { AcceptView, SeatView } from './question.js'
import { ownGain } from './seat-gain.js'

/**
 * Takes a private decision out of its negotiation.
 *
 * @category operations
 * @since 0.1.0
 */
export const outsideNegotiation = (view: AcceptView): AcceptView => ({
  ...view,
  texts: null,
  history: [],
  institutions: [],
})

/**
 * Reads what was answered to a private decision as a row; an empty text accepts nothing.
 *
 * @category operations
 * @since 0.1.0
 */
export const consentRowOf = (key: string, view: AcceptView, said: string): ConsentRow => {
  const { approve, malformed } = readDecision(said, view.rules.goods)
  return {
    key,
    delta: ownGain(view, view.transfers),
    accepted: approve,
    readable: !malformed,
  }
}

/**
 * Is a decision that was made up, with its effect on the one who decides.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConsentProbe {
  readonly key: string
  readonly effect: Exclude<ConsentEffect, 'neutral'>
  readonly view: AcceptView
}

/**
 * Collects the options of probes; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProbeOptions {
  readonly count?: number
  readonly seed?: bigint
}

const UNITS: ReadonlyArray<number> = [1, 2, 3, 5, 10]

/** Every swap on the ladder of a held good for another good, with every contact. */
const swapsOf = ({ agent, contacts, holdings }: SeatView): ReadonlyArray<ReadonlyArray<Transfer>> =>
  contacts.flatMap((partner) =>
    [...holdings.keys()].flatMap((given) =>
      [...holdings.keys()]
        .filter((received) => received !== given)
        .flatMap((received) =>
          UNITS.filter((less) => less <= (holdings[given] ?? 0)).flatMap((less) =>
            UNITS.map((more) => [
              { from: agent, to: partner, resource: resourceNameAt(given), quantity: less },
              { from: partner, to: agent, resource: resourceNameAt(received), quantity: more },
            ]),
          ),
        ),
    ),
  )

/**
 * Makes probes for a seat, helpful and harmful ones in equal number and in turn; fewer than asked for where the seat has
 * no more swaps of one kind.
 *
 * @category constructors
 * @since 0.1.0
 */
export const consentProbes = (
  view: SeatView,
  { count = 10, seed = 0n }: ProbeOptions = {},
): ReadonlyArray<ConsentProbe> => {
  const drawn = swapsOf(view)
    .map((transfers, index) => ({ transfers, place: drawAt(seed, index) }))
    .sort((a, b) => a.place - b.place)
  const of = (effect: ConsentEffect): ReadonlyArray<ReadonlyArray<Transfer>> =>
    drawn
      .map(({ transfers }) => transfers)
      .filter((transfers) => effectOf(ownGain(view, transfers)) === effect)
  const helpful = of('helpful')
  const harmful = of('harmful')
  const pairs = Math.min(count, helpful.length, harmful.length)
  const probe = (
    effect: ConsentProbe['effect'],
    index: number,
    transfers: ReadonlyArray<Transfer> = [],
  ): ConsentProbe => ({
    key: `probe:a${view.agent}:${effect}:${index}`,
    effect,
    view: outsideNegotiation({ ...view, _tag: 'Accept', transfers, texts: null }),
  })
  return Array.from({ length: Math.max(0, pairs) }, (_, index) => [
    probe('helpful', index, helpful[index]),
    probe('harmful', index, harmful[index]),
  ]).flat()
}
