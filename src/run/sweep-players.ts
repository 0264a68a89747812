/**
 * Players of a sweep: who plays a game, told by what its agent says plays there.
 *
 * @module
 */
import type { Json } from '../core/json.js'
import type { LanguageModel } from './language-model.js'
import type { RunLimits } from './limits.js'
import { BUILT_IN_PREFIX } from './sweep-agents.js'
import type { SweepJob } from './sweep-job.js'
import { type LiveContext, playLive } from './sweep-live.js'
import { playScripted } from './sweep-scripted.js'

type GameEnd = Awaited<ReturnType<ReturnType<typeof playLive>>>

const textIn = (players: Json, name: 'command' | 'pin'): string | null => {
  if (typeof players !== 'object' || players === null || Array.isArray(players)) return null
  const found = (players as Readonly<Record<string, Json>>)[name]
  return typeof found === 'string' ? found : null
}

/**
 * Gives the command that plays in a game; `null` for a game of scripts.
 *
 * @category operations
 * @since 0.1.0
 */
export const commandOf = (players: Json): string | null => textIn(players, 'command')

/** Every model that the seats of a game name and that is not built in. */
const modelNames = (job: SweepJob): ReadonlyArray<string> => {
  if (job._tag === 'Bargain') {
    const { underTest, counterpart } = job.seats
    return [underTest, counterpart].flatMap((policy) =>
      policy?.kind === 'llm' ? [policy.model] : [],
    )
  }
  const { roles } = job
  const policies = [
    roles.underTest.policy,
    ...roles.panel.map(({ policy }) => policy),
    roles.compiler,
    roles.verifier,
  ]
  return policies
    .flatMap((policy) => ('model' in policy && policy.model !== undefined ? [policy.model] : []))
    .filter((model) => !model.startsWith(BUILT_IN_PREFIX))
}

/** The name of the submitted agent of a market; `null` where a model is under test. */
const submittedName = (job: SweepJob): string | null => {
  if (job._tag === 'Bargain') return null
  const { policy } = job.roles.underTest
  return policy.kind === 'submitted' ? (policy.name ?? 'submitted') : null
}

/**
 * Plays the games of a sweep: those of scripts at once, those of a command by the model that is made of it. `modelOf` is
 * asked for the same command again and again, and decides how many processes stand behind it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const playBy =
  (modelOf: (command: string) => LanguageModel, limits: RunLimits = {}) =>
  async (job: SweepJob, context: LiveContext): Promise<GameEnd> => {
    const command = commandOf(job.players)
    if (command === null) return playScripted(job)
    const model = modelOf(command)
    const name = submittedName(job)
    return playLive({
      models: Object.fromEntries(modelNames(job).map((named) => [named, model])),
      submitted: name === null ? {} : { [name]: { ask: model, pin: textIn(job.players, 'pin') } },
      limits,
    })(job, context)
  }
