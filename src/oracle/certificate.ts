/**
 * Certificate check: whether a plan is what it says, from the ledger and the plan alone.
 *
 * The check shares nothing with the searches but the problem and the bound of one pool. It replays the transfers through
 * the settlement rules' own deltas, and proves the bound: every choice of pools within the row limit must be bounded by
 * one of the weights. A choice is covered once its fixed part plus the best use of the remaining rows is low enough under
 * some weights; else the next good is branched on. Deltas and gain have to be the replayed ones within the tolerance of a
 * proof (`gapTolerance`: 1e-9, more where utilities are above 10,000). Plain data that is no plan is rejected as such.
 *
 * | option     | default | meaning                                             |
 * | ---------- | ------- | --------------------------------------------------- |
 * | maxGap     | 1e-9    | the largest gap that counts as optimal (null: any)  |
 * | nodeBudget | 500,000 | how far to branch before giving up                  |
 *
 * Laws
 *   L1 sound     a certified plan of an oracle is verified
 *   L2 refusing  a plan with changed transfers, deltas, gain, bound or weights below 1 is not
 *
 * @module
 */
import { deltaOf, feasibility, isAdmitted, type Ledger } from '../settlement/index.js'
import { type PoolOption, poolOptions } from './pool-options.js'
import { planMechanism, type SettlementPlan } from './settlement-plan.js'
import { gapTolerance, poolGain, type TradeProblem, tradeProblem } from './trade-problem.js'

/**
 * Names what is wrong with a plan.
 *
 * @category model
 * @since 0.1.0
 */
export type CertificateDefect =
  | 'not_a_plan'
  | 'not_a_problem'
  | 'outsider'
  | 'too_many_rows'
  | 'infeasible'
  | 'wrong_delta'
  | 'not_rational'
  | 'wrong_gain'
  | 'bad_weights'
  | 'bound_not_proven'
  | 'gap_too_large'
  | 'too_large_to_check'

/**
 * Names the verdicts of the check.
 *
 * @category model
 * @since 0.1.0
 */
export type CertificateVerdict =
  | { readonly _tag: 'Verified'; readonly gap: number }
  | { readonly _tag: 'Rejected'; readonly defects: ReadonlyArray<CertificateDefect> }

/**
 * Collects the options of the check; the defaults stand in the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifyOptions {
  readonly maxGap?: number | null
  readonly nodeBudget?: number
}

const DEFAULT_BUDGET = 500_000

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null

const isList =
  (isMember: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && Array.from<unknown>(value).every(isMember)

const isNumber = (value: unknown): boolean => typeof value === 'number'

const isTransfer = (value: unknown): boolean => {
  const row = fieldsOf(value)
  return (
    row !== null &&
    isNumber(row.from) &&
    isNumber(row.to) &&
    isNumber(row.quantity) &&
    typeof row.resource === 'string'
  )
}

/** What keeps data from being read as a plan at all; `null` where nothing does. */
const shapeDefect = (data: unknown): CertificateDefect | null => {
  const plan = fieldsOf(data)
  if (plan === null) return 'not_a_plan'
  const { participants, transfers, deltas, rowLimit, gain } = plan
  const isPlan =
    isList(Number.isSafeInteger)(participants) &&
    isList(isTransfer)(transfers) &&
    isList(isNumber)(deltas) &&
    (rowLimit === null || isNumber(rowLimit)) &&
    isNumber(gain)
  if (!isPlan) return 'not_a_plan'
  const certificate = fieldsOf(plan.certificate)
  if (certificate === null || !isNumber(certificate.upperBound)) return 'not_a_plan'
  return isList(isList(isNumber))(certificate.weights) ? null : 'bad_weights'
}

const replayDefects = (
  ledger: Ledger,
  plan: SettlementPlan,
  tolerance: number,
): ReadonlyArray<CertificateDefect> => {
  const [proposer = 1] = plan.participants
  const mechanism = planMechanism(plan, proposer)
  const defects: Array<CertificateDefect> = []
  const inside = new Set(plan.participants)
  if (plan.transfers.some((t) => !inside.has(t.from) || !inside.has(t.to))) defects.push('outsider')
  if (plan.rowLimit !== null && plan.transfers.length > plan.rowLimit) defects.push('too_many_rows')
  if (!isAdmitted(feasibility(ledger, mechanism))) defects.push('infeasible')
  const delta = deltaOf(ledger, mechanism)
  const replayed = plan.participants.map(delta)
  const same =
    plan.deltas.length === replayed.length &&
    replayed.every((d, i) => Math.abs(d - at(plan.deltas, i)) <= tolerance)
  if (!same) defects.push('wrong_delta')
  if (replayed.some((d) => !(d >= -tolerance))) defects.push('not_rational')
  const gain = replayed.reduce((sum, d) => sum + d, 0)
  if (!(Math.abs(gain - plan.gain) <= tolerance)) defects.push('wrong_gain')
  return defects
}

/** One good of the proof: the rows and the bounds (by weights) of each of its options. */
interface ProofGood {
  readonly rows: ReadonlyArray<number>
  readonly bounds: ReadonlyArray<ReadonlyArray<number>>
}

const optionBound = (p: TradeProblem, option: PoolOption, w: ArrayLike<number>): number =>
  option.pools.reduce((sum, pool) => sum + poolGain(p, pool, w), 0)

