/**
 * Record of a round: its trace row, from what was said and agreed.
 *
 * The row is only recorded if it can be replayed: everybody who was to speak has a text and nobody else, the agreement is
 * of the kind that the seats ask for, and the row is one that its codec reads back.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Summation } from '../core/arithmetic.js'
import { decode } from '../core/codec.js'
import { type Failure, failure, type Path } from '../core/failure.js'
import { communicationSet, controllerOf } from '../economy/visibility.js'
import { finalRepeatsProposal } from '../exchange/atomic-commit.js'
import { applyVerifier, compileMechanism } from '../exchange/mechanism-text.js'
import { type PrivateAcceptance, privateAcceptance } from '../exchange/private-acceptance.js'
import { saysSomething } from '../exchange/public-action.js'
import { isAcceptanceAsked, type SettledRound, settleRound } from '../exchange/settled-round.js'
import { respondersTo } from '../exchange/solicitation.js'
import { type Ledger, shapeOf } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { recordEvent, recordMechanism } from './recorded-form.js'
import type { Agreement, PlayedRound, TextsByAgent } from './recording.js'
import type { AskingRules } from './replay-context.js'
import { TraceRow } from './row-codec.js'
import { isAsked } from './seats.js'

/**
 * Is a defect of a run that was given to be recorded.
 *
 * @category failures
 * @since 0.1.0
 */
export type RecordFailure = Failure<'BadRecording'>

/**
 * Is a recorded round: its row and the state after it.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedRound extends SettledRound {
  readonly row: TraceRow
}

const bad = (path: Path, value: unknown, expected: string): RecordFailure =>
  failure('BadRecording', path, value, expected)

const speakerFailures = (
  member: 'communication' | 'responses',
  texts: TextsByAgent,
  agents: ReadonlyArray<number>,
): ReadonlyArray<RecordFailure> => {
  const silent = agents.filter((agent) => typeof texts[agent] !== 'string')
  const others = Object.keys(texts).filter((agent) => !agents.includes(Number(agent)))
  return [
    ...silent.map((agent) => bad([member, agent], texts[agent], `a text of agent ${agent}`)),
    ...others.map((agent) => bad([member, agent], texts[Number(agent)], 'nobody else to speak')),
  ]
}

const textsOf = (
  texts: TextsByAgent,
  agents: ReadonlyArray<number>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(agents.map((agent) => [String(agent), texts[agent] ?? '']))

interface Agreed {
  readonly compiled: Mechanism
  readonly verified: Mechanism
}

const agreedOn = (
  rules: AskingRules,
  agreement: Agreement,
  ledger: Ledger,
  proposerId: number,
  final: string,
): Agreed => {
  if (agreement._tag === 'Mechanism') {
    return { compiled: agreement.mechanism, verified: agreement.mechanism }
  }
  const { requireFinalPublicStateUpdateForInstitutions } = rules.config.protocol
  const publicStateUpdatePresent =
    !requireFinalPublicStateUpdateForInstitutions || saysSomething(final, 'PUBLIC STATE UPDATE')
  const market = shapeOf(ledger)
  const compiled = compileMechanism(agreement.compiler, {
    proposerId,
    market,
    publicStateUpdatePresent,
  })
  const verified = applyVerifier(compiled, agreement.verifier, { publicStateUpdatePresent })
  return { compiled, verified }
}

const agreementFailures = (
  rules: AskingRules,
  live: boolean,
  agreement: Agreement,
  controller: number,
): ReadonlyArray<RecordFailure> => {
  const replies = live && isAsked(rules.seating, null, 'compiler')
  if (replies !== (agreement._tag === 'Replies')) {
    const expected = replies ? 'the replies of compiler and verifier' : 'a mechanism'
    return [bad(['agreement', '_tag'], agreement._tag, expected)]
  }
  if (agreement._tag === 'Replies' || agreement.mechanism.proposerId === controller) return []
  const path = ['agreement', 'mechanism', 'proposerId']
  return [bad(path, agreement.mechanism.proposerId, `the controller, ${controller}`)]
}

const accepted = (
  rules: AskingRules,
  summation: Summation,
  ledger: Ledger,
  mechanism: Mechanism,
  decisions: TextsByAgent,
): PrivateAcceptance => {
  if (!isAcceptanceAsked(rules.config, mechanism.transfers.length)) {
    return { audits: [], rejecting: [], mechanism }
  }
  const texts = new Map(Object.entries(decisions).map(([agent, text]) => [Number(agent), text]))
  const mode = rules.config.protocol.privateAcceptanceMode
  return privateAcceptance(mode, summation)(ledger, mechanism, texts)
}

/**
 * Records one round in the state that the rounds before it left. `live` says whether calls of models are recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordRound =
  (rules: AskingRules, summation: Summation, live: boolean) =>
  (
    ledger: Ledger,
    round: number,
    played: PlayedRound,
  ): Either<ReadonlyArray<RecordFailure>, RecordedRound> => {
    const { config } = rules
    const controller = controllerOf(config)(round)
    const absent = (['communication', 'responses', 'agreement'] as const).filter(
      (part) => typeof played?.[part] !== 'object' || played[part] === null,
    )
    if (absent.length > 0)
      return left(absent.map((part) => bad([part], played?.[part], 'an object')))
    const said = [played.communication[controller] ?? '', played.proposal]
    const speakers = communicationSet(config)(controller)
    const responders = respondersTo(config)(controller, said)
    const repeats =
      !config.protocol.atomicCommit || finalRepeatsProposal(played.proposal, played.final)
    const failures = [
      ...speakerFailures('communication', played.communication, speakers),
      ...speakerFailures('responses', played.responses, responders),
      ...agreementFailures(rules, live, played.agreement, controller),
      ...(repeats ? [] : [bad(['final'], played.final, "the proposal's settlement and update")]),
    ]
    if (failures.length > 0) return left(failures)
    const { compiled, verified } = agreedOn(
      rules,
      played.agreement,
      ledger,
      controller,
      played.final,
    )
    const acceptance = accepted(rules, summation, ledger, verified, played.decisions ?? {})
    const settled = settleRound(config, summation)(ledger, {
      round,
      responders: responders.length,
      mechanism: acceptance.mechanism,
      audits: acceptance.audits,
    })
    const row: TraceRow = {
      round_index: round,
      controller_id: controller,
      communication_texts: textsOf(played.communication, speakers),
      proposal_text: played.proposal,
      response_texts: textsOf(played.responses, responders),
      final_text: played.final,
      compiled_mechanism: recordMechanism(compiled),
      verified_before_private_acceptance: recordMechanism(verified),
      verified_mechanism: recordMechanism(acceptance.mechanism),
      event: recordEvent(settled.event, settled.cost),
    }
    const checked = decode(TraceRow)(row)
    return isLeft(checked)
      ? left(checked.left.map((found) => bad(found.path, found.value, found.expected)))
      : right({ ...settled, row })
  }
