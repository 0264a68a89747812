/**
 * Procedural worlds: every agent starts with one home good and has a private taste drawn from a seed.
 *
 * The generator of the recorded benchmark, to the last bit: CPython's Mersenne Twister and its rounding. Agent i
 * (from 0) holds `unitsPerHomeResource` of good i mod R. For each agent, for each good in order, the value of a unit is
 * 0.5 + 4.5 u with u in [0, 1), plus 3 at the agent's peak good (3 i + 2) mod R, rounded to 3 decimals. The peak lies
 * away from the endowment often enough that gains from trade exist.
 *
 * Laws
 *   L1 repeatable  equal options give equal worlds
 *   L2 seeded      seeds 0 and 1 give different values
 *   L3 prefix      the first agents' values do not depend on how many agents follow
 *   L4 numeraire   money adds one good that everybody holds alike and values at 1; nothing else changes
 *
 * | option               | default  |
 * | -------------------- | -------- |
 * | numAgents            | 10       |
 * | numResources         | 10       |
 * | unitsPerHomeResource | 10       |
 * | seed                 | required |
 * | utilityMode          | `linear` |
 * | withMoney            | false    |
 * | moneyUnitsPerAgent   | 20       |
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { below, type Failures, failure, nonEmpty } from '../core/failure.js'
import { type CPythonDraws, seedCPython, withCPython } from '../core/random/cpython.js'
import { pythonRound } from '../core/random/python-round.js'
import { seedFrom } from '../core/seed.js'
import { type GeneratorFailure, isQuantity, modeDefects, sizeDefects } from './generator.js'
import type { Matrix, UtilityMode, World } from './world.js'

/**
 * Collects the options of a procedural world; the defaults stand in the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProceduralOptions {
  readonly seed: number | bigint | string
  readonly numAgents?: number
  readonly numResources?: number
  readonly unitsPerHomeResource?: number
  readonly utilityMode?: UtilityMode
  readonly withMoney?: boolean
  readonly moneyUnitsPerAgent?: number
}

const LOWEST_VALUE = 0.5
const VALUE_SPREAD = 4.5
const PEAK_BONUS = 3
const DECIMALS = 3

const drawValues = (draw: CPythonDraws, agents: number, goods: number, money: boolean): Matrix => {
  const matrix: Array<ReadonlyArray<number>> = []
  for (let agent = 0; agent < agents; agent++) {
    const peak = (3 * agent + 2) % goods
    const row: Array<number> = []
    for (let good = 0; good < goods; good++) {
      const base = LOWEST_VALUE + VALUE_SPREAD * draw.random()
      row.push(pythonRound(good === peak ? base + PEAK_BONUS : base, DECIMALS))
    }
    if (money) row.push(1)
    matrix.push(row)
  }
  return matrix
}

const homeHoldings = (
  agents: number,
  goods: number,
  units: number,
  money: number | null,
): Matrix => {
  const matrix: Array<ReadonlyArray<number>> = []
  for (let agent = 0; agent < agents; agent++) {
    const row = new Array<number>(goods).fill(0)
    row[agent % goods] = units
    if (money !== null) row.push(money)
    matrix.push(row)
  }
  return matrix
}

const goodNames = (goods: number, money: boolean): ReadonlyArray<string> => {
  const names = Array.from({ length: goods }, (_, good) => `r${good + 1}`)
  return money ? [...names, 'money'] : names
}

/**
 * Generates the procedural world of a seed. Fails for a seed that names no stream, counts below 1, quantities that
 * are negative or not finite, and an unknown utility mode, all collected; and for options that are no object.
 *
 * @example
 * ```ts
 * import { proceduralWorld } from 'edgeworth/economy'
 *
 * const made = proceduralWorld({ seed: 1101, numAgents: 5, numResources: 5, utilityMode: 'concave_separable' })
 * made._tag === 'Right' ? made.right.preferences[0] : [] // => [2.112, 4.997, 5.135, 1.29, 4.815]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const proceduralWorld = (
  options: ProceduralOptions,
): Either<Failures<GeneratorFailure>, World> => {
  if (typeof options !== 'object' || options === null) {
    return left([failure('NotAWorld', [], options, 'an object of options')])
  }
  const { numAgents = 10, numResources = 10, unitsPerHomeResource = 10 } = options
  const { utilityMode = 'linear', withMoney = false, moneyUnitsPerAgent = 20 } = options
  const seed = seedFrom(options.seed)
  const moneyDefects = isQuantity(moneyUnitsPerAgent)
    ? []
    : [failure('OutOfRange', ['moneyUnitsPerAgent'], moneyUnitsPerAgent, 'a quantity')]
  const failures = nonEmpty<GeneratorFailure>([
    ...sizeDefects({ numAgents, numResources, unitsPerHomeResource }),
    ...modeDefects(utilityMode),
    ...moneyDefects,
    ...(isLeft(seed) ? below(['seed'], seed.left) : []),
  ])
  if (failures !== null) return left(failures)
  if (isLeft(seed)) return left(seed.left)
  const [preferences] = withCPython(seedCPython(seed.right), (draw) =>
    drawValues(draw, numAgents, numResources, withMoney),
  )
  const money = withMoney ? moneyUnitsPerAgent + 0 : null
  return right({
    allocation: homeHoldings(numAgents, numResources, unitsPerHomeResource + 0, money),
    preferences,
    resourceNames: goodNames(numResources, withMoney),
    utilityMode,
    moneyGoodIndex: withMoney ? numResources : null,
    bundleBuyer: null,
  })
}
