/**
 * Asking: the questions of one round as episodes, one function a phase.
 *
 * Each asks everybody it concerns at once and waits for all, so the order in which answers arrive cannot matter. A
 * defector is not asked for a response or a decision: it declines and rejects by rule.
 *
 * Laws
 *   L1 stable names   the id of a question is its round, role and agent, and no id is asked twice
 *
 * @module
 */
import type * as t from 'io-ts'
import { ask } from '../core/episode/chain.js'
import { type Episode, ended } from '../core/episode/episode.js'
import { all } from '../core/episode/together.js'
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import {
  MechanismJson as MechanismCodec,
  type MechanismJson,
} from '../settlement/mechanism-codec.js'
import { type CallRole, callName } from './call-name.js'
import { heardBy, hiddenIn, type Scene, seatView } from './market.js'
import {
  type AcceptMove,
  AcceptMoveCodec,
  type CommunicateMove,
  CommunicateMoveCodec,
  communicationInWords,
  type RespondMove,
  RespondMoveCodec,
  readSaid,
  responseInWords,
  type Said,
  type SettlementMove,
  SettlementMoveCodec,
  settlementInWords,
  type VerifyMove,
  VerifyMoveCodec,
} from './moves.js'
import type {
  ExchangePhase,
  ExchangeQuestion,
  QuestionAt,
  RoundTexts,
  Utterance,
} from './question.js'

/**
 * Holds what was said to one question. `asked` is false for what a rule answered.
 *
 * @category model
 * @since 0.1.0
 */
export interface Spoken<A> extends Said<A> {
  readonly id: string
  readonly agent: number | null
  readonly asked: boolean
}

type Asking<A> = Episode<ExchangeQuestion, Spoken<A>>
type AskingAll<A> = Episode<ExchangeQuestion, ReadonlyArray<Spoken<A>>>

interface Kind<P extends ExchangePhase, A> {
  readonly phase: P
  readonly role: CallRole
  readonly codec: t.Type<A>
  readonly read: ReturnType<typeof readSaid<A>>
}

const kind = <P extends ExchangePhase, A>(
  phase: P,
  role: CallRole,
  codec: t.Type<A>,
  inWords: (move: A) => string,
): Kind<P, A> => ({ phase, role, codec, read: readSaid(codec, inWords) })

const json = (move: unknown): string => JSON.stringify(move)

const communicate = /* @__PURE__ */ kind(
  'Communicate',
  'communication',
  CommunicateMoveCodec,
  communicationInWords,
)
const propose = /* @__PURE__ */ kind('Propose', 'proposal', SettlementMoveCodec, settlementInWords)
const respond = /* @__PURE__ */ kind('Respond', 'response', RespondMoveCodec, responseInWords)
const finalize = /* @__PURE__ */ kind(
  'Finalize',
  'finalization',
  SettlementMoveCodec,
  settlementInWords,
)
const compile = /* @__PURE__ */ kind('Compile', 'compiler', MechanismCodec, json)
const verify = /* @__PURE__ */ kind('Verify', 'verifier', VerifyMoveCodec, json)
const accept = /* @__PURE__ */ kind('Accept', 'private_acceptance', AcceptMoveCodec, json)

const put = <P extends ExchangePhase, A>(
  scene: Scene,
  { phase, role, codec, read }: Kind<P, A>,
  agent: number | null,
  observation: QuestionAt<P>['observation'],
): Asking<A> => {
  const id = callName(scene.round, role, agent, 0)
  const question = {
    _tag: phase,
    id,
    round: scene.round,
    role,
    agent,
    order: 0,
    observation,
    hidden: hiddenIn(scene),
    action: codec,
  }
  // The kind pairs every phase with its own role, observation and codec.
  return ask(id, question as unknown as ExchangeQuestion, (answer) => {
    const { text, move, defect } = read(answer)
    return { id, agent, asked: true, text, move, defect }
  })
}

const ruled = <A>(
  scene: Scene,
  role: CallRole,
  agent: number,
  said: string,
  move: A | null,
): Asking<A> =>
  ended({
    id: callName(scene.round, role, agent, 0),
    agent,
    asked: false,
    text: said,
    move,
    defect: null,
  })

