/**
 * Exact Bayesian frontier of a box of two agents and two goods.
 *
 * The proposer knows its own values and all holdings; of the counterpart's two values it knows that each is one of the
 * integers from `lowest` to `highest`, all pairs equally likely. It offers a swap: so much of one good for so much of
 * the other, both from a grid of `steps` steps over what their holders have. The counterpart accepts exactly if its
 * delta is at least -EPSILON. W_bayes is the largest expected gain of both over swaps at which the proposer does not
 * lose; W* is the largest gain on the same grid with the true values, where neither loses. As an expectation W_bayes
 * may exceed the W* of a particular counterpart.
 *
 * | option     | default | meaning                                       |
 * | ---------- | ------- | --------------------------------------------- |
 * | `proposer` | 1       | which of the two agents offers                |
 * | `lowest`   | 0       | lowest integer value of the prior             |
 * | `highest`  | 9       | highest integer value of the prior, up to 99  |
 * | `steps`    | 40      | steps of the grid of each quantity, up to 200 |
 *
 * Laws
 *   L1 exact frontier   both frontiers are those of the plain loop over grid, directions and types
 *   L2 informed         with a prior of one type that is the truth, W_bayes is W*
 *   L3 frontier swap    the reported swap attains W*, and neither agent loses by it
 *   L4 finer grid       doubling the steps lowers neither frontier
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { EPSILON } from '../core/arithmetic.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { componentUtility } from '../economy/utility.js'
import type { World } from '../economy/world.js'
import type { TransferInput } from '../settlement/transfer.js'
import { classifyProposal } from './proposal-classifier.js'

/**
 * Sets the prior and the grid; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExactWBayesOptions {
  readonly proposer: 1 | 2
  readonly lowest: number
  readonly highest: number
  readonly steps: number
}

/**
 * Offers `give` units of the 0-based good `good` for `take` units of the other good.
 *
 * @category model
 * @since 0.1.0
 */
export interface SwapOffer {
  readonly good: 0 | 1
  readonly give: number
  readonly take: number
}

/**
 * Holds both frontiers, in units of utility, with a swap that attains each (`null` where nothing gains).
 *
 * @category model
 * @since 0.1.0
 */
export interface ExactWBayes {
  readonly tier: 'exact_wbayes'
  readonly wBayes: number
  readonly wStar: number
  readonly offer: SwapOffer | null
  readonly optimum: SwapOffer | null
}

/**
 * Names what can be wrong with a box or its options.
 *
 * @category failures
 * @since 0.1.0
 */
export type ExactWBayesFailure = 'NotABox' | 'BadPrior' | 'BadGrid'

const defaults: ExactWBayesOptions = { proposer: 1, lowest: 0, highest: 9, steps: 40 }

const whole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const defectsOf = (
  world: World,
  { proposer, lowest, highest, steps }: ExactWBayesOptions,
): ReadonlyArray<Failure<ExactWBayesFailure>> => {
  const found: Array<Failure<ExactWBayesFailure>> = []
  const goods = world.allocation[0]?.length
  if (world.allocation.length !== 2 || goods !== 2) {
    found.push(failure('NotABox', ['allocation'], world.allocation, 'two agents and two goods'))
  }
  const separable = world.utilityMode !== 'complementary_bundle' && world.bundleBuyer === null
  if (!separable) {
    found.push(failure('NotABox', ['utilityMode'], world.utilityMode, 'separable utilities'))
  }
  if (proposer !== 1 && proposer !== 2) {
    found.push(failure('NotABox', ['proposer'], proposer, 'agent 1 or 2'))
  }
  if (!whole(lowest, 0, 99) || !whole(highest, lowest, 99)) {
    const prior = [lowest, highest]
    found.push(failure('BadPrior', ['lowest'], prior, 'integers with 0 <= lowest <= highest <= 99'))
  }
  if (!whole(steps, 1, 200)) found.push(failure('BadGrid', ['steps'], steps, 'steps from 1 to 200'))
  return found
}

/** A swap with the deltas it brings: the proposer's, and the counterpart's for each unit of value of either good. */
interface PricedSwap extends SwapOffer {
  readonly own: number
  readonly unit: readonly [number, number]
}

