/**
 * BestResponse: a privileged planner that searches the persistent seller for the lowest price it will settle at.
 *
 * It is given the seat itself, not observations of it, so what it finds is a bound for every buyer, never a score. The
 * search is depth first over a list of prices, lowest first, at each counter. It stops as soon as the price found meets
 * the floor it was given (no deal can be below it). A deal is at the offer or at the ask, so at the last counter it
 * stops at the first price that settles or is no better than the one in hand. Without a tight floor it visits up to
 * prices^(T-1) positions; `limit` bounds the visits, and the result says whether the plan is proven best on the list.
 *
 * Laws
 *   L1 exact      a proven plan is no worse than any sequence of listed offers, acceptances and leaving
 *   L2 played     playing the plan gives the outcome that it promises
 *   L3 pruning    a floor changes how much is searched, never what is found
 *
 * | option  | default | meaning                                                                     |
 * | ------- | ------- | --------------------------------------------------------------------------- |
 * | `prices`| -       | the offers that may be made, in cents, at any counter                       |
 * | `floor` | 0       | a price below which no deal is possible, in cents                           |
 * | `limit` | 10^6    | most positions visited                                                      |
 *
 * @module
 */

import type { BuyerMove, SellerSeat } from '../protocol.js'

/**
 * Sets what the planner may offer and how long it may search.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlanOptions {
  readonly prices: ReadonlyArray<number>
  readonly floor?: number | undefined
  readonly limit?: number | undefined
}

/**
 * Describes the best plan found: its moves, the price it settles at (`null`: no deal is possible, or none below
 * `worth` is), whether it is proven best, and how many positions were visited.
 *
 * @category model
 * @since 0.1.0
 */
export interface BuyerPlan {
  readonly moves: ReadonlyArray<BuyerMove>
  readonly price: number | null
  readonly proven: boolean
  readonly visited: number
}

const MOST_VISITS = 1_000_000

/**
 * Searches the lowest price at which a seller settles with a buyer that would pay at most `worth` cents. Where no deal
 * at or below `worth` is found the plan is to leave.
 *
 * @category operations
 * @since 0.1.0
 */
export const bestResponse =
  (options: PlanOptions) =>
  (seat: SellerSeat, worth: number): BuyerPlan => {
    const prices = [...options.prices].sort((a, b) => a - b)
    const floor = options.floor ?? 0
    const limit = options.limit ?? MOST_VISITS
    const path: Array<BuyerMove> = []
    let best: number | null = null
    let plan: ReadonlyArray<BuyerMove> = [{ _tag: 'Leave' }]
    let visited = 0
    let cut = false
    const improves = (price: number): boolean => price <= worth && (best === null || price < best)
    const done = (): boolean => best !== null && best <= floor
    const keep = (price: number, move: BuyerMove): void => {
      if (!improves(price)) return
      best = price
      plan = [...path, move]
    }
    const search = (position: SellerSeat): void => {
      keep(position.view.ask, { _tag: 'Accept' })
      const { onlyAccept, counter, rounds } = position.view
      if (onlyAccept) return
      let last = counter >= rounds - 1
      for (const price of prices) {
        if (done() || (last && !improves(price))) return
        if (visited >= limit) {
          cut = true
          return
        }
        visited += 1
        const move: BuyerMove = { _tag: 'Offer', price }
        const [reply, next] = position.respond(move)
        if (reply._tag === 'Settled' && reply.outcome._tag === 'Deal') {
          keep(reply.outcome.price, move)
        }
        if (reply._tag !== 'Ask') continue
        // A last counter that is answered by an ask grants an acceptance after it: then higher offers may matter.
        last = false
        path.push(move)
        search(next)
        path.pop()
      }
    }
    search(seat)
    return { moves: plan, price: best, proven: !cut, visited }
  }
