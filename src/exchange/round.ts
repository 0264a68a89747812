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
 *
 * @module
 */
import { pipe } from 'fp-ts/lib/function.js'
import { map } from '../core/episode/chain.js'
import { type Episode, ended } from '../core/episode/episode.js'
import { bind, derive, phases } from '../core/episode/phases.js'
import { shapeOf } from '../settlement/ledger.js'
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
import type { SettlementMove, VerifyMove } from './moves.js'
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

const VERIFIED: Spoken<VerifyMove> = unasked(JSON.stringify({ verifier_ok: true, confidence: 1 }))

/** Whether the institutional updates of a round count, given its final text. */
const updatesCount = ({ market }: Scene, final: string): boolean =>
  !market.config.protocol.requireFinalPublicStateUpdateForInstitutions ||
  saysSomething(final, 'PUBLIC STATE UPDATE')

/**
 * Plays one round.
 *
 * @category games
 * @since 0.1.0
 */
export const playRound = (scene: Scene): Episode<ExchangeQuestion, ExchangeRound> => {
  const { market, controller, ledger } = scene
  const { config, reading, summation } = market
  return pipe(
    phases({}),
    bind('communication', () => askCommunication(scene)),
    derive('messages', ({ communication }) => utterances(communication)),
    bind('proposal', ({ messages }) => askProposal(scene, { messages })),
    derive('responders', ({ communication, proposal }) =>
      fixResponders(scene, communication, proposal.text),
    ),
    bind('responses', ({ responders, messages, proposal }) =>
      askResponses(scene, responders, { messages, proposal: proposal.text }),
    ),
    bind('final', ({ messages, proposal, responses }) =>
      finalOf(
        scene,
        { messages, proposal: proposal.text, responses: utterances(responses) },
        proposal,
      ),
    ),
    derive('texts', ({ messages, proposal, responses, final }) => ({
      messages,
      proposal: proposal.text,
      responses: utterances(responses),
      final: final.text,
    })),
    derive('structured', ({ proposal, responses, final }) =>
      structuredMechanism(controller, {
        proposal,
        final,
        responses: responses.map((said) => ({ agent: said.agent ?? 0, said })),
      }),
    ),
    bind('compiler', ({ texts, structured }) =>
      structured === null
        ? askCompiler(scene, texts)
        : ended(unasked<never>(JSON.stringify(mechanismToJson(structured)))),
    ),
    derive('compiled', ({ compiler, final }) =>
      compileMechanism(compiler.text, {
        proposerId: controller,
        market: shapeOf(ledger),
        reading,
        publicStateUpdatePresent: updatesCount(scene, final.text),
      }),
    ),
    bind('verifier', ({ texts, compiled, structured }) =>
      structured === null ? askVerifier(scene, texts, compiled) : ended(VERIFIED),
    ),
    derive('verified', ({ compiled, verifier, final }) =>
      applyVerifier(compiled, verifier.text, {
        reading,
        publicStateUpdatePresent: updatesCount(scene, final.text),
      }),
    ),
    bind('decisions', ({ texts, verified }) =>
      isAcceptanceAsked(config, verified.transfers.length) &&
      config.protocol.privateAcceptanceMode !== 'deterministic_oracle'
        ? askAcceptance(scene, texts, verified)
        : ended([]),
    ),
    map((played): ExchangeRound => {
      const { verified, decisions, responders } = played
      const acceptance: PrivateAcceptance = isAcceptanceAsked(config, verified.transfers.length)
        ? privateAcceptance(config.protocol.privateAcceptanceMode, summation)(
            ledger,
            verified,
            new Map(decisions.map(({ agent, text }) => [agent ?? 0, text])),
          )
        : { audits: [], rejecting: [], mechanism: verified }
      const settled = settleRound(config, summation)(ledger, {
        round: scene.round,
        responders: responders.length,
        mechanism: acceptance.mechanism,
        audits: acceptance.audits,
      })
      const spoken: Many = [
        ...played.communication,
        played.proposal,
        ...played.responses,
        played.final,
        played.compiler,
        played.verifier,
        ...decisions,
      ]
      return {
        ...settled,
        controller,
        condition: played.structured === null ? 'language' : 'structured',
        communication: byAgent(played.communication),
        proposal: played.proposal.text,
        responders,
        responses: byAgent(played.responses),
        final: played.final.text,
        compiler: played.compiler.text,
        verifier: played.verifier.text,
        compiled: played.compiled,
        verified,
        executed: acceptance.mechanism,
        decisions: byAgent(decisions),
        audits: acceptance.audits,
        rejecting: acceptance.rejecting,
        asked: spoken.filter(({ asked }) => asked).length,
        defects: defectsOf(spoken),
      }
    }),
  )
}
