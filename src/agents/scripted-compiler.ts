/**
 * Scripted compiler and verifier: texts to a mechanism by rule, for tables without a model.
 *
 * The compiler reads the settlement of the final text as `rowsInText` does; where that finds no rows and the protocol
 * commits at once, it reads the proposal. An agent consents that accepted, in the words of `saysAccept`, rows which the
 * final settlement leaves as they were for it. Where the protocol clears in part, rows tied to a missing consent are left
 * out together with all rows connected to them; otherwise the settlement stands or falls as a whole. The verifier
 * compiles again and admits nothing but what it gets itself.
 *
 * Laws
 *   L1 consent said    the compiler lets no agent but the controller consent without words of acceptance from it
 *   L2 same again      the verifier admits exactly what the compiler gives, apart from its words
 *
 * @module
 */
import { textAnswer } from '../core/episode/answer.js'
import type { CompileView, VerifyView } from '../exchange/question.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { mechanismToJson } from '../settlement/mechanism-codec.js'
import type { Transfer } from '../settlement/transfer.js'
import type { ExchangeAgent } from './exchange-agent.js'
import { marketOfView } from './panelist.js'
import { type FoundRows, rowsInText, saysAccept } from './rows-in-text.js'

type Texts = CompileView | VerifyView

const keyOf = ({ from, to, resource, quantity }: Transfer): string =>
  `${from} ${to} ${resource} ${quantity}`

const rowsOf = (found: FoundRows): ReadonlyArray<Transfer> =>
  found._tag === 'Rows' ? found.transfers : []

/** The rows that touch an agent, as one text. */
const bundleOf = (agent: number, transfers: ReadonlyArray<Transfer>): string =>
  transfers
    .filter(({ from, to }) => from === agent || to === agent)
    .map(keyOf)
    .sort()
    .join('\n')

const consentingIn = (
  { controller, responses }: Texts,
  proposed: ReadonlyArray<Transfer>,
  final: ReadonlyArray<Transfer>,
): ReadonlyArray<number> => {
  const accepting = responses
    .filter(({ text }) => saysAccept(text))
    .map(({ agent }) => agent)
    .filter((agent) => bundleOf(agent, proposed) === bundleOf(agent, final))
  return [...new Set([controller, ...accepting])].sort((a, b) => a - b)
}

/** Leaves out the rows of agents without consent, and all rows that share an agent with a row that is left out. */
const cleared = (
  transfers: ReadonlyArray<Transfer>,
  consenting: ReadonlyArray<number>,
): ReadonlyArray<Transfer> => {
  const blocked = new Set(transfers.filter(({ from }) => !consenting.includes(from)))
  for (let size = -1; size !== blocked.size; ) {
    size = blocked.size
    const tied = new Set([...blocked].flatMap(({ from, to }) => [from, to]))
    for (const row of transfers) if (tied.has(row.from) || tied.has(row.to)) blocked.add(row)
  }
  return transfers.filter((row) => !blocked.has(row))
}

/**
 * Compiles the texts of a round by rule.
 *
 * @category operations
 * @since 0.1.0
 */
export const compileByRule = (view: Texts): Mechanism => {
  const market = marketOfView(view)
  const proposed = rowsInText(market, view.proposal)
  const said = rowsInText(market, view.final)
  const found = said._tag === 'NoRows' && view.rules.atomicCommit ? proposed : said
  const rows = rowsOf(found)
  const consenting = consentingIn(view, rowsOf(proposed), rows)
  const transfers = view.rules.partialClearing ? cleared(rows, consenting) : rows
  const isRead = found._tag !== 'Unreadable'
  return {
    proposerId: view.controller,
    label: 'compiled_by_rule',
    summary: isRead ? `${transfers.length} of ${rows.length} rows stand` : found.reason,
    transfers,
    consentingAgents: consenting,
    confidence: isRead ? 1 : 0,
    institutionalUpdates: [],
    verifierOk: isRead,
    verifierReason: '',
  }
}

/**
 * Answers as a compiler that goes by rule.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptedCompiler: ExchangeAgent = (question) =>
  question._tag === 'Compile'
    ? textAnswer(JSON.stringify(mechanismToJson(compileByRule(question.observation))))
    : { _tag: 'Fault', fault: 'refused', detail: `a compiler is no ${question.role}` }

const decisive = ({ transfers, consentingAgents }: Mechanism): string =>
  JSON.stringify([transfers.map(keyOf).sort(), consentingAgents])

/**
 * Answers as a verifier that compiles again and compares.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptedVerifier: ExchangeAgent = (question) => {
  if (question._tag !== 'Verify') {
    return { _tag: 'Fault', fault: 'refused', detail: `a verifier is no ${question.role}` }
  }
  const own = compileByRule(question.observation)
  const isSame = decisive(own) === decisive(question.observation.compiled)
  const verdict = {
    verifier_ok: own.verifierOk && isSame,
    confidence: 1,
    reason: isSame ? own.summary : 'the texts give another settlement',
  }
  return textAnswer(JSON.stringify(verdict))
}
