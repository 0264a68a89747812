import { isLeft } from 'fp-ts/lib/Either.js'
import {
  answerWith,
  oneAmong,
  type PrivilegedExchangeAgent,
  privilegedBilateralAgent,
  scriptedCompiler,
  scriptedVerifier,
  type Table,
} from '../../src/agents/index.js'
import { type Answer, playWith } from '../../src/core/index.js'
import {
  caseAt,
  type ExchangeCase,
  type ExchangeQuestion,
  type ExchangeResult,
  exchangeEpisode,
} from '../../src/exchange/index.js'

/** An episode that was played, with every question and its answer. */
export interface Played {
  readonly result: ExchangeResult
  readonly asked: ReadonlyArray<readonly [ExchangeQuestion, Answer]>
}

export const panel: PrivilegedExchangeAgent = privilegedBilateralAgent('first_ir')

/** One agent at number 1 against a panel, with the compiler and the verifier that go by rule. */
export const against = (
  own: PrivilegedExchangeAgent,
  others: PrivilegedExchangeAgent = panel,
): Table => ({
  agents: oneAmong(1, own, others),
  compiler: scriptedCompiler,
  verifier: scriptedVerifier,
})

/** Plays a case at a seed. */
export const playTable = (market: ExchangeCase, seed: number, table: Table): Played => {
  const episode = exchangeEpisode({ config: caseAt(market, seed) })
  if (isLeft(episode)) throw new Error(JSON.stringify(episode.left))
  const asked: Array<readonly [ExchangeQuestion, Answer]> = []
  const policy = answerWith(table)
  const play = playWith<ExchangeQuestion>((id, question) => {
    const answer = policy(id, question)
    asked.push([question, answer])
    return answer
  })(episode.right)
  if (play._tag !== 'Finished') throw new Error(play._tag)
  return { result: play.result, asked }
}

/** What an answer says in words; empty for anything else. */
export const wordsOf = (answer: Answer): string => (answer._tag === 'Text' ? answer.text : '')
