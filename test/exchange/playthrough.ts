import { offlineAnswer } from 'edgeworth/agents'
import {
  type Answer,
  type Episode,
  type Log,
  openQuestions,
  type Policy,
  playWith,
  replay,
  sha256Hex,
} from 'edgeworth/core'
import {
  caseAt,
  type ExchangeCase,
  type ExchangeQuestion,
  type ExchangeResult,
  type ExchangeRound,
  exchangeEpisode,
  officialCases,
  render,
} from 'edgeworth/exchange'
import type { Mechanism } from 'edgeworth/settlement'
import { exchangeTrace } from 'edgeworth/trace'
import { answerOf, arms as tableArms } from '../../examples/arms/arms.js'
import { answerBySeed } from './answer-by-seed.js'

/** The seed of the world, and of agents that draw. */
export const SEED = 1200
const MIXED_SEED = 7

/**
 * Who answers in a golden playthrough, by the name of the arm: everybody of the table of arms, the offline panel, and
 * everything that can be said, by a seed.
 */
export const arms: Readonly<Record<string, (of: ExchangeCase) => Policy<ExchangeQuestion>>> = {
  ...Object.fromEntries(
    Object.entries(tableArms).map(([arm, agents]) => [arm, () => answerOf(agents(SEED))]),
  ),
  offline: () => {
    const offline = offlineAnswer()
    return (_id, question) => offline(question)
  },
  mixed: ({ config }) => answerBySeed(MIXED_SEED, config),
}

export interface Scenario {
  readonly of: ExchangeCase
  readonly arm: string
  /** The file of its playthrough, below the folder of the goldens. */
  readonly name: string
}

/** Every official case in every arm. */
export const scenarios: ReadonlyArray<Scenario> = officialCases.flatMap((of) =>
  Object.keys(arms).map((arm) => ({ of, arm, name: `${of.name}/${arm}.txt` })),
)

export const gameOf = (of: ExchangeCase): Episode<ExchangeQuestion, ExchangeResult> => {
  const game = exchangeEpisode({ config: caseAt(of, SEED) })
  if (game._tag === 'Left') throw new Error(JSON.stringify(game.left))
  return game.right
}

/** The log of an arm, played anew. */
export const logOf = ({ of, arm }: Scenario): Log => {
  const answer = arms[arm]?.(of)
  if (answer === undefined) throw new Error(`no arm is called ${arm}`)
  const played = playWith(answer)(gameOf(of))
  if (played._tag !== 'Finished') throw new Error(played._tag)
  return played.log
}

const mechanismText = (mechanism: Mechanism): string => {
  const { label, transfers, consentingAgents, confidence, verifierOk, institutionalUpdates } =
    mechanism
  const rows = transfers.map(
    ({ from, to, resource, quantity }) => `a${from}>a${to} ${quantity} ${resource}`,
  )
  return `${label}; ${rows.join(', ') || 'no rows'}; consent ${consentingAgents.join(' ') || 'none'}; confidence ${confidence}; ${verifierOk ? 'verified' : 'not verified'}; updates ${JSON.stringify(institutionalUpdates)}`
}

/** What was compiled, and what became of it where that is something else. */
const mechanismLines = ({ compiled, verified, executed }: ExchangeRound): ReadonlyArray<string> => {
  const steps = [mechanismText(compiled), mechanismText(verified), mechanismText(executed)]
  return ['compiled', 'verified', 'executed'].map(
    (name, step) =>
      `  ${name}: ${step > 0 && steps[step] === steps[step - 1] ? 'as it was' : steps[step]}`,
  )
}

const roundLines = (round: ExchangeRound): ReadonlyArray<string> => {
  const { event, cost } = round
  const deltas = Object.entries(event.agentDeltas).map(([agent, delta]) => `a${agent} ${delta}`)
  return [
    `round ${round.round} (a${round.controller}, ${round.condition}) came to`,
    `  responders: ${round.responders.join(' ') || 'none'}`,
    ...mechanismLines(round),
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

/** Opens an answer that was given before, to the question of that name. */
const AS = '= as '

/** Writes a playthrough from the log alone: what was asked, what was answered, what every round came to. */
export const playthrough = ({ of, arm }: Scenario, log: Log): string => {
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
  const said = new Map<string, string>()
  const whole = replay(log)(start)
  const result = whole.episode._tag === 'Ended' ? whole.episode.result : null
  let round = 0
  for (const { id, answer } of log) {
    const question = openQuestions(game).get(id)
    if (question === undefined) throw new Error(`${id} is not asked`)
    const done = result?.rounds[round - 1]
    if (question.round !== round && done !== undefined) lines.push(...roundLines(done))
    round = question.round
    const words = JSON.stringify(answer)
    const before = said.get(words)
    said.set(words, before ?? id)
    lines.push(
      `ask ${id} ${promptHash(question)}`,
      before === undefined ? `= ${words}` : `${AS}${before}`,
    )
    game = replay([{ id, answer }])(game).episode
  }
  const last = result?.rounds.at(-1)
  if (last !== undefined) lines.push(...roundLines(last))
  const totals = result?.totals
  lines.push(
    `welfare ${totals?.initialWelfare} to ${totals?.finalWelfare}, cost ${totals?.coordinationCost}, realized ${totals?.realized}`,
    `gains ${totals?.gains.join(' ')}`,
    `counts ${JSON.stringify(totals?.counts)}`,
    `trace ${result === null ? 'none' : sha256Hex(exchangeTrace(result))}`,
  )
  return `${lines.join('\n')}\n`
}

/** Reads the log back from a playthrough. */
export const logIn = (text: string): Log => {
  const lines = text.split('\n')
  const given = new Map<string, Answer>()
  for (const [index, line] of lines.entries()) {
    const id = /^ask (\S+) /.exec(line)?.[1]
    const words = lines[index + 1]
    if (id === undefined || words === undefined) continue
    const before = words.startsWith(AS) ? given.get(words.slice(AS.length)) : undefined
    given.set(id, before ?? (JSON.parse(words.slice(2)) as Answer))
  }
  return [...given].map(([id, answer]) => ({ id, answer }))
}

export const PROMPTS = 'prompts.txt'

/** Writes what a model reads, once for every phase, from the second round on of a case played by the offline panel. */
export const promptsOf = (of: ExchangeCase): string => {
  const shown = new Map<string, string>()
  const offline = offlineAnswer()
  playWith<ExchangeQuestion>((_id, question) => {
    if (question.round > 1 && !shown.has(question._tag)) {
      const { system, prompt } = render(question.observation)
      shown.set(question._tag, `## ${question.id}\n\n[system]\n${system}\n\n[prompt]\n${prompt}\n`)
    }
    return offline(question)
  })(gameOf(of))
  return [...shown.values()].join('\n')
}
