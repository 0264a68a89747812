/**
 * Keepers: agents that can only keep what they hold, because everything they value is theirs and already well shared.
 *
 * A group keeps when its members hold all of every good that any of them values, each some of each (none of a linear good that
 * is too dear for it), and one set of weights
 * m makes all of them indifferent: m_i v_i / sqrt(h_i) is the same for all holders of a sqrt good, m_i v_i for all holders
 * of a linear one. Then the start already is a maximum of the weighted sum within the group: nobody in it can give anything to
 * outsiders, or gain from insiders, without somebody in it losing. An agent that holds all it values is such a group of one.
 * The rationality of keepers has no finite multipliers (Slater's condition fails), so their goods leave the program, and their
 * weights are set far above those of all agents that would like some. Without a keeper's goods others may turn out to be
 * keepers: layer by layer.
 *
 * | parameter | value | meaning                                                                    |
 * | --------- | ----- | -------------------------------------------------------------------------- |
 * | LEFT_OVER | 1e-12 | what outsiders could still seem to gain from one pool of a keeper          |
 * | SAME      | 4e-15 | relative difference up to which members count as indifferent               |
 *
 * Laws
 *   L1 keepers keep  the weights of keepers prove within 1e-9 that their goods cannot move
 *
 * @module
 */
import type { Pool, TradeProblem } from './trade-problem.js'

/**
 * Holds keepers with their weights relative to each other, and the pools that they keep.
 *
 * @category model
 * @since 0.1.0
 */
export interface KeeperLayer {
  readonly weights: ReadonlyMap<number, number>
  readonly pools: ReadonlyArray<Pool>
}

/**
 * Holds the pools that remain, and the keepers by layer.
 *
 * @category model
 * @since 0.1.0
 */
export interface Thawed {
  readonly pools: ReadonlyArray<Pool>
  readonly layers: ReadonlyArray<KeeperLayer>
}

const LEFT_OVER = 1e-12
const SAME = 4e-15

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const valueIn = (p: TradeProblem, pool: Pool, i: number): number =>
  at(p.values, pool.good * p.participants.length + i)

const heldIn = (p: TradeProblem, pool: Pool, i: number): number =>
  at(p.holdings, pool.good * p.participants.length + i)

/** The weighted slope of a holder at its holding, for weight 1. */
const slopeIn = (p: TradeProblem, pool: Pool, i: number): number =>
  p.linear[pool.good] === 1
    ? valueIn(p, pool, i)
    : valueIn(p, pool, i) / Math.sqrt(heldIn(p, pool, i))

/** Follows shared goods from one agent; the weights of its group, or null where the group can trade. */
const groupOf = (
  p: TradeProblem,
  pools: ReadonlyArray<Pool>,
  start: number,
): ReadonlyMap<number, number> | null => {
  const weights = new Map([[start, 1]])
  const queue = [start]
  const wanting: Array<{ readonly pool: Pool; readonly i: number }> = []
  for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
    for (const pool of pools) {
      if (!pool.members.includes(i) || valueIn(p, pool, i) === 0) continue
      if (heldIn(p, pool, i) === 0) {
        // the first bit of a sqrt good is worth any price; of a linear good it has one
        if (p.linear[pool.good] !== 1) return null
        wanting.push({ pool, i })
        continue
      }
      const price = (weights.get(i) ?? 1) * slopeIn(p, pool, i)
      for (const j of pool.members) {
        if (heldIn(p, pool, j) === 0) continue
        if (valueIn(p, pool, j) === 0) return null
        const wanted = price / slopeIn(p, pool, j)
        const known = weights.get(j)
        if (known === undefined) {
          weights.set(j, wanted)
          queue.push(j)
        } else if (Math.abs(known - wanted) > SAME * wanted) return null
      }
    }
  }
  const tooDear = wanting.every(({ pool, i }) => {
    const offer = (weights.get(i) ?? 1) * valueIn(p, pool, i)
    return pool.members.every((j) => {
      const asked = (weights.get(j) ?? 0) * valueIn(p, pool, j)
      return heldIn(p, pool, j) === 0 || offer <= asked * (1 + SAME)
    })
  })
  return tooDear ? weights : null
}

const values = (p: TradeProblem, pools: ReadonlyArray<Pool>, i: number): boolean =>
  pools.some((pool) => pool.members.includes(i) && valueIn(p, pool, i) > 0)

const layerOf = (p: TradeProblem, pools: ReadonlyArray<Pool>): ReadonlyMap<number, number> => {
  const layer = new Map<number, number>()
  for (let i = 0; i < p.participants.length; i++) {
    if (layer.has(i) || !values(p, pools, i)) continue
    const group = groupOf(p, pools, i)
    if (group === null) continue
    const least = Math.min(...group.values())
    for (const [member, weight] of group) layer.set(member, weight / least)
  }
  return layer
}

/**
 * Takes the goods of keepers out of pools, layer by layer.
 *
 * @category operations
 * @since 0.1.0
 */
export const withoutKeepers = (p: TradeProblem, pools: ReadonlyArray<Pool>): Thawed => {
  const layers: Array<KeeperLayer> = []
  let left = pools
  for (let layer = layerOf(p, left); layer.size > 0; layer = layerOf(p, left)) {
    const weights = layer
    const kept = (pool: Pool): boolean =>
      pool.members.some((i) => weights.has(i) && valueIn(p, pool, i) > 0)
    layers.push({ weights, pools: left.filter(kept) })
    left = left.filter((pool) => !kept(pool))
  }
  return { pools: left, layers }
}

/** The factor that a layer's weights need so that outsiders gain next to nothing from one of its pools. */
const factorFor = (
  p: TradeProblem,
  pool: Pool,
  layer: KeeperLayer,
  weights: Float64Array,
): number => {
  let highest = 0
  let squares = 0
  let supply = 0
  let own = Number.POSITIVE_INFINITY
  for (const i of pool.members) {
    supply += heldIn(p, pool, i)
    const relative = layer.weights.get(i)
    const value = valueIn(p, pool, i)
    if (relative !== undefined) {
      if (value > 0) own = Math.min(own, relative * value)
      continue
    }
    highest = Math.max(highest, at(weights, i) * value)
    squares += at(weights, i) * value * (at(weights, i) * value)
  }
  return p.linear[pool.good] === 1
    ? highest / own
    : (Math.sqrt(supply) * squares) / (2 * own * LEFT_OVER)
}

/**
 * Raises the weights of keepers as far above those of everybody else as a proof needs, earlier layers above later ones.
 *
 * @category operations
 * @since 0.1.0
 */
export const keeperWeights = (
  p: TradeProblem,
  thawed: Thawed,
  weights: Float64Array,
): Float64Array => {
  const raised = Float64Array.from(weights)
  for (const layer of [...thawed.layers].reverse()) {
    let level = 1
    for (const pool of layer.pools) level = Math.max(level, factorFor(p, pool, layer, raised))
    for (const [keeper, weight] of layer.weights) raised[keeper] = level * weight
  }
  return raised
}
