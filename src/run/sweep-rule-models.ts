/**
 * Rule models: the compiler and the verifier that go by rule, in the place of language models.
 *
 * They read the prompt that a language model would read, and nothing else, so that a game whose agents are models needs
 * no model to compile it. What is quoted in a prompt is told apart from what is written there by the mark of a quotation.
 *
 * Laws
 *   L1 same by text   on the prompt of a question they answer what the scripted compiler and verifier answer to the question
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { scriptedCompiler, scriptedVerifier } from '../agents/scripted-compiler.js'
import type { Answer } from '../core/episode/index.js'
import { openQuestions } from '../core/episode/index.js'
import type { ExchangeConfig } from '../economy/config.js'
import { exchangeEpisode } from '../exchange/exchange-episode.js'
import type {
  CompileView,
  HiddenState,
  MarketRules,
  QuestionAt,
  RoundTexts,
  Utterance,
} from '../exchange/question.js'
import { type MechanismJson, mechanismFromJson } from '../settlement/mechanism-codec.js'
import type { LanguageModel, ModelReply } from './language-model.js'

const QUOTED = '> '

interface Part {
  readonly title: string
  readonly quoted: string | null
}

/** The lines of a prompt that nobody said, each with what is quoted below it. */
const partsOf = (prompt: string): ReadonlyArray<Part> => {
  const parts: Array<{ title: string; lines: Array<string> }> = []
  for (const line of prompt.split('\n')) {
    const last = parts.at(-1)
    if (line.startsWith(QUOTED) && last !== undefined) last.lines.push(line.slice(QUOTED.length))
    else parts.push({ title: line, lines: [] })
  }
  return parts.map(({ title, lines }) => ({
    title,
    quoted: lines.length === 0 ? null : lines.join('\n'),
  }))
}

const speaker = /^a(\d+) said( nothing\.|:)$/

interface ReadPrompt extends RoundTexts {
  readonly round: number
  readonly controller: number
  readonly mechanism: string | null
}

const readPrompt = (prompt: string): ReadPrompt => {
  const parts = partsOf(prompt)
  const responsesAt = parts.findIndex(({ title }) => title.startsWith('Responses:'))
  const saidIn = (from: number, to: number): ReadonlyArray<Utterance> =>
    parts.slice(from, to).flatMap(({ title, quoted }) => {
      const match = speaker.exec(title)
      return match === null ? [] : [{ agent: Number(match[1]), text: quoted ?? '' }]
    })
  const textUnder = (start: string): string =>
    parts.find(({ title }) => title.startsWith(start))?.quoted ?? ''
  const head = /^Round (\d+)\. Controller: a(\d+)\./.exec(parts[0]?.title ?? '')
  return {
    round: Number(head?.[1] ?? 1),
    controller: Number(head?.[2] ?? 1),
    messages: saidIn(0, responsesAt < 0 ? parts.length : responsesAt),
    proposal: textUnder('Proposal of '),
    responses: responsesAt < 0 ? [] : saidIn(responsesAt, parts.length),
    final: textUnder('Final text of '),
    mechanism: parts.find(({ title }) => title === 'The compiled mechanism:')?.quoted ?? null,
  }
}

/** The rules as the seats of a market see them; `null` for a configuration that makes no market. */
const rulesOf = (config: ExchangeConfig): MarketRules | null => {
  const episode = exchangeEpisode({ config })
  if (isLeft(episode)) return null
  const [first] = openQuestions(episode.right).values()
  return first === undefined || first.observation._tag === 'Compile'
    ? null
    : first.observation.rules
}

const viewOf = (rules: MarketRules, read: ReadPrompt): CompileView => {
  const { round, controller, messages, proposal, responses, final } = read
  return { _tag: 'Compile', round, controller, rules, messages, proposal, responses, final }
}

const wordsOf = (answer: Answer): string => (answer._tag === 'Text' ? answer.text : '')

/** Rules cost nothing. */
const free = (text: string): ModelReply => ({ text, costUsd: 0 })

/** The parts of a question that the scripts do not look at. */
const about = <P extends 'Compile' | 'Verify'>(
  round: number,
): Pick<QuestionAt<P>, 'id' | 'round' | 'agent' | 'order'> =>
  ({ id: '', round, agent: null, order: 0 }) as Pick<
    QuestionAt<P>,
    'id' | 'round' | 'agent' | 'order'
  > // Neither compiler nor verifier is an agent.

/** Scripts that read questions without the true state are given none. */
type Unhidden<Q extends { readonly hidden: HiddenState }> = Omit<Q, 'hidden' | 'action'>

/**
 * Makes the compiler of a market that goes by rule.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ruleCompiler = (config: ExchangeConfig): LanguageModel => {
  const rules = rulesOf(config)
  return async ({ prompt }) => {
    if (rules === null) return ''
    const observation = viewOf(rules, readPrompt(prompt))
    const question: Unhidden<QuestionAt<'Compile'>> = {
      ...about<'Compile'>(observation.round),
      _tag: 'Compile',
      role: 'compiler',
      observation,
    }
    // The script looks at the observation alone, not at the codec of an action.
    return free(wordsOf(scriptedCompiler(question as QuestionAt<'Compile'>)))
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * Makes the verifier of a market that goes by rule.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ruleVerifier = (config: ExchangeConfig): LanguageModel => {
  const rules = rulesOf(config)
  return async ({ prompt }) => {
    const read = readPrompt(prompt)
    const json = read.mechanism === null ? null : parsed(read.mechanism)
    if (rules === null || json === null) return ''
    // The prompt quotes the mechanism as the library writes it.
    const compiled = mechanismFromJson(read.controller)(json as MechanismJson)
    const view = viewOf(rules, read)
    const question: Unhidden<QuestionAt<'Verify'>> = {
      ...about<'Verify'>(view.round),
      _tag: 'Verify',
      role: 'verifier',
      observation: { ...view, _tag: 'Verify', compiled },
    }
    return free(wordsOf(scriptedVerifier(question as QuestionAt<'Verify'>)))
  }
}
