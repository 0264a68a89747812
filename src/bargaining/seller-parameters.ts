/**
 * SellerParameters: what a reactive seller is made of, and which values make one. See `seller.ts` for what they do.
 *
 * | parameter         | symbol  | default | meaning                                                         |
 * | ----------------- | ------- | ------- | --------------------------------------------------------------- |
 * | `concession`      | kappa   | -       | share of the way to its target that the seller moves, [0, 1]    |
 * | `approach`        | alpha   | -       | how much an approach speeds it up, >= 0                         |
 * | `stalling`        | sigma   | -       | how much stalling slows it down, >= 0                           |
 * | `walkAway`        | omega   | -       | an offer below this share of the ask ends the bargain, [0, 1]   |
 * | `reservation`     | rho     | -       | share of (list - cost) held back at first, [0, 1]               |
 * | `rounds`          | T       | 4       | rounds; the buyer makes at most T-1 counters                    |
 * | `stallThreshold`  |         | .01     | an approach at or below it counts as stalling                   |
 * | `openingMultiple` | a_1 / L | 1       | the opening ask as a multiple of the list price, >= 1           |
 * | `finalAccept`     |         | false   | whether the buyer may still accept the ask after the last answer |
 * | `rounding`        |         | `cent`  | see above                                                       |
 *
 * Laws
 *   L1 total      any record gives parameters or every failure that could be seen, never an exception
 *   L2 defaults   what is left out is filled in from the table; what is given is kept
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { Rounding } from './protocol.js'

/**
 * Collects the parameters of a reactive seller; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerParameters {
  readonly concession: number
  readonly approach: number
  readonly stalling: number
  readonly walkAway: number
  readonly reservation: number
  readonly rounds: number
  readonly stallThreshold: number
  readonly openingMultiple: number
  readonly finalAccept: boolean
  readonly rounding: Rounding
}

/**
 * Names the parameters that have no default.
 *
 * @category model
 * @since 0.1.0
 */
export type SellerInput = Pick<
  SellerParameters,
  'concession' | 'approach' | 'stalling' | 'walkAway' | 'reservation'
> &
  Partial<SellerParameters>

/**
 * Bounds the number of rounds.
 *
 * @category model
 * @since 0.1.0
 */
export const MOST_ROUNDS = 1000

const defaults = {
  rounds: 4,
  stallThreshold: 0.01,
  openingMultiple: 1,
  finalAccept: false,
  rounding: 'cent',
} as const

type Check = readonly [keyof SellerParameters, (value: unknown) => boolean, string]

const between =
  (low: number, high: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= low && value <= high

const checks: ReadonlyArray<Check> = [
  ['concession', between(0, 1), 'a share from 0 to 1'],
  ['approach', between(0, 1000), 'a number from 0 to 1000'],
  ['stalling', between(0, 1000), 'a number from 0 to 1000'],
  ['walkAway', between(0, 1), 'a share from 0 to 1'],
  ['reservation', between(0, 1), 'a share from 0 to 1'],
  [
    'rounds',
    (value) => Number.isInteger(value) && between(2, MOST_ROUNDS)(value),
    `a whole number from 2 to ${MOST_ROUNDS}`,
  ],
  ['stallThreshold', between(0, 1), 'a number from 0 to 1'],
  ['openingMultiple', between(1, 1000), 'a multiple from 1 to 1000'],
  ['finalAccept', (value) => typeof value === 'boolean', 'true or false'],
  ['rounding', (value) => value === 'cent' || value === 'none', "'cent' or 'none'"],
]

/**
 * Checks the parameters of a seller and fills in the defaults. Fails with every parameter that is missing, not a
 * number, NaN or out of its range.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sellerParameters = (
  input: SellerInput,
): Either<Failures<'BadSeller'>, SellerParameters> => {
  const whole: SellerParameters = { ...defaults, ...input }
  const failures = nonEmpty(
    checks.flatMap(
      ([name, holds, expected]): ReadonlyArray<Failure<'BadSeller'>> =>
        holds(whole[name]) ? [] : [failure('BadSeller', [name], whole[name], expected)],
    ),
  )
  return failures === null ? right(whole) : left(failures)
}
