/**
 * Bargain agents of a sweep: the scripts that are built in, and a command as a model in either seat.
 *
 * @module
 */
import type { BargainAgent } from './bargain-plan.js'
import type { BargainPolicy } from './bargain-seats.js'

/**
 * Describes an agent that is built in, under test against a counterpart that is built in too (`null` where the seller is
 * in the setup).
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainAgent = (name: string, counterpart: string | null = null): BargainAgent => ({
  name,
  policies: {
    underTest: { kind: 'script', script: name },
    counterpart: counterpart === null ? null : { kind: 'script', script: counterpart },
  },
  players: { built_in: true },
})

/**
 * Describes an agent that a command plays: `command` is run by the shell, `model` is the name under which its calls are
 * recorded, `pin` the model that has to have answered. The counterpart is a script by its name, or the same command.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainCommand = (agent: {
  readonly name: string
  readonly command: string
  readonly model: string
  readonly pin: string | null
  readonly counterpart: { readonly script: string } | 'command' | null
}): BargainAgent => {
  const { name, command, model, pin, counterpart } = agent
  const policy: BargainPolicy = { kind: 'llm', model, pin }
  return {
    name,
    policies: {
      underTest: policy,
      counterpart:
        counterpart === null || counterpart === 'command'
          ? counterpart && policy
          : { kind: 'script', script: counterpart.script },
    },
    players: { command },
  }
}
