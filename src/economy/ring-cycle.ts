/**
 * Ring-cycle worlds: gains from trade that only a whole cycle of agents can realize.
 *
 * Agents stand in disjoint cycles of length k. Agent i owns good i and wants the next agent's good of its cycle; its own
 * good is worth less than that and more than any other. For k = 2 the swap of a pair is good for both. For k >= 3 at most
 * one of two agents wants what the other has, and the other parts with its own good for something worth less: the
 * coordination problem of Shapley and Scarf (1974) in its purest form. A swap of equal amounts then always hurts one of
 * the two; an uneven one does too unless wanted x other >= own^2, which is far from the default values.
 *
 * Laws
 *   L1 pairs    k = 2: exchanging home goods within a pair raises both utilities
 *   L2 cycles   k >= 3: no swap of equal amounts between two agents leaves both no worse off, and where
 *               wanted x other < own^2 no swap of any amounts does
 *   L3 clears   passing every good to the agent before its owner in the cycle raises every utility
 *
 * | option               | default  | meaning                            |
 * | -------------------- | -------- | ---------------------------------- |
 * | numAgents            | 12       | divisible by the cycle length      |
 * | cycleLength          | 3        | at least 2                         |
 * | unitsPerHomeResource | 10       | what each agent holds of its good  |
 * | wantedValue          | 1        | value of the next agent's good     |
 * | ownValue             | 0.5      | value of the own good              |
 * | otherValue           | 0.01     | value of every other good          |
 * | utilityMode          | `linear` | L1 and L2 are stated for `linear`  |
 *
 * @module
 */
import { type Either, left } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { type GeneratorFailure, modeDefects, sizeDefects } from './generator.js'
import { makeWorld, type UtilityMode, type World } from './world.js'

/**
 * Collects the options of a ring-cycle world; the defaults stand in the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface RingCycleOptions {
  readonly numAgents?: number
  readonly cycleLength?: number
  readonly unitsPerHomeResource?: number
  readonly wantedValue?: number
  readonly ownValue?: number
  readonly otherValue?: number
  readonly utilityMode?: UtilityMode
}

interface RingValues {
  readonly wanted: number
  readonly own: number
  readonly other: number
}

const cycleDefects = (agents: number, length: number): ReadonlyArray<Failure<GeneratorFailure>> => {
  if (!Number.isSafeInteger(length) || length < 2) {
    return [failure('OutOfRange', ['cycleLength'], length, 'an integer of at least 2')]
  }
  return agents % length === 0
    ? []
    : [failure('OutOfRange', ['numAgents'], agents, `a multiple of the cycle length ${length}`)]
}

const valueDefects = (values: RingValues): ReadonlyArray<Failure<GeneratorFailure>> => {
  const { wanted, own, other } = values
  const ordered = wanted > own && own > other && other >= 0 && Number.isFinite(wanted)
  const expected = 'finite values with wanted > own > other >= 0'
  return ordered ? [] : [failure('OutOfRange', ['wantedValue'], values, expected)]
}

/** Gives the 0-based index of the agent whose good an agent wants. */
const nextInCycle = (agent: number, length: number): number => {
  const start = agent - (agent % length)
  return start + ((agent - start + 1) % length)
}

/**
 * Makes the ring-cycle world of its options; no randomness is involved. Fails for counts below 1, a cycle length below 2
 * or not dividing the number of agents, and values out of order, all collected.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ringCycleWorld = (
  options: RingCycleOptions = {},
): Either<Failures<GeneratorFailure>, World> => {
  const { numAgents = 12, cycleLength = 3, unitsPerHomeResource = 10 } = options
  const { wantedValue = 1, ownValue = 0.5, otherValue = 0.01, utilityMode = 'linear' } = options
  const failures = nonEmpty<GeneratorFailure>([
    ...sizeDefects({ numAgents, numResources: numAgents, unitsPerHomeResource }).filter(
      ({ path }) => path[0] !== 'numResources', // it is numAgents, reported already
    ),
    ...cycleDefects(numAgents, cycleLength),
    ...valueDefects({ wanted: wantedValue, own: ownValue, other: otherValue }),
    ...modeDefects(utilityMode),
  ])
  if (failures !== null) return left(failures)
  const agents = Array.from({ length: numAgents }, (_, agent) => agent)
  const valueOf = (agent: number, good: number): number => {
    if (good === agent) return ownValue
    return good === nextInCycle(agent, cycleLength) ? wantedValue : otherValue
  }
  return makeWorld({
    allocation: agents.map((agent) =>
      agents.map((good) => (good === agent ? unitsPerHomeResource : 0)),
    ),
    preferences: agents.map((agent) => agents.map((good) => valueOf(agent, good))),
    utilityMode,
  })
}
