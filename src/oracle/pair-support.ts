/**
 * Pair support: the best trade of two agents that moves only some goods.
 *
 * The Pareto frontier of two agents is the set of maxima of t U_A + U_B. Where the sum of utilities (t = 1) leaves A worse
 * off than it started, the answer lies where A is exactly as well off, at the t > 1 with U_A(t) = U_A(0). Between kinks U_A
 * is concave and increasing in t, so Newton's method started below the root never passes it. A linear good moves at once,
 * at the kink t = v_B / v_A: there A gets just the fraction it needs. The other agent is then no worse off either, as the
 * start is feasible and the point maximises U_B among those that leave A whole.
 *
 * Where the partner holds nothing that A values, A can only keep what it values: it gains exactly nothing, and only goods
 * worth nothing to it move. Without this case 1e-14 of rounding would buy 1e-7 of welfare through the infinite slope of
 * the square root at 0.
 *
 * Laws
 *   L1 both whole      neither agent is worse off, within rounding
 *   L2 nothing better  the weighted gains of the goods at the returned weights add up to the gain, within 1e-9
 *
 * @module
 */
import type { TradeProblem } from './trade-problem.js'

/**
 * Holds a trade of two agents: how much of each good of the support the first one gives (negative: receives), both
 * utility changes, and the weights that prove it.
 *
 * @category model
 * @since 0.1.0
 */
export interface PairTrade {
  readonly support: ReadonlyArray<number>
  readonly flows: ReadonlyArray<number>
  readonly firstDelta: number
  readonly secondDelta: number
  readonly gain: number
  readonly weights: readonly [number, number]
}

/** A weight at which whatever the other side could get is below 1e-10 of anything. */
const FOREVER = 1e15
const MOST_STEPS = 300
/** A move that changes neither utility by more than this is rounding, not trade. */
const DUST = 1e-13

interface Side {
  readonly mine: ReadonlyArray<number>
  readonly theirs: ReadonlyArray<number>
  readonly held: ReadonlyArray<number>
  readonly heldByOther: ReadonlyArray<number>
  readonly linear: ReadonlyArray<number>
}

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const component = (linear: boolean, value: number, quantity: number): number =>
  linear ? value * quantity : value * Math.sqrt(quantity)

/** What the side with weight t keeps of a sqrt good. */
const kept = (s: Side, g: number, t: number): number => {
  const a = t * at(s.mine, g)
  const b = at(s.theirs, g)
  const squares = a * a + b * b
  return squares === 0
    ? at(s.held, g)
    : ((at(s.held, g) + at(s.heldByOther, g)) * (a * a)) / squares
}

const change = (s: Side, keep: Array<number>): number => {
  let total = 0
  for (let g = 0; g < keep.length; g++) {
    const linear = s.linear[g] === 1
    total +=
      component(linear, at(s.mine, g), at(keep, g)) -
      component(linear, at(s.mine, g), at(s.held, g))
  }
  return total
}

const changeOfOther = (s: Side, keep: Array<number>): number => {
  let total = 0
  for (let g = 0; g < keep.length; g++) {
    const linear = s.linear[g] === 1
    const supply = at(s.held, g) + at(s.heldByOther, g)
    const rest = Math.max(0, supply - at(keep, g))
    total +=
      component(linear, at(s.theirs, g), rest) -
      component(linear, at(s.theirs, g), at(s.heldByOther, g))
  }
  return total
}

const keepRoots = (s: Side, keep: Array<number>, t: number): void => {
  for (let g = 0; g < keep.length; g++) if (s.linear[g] !== 1) keep[g] = kept(s, g, t)
}

/** The slope of the own utility in the own weight: that of the sqrt goods. */
const slope = (s: Side, t: number): number => {
  let total = 0
  for (let g = 0; g < s.linear.length; g++) {
    if (s.linear[g] === 1) continue
    const a = at(s.mine, g)
    const b = at(s.theirs, g)
    const squares = t * a * t * a + b * b
    if (squares === 0) continue
    const supply = at(s.held, g) + at(s.heldByOther, g)
    total += (Math.sqrt(supply) * (a * b) * (a * b)) / (squares * Math.sqrt(squares))
  }
  return total
}

const partnerHoldsValue = (s: Side): boolean => {
  for (let g = 0; g < s.linear.length; g++) {
    if (at(s.mine, g) > 0 && at(s.heldByOther, g) > 0) return true
  }
  return false
}

/** Newton from below, inside a segment without kinks; leaves `keep` at the root. */
const climb = (s: Side, keep: Array<number>, from: number, most: number): number => {
  let t = from
  for (let step = 0; step < MOST_STEPS; step++) {
    keepRoots(s, keep, t)
    const short = change(s, keep)
    if (short >= 0) return t
    const next = Math.min(most, t - short / slope(s, t))
    if (!(next > t)) return t
    t = next
  }
  return t
}

