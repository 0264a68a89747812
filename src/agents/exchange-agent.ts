/**
 * Exchange agent: who answers the questions of an exchange, as a pure function.
 *
 * An agent is given a question without the true state, so it cannot know more than its seat; the type says so. A
 * privileged agent is given the whole question. Both fit at a table: `answerWith` seats an agent at every number, a
 * compiler and a verifier, and gives the policy that plays a whole episode.
 *
 * | seat of a table | asked for                                                                   |
 * | --------------- | --------------------------------------------------------------------------- |
 * | `agents`        | communication, proposal, response, finalization, private acceptance         |
 * | `compiler`      | the mechanism of a round                                                    |
 * | `verifier`      | a verdict on it                                                             |
 *
 * Laws
 *   L1 seated         every question goes to the agent of its own seat, and one without an agent is a fault
 *   L2 hidden away    the answer of an unprivileged agent does not depend on the hidden state
 *
 * @module
 */
import { type Answer, faultAnswer } from '../core/episode/answer.js'
import type { Policy } from '../core/episode/log.js'
import { drawAt } from '../core/random/philox.js'
import { callRoles } from '../exchange/call-name.js'
import type {
  AcceptView,
  CommunicateView,
  ExchangeQuestion,
  FinalizeView,
  HiddenState,
  ProposeView,
  RespondView,
} from '../exchange/question.js'

type Seen<Q> = Q extends ExchangeQuestion ? Omit<Q, 'hidden'> : never

/**
 * Is a question without the true state.
 *
 * @category model
 * @since 0.1.0
 */
export type SeenQuestion = Seen<ExchangeQuestion>

/**
 * Answers what it is asked from what its seat sees.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeAgent = (question: SeenQuestion) => Answer

/**
 * Answers what it is asked, and may look at the true state. Every `ExchangeAgent` is one.
 *
 * @category model
 * @since 0.1.0
 */
export type PrivilegedExchangeAgent = (question: ExchangeQuestion) => Answer

/**
 * Collects what an agent does in the five phases in which agents are asked.
 *
 * @category model
 * @since 0.1.0
 */
export interface AgentParts {
  readonly communicate: (view: CommunicateView) => Answer
  readonly propose: (view: ProposeView) => Answer
  readonly respond: (view: RespondView) => Answer
  readonly finalize: (view: FinalizeView) => Answer
  readonly accept: (view: AcceptView) => Answer
}

/**
 * Collects what a privileged agent does: the same, with the true state beside what its seat sees.
 *
 * @category model
 * @since 0.1.0
 */
export interface PrivilegedParts {
  readonly communicate: (view: CommunicateView, hidden: HiddenState) => Answer
  readonly propose: (view: ProposeView, hidden: HiddenState) => Answer
  readonly respond: (view: RespondView, hidden: HiddenState) => Answer
  readonly finalize: (view: FinalizeView, hidden: HiddenState) => Answer
  readonly accept: (view: AcceptView, hidden: HiddenState) => Answer
}

const notMine = (role: string): Answer => faultAnswer('refused', `an agent is no ${role}`)

/**
 * Makes an agent of its parts. It refuses to compile and to verify.
 *
 * @category constructors
 * @since 0.1.0
 */
export const agentOf =
  (parts: AgentParts): ExchangeAgent =>
  (question) => {
    switch (question._tag) {
      case 'Communicate':
        return parts.communicate(question.observation)
      case 'Propose':
        return parts.propose(question.observation)
      case 'Respond':
        return parts.respond(question.observation)
      case 'Finalize':
        return parts.finalize(question.observation)
      case 'Accept':
        return parts.accept(question.observation)
      default:
        return notMine(question.role)
    }
  }

/**
 * Makes a privileged agent of its parts. It refuses to compile and to verify.
 *
 * @category constructors
 * @since 0.1.0
 */
export const privilegedAgentOf =
  (parts: PrivilegedParts): PrivilegedExchangeAgent =>
  (question) => {
    const { hidden } = question
    return agentOf({
      communicate: (view) => parts.communicate(view, hidden),
      propose: (view) => parts.propose(view, hidden),
      respond: (view) => parts.respond(view, hidden),
      finalize: (view) => parts.finalize(view, hidden),
      accept: (view) => parts.accept(view, hidden),
    })(question)
  }

/**
 * Holds who sits at a table.
 *
 * @category model
 * @since 0.1.0
 */
export interface Table {
  /** Gives the agent that sits at a number; `null` where nobody sits. */
  readonly agents: (agent: number) => PrivilegedExchangeAgent | null
  readonly compiler: PrivilegedExchangeAgent
  readonly verifier: PrivilegedExchangeAgent
}

const seatedAt = (table: Table, question: ExchangeQuestion): PrivilegedExchangeAgent | null => {
  if (question.agent !== null) return table.agents(question.agent)
  return question._tag === 'Compile' ? table.compiler : table.verifier
}

/**
 * Gives the policy of a table, with which `playWith` plays an episode to its end without waiting for anything.
 *
 * @category operations
 * @since 0.1.0
 */
export const answerWith =
  (table: Table): Policy<ExchangeQuestion> =>
  (_id, question) =>
    seatedAt(table, question)?.(question) ??
    faultAnswer('threw', `nobody sits at a${question.agent ?? 0}`)

/**
 * Seats one agent at one number and another at every other.
 *
 * @category constructors
 * @since 0.1.0
 */
export const oneAmong =
  (agent: number, own: PrivilegedExchangeAgent, others: PrivilegedExchangeAgent) =>
  (number: number): PrivilegedExchangeAgent =>
    number === agent ? own : others

/**
 * Gives the numbers that a random agent draws for a question: uniform in [0, 1), by the seed and the natural key of the
 * question, so that neither the order of answers nor another question changes them.
 *
 * @category operations
 * @since 0.1.0
 */
export const drawsFor =
  (seed: bigint, question: Pick<SeenQuestion, 'round' | 'role' | 'agent' | 'order'>) =>
  (index: number): number =>
    drawAt(
      seed,
      question.round,
      callRoles.indexOf(question.role),
      question.agent ?? 0,
      question.order,
      index,
    )
