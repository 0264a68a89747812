/**
 * Row search: the best choice of pools within a limit of rows, by branch and bound.
 *
 * Every good is left alone or takes one of its options (pools, with the rows they need). For any weights the bounds of the
 * goods add up, so the bound of a node is a small knapsack: what is chosen so far plus the best use of the remaining rows.
 * The search first follows the best choice under the weights found so far; each choice that it solves gives weights under
 * which its own bound is its gain. Usually that closes the gap at once; else goods are branched on, and a node is left when
 * one of the weights shows that it cannot beat the incumbent. Where a budget of nodes stops the search, the largest bound
 * among the nodes left open is reported.
 *
 * Laws
 *   L1 complete   without reaching the budget, no choice within the limit has a larger gain, within the tolerance
 *   L2 bounded    the gain of every choice within the limit is at most the reported bound, whatever the budget
 *
 * @module
 */

/**
 * Holds a solved choice: its gain and weights under which no settlement within the choice gains more.
 *
 * @category model
 * @since 0.1.0
 */
export interface SolvedChoice {
  readonly gain: number
  readonly weights: ArrayLike<number>
  /** Whether what could be gained within the choice is among other choices as well. */
  readonly elsewhere?: boolean
}

/**
 * Holds what to search: options per good, their rows, their bound under weights, and the solver of a choice.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowSearchProblem<S extends SolvedChoice> {
  readonly agents: number
  readonly rowLimit: number
  /** Rows of each option of each good, at least 1. */
  readonly rows: ReadonlyArray<ReadonlyArray<number>>
  readonly bound: (good: number, option: number, weights: ArrayLike<number>) => number
  /** Solves a choice: per good the number of its option, or -1 where the good stays. */
  readonly solve: (choice: ReadonlyArray<number>) => S
  readonly tolerance: number
  readonly nodeBudget: number
}

/**
 * Holds the outcome: the best choice found (null where nothing gains), a bound on all, the weights that prove it, and
 * whether the search was complete.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowSearchResult<S extends SolvedChoice> {
  readonly best: S | null
  readonly upperBound: number
  readonly weights: ReadonlyArray<ArrayLike<number>>
  readonly complete: boolean
  readonly nodes: number
}

/** What one vector of weights says: the bound of every option, and the best use of k rows from good g on. */
interface Judgement {
  readonly weights: ArrayLike<number>
  readonly bounds: ReadonlyArray<ReadonlyArray<number>>
  readonly suffix: ReadonlyArray<Float64Array>
}

const MOST_JUDGEMENTS = 256
const MOST_DIVES = 12
const ASTRAY = 4

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const judge = <S extends SolvedChoice>(
  p: RowSearchProblem<S>,
  limit: number,
  weights: ArrayLike<number>,
): Judgement => {
  const bounds = p.rows.map((options, good) => options.map((_, o) => p.bound(good, o, weights)))
  const suffix: Array<Float64Array> = new Array(p.rows.length + 1)
  let after = new Float64Array(limit + 1)
  suffix[p.rows.length] = after
  for (let good = p.rows.length - 1; good >= 0; good--) {
    const here = Float64Array.from(after)
    const options = p.rows[good] as ReadonlyArray<number> // goods are those of the problem
    for (let o = 0; o < options.length; o++) {
      const rows = at(options, o)
      const gain = at(bounds[good] as ReadonlyArray<number>, o)
      for (let left = rows; left <= limit; left++) {
        const total = gain + at(after, left - rows)
        if (total > at(here, left)) here[left] = total
      }
    }
    suffix[good] = here
    after = here
  }
  return { weights, bounds, suffix }
}

/** The choice that reaches the bound of a judgement. */
const bestUnder = <S extends SolvedChoice>(
  p: RowSearchProblem<S>,
  j: Judgement,
  limit: number,
): Array<number> => {
  let left = limit
  return p.rows.map((options, good) => {
    const target = at(j.suffix[good] as Float64Array, left)
    const after = j.suffix[good + 1] as Float64Array
    if (target <= at(after, left)) return -1
    for (let o = 0; o < options.length; o++) {
      const rows = at(options, o)
      const gain = at(j.bounds[good] as ReadonlyArray<number>, o)
      if (rows <= left && gain + at(after, left - rows) >= target) {
        left -= rows
        return o
      }
    }
    return -1
  })
}

