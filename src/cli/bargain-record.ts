/**
 * What `edgeworth bargain --record` leaves behind: the chosen buyer's bargains as a run directory.
 *
 * The directory appears whole or not at all: the files are written beside it, under a name of their own, and renamed.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type AnchoredResult, answerByBuyer } from '../bargaining/index.js'
import { type Log, playWith } from '../core/episode/index.js'
import { renderFailures } from '../core/failure.js'
import {
  type AnchoredSetup,
  BARGAIN_FILE_NAMES,
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
  const target = resolve(directory)
  let beside: string | null = null
  try {
    mkdirSync(dirname(target), { recursive: true })
    beside = mkdtempSync(join(dirname(target), `.${basename(target)}-`))
    // Inside of it, so that the directory has the rights of any other and not those of a temporary one.
    const whole = join(beside, 'run')
    mkdirSync(whole)
    for (const name of ['setup', 'answers', 'summary'] as const) {
      const text = files[name]
      if (text !== null) writeFileSync(join(whole, BARGAIN_FILE_NAMES[name]), text)
    }
    if (existsSync(target)) return left(`${directory} is there already`)
    renameSync(whole, target)
    return right(null)
  } catch (error) {
    return left(error instanceof Error ? error.message : String(error))
  } finally {
    if (beside !== null) rmSync(beside, { recursive: true, force: true })
  }
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
