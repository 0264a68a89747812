/**
 * SeatGap: what each rule of the anchored bargain is worth to a seat, taken away one by one.
 *
 * One protocol with four switches (`negotiation.ts`) is played by the reference policy in both seats, on the same worlds
 * and with either side to open. With all switches off it is the symmetric protocol, whose seats are worth the same. The
 * seat gap is the mean share of sellers less that of buyers among closed deals.
 *
 * Laws
 *   L1 symmetric end   with all switches off a record is that of the symmetric protocol
 *   L2 no gap          in the symmetric protocol a policy that mirrors itself has a gap of 0 in the mirrored world
 *   L3 one at a time   the rows switch off nothing, each switch alone, and all of them
 *
 * @module
 */
import { type Negotiator, referencePolicy } from './margin-policy.js'
import { type AnchoringSwitches, type NegotiationRules, symmetricRules } from './negotiation.js'
import { positionEffects } from './participants.js'
import type { SymmetricWorld } from './symmetric-world.js'
import { playSeatings, type Seating } from './tournament.js'

/**
 * Holds one row of the ablation: which switches are off, the seat gap and the first-proposer effect (`null` without
 * closed deals), and the rate of deals among `n` negotiations.
 *
 * @category model
 * @since 0.1.0
 */
export interface AblationRow {
  readonly off: ReadonlyArray<keyof AnchoringSwitches>
  readonly seatGap: number | null
  /** The gap less that of all switches on. */
  readonly change: number | null
  readonly firstProposer: number | null
  readonly deals: number
  readonly dealRate: number | null
  readonly n: number
}

/**
 * Names the switches in their order.
 *
 * @category model
 * @since 0.1.0
 */
export const anchoringSwitches: ReadonlyArray<keyof AnchoringSwitches> = [
  'sellerAnswersLast',
  'listPublished',
  'counterResets',
  'deadlineKnown',
]

/**
 * Holds the rules with every switch on: those of the anchored bargain.
 *
 * @category model
 * @since 0.1.0
 */
export const anchoredRules: NegotiationRules = {
  ...symmetricRules,
  sellerAnswersLast: true,
  listPublished: true,
  counterResets: true,
  deadlineKnown: true,
}

/**
 * Gives the anchored rules with some switches off.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withoutSwitches = (off: ReadonlyArray<keyof AnchoringSwitches>): NegotiationRules =>
  off.reduce<NegotiationRules>((rules, name) => ({ ...rules, [name]: false }), anchoredRules)

const measured = (
  policy: Negotiator,
  worlds: ReadonlyArray<SymmetricWorld>,
  off: ReadonlyArray<keyof AnchoringSwitches>,
): AblationRow => {
  const seatings = worlds.flatMap(
    (world): ReadonlyArray<Seating<Negotiator>> => [
      { world, buyer: policy, seller: policy, opener: 'buyer' },
      { world, buyer: policy, seller: policy, opener: 'seller' },
    ],
  )
  const rows = playSeatings(withoutSwitches(off))(seatings)
  const { opener, side } = positionEffects(rows)
  const n = seatings.length
  const deals = side.first.n
  return {
    off,
    seatGap: side.effect === null ? null : -side.effect + 0,
    change: null,
    firstProposer: opener.effect,
    deals,
    dealRate: n === 0 ? null : deals / n,
    n,
  }
}

/**
 * Plays a policy against itself under all switches, under each off singly, and under none.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatGapAblation = (
  worlds: ReadonlyArray<SymmetricWorld>,
  policy: Negotiator = referencePolicy,
): ReadonlyArray<AblationRow> => {
  const cases: ReadonlyArray<ReadonlyArray<keyof AnchoringSwitches>> = [
    [],
    ...anchoringSwitches.map((name) => [name]),
    anchoringSwitches,
  ]
  const rows = cases.map((off) => measured(policy, worlds, off))
  const whole = rows[0]?.seatGap ?? null
  return rows.map((row) => ({
    ...row,
    change: row.seatGap === null || whole === null ? null : row.seatGap - whole,
  }))
}
