/**
 * Row identity: what every row of a sweep says, whatever game its job is and whatever became of it.
 *
 * @module
 */
import * as t from 'io-ts'
import { arrayOf, Finite, Integer, NonNegativeInteger, objectOf } from '../core/codec.js'
import { compareCodePoints } from '../core/json.js'

/**
 * Counts the calls of one seat: how many, those without words, and dollars of those with a known price.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatCost {
  readonly calls: number
  readonly blank: number
  readonly cost_usd: number
  readonly unpriced: number
}

/**
 * Names the job of a row.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowIdentity {
  readonly id: string
  readonly case: string
  readonly agent: string
  readonly seed: number
  /** Why the row is withdrawn; absent for one that counts. */
  readonly withdrawn?: string
}

/**
 * Holds the pins of a game that was played which no answer has confirmed, since no reply names its model; absent where
 * there are none. The game stands: such a pin is neither held nor broken.
 *
 * @category model
 * @since 0.1.0
 */
export interface PinnedRow {
  readonly unconfirmed_pins?: ReadonlyArray<string>
}

/**
 * Gives the member of a row for pins that no answer has confirmed, each once; nothing without any.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unconfirmedPins = (pins: ReadonlyArray<string>): PinnedRow =>
  pins.length === 0 ? {} : { unconfirmed_pins: [...new Set(pins)].sort(compareCodePoints) }

/**
 * Holds the codec of the member for pins that no answer has confirmed.
 *
 * @category codec
 * @since 0.1.0
 */
export const pinnedCodec: { readonly unconfirmed_pins: t.Type<ReadonlyArray<string>> } = {
  unconfirmed_pins: /* @__PURE__ */ arrayOf(t.string),
}

/**
 * Reads the counts of a seat.
 *
 * @category codec
 * @since 0.1.0
 */
export const SeatCostCodec: t.Type<SeatCost> = /* @__PURE__ */ objectOf({
  calls: NonNegativeInteger,
  blank: NonNegativeInteger,
  cost_usd: Finite,
  unpriced: NonNegativeInteger,
})

/**
 * Holds the codecs of the members that every row has.
 *
 * @category codec
 * @since 0.1.0
 */
export const identityCodecs: {
  readonly id: t.Type<string>
  readonly case: t.Type<string>
  readonly agent: t.Type<string>
  readonly seed: t.Type<number>
} = { id: t.string, case: t.string, agent: t.string, seed: Integer }

/**
 * Holds the codec of the member that only withdrawn rows have.
 *
 * @category codec
 * @since 0.1.0
 */
export const withdrawnCodec: { readonly withdrawn: t.Type<string> } = { withdrawn: t.string }