const ones = (n: number): ReadonlyArray<number> => new Array<number>(n).fill(1)

/**
 * Searches the choices of a problem; see the header.
 *
 * @category operations
 * @since 0.1.0
 */
export const searchRows = <S extends SolvedChoice>(
  p: RowSearchProblem<S>,
  started: ArrayLike<number> = ones(p.agents),
): RowSearchResult<S> => {
  const goods = p.rows.length
  const mostRows = p.rows.reduce((total, options) => total + Math.max(0, ...options), 0)
  const limit = Math.min(p.rowLimit, mostRows)
  const judgements: Array<Judgement> = [judge(p, limit, started)]
  const solved = new Set<string>()
  let best: S | null = null
  let worth = 0
  const rootOf = (j: Judgement): number => at(j.suffix[0] as Float64Array, limit)
  let lead = judgements[0] as Judgement
  let rootBound = rootOf(lead)
  const enough = (bound: number): boolean => bound <= worth + p.tolerance
  const solve = (choice: ReadonlyArray<number>): S => {
    const leaf = p.solve(choice)
    if (leaf.gain > worth) {
      worth = leaf.gain
      best = leaf
    }
    return leaf
  }
  const learn = (weights: ArrayLike<number>): Judgement | null => {
    if (judgements.length >= MOST_JUDGEMENTS) return null
    const next = judge(p, limit, weights)
    judgements.push(next)
    if (rootOf(next) < rootBound) {
      lead = next
      rootBound = rootOf(next)
    }
    return next
  }
  let nodes = 0
  let latest: Judgement | null = lead
  for (let dive = 0; dive < MOST_DIVES && latest !== null && !enough(rootBound); dive++) {
    const choice = bestUnder(p, latest, limit)
    const key = choice.join(' ')
    if (solved.has(key)) break
    solved.add(key)
    nodes += 1
    const next: Judgement | null = learn(solve(choice).weights)
    // weights that say little about other choices are no guide to the next one
    latest = next !== null && rootOf(next) > ASTRAY * rootBound ? null : next
  }
  if (enough(rootBound)) {
    const weights = judgements.map((j) => j.weights)
    return { best, upperBound: Math.max(worth, rootBound), weights, complete: true, nodes }
  }
  let open = Number.NEGATIVE_INFINITY
  let closed = worth
  const choice = new Array<number>(goods).fill(-1)
  const boundOf = (good: number, left: number): number => {
    let lowest = Number.POSITIVE_INFINITY
    for (const j of judgements) {
      let bound = at(j.suffix[good] as Float64Array, left)
      for (let g = 0; g < good; g++) {
        const o = at(choice, g)
        if (o >= 0) bound += at(j.bounds[g] as ReadonlyArray<number>, o)
      }
      if (bound < lowest) lowest = bound
    }
    return lowest
  }
  const visit = (good: number, left: number): void => {
    const bound = boundOf(good, left)
    if (enough(bound)) {
      closed = Math.max(closed, Math.min(bound, worth + p.tolerance))
      return
    }
    if (nodes >= p.nodeBudget) {
      open = Math.max(open, bound)
      return
    }
    nodes += 1
    if (good === goods) {
      const leaf = solve(choice)
      learn(leaf.weights)
      if (leaf.elsewhere === true) return
      const proven = boundOf(goods, left)
      if (enough(proven)) closed = Math.max(closed, proven)
      else open = Math.max(open, proven)
      return
    }
    const options = p.rows[good] as ReadonlyArray<number>
    const gains = lead.bounds[good] as ReadonlyArray<number>
    const order = options.map((_, o) => o).sort((a, b) => at(gains, b) - at(gains, a))
    for (const o of order) {
      if (at(options, o) > left) continue
      choice[good] = o
      visit(good + 1, left - at(options, o))
    }
    choice[good] = -1
    visit(good + 1, left)
  }
  visit(0, limit)
  const complete = open === Number.NEGATIVE_INFINITY
  const upperBound = Math.min(rootBound, Math.max(worth, closed, open))
  return { best, upperBound, weights: judgements.map((j) => j.weights), complete, nodes }
}
