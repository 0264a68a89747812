/**
 * Seat: one place at the table, and the policy that plays it.
 *
 * | kind                         | answers by                                        | leaves manifest rows | sits at          |
 * | ---------------------------- | ------------------------------------------------- | -------------------- | ---------------- |
 * | `llm`                        | a model                                           | yes                  | any seat         |
 * | `frozen_llm`                 | a model at temperature 0, sample 0, perhaps pinned | yes                  | any seat         |
 * | `scripted_bilateral_ir`      | the first swap by which both gain                 | no                   | agents           |
 * | `scripted_bilateral_optimal` | the swap of the largest joint gain                | no                   | agents           |
 * | `scripted_bilateral_extract` | the swap of the largest own gain                  | no                   | agents           |
 * | `submitted`                  | a submitted agent, which sees text alone          | yes                  | under test only  |
 * | `live-learning`              | nothing yet: it is read, and refused when played  | no                   | agents           |
 *
 * Laws
 *   L1 partition   seats without defects seat every agent exactly once
 *
 * @module
 */
import { type Failure, failure, type Path } from '../core/failure.js'

/**
 * Names a seat.
 *
 * @category model
 * @since 0.1.0
 */
export type SeatName = 'under_test' | 'panel' | 'compiler' | 'verifier'

/**
 * Lists the kinds of policy.
 *
 * @category model
 * @since 0.1.0
 */
export const policyKinds = [
  'llm',
  'frozen_llm',
  'scripted_bilateral_ir',
  'scripted_bilateral_optimal',
  'scripted_bilateral_extract',
  'submitted',
  'live-learning',
] as const

/**
 * Names a kind of policy.
 *
 * @category model
 * @since 0.1.0
 */
export type PolicyKind = (typeof policyKinds)[number]

/**
 * Names a scripted kind of policy.
 *
 * @category model
 * @since 0.1.0
 */
export type ScriptedKind = Extract<PolicyKind, `scripted_${string}`>

/**
 * Holds the policy of a seat. A frozen model is asked at temperature 0 and sample 0; where it has a pin, every model
 * that its provider resolves has to be that one. `null` stands for what is left to the run.
 *
 * @category model
 * @since 0.1.0
 */
export type SeatPolicy =
  | {
      readonly kind: 'llm'
      readonly model: string
      readonly temperature?: number
      readonly sample?: number
    }
  | { readonly kind: 'frozen_llm'; readonly model: string; readonly pin: string | null }
  | { readonly kind: ScriptedKind }
  | { readonly kind: 'submitted'; readonly name?: string }
  | { readonly kind: 'live-learning'; readonly model?: string }

/**
 * Tells whether the answers of a kind of policy leave rows in the manifest of a live run.
 *
 * @category operations
 * @since 0.1.0
 */
export const leavesManifestRows = (kind: string): boolean =>
  kind === 'llm' || kind === 'frozen_llm' || kind === 'submitted'

/**
 * Gives the temperature and the sample at which the model of a seat is asked: 0 and 0 for a frozen one, what the policy
 * says for a free one; `null` is left to the run.
 *
 * @category operations
 * @since 0.1.0
 */
export const samplingOf = (
  policy: SeatPolicy,
): { readonly temperature: number | null; readonly sample: number | null } => {
  if (policy.kind === 'frozen_llm') return { temperature: 0, sample: 0 }
  if (policy.kind !== 'llm') return { temperature: null, sample: null }
  return { temperature: policy.temperature ?? null, sample: policy.sample ?? null }
}

/**
 * Lists what keeps seats from seating every agent, 1 to `agents`, exactly once. Each seat is given with the path of its
 * list of agents.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatingDefects = (
  seats: ReadonlyArray<readonly [path: Path, agents: ReadonlyArray<number>]>,
  agents: number,
): ReadonlyArray<Failure<'Malformed'>> => {
  const seen = new Set<number>()
  const found: Array<Failure<'Malformed'>> = []
  for (const [path, seated] of seats) {
    for (const [index, agent] of seated.entries()) {
      const known = Number.isInteger(agent) && agent >= 1 && agent <= agents
      if (!known || seen.has(agent)) {
        const expected = known ? 'an agent without another seat' : `an agent, 1 to ${agents}`
        found.push(failure('Malformed', [...path, index], agent, expected))
      }
      seen.add(agent)
    }
  }
  for (let agent = 1; agent <= agents; agent++) {
    if (!seen.has(agent)) found.push(failure('Malformed', [], agent, `a seat for agent ${agent}`))
  }
  return found
}
