/**
 * Case seats: who answers each question of a market, from its roles and what the caller passed in.
 *
 * | policy                | answers                                                                        |
 * | --------------------- | ------------------------------------------------------------------------------ |
 * | `llm`, `frozen_llm`   | the model of that name                                                         |
 * | `submitted`           | the submission of that name, `submitted` without one; it is given text alone   |
 * | `scripted_...`        | the script                                                                     |
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { answerWith, type PrivilegedExchangeAgent, type Table } from '../agents/exchange-agent.js'
import { tableOfRoles } from '../agents/roles-table.js'
import type { SubmittedPhase } from '../agents/submitted.js'
import { faultAnswer } from '../core/episode/index.js'
import { renderFailure } from '../core/failure.js'
import { markingInWords, throughChannel } from '../exchange/channel.js'
import { type Prompt, render } from '../exchange/prompt.js'
import type { ExchangeQuestion, ReasoningChannel } from '../exchange/question.js'
import { policyAt, type Roles } from '../exchange/roles.js'
import { type SeatPolicy, samplingOf } from '../exchange/seat.js'
import type { LanguageModel } from './language-model.js'
import type { Seated } from './recovery.js'

/**
 * Acts for a submitted agent: it is given the text of a question and the phase, and nothing else.
 *
 * @category model
 * @since 0.1.0
 */
export type SubmittedModel = (
  observation: string,
  phase: SubmittedPhase,
  call: { readonly id: string; readonly signal: AbortSignal },
) => string | Promise<string>

/**
 * Reaches a submitted agent through a process. It is given text alone, as any submission, and what it says is its policy;
 * but its replies tell of tokens, dollars and the model, and a process that fails fails the run, which is not scored.
 * `pin` is the model that has to have answered; `null` without a pin.
 *
 * @category model
 * @since 0.1.0
 */
export interface SubmittedProcess {
  readonly ask: LanguageModel
  readonly pin: string | null
}

/**
 * Is whatever is submitted: a function of this program, or a process.
 *
 * @category model
 * @since 0.1.0
 */
export type Submission = SubmittedModel | SubmittedProcess

/**
 * Holds what seats are made of.
 *
 * @category model
 * @since 0.1.0
 */
export interface CasePlayers {
  readonly roles: Roles
  readonly models: Readonly<Record<string, LanguageModel>>
  readonly submitted?: Readonly<Record<string, Submission>> | undefined
  readonly temperature?: number | undefined
  readonly sample?: number | undefined
  readonly reasoning: ReasoningChannel
}

/**
 * Holds who answers, and the temperature and sample of models whose policy leaves them to the run.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseSeats {
  readonly seatOf: (question: ExchangeQuestion) => Seated<ExchangeQuestion>
  readonly temperature: number
  readonly sample: number
}

const policiesOf = ({ underTest, panel, compiler, verifier }: Roles): ReadonlyArray<SeatPolicy> => [
  underTest.policy,
  ...panel.map(({ policy }) => policy),
  compiler,
  verifier,
]

const ownIn = <A>(record: Readonly<Record<string, A>> | undefined, name: string): A | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

const submittedName = (policy: Extract<SeatPolicy, { readonly kind: 'submitted' }>): string =>
  policy.name ?? 'submitted'

/** Phases are the roles of the questions that agents are asked. */
const asModel = (given: Submission): LanguageModel =>
  typeof given === 'function'
    ? async ({ id, role, signal, system, prompt }) =>
        given(`${system}\n\n${prompt}`, role as SubmittedPhase, { id, signal })
    : (request) => {
        const prompt = `${request.system}\n\n${request.prompt}`
        return given.ask({ ...request, system: '', prompt, temperature: null, sample: null })
      }

/** The model that a policy names, `undefined` where the caller passed none; `null` for a script. */
const modelFor = (
  policy: SeatPolicy,
  { models, submitted }: CasePlayers,
): LanguageModel | undefined | null => {
  if (policy.kind === 'llm' || policy.kind === 'frozen_llm') return ownIn(models, policy.model)
  if (policy.kind !== 'submitted') return null
  const act = ownIn(submitted, submittedName(policy))
  return act === undefined ? undefined : asModel(act)
}

const nameOf = (policy: SeatPolicy): string => {
  if (policy.kind === 'submitted') return submittedName(policy)
  return policy.kind === 'llm' || policy.kind === 'frozen_llm' ? policy.model : policy.kind
}

