/**
 * The buyers that `edgeworth bargain` knows by name.
 *
 * @module
 */
import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/lib/Either.js'
import {
  acceptOpening,
  type BargainingPreset,
  type Buyer,
  fixedScheduleBuyer,
  rubinsteinBuyer,
  stubborn,
  stubbornCapped,
  tacticBuyer,
} from '../bargaining/index.js'
import { type Failures, renderFailures } from '../core/failure.js'

const explained = <A>(made: Either<Failures, A>): Either<string, A> => mapLeft(renderFailures)(made)

const timed = (beta: number): Either<string, Buyer> =>
  explained(tacticBuyer({ _tag: 'Time', family: 'polynomial', beta, kappa: 0 }))

/** The margin that a Rubinstein buyer believes in: the middle of what the generator of its worlds draws. */
const believedMargin: Readonly<Record<string, number>> = { calibrated: 0.333, wide: 0.325 }

const makers: Readonly<Record<string, (preset: BargainingPreset) => Either<string, Buyer>>> = {
  'accept-open': () => right(acceptOpening),
  stubborn: () => right(stubborn),
  'stubborn-capped': () => right(stubbornCapped),
  boulware: () => timed(0.2),
  linear: () => timed(1),
  conceder: () => timed(5),
  'tit-for-tat': () => explained(tacticBuyer({ _tag: 'Relative', lag: 1 })),
  averaged: () => explained(tacticBuyer({ _tag: 'Averaged', window: 2 })),
  rubinstein: ({ source }) =>
    explained(
      rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: believedMargin[source.name] ?? 0.333 }),
    ),
}

/**
 * Lists the names; `schedule` takes its shares from an option.
 *
 * @category model
 * @since 0.1.0
 */
export const buyerNames: ReadonlyArray<string> = [...Object.keys(makers), 'schedule']

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
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined
  return make === undefined
    ? left(`--buyer is one of ${buyerNames.join(', ')}, not ${JSON.stringify(name)}`)
    : make(preset)
}
