/**
 * The settings of `edgeworth bargain`: which seller, which buyer, which worlds.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import {
  type BargainingPreset,
  type BargainingWorld,
  type Buyer,
  calibratedParameters,
  type GeneratorParameters,
  presets,
  wideParameters,
} from '../bargaining/index.js'
import type { DrawnFrom } from '../trace/index.js'
import { type Arguments, wholeNumber } from './arguments.js'
import { buyerNamed } from './bargain-buyers.js'

/**
 * Holds what was asked for: `worlds` are played first, `fresh` ones beside them. `drawn` says where the worlds come from,
 * `null` where they are the pinned ones.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainSettings {
  readonly seller: string
  readonly preset: BargainingPreset
  readonly buyer: Buyer
  readonly seed: number
  readonly pinned: boolean
  readonly drawn: DrawnFrom<GeneratorParameters> | null
  readonly worlds: ReadonlyArray<BargainingWorld>
  readonly fresh: ReadonlyArray<BargainingWorld>
}

/**
 * Holds the scripted sellers with their worlds, by the names that commands know them by.
 *
 * @category model
 * @since 0.1.0
 */
export const sellers: Readonly<Record<string, BargainingPreset>> = {
  calibrated: presets.calibrated,
  wide: presets.wide,
  archetype2: presets.highOpening,
}

/**
 * Lists what the sources of the presets draw by, under their names.
 *
 * @category model
 * @since 0.1.0
 */
export const generators: ReadonlyArray<GeneratorParameters> = [calibratedParameters, wideParameters]

const drawn = (
  { source }: BargainingPreset,
  seed: number,
  from: number,
  count: number,
): ReadonlyArray<BargainingWorld> =>
  Array.from({ length: count }, (_, index) => source.draw(BigInt(seed), from + index))

/**
 * Reads the settings; a mistake is one line of text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainSettings = (args: Arguments): Either<string, BargainSettings> => {
  const seller = args.value('seller') ?? 'wide'
  const preset = Object.hasOwn(sellers, seller) ? sellers[seller] : undefined
  if (preset === undefined) {
    return left(`--seller is calibrated, wide or archetype2, not ${JSON.stringify(seller)}`)
  }
  const buyer = buyerNamed(args.value('buyer') ?? 'stubborn', args.value('shares'), preset)
  if (isLeft(buyer)) return buyer
  const count = wholeNumber(args, 'worlds', 1, 30)
  if (isLeft(count)) return count
  const others = wholeNumber(args, 'fresh', 0, 3000)
  if (isLeft(others)) return others
  const seed = wholeNumber(args, 'seed', 0, 1)
  if (isLeft(seed)) return seed
  const most = 1_000_000
  if (count.right > most || others.right > most) return left(`at most ${most} worlds can be drawn`)
  const pinned = args.value('seed') === undefined ? preset.pinned : null
  if (pinned !== null && count.right > pinned.length) {
    return left(`${seller} has ${pinned.length} pinned worlds; give --seed to draw ${count.right}`)
  }
  const worlds =
    pinned === null ? drawn(preset, seed.right, 0, count.right) : pinned.slice(0, count.right)
  // Fresh worlds come after those that were drawn already, so that the two lists have none in common.
  const fresh = drawn(preset, seed.right, pinned === null ? count.right : 0, others.right)
  const generator = generators.find(({ name }) => name === preset.source.name)
  return right({
    seller,
    preset,
    buyer: buyer.right,
    seed: seed.right,
    pinned: pinned !== null,
    drawn:
      pinned === null && generator !== undefined ? { generator, seed: String(seed.right) } : null,
    worlds,
    fresh,
  })
}
