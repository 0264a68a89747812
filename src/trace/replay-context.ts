/**
 * Replay context: the world of a recorded run, regenerated from its configuration and seed, and who sat in it.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Summation } from '../core/arithmetic.js'
import { type Failure, failure } from '../core/failure.js'
import { jsonDifferences } from '../core/json.js'
import {
  configToSnapshot,
  type ExchangeConfig,
  readExchangeConfig,
  worldOf,
} from '../economy/config.js'
import type { World } from '../economy/world.js'
import { lineIn } from './documents.js'
import { formSlip } from './form-slip.js'
import type { LoadedRun } from './load.js'
import { type ReadFailure, readFailure } from './read-failure.js'
import { readSeating, type Seating } from './seats.js'

/**
 * Is everything that the recomputation of a run starts from. `live` says whether models were called.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayContext {
  readonly run: LoadedRun
  readonly config: ExchangeConfig
  readonly seating: Seating | null
  readonly world: World
  readonly summation: Summation
  readonly live: boolean
}

/**
 * Is what decides who is asked for what in a round.
 *
 * @category model
 * @since 0.1.0
 */
export type AskingRules = Pick<ReplayContext, 'config' | 'seating'>

/** More than this is no recorded run, and telling of every absent round or seat would never end. */
const LARGEST = { rounds: 100_000, num_agents: 10_000 } as const

/**
 * Regenerates the world of a run; fails where its configuration makes none, with the place in the snapshot.
 *
 * @category constructors
 * @since 0.1.0
 */
export const replayContext = (
  run: LoadedRun,
): Either<ReadonlyArray<ReadFailure>, ReplayContext> => {
  const { file, json, source, text } = run.snapshot
  const place = lineIn(source)
  const refuse = (found: ReadonlyArray<Failure>): Either<ReadonlyArray<ReadFailure>, never> =>
    left([
      ...formSlip('Malformed', file, text),
      ...found.map((one) =>
        readFailure('Malformed', file, place(one.path), one.path, one.value, one.expected),
      ),
    ])
  const config = readExchangeConfig(json)
  if (isLeft(config)) return refuse(config.left)
  const absent = jsonDifferences(json, configToSnapshot(config.right)).filter(
    (found) => found.left === undefined,
  )
  if (absent.length > 0) {
    return refuse(
      absent.map(({ path }) => failure('Malformed', path, undefined, 'the member of a snapshot')),
    )
  }
  const beyond = (['rounds', 'num_agents'] as const).flatMap((key) => {
    const count = key === 'rounds' ? config.right.rounds : config.right.numAgents
    const expected = `at most ${LARGEST[key]} in a recorded run`
    return count > LARGEST[key] ? [failure('Malformed', [key], count, expected)] : []
  })
  if (beyond.length > 0) return refuse(beyond)
  const seating = readSeating(config.right.roles, config.right.numAgents)
  if (isLeft(seating)) return refuse(seating.left)
  const world = worldOf(config.right)
  if (isLeft(world)) return refuse(world.left)
  return right({
    run,
    config: config.right,
    seating: seating.right,
    world: world.right,
    summation: run.recorder.summation,
    live: run.meta.value.mode !== 'offline',
  })
}
