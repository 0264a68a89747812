import { offlineAnswer } from '../../src/agents/index.js'
import {
  type Answer,
  type Episode,
  type Log,
  openQuestions,
  replay,
  sha256Hex,
} from '../../src/core/index.js'
import {
  caseAt,
  type ExchangeCase,
  type ExchangeQuestion,
  type ExchangeResult,
  type ExchangeRound,
  render,
} from '../../src/exchange/index.js'
import type { Mechanism } from '../../src/settlement/index.js'
import { answerBySeed, marketOfSetup, playThrough } from './market-play.js'

/** The arms of a golden playthrough: the offline panel, and everything that can be said, by a seed. */
export const arms = ['offline', 'mixed'] as const
export type Arm = (typeof arms)[number]

export const SEED = 1200
const MIXED_SEED = 7

export const goldenName = (of: ExchangeCase, arm: Arm): string => `${of.name}-${arm}.txt`

export const gameOf = (of: ExchangeCase): Episode<ExchangeQuestion, ExchangeResult> =>
  marketOfSetup({ config: { ...caseAt(of, SEED), roles: null } })

const answererOf = (of: ExchangeCase, arm: Arm): ((id: string, q: ExchangeQuestion) => Answer) => {
  const offline = offlineAnswer()
  return arm === 'offline'
    ? (_id, question) => offline(question)
    : answerBySeed(MIXED_SEED, of.config)
}

/** The log of an arm, played anew. */
export const logOf = (of: ExchangeCase, arm: Arm): Log =>
  playThrough(gameOf(of), answererOf(of, arm)).log

const mechanismLine = (name: string, mechanism: Mechanism): string => {
  const { label, transfers, consentingAgents, confidence, verifierOk, institutionalUpdates } =
    mechanism
  const rows = transfers.map(
    ({ from, to, resource, quantity }) => `a${from}>a${to} ${quantity} ${resource}`,
  )
  return `  ${name}: ${label}; ${rows.join(', ') || 'no rows'}; consent ${consentingAgents.join(' ') || 'none'}; confidence ${confidence}; ${verifierOk ? 'verified' : 'not verified'}; updates ${JSON.stringify(institutionalUpdates)}`
}

const roundLines = (round: ExchangeRound): ReadonlyArray<string> => {
  const { event, cost } = round
  const deltas = Object.entries(event.agentDeltas).map(([agent, delta]) => `a${agent} ${delta}`)
  return [
    `round ${round.round} (a${round.controller}, ${round.condition}) came to`,
    `  responders: ${round.responders.join(' ') || 'none'}`,
    mechanismLine('compiled', round.compiled),
    mechanismLine('verified', round.verified),
    mechanismLine('executed', round.executed),
    ...round.audits.map(
      (audit) =>
        `  audit a${audit.agentId}: ${audit.approve ? 'approves' : 'does not approve'}; ${audit.actualDeltaSign} ${audit.actualDelta}; ${audit.errorFamily}`,
    ),
    `  event: ${event.applied ? 'applied' : 'not applied'}; feasible ${event.feasible}; rational ${event.individuallyRational}; blocked ${event.irBlocked}; deltas ${deltas.join(', ') || 'none'}; welfare ${event.welfareAfter}`,
    `  cost: ${cost.netCoordinationCost} (${cost.contactedAgentCount} contacted)`,
    ...round.defects.map(({ id, defect }) => `  defect ${id}: ${defect._tag}`),
  ]
}

const promptHash = (question: ExchangeQuestion): string => {
  const { system, prompt } = render(question.observation)
  return sha256Hex(`${system}\n\n${prompt}`).slice(0, 12)
}

/** Writes a playthrough from the log alone: what was asked, what was answered, what every round came to. */
export const playthrough = (of: ExchangeCase, arm: Arm, log: Log): string => {
  const start = gameOf(of)
  const [first] = openQuestions(start).values()
  const world = first?.hidden.ledger.world
  const lines = [
    `${of.name}, seed ${SEED}, arm ${arm}`,
    `case ${of.hash}`,
    ...(world?.allocation ?? []).map(
      (row, index) =>
        `a${index + 1} holds ${row.join(' ')}; values ${world?.preferences[index]?.join(' ')}`,
    ),
  ]
  let game = start
  const whole = replay(log)(start)
  const result = whole.episode._tag === 'Ended' ? whole.episode.result : null
  let round = 0
  for (const { id, answer } of log) {
    const question = openQuestions(game).get(id)
    if (question === undefined) throw new Error(`${id} is not asked`)
    const done = result?.rounds[round - 1]
    if (question.round !== round && done !== undefined) lines.push(...roundLines(done))
    round = question.round
    lines.push(`ask ${id} ${promptHash(question)}`, `= ${JSON.stringify(answer)}`)
    game = replay([{ id, answer }])(game).episode
  }
  const last = result?.rounds.at(-1)
  if (last !== undefined) lines.push(...roundLines(last))
  const totals = result?.totals
  lines.push(
    `welfare ${totals?.initialWelfare} to ${totals?.finalWelfare}, cost ${totals?.coordinationCost}, realized ${totals?.realized}`,
    `gains ${totals?.gains.join(' ')}`,
    `counts ${JSON.stringify(totals?.counts)}`,
  )
  return `${lines.join('\n')}\n`
}

/** Reads the log back from a playthrough. */
export const logIn = (text: string): Log => {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const id = /^ask (\S+) /.exec(line)?.[1]
    if (id === undefined) return []
    return [{ id, answer: JSON.parse((lines[index + 1] ?? '').slice(2)) as Answer }]
  })
}

export const PROMPTS = 'prompts.txt'

/** Writes what a model reads, once for every phase, in the second round of a case played by everything that can be said. */
export const promptsOf = (of: ExchangeCase): string => {
  const { questions } = playThrough(gameOf(of), answererOf(of, 'offline'))
  const shown = new Map<string, string>()
  for (const question of questions.values()) {
    if (question.round < 2 || shown.has(question._tag)) continue
    const { system, prompt } = render(question.observation)
    shown.set(question._tag, `## ${question.id}\n\n[system]\n${system}\n\n[prompt]\n${prompt}\n`)
  }
  return [...shown.values()].join('\n')
}
