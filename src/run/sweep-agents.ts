/**
 * Agents of a sweep by name: those that are built in, and those that a command plays.
 *
 * | name               | under test                                                         | sees                |
 * | ------------------ | ------------------------------------------------------------------ | ------------------- |
 * | `no-op`            | says nothing and agrees to nothing                                 | its seat            |
 * | `random`           | draws its words                                                    | its seat            |
 * | `random-transfer`  | draws swaps that can be executed                                   | its seat            |
 * | `greedy`           | the best trade of any pair in its communication set                | the true state      |
 * | `scripted-ir`      | the first swap by which both gain                                  | the true state      |
 * | `scripted-optimal` | the swap of the largest joint gain                                 | the true state      |
 * | `scripted-extract` | the swap of the largest own gain                                   | the true state      |
 * | `offline`          | the offline panel, in every seat; recorded without calls           | the true state      |
 * | `command`          | a command, as a language model                                     | the text of its seat |
 *
 * A panel is one of the `scripted-...`, or `command`; the compiler and the verifier go by rule or are played by
 * the command too. Built-in seats that are not a scripted policy of the roles are recorded as models named `edgeworth/...`
 * whose calls cost nothing.
 *
 * @module
 */
import type { Json } from '../core/json.js'
import { ruleModelNames } from './call-record.js'
import type { SweepAgent } from './sweep-plan.js'

/**
 * Lists the names of the agents that are built in.
 *
 * @category model
 * @since 0.1.0
 */
export const builtInAgents = [
  'no-op',
  'random',
  'random-transfer',
  'greedy',
  'scripted-ir',
  'scripted-optimal',
  'scripted-extract',
  'offline',
] as const

/**
 * Names an agent that is built in.
 *
 * @category model
 * @since 0.1.0
 */
export type BuiltInAgent = (typeof builtInAgents)[number]

/**
 * Lists the names of the panels that are built in.
 *
 * @category model
 * @since 0.1.0
 */
export const builtInPanels = ['scripted-ir', 'scripted-optimal', 'scripted-extract'] as const

/**
 * Names a panel that is built in.
 *
 * @category model
 * @since 0.1.0
 */
export type BuiltInPanel = (typeof builtInPanels)[number]

/**
 * Stands before the names of models that are built in.
 *
 * @category model
 * @since 0.1.0
 */
export const BUILT_IN_PREFIX = 'edgeworth/'

const modelNamed = (name: string): Json => ({ kind: 'llm', model: `${BUILT_IN_PREFIX}${name}` })

const frozenNamed = (model: string, pin: string | null = null): Json => ({
  kind: 'frozen_llm',
  model,
  ...(pin === null ? {} : { pin_resolved_model: pin }),
})

const policyOf = (name: string): Json =>
  name.startsWith('scripted-')
    ? { kind: `scripted_bilateral_${name.slice('scripted-'.length)}` }
    : modelNamed(name)

const byRule = {
  compiler: frozenNamed(ruleModelNames.compiler),
  verifier: frozenNamed(ruleModelNames.verifier),
}

const textIn = (policy: Json, name: 'kind' | 'model'): string | null => {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return null
  const found = (policy as Readonly<Record<string, Json>>)[name]
  return typeof found === 'string' ? found : null
}

/**
 * Describes a built-in agent, under test against a built-in panel.
 *
 * @category constructors
 * @since 0.1.0
 */
export const builtInAgent = (
  name: BuiltInAgent,
  panel: BuiltInPanel = 'scripted-ir',
): SweepAgent => {
  const policy = policyOf(name)
  return name === 'offline'
    ? {
        name,
        policies: { underTest: policy, panel: policy, compiler: policy, verifier: policy },
        players: { offline: true },
      }
    : {
        name,
        policies: { underTest: policy, panel: policyOf(panel), ...byRule },
        players: { built_in: true },
      }
}

/**
 * Gives the name under which runs record an agent, and `edgeworth score` lists them: the model of the seat under test, or
 * the kind of its policy where no model is named.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordedAgent = ({ policies: { underTest } }: SweepAgent): string =>
  textIn(underTest, 'model') ?? textIn(underTest, 'kind') ?? ''

/**
 * Describes an agent that a command plays: `command` is run by the shell, `model` is the name under which its calls are
 * recorded, `pin` the model that has to have answered.
 *
 * @category model
 * @since 0.1.0
 */
export interface CommandAgent {
  readonly name: string
  readonly command: string
  readonly model: string
  readonly pin: string | null
  readonly panel: BuiltInPanel | 'command'
  readonly environment: 'rule' | 'command'
  /** Whether the command is a submitted agent, whose silence is its policy, rather than a model. */
  readonly submitted: boolean
}

/**
 * Makes the agent that a command plays.
 *
 * @category constructors
 * @since 0.1.0
 */
export const commandAgent = (agent: CommandAgent): SweepAgent => {
  const { name, command, model, pin, panel, environment, submitted } = agent
  const frozen = frozenNamed(model, pin)
  const underTest = pin === null ? { kind: 'llm', model } : frozen
  return {
    name,
    policies: {
      underTest: submitted ? { kind: 'submitted', name } : underTest,
      panel: panel === 'command' ? frozen : policyOf(panel),
      ...(environment === 'command' ? { compiler: frozen, verifier: frozen } : byRule),
    },
    // Roles have no pin for a submission, so that it stands beside the command.
    players: submitted && pin !== null ? { command, pin } : { command },
  }
}