/**
 * Asks the agents that communicate.
 *
 * @category games
 * @since 0.1.0
 */
export const askCommunication = (scene: Scene): AskingAll<CommunicateMove> =>
  all(
    scene.market
      .speakersOf(scene.controller)
      .map((agent) =>
        put(scene, communicate, agent, { _tag: 'Communicate', ...seatView(scene, agent) }),
      ),
  )

/**
 * Asks the controller for a proposal.
 *
 * @category games
 * @since 0.1.0
 */
export const askProposal = (
  scene: Scene,
  texts: Pick<RoundTexts, 'messages'>,
): Asking<SettlementMove> =>
  put(scene, propose, scene.controller, {
    _tag: 'Propose',
    ...seatView(scene, scene.controller),
    messages: texts.messages,
  })

const DECLINED: RespondMove = { accept: false }

/**
 * Asks the responders.
 *
 * @category games
 * @since 0.1.0
 */
export const askResponses = (
  scene: Scene,
  responders: ReadonlyArray<number>,
  { messages, proposal }: Pick<RoundTexts, 'messages' | 'proposal'>,
): AskingAll<RespondMove> =>
  all(
    responders.map((agent) =>
      scene.market.defectors.has(agent)
        ? ruled(scene, 'response', agent, responseInWords(DECLINED), DECLINED)
        : put(scene, respond, agent, {
            _tag: 'Respond',
            ...seatView(scene, agent),
            messages: heardBy(scene, agent, messages),
            proposal,
          }),
    ),
  )

/**
 * Asks the controller for the final settlement.
 *
 * @category games
 * @since 0.1.0
 */
export const askFinal = (
  scene: Scene,
  { messages, proposal, responses }: Omit<RoundTexts, 'final'>,
): Asking<SettlementMove> =>
  put(scene, finalize, scene.controller, {
    _tag: 'Finalize',
    ...seatView(scene, scene.controller),
    messages,
    proposal,
    responses,
  })

const overheard = ({ market, round, controller }: Scene, texts: RoundTexts) => ({
  round,
  controller,
  rules: market.rules,
  ...texts,
})

/**
 * Asks the compiler.
 *
 * @category games
 * @since 0.1.0
 */
export const askCompiler = (scene: Scene, texts: RoundTexts): Asking<MechanismJson> =>
  put(scene, compile, null, { _tag: 'Compile', ...overheard(scene, texts) })

/**
 * Asks the verifier.
 *
 * @category games
 * @since 0.1.0
 */
export const askVerifier = (
  scene: Scene,
  texts: RoundTexts,
  compiled: Mechanism,
): Asking<VerifyMove> =>
  put(scene, verify, null, { _tag: 'Verify', ...overheard(scene, texts), compiled })

const REJECTION = json({ approve: false, reason: 'declines whatever is proposed' })

const heardTexts = (scene: Scene, agent: number, texts: RoundTexts): RoundTexts => {
  const only = (said: ReadonlyArray<Utterance>): ReadonlyArray<Utterance> =>
    heardBy(scene, agent, said)
  return { ...texts, messages: only(texts.messages), responses: only(texts.responses) }
}

/**
 * Asks each agent that a mechanism debits, in private.
 *
 * @category games
 * @since 0.1.0
 */
export const askAcceptance = (
  scene: Scene,
  texts: RoundTexts,
  mechanism: Mechanism,
): AskingAll<AcceptMove> => {
  const isFull = scene.market.config.protocol.privateAcceptanceContext === 'full'
  return all(
    debitedAgents(mechanism).map((agent) =>
      scene.market.defectors.has(agent)
        ? ruled<AcceptMove>(scene, 'private_acceptance', agent, REJECTION, null)
        : put(scene, accept, agent, {
            _tag: 'Accept',
            ...seatView(scene, agent),
            transfers: mechanism.transfers,
            texts: isFull ? heardTexts(scene, agent, texts) : null,
          }),
    ),
  )
}
