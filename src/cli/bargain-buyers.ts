/**
 * The buyers that `edgeworth bargain` knows by name.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type BargainingPreset, type Buyer, fixedScheduleBuyer } from '../bargaining/index.js'
import { scriptedBuyer, scriptedBuyers } from '../run/bargain-scripts.js'

/**
 * Lists the names; `schedule` takes its shares from an option.
 *
 * @category model
 * @since 0.1.0
 */
export const buyerNames: ReadonlyArray<string> = [...scriptedBuyers, 'schedule']

const sharesOf = (text: string): ReadonlyArray<number> =>
  text.split(',').map((share) => (/^\d*\.?\d+$/.test(share.trim()) ? Number(share) : Number.NaN))

/**
 * Finds a buyer by name. `shares` is the text of a schedule, `.50,.80,.95`, and belongs to `schedule` alone.
 *
 * @category operations
 * @since 0.1.0
 */
export const buyerNamed = (
  name: string,
  shares: string | undefined,
  preset: BargainingPreset,
): Either<string, Buyer> => {
  if (name === 'schedule') {
    const made = fixedScheduleBuyer(sharesOf(shares ?? '.50,.80,.95'), {
      capped: preset.capOffers,
    })
    return isLeft(made)
      ? left('--shares takes shares of the standing ask, such as .50,.80,.95')
      : made
  }
  if (shares !== undefined) return left('--shares belongs to --buyer schedule')
  const buyer = scriptedBuyer(name, preset.source.name)
  return buyer === null
    ? left(`--buyer is one of ${buyerNames.join(', ')}, not ${JSON.stringify(name)}`)
    : right(buyer)
}
