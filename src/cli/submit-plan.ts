/**
 * What `edgeworth submit` is told: one agent, cases, seeds and pace, with everything that is wrong in it.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { renderFailure } from '../core/failure.js'
import { preflight } from '../run/submission.js'
import { builtInAgent } from '../run/sweep-agents.js'
import type { MarketPlan } from '../run/sweep-plan.js'
import type { Arguments } from './arguments.js'
import {
  casesOf,
  type Pacing,
  pacingOf,
  seedsOf,
  settingsOf,
  submittedOf,
} from './sweep-arguments.js'

/**
 * Is a submission as a command line describes it.
 *
 * @category model
 * @since 0.1.0
 */
export interface SubmissionCommand {
  readonly out: string
  readonly plan: MarketPlan
  readonly pacing: Pacing
}

const valueOr = <A>(found: Either<string, A>, otherwise: A): A =>
  isLeft(found) ? otherwise : found.right

/**
 * Reads a submission, or lists everything that is wrong with it, a line each: what was not understood, and what the
 * library finds in the cases and seeds that were.
 *
 * @category constructors
 * @since 0.1.0
 */
export const submissionOf = (args: Arguments): Either<ReadonlyArray<string>, SubmissionCommand> => {
  const { value, operands } = args
  const out = value('out') ?? ''
  const cases = operands.length === 0 ? [casesOf([])] : operands.map((one) => casesOf([one]))
  const isPlural = value('agents') !== undefined
  const isNamed = value('agent') !== undefined || value('model-command') !== undefined
  const agent = submittedOf(args)
  const seeds = seedsOf(value('seeds') ?? '1200..1229')
  const settings = settingsOf(args)
  const pacing = pacingOf(args)
  const readable = cases.flatMap((found) => valueOr(found, []))
  const plan: MarketPlan = {
    cases: readable,
    agents: [valueOr(agent, builtInAgent('no-op'))],
    seeds: valueOr(seeds, [1200]),
    settings: valueOr(settings, null),
  }
  // Who named several was told to name one.
  const named = isPlural && !isNamed && value('panel') === undefined ? [] : [agent]
  const misread = [...cases, ...named, seeds, settings, pacing].flatMap((found) =>
    isLeft(found) ? [found.left] : [],
  )
  const defects = [
    ...(out === '' ? ['say where to write by --out'] : []),
    ...(isPlural ? ['one agent is submitted: name it by --agent'] : []),
    ...misread,
    ...(readable.length === 0 ? [] : preflight(plan).map(renderFailure)),
  ]
  return defects.length > 0 || isLeft(pacing)
    ? left(defects)
    : right({ out, plan, pacing: pacing.right })
}