/**
 * Gives the process that is submitted for a seat, with its pin; `null` for any other seat.
 *
 * @category operations
 * @since 0.1.0
 */
export const processAt = (
  policy: SeatPolicy,
  submitted: CasePlayers['submitted'],
): SubmittedProcess | null => {
  if (policy.kind !== 'submitted') return null
  const found = ownIn(submitted, submittedName(policy))
  return typeof found === 'object' ? found : null
}

const pinOf = (policy: SeatPolicy, process: SubmittedProcess | null): string | null => {
  if (process !== null) return process.pin
  return policy.kind === 'frozen_llm' ? policy.pin : null
}

const missing = (players: CasePlayers): ReadonlyArray<string> => [
  ...new Set(
    policiesOf(players.roles)
      .filter((policy) => modelFor(policy, players) === undefined)
      .map((policy) =>
        policy.kind === 'submitted'
          ? `no submission is named ${nameOf(policy)}`
          : `no model is named ${nameOf(policy)}`,
      ),
  ),
]

/** A table whose scripts are made once a seat, so that what they worked out is not lost. */
const rememberedTable = (table: Table): Table => {
  const known = new Map<number, PrivilegedExchangeAgent | null>()
  return {
    ...table,
    agents: (agent) => {
      const found = known.get(agent)
      if (found !== undefined) return found
      const made = table.agents(agent)
      known.set(agent, made)
      return made
    },
  }
}

/** Where models leave it to the run and the run says nothing, the first that says something speaks for all. */
const samplingOfRun = ({
  roles,
  temperature,
  sample,
}: CasePlayers): Pick<CaseSeats, 'temperature' | 'sample'> => {
  const free = policiesOf(roles)
    .filter(({ kind }) => kind === 'llm')
    .map(samplingOf)
  const first = (key: 'temperature' | 'sample'): number =>
    free.map((one) => one[key]).find((value) => value !== null) ?? 0
  return { temperature: temperature ?? first('temperature'), sample: sample ?? first('sample') }
}

const labelOf = ({ underTest }: Roles, agent: number | null): string => {
  if (agent === null) return 'env'
  return underTest.agents.includes(agent) ? 'under_test' : 'panel'
}

const promptOf = (question: ExchangeQuestion, reasoning: ReasoningChannel): Prompt => {
  const written = render(question.observation)
  const marking = question.agent === null ? '' : markingInWords(reasoning)
  return marking === '' ? written : { ...written, system: `${written.system}\n${marking}` }
}

/**
 * Seats the players of a market, or lists every name that nobody was passed in for and every policy that cannot be
 * played.
 *
 * @category constructors
 * @since 0.1.0
 */
export const caseSeats = (players: CasePlayers): Either<ReadonlyArray<string>, CaseSeats> => {
  const { roles, reasoning } = players
  const table = tableOfRoles(roles, () => () => faultAnswer('threw', 'a model is called instead'))
  const defects = [...(isLeft(table) ? table.left.map(renderFailure) : []), ...missing(players)]
  if (isLeft(table) || defects.length > 0) return left(defects)
  const script = answerWith(rememberedTable(table.right))
  const ofRun = samplingOfRun(players)
  const seatOf = (question: ExchangeQuestion): Seated<ExchangeQuestion> => {
    const { agent, role } = question
    const policy = policyAt(roles, agent ?? (role === 'compiler' ? 'compiler' : 'verifier'))
    const ask = policy === null ? null : modelFor(policy, players)
    if (policy === null || ask === null || ask === undefined) {
      return { _tag: 'Script', policy: script }
    }
    const own = samplingOf(policy)
    const process = processAt(policy, players.submitted)
    return {
      _tag: 'Call',
      prompt: () => promptOf(question, reasoning),
      seat: {
        seat: labelOf(roles, agent),
        role,
        agent,
        policy: policy.kind,
        origin: policy.kind === 'submitted' ? 'submitted' : 'llm',
        model: nameOf(policy),
        pin: pinOf(policy, process),
        isBehindProcess: process !== null,
        temperature: own.temperature ?? ofRun.temperature,
        sample: own.sample ?? ofRun.sample,
        ask,
        hear: (text) => throughChannel(agent === null ? 'private' : reasoning)(text).answer,
      },
    }
  }
  return right({ seatOf, ...ofRun })
}
