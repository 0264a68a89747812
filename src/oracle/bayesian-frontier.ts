/**
 * Bayesian frontier: what a planner who knows the prior, but not the private values, could expect and would get.
 *
 * Values of unknown agents are drawn from the generator's prior; known agents keep their own. Where an agent publicly wanted
 * a good, only rows count in which it values that good above the row's mean (rejection sampling). Each sampled world gives one
 * candidate: the best rational settlement there. A candidate is worth, in a world, the welfare it adds if every participant
 * would consent (its own exact delta is at least -1e-9), else nothing. The candidate with the highest mean over the samples
 * is proposed (the earlier on ties; nothing where none has a positive mean) and judged on the real world.
 *
 * Holdings count as public; only preferences are uncertain. The prior is that of `procedural` worlds: .5 + 4.5 u, plus 3 at
 * the agent's peak good, rounded to 3 decimals; money is worth 1 to everybody.
 *
 * | option       | default         | meaning                                                             |
 * | ------------ | --------------- | ------------------------------------------------------------------- |
 * | samples      | 32              | sampled worlds                                                      |
 * | seed         | 0               | of CPython's generator                                              |
 * | known        | none            | agents whose values are known                                       |
 * | signals      | none            | what was publicly wanted                                            |
 * | participants | everybody       | agents that may settle                                              |
 * | rowLimit     | null            | at most so many transfers                                           |
 * | mostTries    | 1,000           | draws of a row before the likeliest so far is taken                 |
 *
 * Laws
 *   L1 known exactly   where all values are known, the frontier is the multiparty oracle, and it is realised
 *   L2 below truth     what is realised is at most what the multiparty oracle gains, within 1e-8
 *   L3 wants respected  in every sampled world a publicly wanted good is above its row's mean, if a row was found
 *   L4 repeatable draw  equal options give equal frontiers
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { type CPythonDraws, seedCPython, withCPython } from '../core/random/cpython.js'
import { pythonRound } from '../core/random/python-round.js'
import type { Matrix, World } from '../economy/index.js'
import { deltaOf, type Ledger, openLedger, type Transfer } from '../settlement/index.js'
import type { OracleOptions } from './bilateral.js'
import type { PublicSignal } from './inference-oracle.js'
import { multipartyOracle } from './multiparty.js'
import { gainOf, mechanismOf } from './settlement-plan.js'
import type { OracleRefusal } from './trade-problem.js'

/**
 * Collects the options of the frontier; the defaults stand in the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface BayesianOptions extends OracleOptions {
  readonly samples?: number
  readonly seed?: number
  readonly known?: ReadonlyArray<number>
  readonly signals?: ReadonlyArray<PublicSignal>
  readonly participants?: ReadonlyArray<number>
  readonly mostTries?: number
}

/**
 * Holds the frontier: the proposed transfers, their expected gain over the posterior, what the real world gives for them,
 * and whether every participant really consents.
 *
 * @category model
 * @since 0.1.0
 */
export interface BayesianFrontier {
  readonly _tag: 'Frontier'
  readonly transfers: ReadonlyArray<Transfer>
  readonly expectedGain: number
  readonly realizedGain: number
  readonly consented: boolean
  readonly samples: number
  readonly seed: number
  /** Mean over the samples of the best gain in each: what knowing everything would be worth in expectation. */
  readonly expectedOptimum: number
  /** Rows that never met the public wants within the tries; the closest was taken. */
  readonly unmetRows: number
}

const LOWEST = 0.5
const SPREAD = 4.5
const PEAK = 3
const DECIMALS = 3

const drawRow = (draw: CPythonDraws, agent: number, goods: number, money: number | null) => {
  const drawn = money === null ? goods : goods - 1
  const peak = (3 * (agent - 1) + 2) % drawn
  return Array.from({ length: goods }, (_, good) => {
    if (good === money) return 1
    const base = LOWEST + SPREAD * draw.random()
    return pythonRound(good === peak ? base + PEAK : base, DECIMALS)
  })
}

/** Counts the wants that a row contradicts. */
const contradictions = (row: ReadonlyArray<number>, wanted: ReadonlyArray<number>): number => {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length
  return wanted.filter((good) => !((row[good - 1] ?? Number.POSITIVE_INFINITY) > mean)).length
}

interface Posterior {
  readonly preferences: Matrix
  readonly unmetRows: number
}

const drawPosterior = (draw: CPythonDraws, world: World, options: BayesianOptions): Posterior => {
  const { known = [], signals = [], mostTries = 1000 } = options
  const goods = world.resourceNames.length
  let unmetRows = 0
  const preferences = world.preferences.map((own, index) => {
    const agent = index + 1
    if (known.includes(agent)) return own
    const wanted = signals.flatMap((signal) => (signal.agent === agent ? signal.wanted : []))
    let row = drawRow(draw, agent, goods, world.moneyGoodIndex)
    let wrong = contradictions(row, wanted)
    for (let tries = 1; wrong > 0 && tries < mostTries; tries++) {
      const next = drawRow(draw, agent, goods, world.moneyGoodIndex)
      const nextWrong = contradictions(next, wanted)
      if (nextWrong < wrong) {
        row = next
        wrong = nextWrong
      }
    }
    if (wrong > 0) unmetRows += 1
    return row
  })
  return { preferences, unmetRows }
}

/** What transfers add in a world if every participant consents; null where somebody does not. */
const gainIfConsented = (ledger: Ledger, transfers: ReadonlyArray<Transfer>): number | null => {
  const parties = [...new Set(transfers.flatMap((t) => [t.from, t.to]))].sort((a, b) => a - b)
  const delta = deltaOf(ledger, mechanismOf(parties, transfers, parties[0] ?? 1))
  let gain = 0
  for (const party of parties) {
    const own = delta(party)
    if (own < -EPSILON) return null
    gain += own
  }
  return gain
}

/**
 * Computes the Bayesian frontier at the start of a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const bayesianFrontier =
  (options: BayesianOptions = {}) =>
  (
    world: World,
  ): BayesianFrontier | { readonly _tag: 'Refused'; readonly reason: OracleRefusal } => {
    const { samples = 32, seed = 0 } = options
    const real = openLedger(world)
    const everybody = world.allocation.map((_, index) => index + 1)
    const settle = multipartyOracle(options)
    const [posteriors] = withCPython(seedCPython(BigInt(seed)), (draw) =>
      Array.from({ length: Math.max(1, samples) }, () => drawPosterior(draw, world, options)),
    )
    const ledgers = posteriors.map(({ preferences }) => openLedger({ ...world, preferences }))
    const answers = ledgers.map((ledger) => settle(ledger, options.participants ?? everybody))
    let best: ReadonlyArray<Transfer> = []
    let expectedGain = 0
    for (const answer of answers) {
      if (answer._tag === 'Refused') return answer
      const { transfers } = answer.plan
      const gains = ledgers.map((ledger) => gainIfConsented(ledger, transfers) ?? 0)
      const mean = gains.reduce((sum, gain) => sum + gain, 0) / ledgers.length
      if (mean > expectedGain + EPSILON) {
        best = transfers
        expectedGain = mean
      }
    }
    const realized = gainIfConsented(real, best)
    return {
      _tag: 'Frontier',
      transfers: best,
      expectedGain,
      realizedGain: realized ?? 0,
      consented: realized !== null,
      samples: ledgers.length,
      seed,
      expectedOptimum: answers.reduce((sum, a) => sum + gainOf(a), 0) / answers.length,
      unmetRows: posteriors.reduce((sum, one) => sum + one.unmetRows, 0),
    }
  }
