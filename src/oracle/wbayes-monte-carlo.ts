/**
 * Bayesian frontier of a bundle market by Monte Carlo: what a buyer could expect that knows only how costs are drawn.
 *
 * Costs are independent and uniform on a range. The buyer posts one price per component from a grid of 9 steps over
 * that range; a component is bought from the cheapest seller that accepts (cost <= price + 1e-12); unless all are
 * bought and the posted prices are within the budget, the gain is 0, else it is the bundle's value less the costs.
 * W_bayes is the best mean gain over the sampled profiles, floored at 0. Beside it stands E[W*], the mean over the same
 * profiles of the gain that knowing the costs would allow, and the wedge between the two, which is one-sided: posted
 * prices can do no better than knowledge.
 *
 * Profiles are drawn from CPython's generator (components in order, one cost per seller, unrounded), and the percentile
 * interval of the mean from the generator of the next seed, so that both agree with recordings to the last bit.
 *
 * | option      | default    | meaning                                                              |
 * | ----------- | ---------- | -------------------------------------------------------------------- |
 * | `profiles`  | 3000       | sampled cost profiles, 1 to 10^6                                     |
 * | `resamples` | 1000       | bootstrap means, 1 to 10^6                                           |
 * | `seed`      | 0n         | seed of the profiles; the interval uses the next one                 |
 * | `summation` | `neumaier` | rule of the sums over components and over profiles                   |
 *
 * Laws
 *   L1 same stream     equal options and markets give equal estimates
 *   L2 ascent bounded  coordinate ascent never beats the exhaustive search over price vectors
 *   L3 one-sided       W_bayes is between 0 and E[W*] up to rounding, and the wedge is their difference
 *   L4 richer buyer    a larger budget never lowers W_bayes where the search is exhaustive
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { defaultSummation, EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { seedCPython, withCPython } from '../core/random/cpython.js'
import type { BundleBuyer } from '../economy/bundle-buyer.js'
import type { SellerLayout } from '../economy/bundle-under-budget.js'
import { centralInterval } from '../statistics/quantile.js'
import { ratioReplicates } from '../statistics/replicates.js'

/**
 * Describes a bundle market as its buyer knows it: the value and the budget in money, how many sellers each required
 * component has, and the range of a seller's unit cost.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleMarket {
  readonly bundleValue: number
  readonly budget: number
  readonly sellers: ReadonlyArray<number>
  readonly costRange: readonly [low: number, high: number]
}

/**
 * Sets how the frontier is estimated; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface MonteCarloOptions {
  readonly profiles: number
  readonly resamples: number
  readonly seed: bigint
  readonly summation: Summation
}

/**
 * Holds the estimate with its 95% interval, E[W*], the one-sided wedge, the posted prices that attain it and how they
 * were found.
 *
 * @category model
 * @since 0.1.0
 */
export interface MonteCarloWBayes {
  readonly tier: 'mc_wbayes'
  readonly wBayes: number
  readonly low: number
  readonly high: number
  readonly level: 0.95
  readonly expectedOptimum: number
  readonly wedge: number
  readonly prices: ReadonlyArray<number>
  readonly search: 'exhaustive' | 'coordinate_ascent'
  readonly profiles: number
  readonly resamples: number
  readonly seed: string
  readonly summation: Summation
}

/**
 * Names what can be wrong with a market or the options of an estimate.
 *
 * @category failures
 * @since 0.1.0
 */
export type MonteCarloFailure = 'BundleMarket' | 'MonteCarloOption'

const STEPS = 9
const MOST_COMPONENTS = 4
const MOST_VECTORS = 6000
const TOLERANCE = 1e-12
const MOST_DRAWS = 1_000_000
const LEVEL = 0.95

