import { utilityOf } from '../../src/economy/index.js'
import type { Ledger } from '../../src/settlement/index.js'

interface GridMove {
  readonly from: number
  readonly to: number
  readonly good: number
  readonly quantity: number
}

/** Every transfer in steps of a share of what the giver holds. */
const movesOf = (
  ledger: Ledger,
  agents: ReadonlyArray<number>,
  steps: number,
): ReadonlyArray<GridMove> =>
  agents.flatMap((from) =>
    agents
      .filter((to) => to !== from)
      .flatMap((to) =>
        (ledger.allocation[from - 1] ?? []).flatMap((held, good) =>
          held > 0
            ? Array.from({ length: steps }, (_, k) => ({
                from,
                to,
                good,
                quantity: (held * (k + 1)) / steps,
              }))
            : [],
        ),
      ),
  )

/** The best rational settlement of at most `rows` transfers on a grid of quantities, by trying all of them. */
export const bestOnGrid = (
  ledger: Ledger,
  agents: ReadonlyArray<number>,
  rows: number,
  steps: number,
): number => {
  const utility = utilityOf(ledger.world)
  const start = agents.map((agent) => utility(agent - 1, ledger.allocation[agent - 1] ?? []))
  const moves = movesOf(ledger, agents, steps)
  const holdings = ledger.allocation.map((row) => [...row])
  let best = 0
  const measure = (): void => {
    let gain = 0
    for (const [place, agent] of agents.entries()) {
      const own = utility(agent - 1, holdings[agent - 1] ?? []) - (start[place] ?? 0)
      if (own < -1e-12) return
      gain += own
    }
    if (gain > best) best = gain
  }
  /** Moves a quantity, and gives what puts the holdings back, to the bit: a root makes much of the last one. */
  const shift = ({ from, to, good, quantity }: GridMove): (() => void) => {
    const giver = holdings[from - 1] ?? []
    const taker = holdings[to - 1] ?? []
    const [given = 0, taken = 0] = [giver[good], taker[good]]
    giver[good] = given - quantity
    taker[good] = taken + quantity
    return () => {
      giver[good] = given
      taker[good] = taken
    }
  }
  const visit = (next: number, left: number): void => {
    measure()
    if (left === 0) return
    for (let k = next; k < moves.length; k++) {
      const move = moves[k]
      if (move === undefined) return
      if ((holdings[move.from - 1]?.[move.good] ?? 0) < move.quantity) continue
      const back = shift(move)
      visit(k + 1, left - 1)
      back()
    }
  }
  visit(0, rows)
  return best
}

/** The best rational trade of two agents that moves only some goods, along a fine sweep of weights. */
export const bestOnFrontier = (ledger: Ledger, goods: ReadonlyArray<number>): number => {
  const utility = utilityOf(ledger.world)
  const [own = [], others = []] = ledger.allocation
  const [a = [], b = []] = ledger.world.preferences
  const startOwn = utility(0, own)
  const startOthers = utility(1, others)
  let best = 0
  for (let k = -4000; k <= 4000; k++) {
    const weight = Math.exp(k / 500)
    const mine = own.map((held, good) => {
      if (!goods.includes(good)) return held
      const first = (weight * (a[good] ?? 0)) ** 2
      const second = (b[good] ?? 0) ** 2
      return first + second === 0 ? held : ((held + (others[good] ?? 0)) * first) / (first + second)
    })
    const theirs = others.map((held, good) => held + (own[good] ?? 0) - (mine[good] ?? 0))
    const first = utility(0, mine) - startOwn
    const second = utility(1, theirs) - startOthers
    if (first >= 0 && second >= 0) best = Math.max(best, first + second)
  }
  return best
}
