/**
 * Submitted agent: an agent that somebody hands in, which acts on text alone.
 *
 * It is a function from the text of a question and the name of its phase to a text. It is given what a language model
 * would read, and nothing else: no typed observation, no true state, no codec. What it says is taken as it is; silence is
 * its policy, and counts as an empty answer. A function that throws, or gives something other than a text, has made a
 * fault.
 *
 * | phase                | asked for                       |
 * | -------------------- | ------------------------------- |
 * | `communication`      | a public action                 |
 * | `proposal`           | a public action                 |
 * | `response`           | a public action                 |
 * | `finalization`       | a public action                 |
 * | `private_acceptance` | a decision, a JSON object       |
 *
 * Laws
 *   L1 text alone   what a submitted agent is given is the rendered text of its question, and the phase
 *
 * @module
 */
import { type Answer, faultAnswer, textAnswer } from '../core/episode/answer.js'
import { showValue } from '../core/failure.js'
import { render } from '../exchange/prompt.js'
import type { ExchangeAgent, SeenQuestion } from './exchange-agent.js'

/**
 * Names the phases in which a submitted agent acts.
 *
 * @category model
 * @since 0.1.0
 */
export type SubmittedPhase =
  | 'communication'
  | 'proposal'
  | 'response'
  | 'finalization'
  | 'private_acceptance'

/**
 * Acts on the text of a question.
 *
 * @category model
 * @since 0.1.0
 */
export type SubmittedAct = (observation: string, phase: SubmittedPhase) => string

/**
 * Gives the text that a submitted agent is shown for a question: what it is told of the rules, then what is asked.
 *
 * @category rendering
 * @since 0.1.0
 */
export const submittedText = (question: Pick<SeenQuestion, 'observation'>): string => {
  const { system, prompt } = render(question.observation)
  return `${system}\n\n${prompt}`
}

const said = (act: SubmittedAct, text: string, phase: SubmittedPhase): Answer => {
  try {
    // A submission comes from outside the type system.
    const answer: unknown = act(text, phase)
    if (typeof answer === 'string') return textAnswer(answer)
    return faultAnswer('threw', `a submitted agent says texts, not ${showValue(answer)}`)
  } catch (error) {
    return faultAnswer('threw', error instanceof Error ? error.message : showValue(error))
  }
}

/**
 * Seats a submitted agent.
 *
 * @category constructors
 * @since 0.1.0
 */
export const submittedAgent =
  (act: SubmittedAct): ExchangeAgent =>
  (question) => {
    if (question._tag === 'Compile' || question._tag === 'Verify') {
      return faultAnswer('refused', `an agent is no ${question.role}`)
    }
    return said(act, submittedText(question), question.role)
  }
