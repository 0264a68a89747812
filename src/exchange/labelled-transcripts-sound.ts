/**
 * Sound forms: ways of saying a settlement that everybody concerned has agreed to.
 *
 * @module
 */
import type { Transfer } from '../settlement/transfer.js'
import type { ChangeOfForm, Deal } from './labelled-transcripts-faulty.js'
import { writePublicAction, writeSettlementRows } from './public-action-text.js'
import type { RoundTexts } from './question.js'

const each = (rows: ReadonlyArray<Transfer>, write: (row: Transfer, index: number) => string) =>
  rows.map(write).join('\n')

/** The same settlement in the proposal and in the final text. */
const settling = (settlement: string): Partial<RoundTexts> => {
  const text = writePublicAction({ MESSAGE: 'As below.', SETTLEMENT: settlement })
  return { proposal: text, final: text }
}

const answering = ({ others }: Deal, say: (agent: number) => string): Partial<RoundTexts> => ({
  responses: others.map((agent) => ({ agent, text: say(agent) })),
})

const given = ({ rows }: Deal, agent: number): string =>
  rows
    .filter(({ from }) => from === agent)
    .map(({ quantity, resource, to }) => `${quantity} ${resource} to a${to}`)
    .join(' and ')

/**
 * Holds the sound forms by name; each changes the plain texts of a deal.
 *
 * @category constructors
 * @since 0.1.0
 */
export const soundForms: Readonly<Record<string, ChangeOfForm>> = {
  canonical: () => ({}),
  arrows: ({ rows }) =>
    settling(each(rows, (t) => `- a${t.from} -> a${t.to}: ${t.quantity} ${t.resource}`)),
  sentences: ({ rows }) =>
    settling(each(rows, (t) => `a${t.from} gives ${t.quantity} ${t.resource} to a${t.to}.`)),
  numbered: ({ rows }) =>
    settling(
      each(
        rows,
        (t, i) => `${i + 1}. a${t.from} transfers ${t.quantity} units of ${t.resource} to a${t.to}`,
      ),
    ),
  'full names': ({ rows }) =>
    settling(
      each(
        rows,
        (t) => `agent ${t.from} | agent ${t.to} | ${t.resource} | ${t.quantity} | consent`,
      ),
    ),
  json: ({ rows }) => settling(JSON.stringify(rows)),
  'one line': ({ rows }) =>
    settling(rows.map((t) => `${t.quantity} ${t.resource} from a${t.from} to a${t.to}`).join('; ')),
  'small headings': (_deal, plain) => ({
    final: plain.final.replace('SETTLEMENT:', 'Settlement:').replace('MESSAGE:', 'Message:'),
  }),
  'blank lines': ({ rows }) => settling(writeSettlementRows(rows).replaceAll('\n', '\n\n')),
  'polite acceptance': (deal) =>
    answering(
      deal,
      (agent) => `Thank you. I consent to giving ${given(deal, agent)}, as proposed.`,
    ),
  'acceptance after doubt': (deal) =>
    answering(
      deal,
      () =>
        'MESSAGE: I was going to refuse. Having counted again, I ACCEPT every row that debits me.',
    ),
  'chatter of another': ({ others }, plain) => ({
    responses: [
      ...plain.responses,
      ...[2, 3]
        .filter((agent) => !others.includes(agent))
        .slice(0, 1)
        .map((agent) => ({ agent, text: 'MESSAGE: Nothing for me here; next round perhaps.' })),
    ],
  }),
  'condition met': (deal) =>
    answering(
      deal,
      (agent) =>
        `MESSAGE: I ACCEPT every row that debits me, provided that I give no more than ${given(deal, agent)}.`,
    ),
}
