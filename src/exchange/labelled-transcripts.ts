/**
 * Labelled transcripts: rounds of talk of which it is known what they settle, to audit compilers with.
 *
 * Each transcript is what a compiler is shown, with its label: the rows that stand, or the fault for which nothing does.
 * The rule of the labels: rows count under the SETTLEMENT heading of the final text, in any wording that names who gives
 * how much of what to whom; everybody who gives, but for the controller, has to have accepted those very rows in its own
 * response; what is under a condition that is not met does not stand; all rows stand or none. Four deals are written in
 * every form: two swaps, one of them in fractions, a swap by an agent and a buyer further apart, and a ring of three.
 *
 * | part    | forms                                  | transcripts        |
 * | ------- | -------------------------------------- | ------------------ |
 * | sound   | ways of saying one settlement          | four of each       |
 * | faulty  | `envelopeFaults`, each by hand         | four of each       |
 *
 * @module
 */
import type { Transfer } from '../settlement/transfer.js'
import { type Deal, type EnvelopeFault, faultyForms } from './labelled-transcripts-faulty.js'
import { soundForms } from './labelled-transcripts-sound.js'
import { writePublicAction, writeSettlementRows } from './public-action-text.js'
import type { CompileView, MarketRules, RoundTexts } from './question.js'

/**
 * Holds a round of talk with what it settles: `settles` lists the rows that stand, empty where `fault` names why none
 * does. `form` is the wording, `id` the form and the deal.
 *
 * @category model
 * @since 0.1.0
 */
export interface LabelledTranscript {
  readonly id: string
  readonly form: string
  readonly fault: EnvelopeFault | null
  readonly view: CompileView
  readonly settles: ReadonlyArray<Transfer>
}

const row = (from: number, to: number, quantity: number, good: number): Transfer => ({
  from,
  to,
  resource: `r${good}`,
  quantity,
})

const deals: ReadonlyArray<Deal> = [
  { name: 'swap', rows: [row(1, 3, 2, 1), row(3, 1, 1, 3)], others: [3] },
  { name: 'large', rows: [row(1, 2, 5, 1), row(2, 1, 3, 2)], others: [2] },
  { name: 'fractions', rows: [row(1, 5, 1.5, 4), row(5, 1, 2.25, 2)], others: [5] },
  { name: 'ring', rows: [row(1, 2, 2, 1), row(2, 4, 2, 2), row(4, 1, 1, 5)], others: [2, 4] },
]

const rules: MarketRules = {
  agents: 5,
  goods: ['r1', 'r2', 'r3', 'r4', 'r5'],
  rounds: 4,
  utilityMode: 'concave_separable',
  moneyGood: null,
  settlementRowLimit: 4,
  responseScope: 'visible_only',
  broadcast: true,
  directContactsOnly: false,
  atomicCommit: false,
  partialClearing: false,
  strictSelfInterest: true,
  rationalityEnforced: false,
  updatesNeedFinalSection: true,
  privateAcceptance: null,
  mechanismExample: '',
}

const plainTexts = ({ rows, others }: Deal): RoundTexts => {
  const settlement = writePublicAction({
    ADDRESSEES: others.map((agent) => `a${agent}`).join(', '),
    MESSAGE: 'The rows below, all of them or none.',
    SETTLEMENT: writeSettlementRows(rows),
    'CONSENT CONDITIONS': 'Whoever gives consents to the rows as they stand.',
  })
  const accepting = writePublicAction({ MESSAGE: 'I ACCEPT every row that debits me.' })
  return {
    messages: [{ agent: 1, text: writePublicAction({ MESSAGE: 'I am looking for a swap.' }) }],
    proposal: settlement,
    responses: others.map((agent) => ({ agent, text: accepting })),
    final: settlement,
  }
}

const transcript = (
  deal: Deal,
  form: string,
  fault: EnvelopeFault | null,
  change: Partial<RoundTexts>,
): LabelledTranscript => ({
  id: `${form}/${deal.name}`,
  form,
  fault,
  view: { _tag: 'Compile', round: 1, controller: 1, rules, ...plainTexts(deal), ...change },
  settles: fault === null ? deal.rows : [],
})

/**
 * Lists the labelled transcripts: every sound form and every fault, for each of the four deals.
 *
 * @category constructors
 * @since 0.1.0
 */
export const labelledTranscripts: ReadonlyArray<LabelledTranscript> = /* @__PURE__ */ (() => [
  ...Object.entries(soundForms).flatMap(([form, change]) =>
    deals.map((deal) => transcript(deal, form, null, change(deal, plainTexts(deal)))),
  ),
  ...faultyForms.flatMap(([fault, change]) =>
    deals.map((deal) => transcript(deal, fault, fault, change(deal, plainTexts(deal)))),
  ),
])()
