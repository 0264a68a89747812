/**
 * Solicitation: whom the controller of a round asks to answer, read from what it said in public.
 *
 * A message targets agents when it names addressees that are not everybody and asks them for something. It solicits in
 * public when it addresses everybody and asks for something. Which of the two counts, if any, is for the protocol.
 *
 * | response scope                    | who answers                                                                  |
 * | --------------------------------- | ---------------------------------------------------------------------------- |
 * | `all`                             | all others                                                                   |
 * | `visible_only`                    | those the controller sees                                                    |
 * | `solicited_public`, broadcast     | those it targets; else all others if it solicits; else those it sees         |
 * | `solicited_public`, no broadcast  | those it sees                                                                |
 *
 * Laws
 *   L1 never itself      the controller is never among those it targets, nor among those who answer
 *   L2 visible at least  without any text those answer whom `respondersWithoutText` lists
 *
 * @module
 */
import type { ExchangeConfig } from '../economy/config.js'
import { respondersWithoutText } from '../economy/visibility.js'
import { hasSection, isNoneSection, saysSomething, sectionOf } from './public-action.js'

const broadWords = /\b(?:all agents|any agent|anyone|everyone|public broadcast|whoever)\b/i

const requestWords = new RegExp(
  `\\b(?:${[
    'accept',
    'opt[ -]in',
    'consent',
    'counter(?:-?propose|-?offer|proposal)?',
    'propose',
    'respond',
    'reply',
    'state',
    'reveal',
    'reject',
    'authorize',
    'authorization',
    'willing',
    'offer',
    'constraints',
    'preferences?',
    'share',
  ].join('|')})\\b`,
  'i',
)

const agentNames = /\ba(?:gent\s+)?(\d+)\b/gi

/**
 * Lists the agents (1 to `agents`) that a message of the controller targets, ascending: addressees by name, asked for
 * something. Empty when everybody is addressed or nothing is asked.
 *
 * @category operations
 * @since 0.1.0
 */
export const targetedAgents = (
  text: string,
  agents: number,
  controller: number,
): ReadonlyArray<number> => {
  if (!hasSection(text, 'ADDRESSEES') || !hasSection(text, 'RESPONSE REQUEST')) return []
  const addressees = sectionOf(text, 'ADDRESSEES')
  const request = sectionOf(text, 'RESPONSE REQUEST')
  if (isNoneSection(addressees) || isNoneSection(request)) return []
  if (broadWords.test(addressees) || !requestWords.test(request)) return []
  const named = [...addressees.matchAll(agentNames)].map((match) => Number(match[1]))
  return [...new Set(named)]
    .filter((agent) => agent >= 1 && agent <= agents && agent !== controller)
    .sort((a, b) => a - b)
}

/**
 * Tells whether a structured message solicits everybody; `null` for a text that has neither addressees nor a request.
 *
 * @category operations
 * @since 0.1.0
 */
export const solicitsInPublic = (text: string): boolean | null => {
  const addressed = hasSection(text, 'ADDRESSEES')
  const requested = hasSection(text, 'RESPONSE REQUEST')
  if (!addressed && !requested) return null
  const message = sectionOf(text, 'MESSAGE')
  const scope =
    addressed && saysSomething(text, 'ADDRESSEES') ? sectionOf(text, 'ADDRESSEES') : message
  const request = sectionOf(text, 'RESPONSE REQUEST')
  const asks = requested
    ? !isNoneSection(request) && requestWords.test(request)
    : requestWords.test(message)
  return broadWords.test(scope) && asks
}

const spoken = (text: string): string =>
  hasSection(text, 'MESSAGE')
    ? `${sectionOf(text, 'MESSAGE')}\n${sectionOf(text, 'CONSENT CONDITIONS')}`
    : text

/**
 * Tells whether the texts of a controller, taken together, solicit everybody: one structured text that does is enough;
 * texts without structure are pooled, and count when the pool both addresses everybody and asks for something.
 *
 * @category operations
 * @since 0.1.0
 */
export const solicitsTogether = (texts: ReadonlyArray<string>): boolean => {
  const verdicts = texts.map(solicitsInPublic)
  if (verdicts.includes(true)) return true
  const pool = texts
    .filter((_, index) => verdicts[index] === null)
    .map(spoken)
    .join('\n')
  return broadWords.test(pool) && requestWords.test(pool)
}

/**
 * Lists the agents that are asked to answer the controller (1 to N), ascending, given what it has said in the round and
 * those who answer it without any text (`respondersWithoutText`).
 *
 * @category operations
 * @since 0.1.0
 */
export const respondersAmong =
  (config: ExchangeConfig, silent: ReadonlyArray<number>) =>
  (controller: number, texts: ReadonlyArray<string>): ReadonlyArray<number> => {
    const { responseScope, publicBroadcast } = config.protocol
    if (responseScope !== 'solicited_public' || !publicBroadcast) return silent
    const targeted = texts.flatMap((text) => targetedAgents(text, config.numAgents, controller))
    if (targeted.length > 0) return [...new Set(targeted)].sort((a, b) => a - b)
    if (!solicitsTogether(texts)) return silent
    return Array.from({ length: config.numAgents }, (_, index) => index + 1).filter(
      (agent) => agent !== controller,
    )
  }

/**
 * Lists the agents that are asked to answer the controller (1 to N), ascending, given what it has said in the round.
 *
 * @category operations
 * @since 0.1.0
 */
export const respondersTo =
  (config: ExchangeConfig) =>
  (controller: number, texts: ReadonlyArray<string>): ReadonlyArray<number> =>
    respondersAmong(config, respondersWithoutText(config)(controller))(controller, texts)
