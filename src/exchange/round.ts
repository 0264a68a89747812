/**
 * Round: one round of an exchange as the list of its phases.
 *
 * communication, proposal, responders fixed (and their cost charged), responses, finalization or atomic commit,
 * compilation, verification, private acceptance, settlement. Each phase waits for all its answers.
 *
 * | phase              | asked                                                              | left out                      |
 * | ------------------ | ------------------------------------------------------------------ | ----------------------------- |
 * | finalization       | the controller                                                     | in an atomic commit           |
 * | compile, verify    | the compiler, then the verifier                                    | in a round settled by actions |
 * | private acceptance | the debited agents, if the protocol checks and transfers are left   | atomic; deterministic oracle  |
 *
 * Laws
 *   L1 arrival free       answers of one phase in any order give the same round
 *   L2 never an accept    an answer that says nothing consents to nothing and approves nothing
 *   L3 own words           who responds, and what an atomic commit repeats, follow from the texts of the controller alone
 *
 * @module
 */
import { chain, map } from '../core/episode/chain.js'
import { type Episode, ended } from '../core/episode/episode.js'
import { shapeOf } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { mechanismToJson } from '../settlement/mechanism-codec.js'
import {
  askAcceptance,
  askCommunication,
  askCompiler,
  askFinal,
  askProposal,
  askResponses,
  askVerifier,
  type Spoken,
} from './asking.js'
import { atomicFinal } from './atomic-commit.js'
import type { ExchangeRound, RoundDefect, SaidByAgent } from './exchange-result.js'
import type { Scene } from './market.js'
import { applyVerifier, compileMechanism } from './mechanism-text.js'
import type { AcceptMove, CommunicateMove, RespondMove, SettlementMove } from './moves.js'
import { type PrivateAcceptance, privateAcceptance } from './private-acceptance.js'
import { saysSomething } from './public-action.js'
import type { ExchangeQuestion, RoundTexts, Utterance } from './question.js'
import { isAcceptanceAsked, settleRound } from './settled-round.js'
import { respondersAmong } from './solicitation.js'
import { structuredMechanism } from './structured.js'

type Many = ReadonlyArray<Spoken<unknown>>

const utterances = (spoken: Many): ReadonlyArray<Utterance> =>
  spoken.map(({ agent, text }) => ({ agent: agent ?? 0, text }))

const byAgent = (spoken: Many): SaidByAgent =>
  Object.fromEntries(spoken.map(({ agent, text }) => [agent, text]))

const defectsOf = (spoken: Many): ReadonlyArray<RoundDefect> =>
  spoken.flatMap(({ id, agent, defect }) => (defect === null ? [] : [{ id, agent, defect }]))

const fixResponders = (
  { market, controller }: Scene,
  communication: Many,
  proposal: string,
): ReadonlyArray<number> => {
  const own = communication.find(({ agent }) => agent === controller)?.text ?? ''
  const silent = market.respondersOf(controller)
  return respondersAmong(market.config, silent)(controller, [own, proposal])
}

const finalOf = (
  scene: Scene,
  texts: Omit<RoundTexts, 'final'>,
  proposal: Spoken<SettlementMove>,
): Episode<ExchangeQuestion, Spoken<SettlementMove>> =>
  scene.market.config.protocol.atomicCommit
    ? ended({ ...proposal, asked: false, defect: null, text: atomicFinal(proposal.text) })
    : askFinal(scene, texts)

const unasked = <A>(text: string): Spoken<A> => ({
  id: '',
  agent: null,
  asked: false,
  text,
  move: null,
  defect: null,
})

const VERIFIED: Spoken<unknown> = unasked(JSON.stringify({ verifier_ok: true, confidence: 1 }))

/** Whether the institutional updates of a round count, given its final text. */
const updatesCount = ({ market }: Scene, final: string): boolean =>
  !market.config.protocol.requireFinalPublicStateUpdateForInstitutions ||
  saysSomething(final, 'PUBLIC STATE UPDATE')

/** Everything that was said in public, and who was asked to answer. */
interface Talk {
  readonly communication: ReadonlyArray<Spoken<CommunicateMove>>
  readonly proposal: Spoken<SettlementMove>
  readonly responders: ReadonlyArray<number>
  readonly responses: ReadonlyArray<Spoken<RespondMove>>
  readonly final: Spoken<SettlementMove>
  readonly texts: RoundTexts
}

/** What the talk was compiled to, and what was decided in private. */
interface Agreement {
  readonly condition: ExchangeRound['condition']
  readonly compiler: Spoken<unknown>
  readonly compiled: Mechanism
  readonly verifier: Spoken<unknown>
  readonly verified: Mechanism
  readonly decisions: ReadonlyArray<Spoken<AcceptMove>>
}

/** Chains a phase to the one before; closures hold what earlier phases came to. */
const after = <A, B>(
  episode: Episode<ExchangeQuestion, A>,
  next: (result: A) => Episode<ExchangeQuestion, B>,
): Episode<ExchangeQuestion, B> => chain(next)(episode)

