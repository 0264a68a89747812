/**
 * In actions: a scripted agent that moves instead of speaking.
 *
 * The same decisions without language: what an agent would say is read as a scripted reader reads it, and given as a
 * structured action, so that no compiler is asked. Played beside the original, it tells what passes through words apart
 * from what is decided. A text in which the reader finds rows that cannot be read is left as it is.
 *
 * | question                 | action                                          |
 * | ------------------------ | ----------------------------------------------- |
 * | proposal, finalization   | the rows that are found in the text, or none    |
 * | response                 | whether the text accepts                        |
 * | private acceptance       | the JSON object in the text                     |
 * | any other                | the answer as it was                            |
 *
 * Laws
 *   L1 same play   where agents speak in the canonical voice, their play in actions realizes what their play in words does
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { type Answer, actionAnswer } from '../core/episode/answer.js'
import { jsonObjectInText } from '../exchange/json-in-text.js'
import type { ExchangeQuestion } from '../exchange/question.js'
import type { PrivilegedExchangeAgent } from './exchange-agent.js'
import { marketOfView } from './panelist.js'
import { rowsInText, saysAccept } from './rows-in-text.js'

const actionFor = (question: ExchangeQuestion, text: string): Answer | null => {
  switch (question._tag) {
    case 'Propose':
    case 'Finalize': {
      const found = rowsInText(marketOfView(question.observation), text)
      if (found._tag === 'Unreadable') return null
      const transfers = found._tag === 'Rows' ? found.transfers : []
      return actionAnswer({ transfers: transfers.map((row) => ({ ...row })) })
    }
    case 'Respond':
      return actionAnswer({ accept: saysAccept(text) })
    case 'Accept': {
      const decision = jsonObjectInText(text)
      return isLeft(decision) ? null : actionAnswer(decision.right)
    }
    default:
      return null
  }
}

/**
 * Turns what an agent says into structured actions.
 *
 * @category constructors
 * @since 0.1.0
 */
export const inActions =
  (agent: PrivilegedExchangeAgent): PrivilegedExchangeAgent =>
  (question) => {
    const answer = agent(question)
    return answer._tag === 'Text' ? (actionFor(question, answer.text) ?? answer) : answer
  }