/**
 * Describes the market of a bundle world's buyer and layout, sellers counted per required component in order.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bundleMarketOf = (buyer: BundleBuyer, layout: SellerLayout): BundleMarket => ({
  bundleValue: buyer.bundleValue,
  budget: buyer.budget,
  sellers: buyer.requiredComponents.map(
    (component) => layout.sellers.filter((seller) => seller.component === component).length,
  ),
  costRange: layout.costRange,
})

const defectsOf = (
  market: BundleMarket,
  { profiles, resamples }: MonteCarloOptions,
): ReadonlyArray<Failure<MonteCarloFailure>> => {
  const [low, high] = market.costRange
  const found: Array<Failure<MonteCarloFailure>> = []
  const bad = (path: string, value: unknown, expected: string): void => {
    found.push(failure('BundleMarket', [path], value, expected))
  }
  const money = 'a finite amount of money, at least 0'
  if (!(market.bundleValue >= 0 && Number.isFinite(market.bundleValue))) {
    bad('bundleValue', market.bundleValue, money)
  }
  if (!(market.budget >= 0 && Number.isFinite(market.budget))) bad('budget', market.budget, money)
  if (!(low >= 0 && low <= high && Number.isFinite(high))) {
    bad('costRange', market.costRange, 'a finite range with 0 <= low <= high')
  }
  if (
    market.sellers.length === 0 ||
    !market.sellers.every((count) => Number.isInteger(count) && count >= 1)
  ) {
    bad('sellers', market.sellers, 'at least one seller of at least one component')
  }
  for (const [name, value] of Object.entries({ profiles, resamples })) {
    if (!Number.isInteger(value) || value < 1 || value > MOST_DRAWS) {
      const expected = `an integer from 1 to ${MOST_DRAWS}`
      found.push(failure('MonteCarloOption', [name], value, expected))
    }
  }
  return found
}

/** Draws profiles and keeps the cheapest cost of each component, one row per profile. */
const cheapestCosts = (market: BundleMarket, options: MonteCarloOptions): Array<Array<number>> => {
  const [low, high] = market.costRange
  const [rows] = withCPython(seedCPython(options.seed), (draw) =>
    Array.from({ length: options.profiles }, () =>
      market.sellers.map((count) => {
        let cheapest = Number.POSITIVE_INFINITY
        for (let seller = 0; seller < count; seller += 1) {
          cheapest = Math.min(cheapest, draw.uniform(low, high))
        }
        return cheapest
      }),
    ),
  )
  return rows
}

/** Gives the lowest step of the grid at which the cheapest seller accepts; `STEPS` where none does. */
const acceptedFrom = (grid: ReadonlyArray<number>, cost: number): number => {
  const step = grid.findIndex((price) => cost <= price + TOLERANCE)
  return step < 0 ? STEPS : step
}

interface Sample {
  readonly grid: ReadonlyArray<number>
  /** What each profile gains if everything is bought. */
  readonly gains: ReadonlyArray<number>
  readonly affordable: (steps: ReadonlyArray<number>) => boolean
  /** What each profile gains at a vector of steps, 0 where something is not bought. */
  readonly valuesAt: (steps: ReadonlyArray<number>) => ReadonlyArray<number>
  readonly meanAt: (steps: ReadonlyArray<number>) => number
}

const sampleOf = (market: BundleMarket, options: MonteCarloOptions): Sample => {
  const [low, high] = market.costRange
  const components = market.sellers.length
  const add = sum(options.summation)
  const grid = Array.from({ length: STEPS }, (_, k) => low + ((high - low) * k) / (STEPS - 1))
  const costs = cheapestCosts(market, options)
  const gains = costs.map((row) => market.bundleValue - add(row))
  /** For each profile and component, the lowest accepted step: the hot loop runs over bytes. */
  const accepted = Uint8Array.from(costs.flatMap((row) => row.map((c) => acceptedFrom(grid, c))))
  const values = gains.map(() => 0)
  const fill = (steps: ReadonlyArray<number>): void => {
    for (let profile = 0; profile < gains.length; profile += 1) {
      let bought = true
      for (let c = 0; bought && c < components; c += 1) {
        bought = (accepted[profile * components + c] as number) <= (steps[c] as number)
      }
      values[profile] = bought ? (gains[profile] as number) : 0
    }
  }
  const affordable = (steps: ReadonlyArray<number>): boolean =>
    add(steps.map((step) => grid[step] ?? 0)) <= market.budget + EPSILON
  const valuesAt = (steps: ReadonlyArray<number>): ReadonlyArray<number> => {
    if (!affordable(steps)) return gains.map(() => 0)
    fill(steps)
    return [...values]
  }
  const meanAt = (steps: ReadonlyArray<number>): number => {
    if (!affordable(steps)) return 0
    fill(steps)
    return add(values) / values.length
  }
  return { grid, gains, affordable, valuesAt, meanAt }
}