/** Communication, proposal, responses, finalization. */
const talk = (scene: Scene): Episode<ExchangeQuestion, Talk> =>
  after(askCommunication(scene), (communication) => {
    const messages = utterances(communication)
    return after(askProposal(scene, { messages }), (proposal) => {
      const responders = fixResponders(scene, communication, proposal.text)
      const proposed = { messages, proposal: proposal.text }
      return after(askResponses(scene, responders, proposed), (responses) => {
        const answered = { ...proposed, responses: utterances(responses) }
        return map(
          (final: Spoken<SettlementMove>): Talk => ({
            communication,
            proposal,
            responders,
            responses,
            final,
            texts: { ...answered, final: final.text },
          }),
        )(finalOf(scene, answered, proposal))
      })
    })
  })

const structuredIn = (controller: number, { proposal, responses, final }: Talk): Mechanism | null =>
  structuredMechanism(controller, {
    proposal,
    final,
    responses: responses.map((said) => ({ agent: said.agent ?? 0, said })),
  })

const askDecisions = (
  scene: Scene,
  texts: RoundTexts,
  verified: Mechanism,
): Episode<ExchangeQuestion, ReadonlyArray<Spoken<AcceptMove>>> => {
  const { config } = scene.market
  return isAcceptanceAsked(config, verified.transfers.length) &&
    config.protocol.privateAcceptanceMode !== 'deterministic_oracle'
    ? askAcceptance(scene, texts, verified)
    : ended([])
}

/** Compilation, verification, private decisions. */
const agree =
  (scene: Scene) =>
  (talked: Talk): Episode<ExchangeQuestion, readonly [Talk, Agreement]> => {
    const { market, controller, ledger } = scene
    const { texts } = talked
    const { reading } = market
    const structured = structuredIn(controller, talked)
    const publicStateUpdatePresent = updatesCount(scene, texts.final)
    const compiling: Episode<ExchangeQuestion, Spoken<unknown>> = structured === null
      ? askCompiler(scene, texts)
      : ended(unasked(JSON.stringify(mechanismToJson(structured))))
    return after(compiling, (compiler) => {
      const compiled = compileMechanism(compiler.text, {
        proposerId: controller,
        market: shapeOf(ledger),
        reading,
        publicStateUpdatePresent,
      })
      const verifying: Episode<ExchangeQuestion, Spoken<unknown>> = structured === null
        ? askVerifier(scene, texts, compiled)
        : ended(VERIFIED)
      return after(verifying, (verifier) => {
        const verified = applyVerifier(compiled, verifier.text, {
          reading,
          publicStateUpdatePresent,
        })
        const condition = structured === null ? 'language' : 'structured'
        return map((decisions: ReadonlyArray<Spoken<AcceptMove>>): readonly [Talk, Agreement] => [
          talked,
          { condition, compiler, compiled, verifier, verified, decisions },
        ])(askDecisions(scene, texts, verified))
      })
    })
  }

const acceptanceOf = (
  { market, ledger }: Scene,
  { verified, decisions }: Agreement,
): PrivateAcceptance => {
  const { config, summation } = market
  if (!isAcceptanceAsked(config, verified.transfers.length)) {
    return { audits: [], rejecting: [], mechanism: verified }
  }
  const texts = new Map(decisions.map(({ agent, text }) => [agent ?? 0, text]))
  const mode = config.protocol.privateAcceptanceMode
  return privateAcceptance(mode, summation)(ledger, verified, texts)
}

const settleTalk =
  (scene: Scene) =>
  ([talked, agreed]: readonly [Talk, Agreement]): ExchangeRound => {
    const { market, round, controller, ledger } = scene
    const { communication, proposal, responders, responses, final } = talked
    const { compiler, verifier, decisions } = agreed
    const acceptance = acceptanceOf(scene, agreed)
    const settled = settleRound(market.config, market.summation)(ledger, {
      round,
      responders: responders.length,
      mechanism: acceptance.mechanism,
      audits: acceptance.audits,
    })
    const own = [proposal, final, compiler, verifier]
    const spoken: Many = [...communication, ...responses, ...own, ...decisions]
    return {
      round: settled.round,
      ledger: settled.ledger,
      event: settled.event,
      cost: settled.cost,
      controller,
      condition: agreed.condition,
      communication: byAgent(communication),
      proposal: proposal.text,
      responders,
      responses: byAgent(responses),
      final: final.text,
      compiler: compiler.text,
      verifier: verifier.text,
      compiled: agreed.compiled,
      verified: agreed.verified,
      executed: acceptance.mechanism,
      decisions: byAgent(decisions),
      audits: acceptance.audits,
      rejecting: acceptance.rejecting,
      asked: spoken.filter(({ asked }) => asked).length,
      defects: defectsOf(spoken),
    }
  }

/**
 * Plays one round.
 *
 * @category games
 * @since 0.1.0
 */
export const playRound = (scene: Scene): Episode<ExchangeQuestion, ExchangeRound> =>
  map(settleTalk(scene))(after(talk(scene), agree(scene)))
