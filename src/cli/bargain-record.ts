/**
 * What `edgeworth bargain --record` leaves behind: the chosen buyer's bargains as a run directory.
 *
 * The directory appears whole or not at all.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type AnchoredResult, answerByBuyer } from '../bargaining/index.js'
import { type Log, playWith } from '../core/episode/index.js'
import { renderFailures } from '../core/failure.js'
import { bargainGameFiles } from '../run/game-row.js'
import { writeDirectory } from '../run/node/durable.js'
import {
  type AnchoredSetup,
  BARGAINS_FORMAT,
  type BargainFiles,
  bargainSetup,
  bargainsOf,
  recordBargains,
} from '../trace/index.js'
import type { BargainSettings } from './bargain-settings.js'

/**
 * Holds the bargains of the chosen buyer on the worlds that were asked for.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayedBargains {
  readonly setup: AnchoredSetup
  readonly log: Log
  readonly results: ReadonlyArray<AnchoredResult>
}

/** Pinned worlds were selected, so they are written out as they are; others name where they were drawn. */
const setupOf = (settings: BargainSettings): AnchoredSetup => ({
  format: BARGAINS_FORMAT,
  game: 'anchored',
  seller: { name: settings.seller, parameters: settings.preset.seller },
  buyer: settings.buyer.name,
  disclosure: null,
  drawn: settings.drawn,
  worlds: settings.worlds,
})

/**
 * Plays the chosen buyer on the worlds that were asked for; a setup that cannot be recorded is one line of text.
 *
 * @category operations
 * @since 0.1.0
 */
export const playedBargains = (settings: BargainSettings): Either<string, PlayedBargains> => {
  const setup = setupOf(settings)
  const checked = bargainSetup(setup)
  if (isLeft(checked)) return left(renderFailures(checked.left))
  const played = playWith(answerByBuyer(settings.buyer), { limit: Number.MAX_SAFE_INTEGER })(
    bargainsOf(setup),
  )
  return played._tag === 'Finished'
    ? right({ setup, log: played.log, results: played.result })
    : left('the bargains did not come to an end')
}

const written = (directory: string, files: BargainFiles): Either<string, null> => {
  const found = writeDirectory(directory, bargainGameFiles(directory, files).files)
  if (!isLeft(found)) return found
  const [{ _tag, value }] = found.left
  return left(_tag === 'AlreadyThere' ? `${directory} is there already` : String(value))
}

/**
 * Writes bargains to a directory that is not there yet; what went wrong is one line of text.
 *
 * @category operations
 * @since 0.1.0
 */
export const writeBargains = (
  directory: string,
  { setup, log }: PlayedBargains,
): Either<string, null> => {
  const files = recordBargains(setup)(log)
  return isLeft(files) ? left(renderFailures(files.left)) : written(directory, files.right)
}