/** Tries every affordable vector of steps, the last component fastest; the first of the best wins. */
const exhaustive = (sample: Sample, components: number): ReadonlyArray<number> | null => {
  let best: ReadonlyArray<number> | null = null
  let most = Number.NEGATIVE_INFINITY
  for (let code = 0; code < STEPS ** components; code += 1) {
    const steps: Array<number> = []
    for (let rest = code, c = 0; c < components; c += 1) {
      steps.unshift(rest % STEPS)
      rest = Math.floor(rest / STEPS)
    }
    if (!sample.affordable(steps)) continue
    const mean = sample.meanAt(steps)
    if (mean > most) {
      most = mean
      best = steps
    }
  }
  return best
}

/** Improves one component at a time, from the equal price nearest to an equal share of the budget. */
const ascent = (sample: Sample, market: BundleMarket): ReadonlyArray<number> => {
  const components = market.sellers.length
  const target = Math.min(market.costRange[1], market.budget / components)
  const nearest = sample.grid.reduce(
    (best, price, step) =>
      Math.abs(price - target) < Math.abs((sample.grid[best] ?? 0) - target) ? step : best,
    0,
  )
  let steps: ReadonlyArray<number> = Array.from({ length: components }, () => nearest)
  let most = sample.meanAt(steps)
  for (let improved = true; improved; ) {
    improved = false
    for (let c = 0; c < components; c += 1) {
      for (let step = 0; step < STEPS; step += 1) {
        const tried = steps.map((at, i) => (i === c ? step : at))
        const mean = sample.affordable(tried) ? sample.meanAt(tried) : 0
        if (mean <= most) continue
        most = mean
        steps = tried
        improved = true
      }
    }
  }
  return steps
}

/** Resamples the mean of the values and gives the 2.5% and 97.5% elements: a ratio of sums whose denominators are 1. */
const intervalOf = (
  values: ReadonlyArray<number>,
  { seed, resamples, summation }: MonteCarloOptions,
): readonly [number, number] => {
  const ones = values.map(() => 1)
  const means = ratioReplicates(summation, seed + 1n, resamples)(values, ones)
  return centralInterval(LEVEL)(means) ?? [0, 0]
}

/**
 * Estimates the Bayesian frontier of a bundle market, or reports what is wrong with the market or the options. Price
 * vectors are searched exhaustively up to 4 components and 6000 vectors, by coordinate ascent beyond.
 *
 * @category operations
 * @since 0.1.0
 */
export const monteCarloWBayes =
  (options: Partial<MonteCarloOptions> = {}) =>
  (market: BundleMarket): Either<Failures<MonteCarloFailure>, MonteCarloWBayes> => {
    const chosen: MonteCarloOptions = {
      profiles: 3000,
      resamples: 1000,
      seed: 0n,
      summation: defaultSummation,
      ...options,
    }
    const failures = nonEmpty(defectsOf(market, chosen))
    if (failures !== null) return left(failures)
    const components = market.sellers.length
    const sample = sampleOf(market, chosen)
    const whole = components <= MOST_COMPONENTS && STEPS ** components <= MOST_VECTORS
    const found = whole ? exhaustive(sample, components) : ascent(sample, market)
    const values = found === null ? sample.gains.map(() => 0) : sample.valuesAt(found)
    const add = sum(chosen.summation)
    const wBayes = Math.max(0, add(values) / values.length)
    const [low, high] = intervalOf(values, chosen)
    const expectedOptimum = add(sample.gains.map((gain) => Math.max(0, gain))) / sample.gains.length
    return right({
      tier: 'mc_wbayes',
      wBayes,
      low,
      high,
      level: LEVEL,
      expectedOptimum,
      wedge: Math.max(0, expectedOptimum - wBayes),
      prices: (found ?? []).map((step) => sample.grid[step] ?? 0),
      search: whole ? 'exhaustive' : 'coordinate_ascent',
      profiles: chosen.profiles,
      resamples: chosen.resamples,
      seed: String(chosen.seed),
      summation: chosen.summation,
    })
  }
