/**
 * The shape of a market: how many agents there are and which goods.
 *
 * Agents are numbered from 1. A good is named by its position, `r1` for the first, and may have a name of its own
 * beside it (`money`); in a mechanism the name by position is the normal form.
 *
 * Laws
 *   L1 good position  the name by position of every good is found at that position, whatever the goods' own names
 *
 * @module
 */

/**
 * Says how many agents a market has, which goods, and whether units divide.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarketShape {
  readonly agents: number
  /** The goods' own names, in the order of the columns of an allocation. */
  readonly resourceNames: ReadonlyArray<string>
  /** Whether a fraction of a unit may move. Default: `true`. */
  readonly divisible?: boolean
}

/**
 * Names a good by its position: `r1` for index 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const resourceNameAt = (index: number): string => `r${index + 1}`

/**
 * Makes the shape of a market whose goods have no names but their positions.
 *
 * @category constructors
 * @since 0.1.0
 */
export const marketOf = (agents: number, resources: number): MarketShape => ({
  agents,
  resourceNames: Array.from({ length: resources }, (_, index) => resourceNameAt(index)),
})

const positionIn = (name: string): number => {
  if (name.charCodeAt(0) !== 114) return -1
  let position = 0
  for (let at = 1; at < name.length; at++) {
    const digit = name.charCodeAt(at) - 48
    if (digit < 0 || digit > 9 || (at === 1 && digit === 0)) return -1
    position = position * 10 + digit
  }
  return position - 1
}

/**
 * Finds a good by its name by position (`r3`) or, failing that, by its own name. Gives its index from 0, or `null`
 * for a good that the market does not have.
 *
 * @category operations
 * @since 0.1.0
 */
export const resourceIndex = (
  resourceNames: ReadonlyArray<string>,
  name: string,
): number | null => {
  const position = positionIn(name)
  if (position >= 0 && position < resourceNames.length) return position
  const own = resourceNames.indexOf(name)
  return own < 0 ? null : own
}

/**
 * Tells whether a value is the number of an agent of the market: an integer from 1.
 *
 * @category operations
 * @since 0.1.0
 */
export const isAgentOf = (shape: MarketShape, value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= shape.agents
