/**
 * Bargain row: what one world gave the agent under test, from the replay of its record.
 *
 * | game        | measure   | shares                                                                   |
 * | ----------- | --------- | ------------------------------------------------------------------------ |
 * | `anchored`  | `se_plus` | the buyer's share of the zone, 0 without a deal; none without a zone     |
 * | `live`      | `se_plus` | the same, against the counterpart of the row alone                       |
 * | `symmetric` | `capture` | its share of each closed deal among the four cells; none without a deal  |
 *
 * What calls cost is in the journal and not in the record, so a row takes it from there.
 *
 * Laws
 *   L1 from the record   the row follows from the record and the calls alone, and a record of another game gives none
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  addCounts,
  countTurns,
  participantsOf,
  type SurplusShare,
  shareSurplus,
  type TurnCounts,
} from '../bargaining/index.js'
import { arrayOf, Finite, NonNegativeInteger, objectOf, oneOf } from '../core/codec.js'
import { canonicalJson } from '../core/json.js'
import { pinOutcome } from '../exchange/seat-pins.js'
import {
  type BargainReport,
  type BargainSetup,
  type FinishedBargains,
  renderBargainReport,
} from '../trace/bargaining/index.js'
import { seatLabels } from './bargain-seats.js'
import type { JournalEntry } from './kept-answer.js'
import {
  identityCodecs,
  type PinnedRow,
  pinnedCodec,
  type RowIdentity,
  type SeatCost,
  SeatCostCodec,
  unconfirmedPins,
  withdrawnCodec,
} from './row-identity.js'
import { spendOf } from './spend.js'
import type { BargainJob } from './sweep-job.js'

/**
 * Is the row of a bargain that was played. `shares` are those of the measure; `turns` are those of the agent under test.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainRow extends RowIdentity, PinnedRow {
  readonly status: 'ok'
  readonly game: BargainSetup['game']
  readonly world: string
  readonly counterpart: string
  readonly measure: 'se_plus' | 'capture'
  readonly shares: ReadonlyArray<number>
  readonly bargains: number
  readonly deals: number
  readonly turns: TurnCounts
  readonly seats: Readonly<Record<string, SeatCost>>
}

/**
 * Reads the row of a bargain.
 *
 * @category codec
 * @since 0.1.0
 */
export const BargainRowCodec: t.Type<BargainRow> = /* @__PURE__ */ objectOf(
  {
    ...identityCodecs,
    status: t.literal('ok'),
    game: oneOf('anchored', 'live', 'symmetric'),
    world: t.string,
    counterpart: t.string,
    measure: oneOf('se_plus', 'capture'),
    shares: arrayOf(Finite),
    bargains: NonNegativeInteger,
    deals: NonNegativeInteger,
    turns: objectOf({
      turns: NonNegativeInteger,
      unreadable: NonNegativeInteger,
      faults: NonNegativeInteger,
      vetoes: NonNegativeInteger,
      refused: NonNegativeInteger,
    }),
    seats: t.record(t.string, SeatCostCodec),
  },
  { ...withdrawnCodec, ...pinnedCodec },
)

/** What a finished game says of the agent under test. */
type Facts = Pick<
  BargainRow,
  'world' | 'counterpart' | 'measure' | 'shares' | 'bargains' | 'deals' | 'turns'
>

const sharesIn = (shares: ReadonlyArray<SurplusShare>): ReadonlyArray<number> =>
  shares.flatMap((share) => (share._tag === 'Shared' ? [share.buyer] : []))

const isDeal = (outcome: { readonly _tag: string }): boolean => outcome._tag === 'Deal'

const added = (counts: ReadonlyArray<TurnCounts>): TurnCounts =>
  counts.reduce(addCounts, countTurns([]))

const factsOf = (finished: FinishedBargains): Facts => {
  const world = finished.setup.worlds[0]?.id ?? ''
  const bargains = finished.results.length
  switch (finished.game) {
    case 'anchored': {
      const { setup, results } = finished
      const shares = results.flatMap(({ transcript: { outcome } }, at) => {
        const own = setup.worlds[at]
        return own === undefined ? [] : [shareSurplus(own)(outcome)]
      })
      return {
        world,
        counterpart: setup.seller.name,
        measure: 'se_plus',
        shares: sharesIn(shares),
        bargains,
        deals: results.filter(({ transcript }) => isDeal(transcript.outcome)).length,
        turns: added(results.map(({ counts }) => counts)),
      }
    }
    case 'live': {
      const { setup, results } = finished
      return {
        world,
        counterpart: setup.counterpart,
        measure: 'se_plus',
        shares: sharesIn(results.map(({ surplus }) => surplus)),
        bargains,
        deals: results.filter(({ transcript }) => isDeal(transcript.outcome)).length,
        turns: added(results.map(({ counts }) => counts.buyer)),
      }
    }
    case 'symmetric': {
      const { setup, results } = finished
      const [own, counterpart] = setup.participants
      const rows = results
        .flatMap((result) => participantsOf(result.seats, result))
        .filter(({ participant }) => participant === own)
      return {
        world,
        counterpart,
        measure: 'capture',
        shares: rows.flatMap(({ share }) => (share === null ? [] : [share])),
        bargains,
        deals: results.filter(({ outcome }) => isDeal(outcome)).length,
        turns: added(rows.map(({ counts }) => counts)),
      }
    }
  }
}

const seatsOf = (entries: ReadonlyArray<JournalEntry>): BargainRow['seats'] =>
  Object.fromEntries(
    Object.entries(spendOf(entries.flatMap(({ calls }) => calls)).bySeat)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([seat, { calls, blank, costUsd, unpriced }]) => [
        seat,
        { calls, blank, cost_usd: costUsd, unpriced },
      ]),
  )

/** The pins of the seats that models answered for without being named. */
const unconfirmedIn = (
  { seats }: BargainJob,
  entries: ReadonlyArray<JournalEntry>,
): ReadonlyArray<string> =>
  (['underTest', 'counterpart'] as const).flatMap((seat) => {
    const policy = seats[seat]
    if (policy?.kind !== 'llm') return []
    const calls = entries.flatMap((entry) => entry.calls)
    const own = calls.filter((call) => call.seat === seatLabels[seat])
    const observed = own.map(({ resolvedModel }) => resolvedModel)
    const outcome = pinOutcome(policy.pin, observed)
    return own.length > 0 && outcome._tag === 'Unverifiable' ? [outcome.pin] : []
  })

const isSetupOf = ({ setup }: BargainJob, found: BargainSetup): boolean => {
  const own = canonicalJson(setup)
  const other = canonicalJson(found)
  return !isLeft(own) && !isLeft(other) && own.right === other.right
}

/**
 * Gives the row of a recorded bargain from the report of its replay and from the answers that were kept of it; in words,
 * why there is none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowOfBargain = (
  job: BargainJob,
  report: BargainReport,
  entries: ReadonlyArray<JournalEntry>,
): BargainRow | { readonly detail: string } => {
  if (report._tag !== 'Verified') {
    return { detail: renderBargainReport(job.name)(report).slice(0, 2).join('; ') }
  }
  if (!isSetupOf(job, report.setup)) return { detail: 'it is the record of another game' }
  const { id, case: name, agent, seed } = job
  const named = { id, case: name, agent, seed }
  const played = { game: report.game, ...factsOf(report), seats: seatsOf(entries) }
  return { ...named, status: 'ok', ...played, ...unconfirmedPins(unconfirmedIn(job, entries)) }
}