/** The best use of k rows from good g on, by weights. */
const remainders = (
  goods: ReadonlyArray<ProofGood>,
  vectors: number,
  limit: number,
): ReadonlyArray<ReadonlyArray<Float64Array>> =>
  Array.from({ length: vectors }, (_, w) => {
    const tables: Array<Float64Array> = [new Float64Array(limit + 1)]
    for (let g = goods.length - 1; g >= 0; g--) {
      const after = tables[0] as Float64Array
      const { rows, bounds } = goods[g] as ProofGood
      const best = after.map((rest, left) =>
        rows.reduce(
          (most, needed, o) =>
            needed > left
              ? most
              : Math.max(most, at(bounds[o] ?? [], w) + at(after, left - needed)),
          rest,
        ),
      )
      tables.unshift(best)
    }
    return tables
  })

type Cover = 'covered' | 'exceeded' | 'gave_up'

const covers = (
  goods: ReadonlyArray<ProofGood>,
  vectors: number,
  rowLimit: number,
  target: number,
  nodeBudget: number,
): Cover => {
  const mostRows = goods.reduce((sum, { rows }) => sum + Math.max(0, ...rows), 0)
  const limit = Math.min(rowLimit, mostRows)
  const best = remainders(goods, vectors, limit)
  let nodes = 0
  const cover = (g: number, left: number, fixed: ReadonlyArray<number>): Cover => {
    nodes += 1
    if (nodes > nodeBudget) return 'gave_up'
    if (fixed.some((sum, w) => sum + at(best[w]?.[g] ?? [], left) <= target)) return 'covered'
    const good = goods[g]
    if (good === undefined) return 'exceeded'
    for (let o = 0; o < good.rows.length; o++) {
      const rows = at(good.rows, o)
      if (rows > left) continue
      const more = fixed.map((sum, w) => sum + at(good.bounds[o] ?? [], w))
      const inside = cover(g + 1, left - rows, more)
      if (inside !== 'covered') return inside
    }
    return cover(g + 1, left, fixed)
  }
  return cover(0, limit, new Array<number>(vectors).fill(0))
}

const boundDefects = (
  p: TradeProblem,
  plan: SettlementPlan,
  nodeBudget: number,
): ReadonlyArray<CertificateDefect> => {
  const { weights, upperBound } = plan.certificate
  const n = p.participants.length
  const sound = weights.every(
    (vector) => vector.length === n && vector.every((w) => w >= 1 && Number.isFinite(w)),
  )
  if (!sound || weights.length === 0) return ['bad_weights']
  const target = upperBound + gapTolerance(p) / 10
  const free = p.rowLimit >= p.goods.length * (n - 1)
  const goods = p.goods.map((_, good): ProofGood | null => {
    const whole = { pools: [{ good, members: p.participants.map((_a, i) => i) }], rows: 1 }
    const options = free ? [whole] : n === 2 ? [whole] : poolOptions(p, good, p.rowLimit)
    if (options === null) return null
    return {
      rows: options.map((option) => option.rows),
      bounds: options.map((option) => weights.map((vector) => optionBound(p, option, vector))),
    }
  })
  const listed = goods.flatMap((good) => (good === null ? [] : [good]))
  if (listed.length < goods.length) return ['too_large_to_check']
  const rowLimit = free ? p.goods.length : p.rowLimit
  const verdict = covers(listed, weights.length, rowLimit, target, nodeBudget)
  return verdict === 'covered'
    ? []
    : [verdict === 'exceeded' ? 'bound_not_proven' : 'too_large_to_check']
}

/**
 * Checks a plan at the allocation of a ledger: its transfers, its deltas and gain, and the proof of its bound. A plan
 * may be any plain data: what cannot be read as one is rejected too.
 *
 * @example
 * ```ts
 * import { proceduralWorld } from 'edgeworth/economy'
 * import { bilateralOracle, verifyCertificate } from 'edgeworth/oracle'
 * import { openLedger } from 'edgeworth/settlement'
 *
 * const made = proceduralWorld({ seed: 1101, numAgents: 5, numResources: 5, utilityMode: 'concave_separable' })
 * if (made._tag === 'Left') throw new Error('no world')
 * const ledger = openLedger(made.right)
 * const answer = bilateralOracle({ rowLimit: 2 })(ledger, 1, 4)
 * if (answer._tag !== 'Certified') throw new Error('not certified')
 * verifyCertificate()(ledger, answer.plan)._tag // => 'Verified'
 * const boast = { ...answer.plan, gain: answer.plan.gain + 1 }
 * verifyCertificate()(ledger, boast) // => { _tag: 'Rejected', defects: ['wrong_gain'] }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const verifyCertificate =
  (options: VerifyOptions = {}) =>
  (ledger: Ledger, plan: SettlementPlan): CertificateVerdict => {
    const unreadable = shapeDefect(plan)
    if (unreadable !== null) return { _tag: 'Rejected', defects: [unreadable] }
    const problem = tradeProblem(ledger, plan.participants, plan.rowLimit)
    if (problem._tag !== 'TradeProblem') return { _tag: 'Rejected', defects: ['not_a_problem'] }
    const gap = plan.certificate.upperBound - plan.gain
    const maxGap = options.maxGap === undefined ? gapTolerance(problem) : options.maxGap
    const tolerable = maxGap === null || gap <= maxGap
    const defects = [
      ...replayDefects(ledger, plan, gapTolerance(problem)),
      ...boundDefects(problem, plan, options.nodeBudget ?? DEFAULT_BUDGET),
      ...(tolerable ? [] : ['gap_too_large' as const]),
    ]
    return defects.length === 0
      ? { _tag: 'Verified', gap: Math.max(0, gap) }
      : { _tag: 'Rejected', defects }
  }
