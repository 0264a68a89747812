/**
 * Defectors: agents of the panel that are drawn to refuse everything.
 *
 * `round(rate * size)` agents are drawn without replacement from the panel, ascending, by CPython's `sample` seeded with
 * the defection seed of the protocol; halves round to even, as Python's `round` does. A defector declines every
 * proposal and rejects at every private acceptance; what it says elsewhere is its policy's.
 *
 * Laws
 *   L1 draw    defectors are distinct agents of the panel, as many as the rate says, the same for the same seed
 *
 * @module
 */
import { seedCPython, withCPython } from '../core/random/cpython.js'
import { pythonRound } from '../core/random/python-round.js'
import type { Protocol } from '../economy/protocol.js'

/**
 * Draws the defectors among the agents of a panel, ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const drawDefectors = (
  { defectionRate, defectionSeed }: Pick<Protocol, 'defectionRate' | 'defectionSeed'>,
  panel: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const sorted = [...panel].sort((a, b) => a - b)
  const count = Math.min(sorted.length, Math.max(0, pythonRound(defectionRate * sorted.length, 0)))
  const [drawn] = withCPython(seedCPython(BigInt(defectionSeed)), (draw) =>
    draw.sample(sorted, count),
  )
  return [...drawn].sort((a, b) => a - b)
}
