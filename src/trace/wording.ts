/**
 * Wording: fixed texts of a run that should say the same wherever they occur.
 *
 * The texts of models are vouched for by the manifest. Two kinds of text in a live run are not: what a scripted seat says,
 * and the canned final text of an atomic commit. They have a few fixed wordings with agents, goods and quantities filled
 * in. Nothing says what a recorder's wordings are; but a text that departs by a letter or two from a wording that the
 * run uses more often was changed, while another wording altogether is the script's own.
 *
 * In an atomic commit the final text repeats two sections of the proposal; those are compared outright.
 *
 * @module
 */

import type { Path } from '../core/failure.js'
import { repeatedSections, saidUnder } from '../exchange/atomic-commit.js'
import { hasSection, sectionSpan } from '../exchange/public-action.js'
import { type Difference, difference } from './difference.js'
import type { LoggedRow } from './load.js'
import type { CallRole } from './manifest-codec.js'
import type { ReplayContext } from './replay-context.js'
import type { TraceRow } from './row-codec.js'
import { isAsked } from './seats.js'

const FILE = 'trace.jsonl'

interface Utterance {
  readonly role: CallRole
  readonly line: number
  readonly path: Path
  readonly text: string
  readonly wording: string
}

const withoutNumbers = (text: string): string => text.replace(/\d+(?:\.\d+)?/g, '#')

const withoutSections = (text: string): string =>
  repeatedSections.reduce((left, heading) => {
    const span = sectionSpan(left, heading)
    return span === null ? left : `${left.slice(0, span[0])}#${left.slice(span[1])}`
  }, text)

const utterancesOf = (
  context: ReplayContext,
  { line, row }: LoggedRow<TraceRow>,
): ReadonlyArray<Utterance> => {
  const { seating, live, config } = context
  const isScripted = (agent: number, role: CallRole): boolean =>
    !live || !isAsked(seating, agent, role)
  const say = (
    role: CallRole,
    agent: number,
    path: Path,
    text: string,
  ): ReadonlyArray<Utterance> =>
    isScripted(agent, role) ? [{ role, line, path, text, wording: withoutNumbers(text) }] : []
  const each = (
    role: CallRole,
    member: 'communication_texts' | 'response_texts',
  ): ReadonlyArray<Utterance> =>
    Object.entries(row[member]).flatMap(([agent, text]) =>
      say(role, Number(agent), [member, agent], text),
    )
  const final = row.final_text
  return [
    ...each('communication', 'communication_texts'),
    ...say('proposal', row.controller_id, ['proposal_text'], row.proposal_text),
    ...each('response', 'response_texts'),
    ...(config.protocol.atomicCommit
      ? [
          {
            role: 'finalization' as const,
            line,
            path: ['final_text'],
            text: final,
            wording: withoutNumbers(withoutSections(final)),
          },
        ]
      : say('finalization', row.controller_id, ['final_text'], final)),
  ]
}

const LETTERS = 2

/** Whether one text becomes the other by changing at most `LETTERS` letters in one place. */
const isNear = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > LETTERS) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return Math.max(a.length, b.length) - start - end <= LETTERS
}

const strayWordings = (utterances: ReadonlyArray<Utterance>): ReadonlyArray<Difference> => {
  const counts = new Map<string, number>()
  for (const { wording } of utterances) counts.set(wording, (counts.get(wording) ?? 0) + 1)
  return utterances.flatMap(({ line, path, text, wording }) => {
    const own = counts.get(wording) ?? 0
    const usual = [...counts].find(
      ([other, uses]) => other !== wording && uses > own && isNear(other, wording),
    )
    return usual === undefined ? [] : [difference('wording', FILE, line, path, text, usual[0])]
  })
}

/** `headed` says that the recorder's canned text has both headings, whatever the proposal has. */
const repetitionDifferences =
  (headed: boolean) =>
  ({ line, row }: LoggedRow<TraceRow>): ReadonlyArray<Difference> =>
    repeatedSections.flatMap((heading) => {
      const proposed = saidUnder(row.proposal_text, heading)
      const final = saidUnder(row.final_text, heading)
      if (proposed === final && (!headed || hasSection(row.final_text, heading))) return []
      const said = hasSection(row.final_text, heading) ? final : row.final_text
      return [difference('text', FILE, line, ['final_text'], said, `${heading}: ${proposed}`)]
    })

/**
 * Lists the fixed texts of a run that were changed.
 *
 * @category operations
 * @since 0.1.0
 */
export const wordingDifferences = (
  context: ReplayContext,
  rows: ReadonlyArray<LoggedRow<TraceRow>>,
): ReadonlyArray<Difference> => {
  const isPublic = context.run.recorder.name === 'python'
  const { atomicCommit } = context.config.protocol
  const atomic = atomicCommit ? rows.flatMap(repetitionDifferences(isPublic)) : []
  // Only of the public implementation is it known that its scripts have few wordings.
  if (!isPublic) return atomic
  const utterances = rows.flatMap((row) => utterancesOf(context, row))
  const roles = [...new Set(utterances.map(({ role }) => role))]
  return [
    ...atomic,
    ...roles.flatMap((role) => strayWordings(utterances.filter((one) => one.role === role))),
  ]
}