/** Lists all swaps of the grid at which the proposer does not lose, the first good given first. */
const swapsOf = (world: World, { proposer, steps }: ExactWBayesOptions): Array<PricedSwap> => {
  const mine = world.allocation[proposer - 1] ?? []
  const theirs = world.allocation[2 - proposer] ?? []
  const values = world.preferences[proposer - 1] ?? []
  const change = (held: number, by: number, good: number): number => {
    const linear = world.utilityMode === 'linear' || good === world.moneyGoodIndex
    return componentUtility(linear, 1, held + by) - componentUtility(linear, 1, held)
  }
  const found: Array<PricedSwap> = []
  for (const good of [0, 1] as const) {
    const other = 1 - good
    const has = mine[good] ?? 0
    const wants = theirs[other] ?? 0
    for (let i = 0; i <= steps; i += 1) {
      const give = (has * i) / steps
      const gone = (values[good] ?? 0) * change(has, -give, good)
      const received = change(theirs[good] ?? 0, give, good)
      for (let j = 0; j <= steps; j += 1) {
        const take = (wants * j) / steps
        const own = gone + (values[other] ?? 0) * change(mine[other] ?? 0, take, other)
        if (own < -EPSILON) continue
        const lost = change(wants, -take, other)
        const unit: readonly [number, number] = good === 0 ? [received, lost] : [lost, received]
        found.push({ good, give, take, own, unit })
      }
    }
  }
  return found
}

/** Adds the gains of both over all types that accept, each equally likely. */
const expectedGain = ({ own, unit }: PricedSwap, lowest: number, highest: number): number => {
  let total = 0
  for (let first = lowest; first <= highest; first += 1) {
    const partial = first * unit[0]
    for (let second = lowest; second <= highest; second += 1) {
      const delta = partial + second * unit[1]
      if (delta >= -EPSILON) total += own + delta
    }
  }
  return total / (highest - lowest + 1) ** 2
}

const best = (
  swaps: ReadonlyArray<PricedSwap>,
  gainOf: (swap: PricedSwap) => number,
): { readonly gain: number; readonly swap: SwapOffer | null } => {
  let gain = 0
  let swap: SwapOffer | null = null
  for (const priced of swaps) {
    const reached = gainOf(priced)
    if (reached <= gain) continue
    gain = reached
    swap = { good: priced.good, give: priced.give, take: priced.take }
  }
  return { gain, swap }
}

/**
 * Computes both frontiers of a world of two agents and two goods with separable utilities, or reports what is wrong
 * with the world or the options.
 *
 * @category operations
 * @since 0.1.0
 */
export const exactWBayes =
  (options: Partial<ExactWBayesOptions> = {}) =>
  (world: World): Either<Failures<ExactWBayesFailure>, ExactWBayes> => {
    const chosen = { ...defaults, ...options }
    const failures = nonEmpty(defectsOf(world, chosen))
    if (failures !== null) return left(failures)
    const swaps = swapsOf(world, chosen)
    const [first = 0, second = 0] = world.preferences[2 - chosen.proposer] ?? []
    const expected = best(swaps, (swap) => expectedGain(swap, chosen.lowest, chosen.highest))
    const informed = best(swaps, ({ own, unit }) => {
      const delta = first * unit[0] + second * unit[1]
      return delta >= -EPSILON ? own + delta : 0
    })
    return right({
      tier: 'exact_wbayes',
      wBayes: expected.gain,
      wStar: informed.gain,
      offer: expected.swap,
      optimum: informed.swap,
    })
  }

/**
 * Gives what a settlement that an agent (from 1) proposes realizes: the sum of all deltas if it is feasible and nobody
 * loses more than `EPSILON`, else 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const realizedGain =
  (world: World) =>
  (proposer: number, rows: ReadonlyArray<TransferInput>): number => {
    const judged = classifyProposal(world)(proposer, rows)
    if (judged.category !== 'MUTUALLY_IR') return 0
    return Object.values(judged.counterpartyDeltas).reduce((sum, d) => sum + d, judged.selfDelta)
  }
