/**
 * Prompt: the text that a language model reads when a question is put to it.
 *
 * A pure function of the observation: what is not in it cannot be in the prompt. What others said is quoted
 * (`quotation.ts`), and the quoted lines are the only ones that anybody but the library has written.
 *
 * Laws
 *   L1 observed alone   the prompt does not change with anything but the observation
 *   L2 nothing forged   no line of a prompt outside quotations comes from what an agent said
 *
 * @module
 */
import { mechanismToJson } from '../settlement/mechanism-codec.js'
import {
  commitInWords,
  compilerRules,
  envelopeInWords,
  seatRules,
  verifierRules,
} from './prompt-rules.js'
import {
  agentNames,
  ownGoods,
  publicState,
  textInPrompt,
  transfersInWords,
  utterancesInPrompt,
} from './prompt-state.js'
import type { AcceptView, ExchangeObservation, RoundTexts, SeatView } from './question.js'
import { quote } from './quotation.js'

/**
 * Holds what a model reads: the standing instructions and the question.
 *
 * @category model
 * @since 0.1.0
 */
export interface Prompt {
  readonly system: string
  readonly prompt: string
}

const whereAndWho = (view: SeatView): ReadonlyArray<string> => [
  `Round ${view.round} of ${view.rules.rounds}. Controller: a${view.controller}${view.controller === view.agent ? ' (you)' : ''}.`,
  `You see: ${agentNames(view.contacts)}.`,
  'Your goods:',
  ...ownGoods(view),
  ...publicState(view),
]

const seatPrompt = (
  view: SeatView,
  rest: ReadonlyArray<string>,
  where: 'public' | 'private' = 'public',
): Prompt => ({
  system: seatRules(view, where),
  prompt: [...whereAndWho(view), ...rest].join('\n'),
})

const MESSAGES = 'Messages of this round'

const textsInPrompt = (controller: number, texts: RoundTexts): ReadonlyArray<string> => [
  ...utterancesInPrompt(MESSAGES, texts.messages),
  ...textInPrompt(`Proposal of a${controller}`, texts.proposal),
  ...utterancesInPrompt('Responses', texts.responses),
  ...textInPrompt(`Final text of a${controller}`, texts.final),
]

const acceptPrompt = (view: AcceptView): Prompt => {
  const { agent, transfers, texts } = view
  const given = transfers.filter(({ from }) => from === agent)
  const received = transfers.filter(({ to }) => to === agent)
  const rest = [
    ...(texts === null ? [] : textsInPrompt(view.controller, texts)),
    `The settlement: ${transfersInWords(transfers)}.`,
    `You would give: ${transfersInWords(given)}. You would get: ${transfersInWords(received)}.`,
    'Decide in private whether it goes through. Nobody else reads your decision.',
    'Answer with one JSON object: {"approve": true or false, "own_debits_seen": [{"resource": "r1", "quantity": 1}], "own_credits_seen": [rows of the same form], "claimed_delta_sign": "positive", "negative" or "zero", "counterpart_transfers_present": true or false, "same_bundle_authorized": true or false, "reason": text}. The sign is that of the change of your utility.',
  ]
  return seatPrompt(view, rest, 'private')
}

/**
 * Renders what a seat sees.
 *
 * @category rendering
 * @since 0.1.0
 */
export const render = (view: ExchangeObservation): Prompt => {
  switch (view._tag) {
    case 'Communicate':
      return seatPrompt(view, [
        'It is time to speak, before anything is proposed.',
        envelopeInWords,
      ])
    case 'Propose':
      return seatPrompt(view, [
        ...utterancesInPrompt(MESSAGES, view.messages),
        'You are the controller: make a proposal.',
        envelopeInWords,
      ])
    case 'Respond':
      return seatPrompt(view, [
        ...utterancesInPrompt(MESSAGES, view.messages),
        ...textInPrompt(`Proposal of a${view.controller}`, view.proposal),
        'Respond to the proposal: consent to the rows that debit you, decline, or make a counterproposal.',
        envelopeInWords,
      ])
    case 'Finalize':
      return seatPrompt(view, [
        ...utterancesInPrompt(MESSAGES, view.messages),
        ...textInPrompt('Your proposal', view.proposal),
        ...utterancesInPrompt('Responses', view.responses),
        'You are the controller: state the final settlement. Only rows with the consent of whoever they debit can take place.',
        envelopeInWords,
      ])
    case 'Compile':
      return {
        system: compilerRules,
        prompt: [
          `Round ${view.round}. Controller: a${view.controller}. Agents: 1 to ${view.rules.agents}. Goods: r1 to r${view.rules.goods.length}.`,
          ...(view.rules.settlementRowLimit === null
            ? []
            : [`At most ${view.rules.settlementRowLimit} transfers.`]),
          ...commitInWords(view.rules),
          ...textsInPrompt(view.controller, view),
        ].join('\n'),
      }
    case 'Verify':
      return {
        system: verifierRules,
        prompt: [
          `Round ${view.round}. Controller: a${view.controller}.`,
          ...commitInWords(view.rules),
          ...textsInPrompt(view.controller, view),
          'The compiled mechanism:',
          quote(JSON.stringify(mechanismToJson(view.compiled))),
        ].join('\n'),
      }
    case 'Accept':
      return acceptPrompt(view)
  }
}
