/**
 * Resume: going on with the sweep that stands in a directory, from nothing but the directory.
 *
 * @module
 */
import { join } from 'node:path'
import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../../core/failure.js'
import { readPlan, type SweepPlan } from '../sweep-plan.js'
import { readDurable } from './durable.js'
import { runSweep } from './sweep.js'
import { sweepFileNames } from './sweep-files.js'
import type { PlayJob, SweepEnd, SweepOptions } from './sweep-options.js'

/**
 * Reads the plan of the sweep in a directory.
 *
 * @category constructors
 * @since 0.1.0
 */
export const planIn = (directory: string): Either<Failures, SweepPlan> => {
  const path = join(directory, sweepFileNames.plan)
  const text = readDurable(path)
  if (isLeft(text)) return text
  return text.right === null
    ? left([failure('NotRead', [path], null, 'the directory of a sweep')])
    : readPlan(text.right)
}

/**
 * Goes on with the sweep in a directory. What is finished is not played again, what was said is not asked again, and
 * games that failed are played anew only if that is asked for.
 *
 * @category operations
 * @since 0.1.0
 */
export const resumeSweep = async (
  directory: string,
  play: PlayJob,
  options: SweepOptions = {},
): Promise<Either<Failures, SweepEnd>> => {
  const plan = planIn(directory)
  return isLeft(plan) ? plan : runSweep(directory, plan.right, play, options)
}