/** Raises the weight of the side until it is whole; `keep` is what it keeps then. */
const makeWhole = (s: Side, keep: Array<number>): number => {
  if (!partnerHoldsValue(s)) {
    for (let g = 0; g < keep.length; g++) {
      const free = at(s.mine, g) === 0 && at(s.theirs, g) > 0
      keep[g] = free ? 0 : at(s.held, g)
    }
    return FOREVER
  }
  const kinks: Array<number> = []
  for (let g = 0; g < keep.length; g++) {
    if (s.linear[g] === 1 && at(s.mine, g) > 0 && at(s.theirs, g) >= at(s.mine, g)) kinks.push(g)
  }
  const kinkOf = (g: number): number => at(s.theirs, g) / at(s.mine, g)
  kinks.sort((g, h) => kinkOf(g) - kinkOf(h))
  let t = 1
  for (const g of kinks) {
    const end = kinkOf(g)
    keepRoots(s, keep, end)
    const short = change(s, keep)
    if (short >= 0) return climb(s, keep, t, end)
    const supply = at(s.held, g) + at(s.heldByOther, g)
    const needed = -short / at(s.mine, g)
    if (at(keep, g) + needed <= supply) {
      keep[g] = at(keep, g) + needed
      return end
    }
    keep[g] = supply
    t = end
  }
  return climb(s, keep, t, FOREVER)
}

/** Where both weights are 1: to the higher valuer, ties stay. */
const keepAtEqualWeights = (s: Side, keep: Array<number>): void => {
  keepRoots(s, keep, 1)
  for (let g = 0; g < keep.length; g++) {
    if (s.linear[g] !== 1) continue
    const a = at(s.mine, g)
    const b = at(s.theirs, g)
    keep[g] = a > b ? at(s.held, g) + at(s.heldByOther, g) : a < b ? 0 : at(s.held, g)
  }
}

const swapped = (s: Side): Side => ({
  mine: s.theirs,
  theirs: s.mine,
  held: s.heldByOther,
  heldByOther: s.held,
  linear: s.linear,
})

const sideOf = (p: TradeProblem, support: ReadonlyArray<number>): Side => {
  const mine: Array<number> = []
  const theirs: Array<number> = []
  const held: Array<number> = []
  const heldByOther: Array<number> = []
  const linear: Array<number> = []
  for (const good of support) {
    mine.push(at(p.values, 2 * good))
    theirs.push(at(p.values, 2 * good + 1))
    held.push(at(p.holdings, 2 * good))
    heldByOther.push(at(p.holdings, 2 * good + 1))
    linear.push(at(p.linear, good))
  }
  return { mine, theirs, held, heldByOther, linear }
}

/** How much the side gives of each good, never more than anybody holds. */
const flowsOf = (s: Side, keep: Array<number>): Array<number> => {
  const flows: Array<number> = []
  for (let g = 0; g < keep.length; g++) {
    const flow = Math.min(
      at(s.held, g),
      Math.max(-at(s.heldByOther, g), at(s.held, g) - at(keep, g)),
    )
    const linear = s.linear[g] === 1
    const own =
      component(linear, at(s.mine, g), at(s.held, g) - flow) -
      component(linear, at(s.mine, g), at(s.held, g))
    const rest = at(s.heldByOther, g)
    const others =
      component(linear, at(s.theirs, g), rest + flow) - component(linear, at(s.theirs, g), rest)
    flows.push(Math.abs(own) <= DUST && Math.abs(others) <= DUST ? 0 : flow)
  }
  return flows
}

/**
 * Finds the best trade of the two agents of a problem that moves only goods of the support (places of goods).
 *
 * @category operations
 * @since 0.1.0
 */
export const pairTrade = (p: TradeProblem, support: ReadonlyArray<number>): PairTrade => {
  const first = sideOf(p, support)
  const keep: Array<number> = support.map(() => 0)
  keepAtEqualWeights(first, keep)
  const own = change(first, keep)
  const others = own < 0 ? 0 : changeOfOther(first, keep)
  let flows = flowsOf(first, keep)
  let weights: readonly [number, number] = [1, 1]
  if (own < 0) {
    weights = [makeWhole(first, keep), 1]
    flows = flowsOf(first, keep)
  } else if (others < 0) {
    const second = swapped(first)
    for (let g = 0; g < keep.length; g++) {
      keep[g] = at(second.held, g) + at(flows, g)
    }
    weights = [1, makeWhole(second, keep)]
    flows = flowsOf(second, keep).map((flow) => -flow)
  }
  for (let g = 0; g < keep.length; g++) keep[g] = at(first.held, g) - at(flows, g)
  const firstDelta = change(first, keep)
  for (let g = 0; g < keep.length; g++) keep[g] = at(first.heldByOther, g) + at(flows, g)
  const secondDelta = change(swapped(first), keep)
  return {
    support,
    flows: flows,
    firstDelta,
    secondDelta,
    gain: firstDelta + secondDelta,
    weights,
  }
}
