/**
 * Compiler audit: how often a compiler settles what was not agreed, and misses what was.
 *
 * A compiler is given labelled transcripts. What it compiles, after the verifier where there is one, is executable when
 * the verifier admits it, its confidence suffices, something moves, and everybody who gives consents. A false accept is an
 * executable mechanism where nothing stands; a false reject is none where something does; a misreading executes other
 * rows than those that stand. A reply that cannot be read executes nothing. Shares come with Wilson intervals.
 *
 * | share         | of                                                       |
 * | ------------- | -------------------------------------------------------- |
 * | `falseAccept` | transcripts with a fault                                 |
 * | `falseReject` | transcripts without one                                  |
 * | `misread`     | transcripts without one                                  |
 *
 * Laws
 *   L1 perfect       a compiler that gives what stands, and nothing else, has no false accept, no false reject, no misreading
 *   L2 one outcome   every transcript has exactly one outcome, and the shares are the counts of the outcomes
 *   L3 silence       a compiler whose replies cannot be read rejects everything and accepts nothing
 *
 * @module
 */
import { REQUIRED_CONFIDENCE } from '../settlement/gate.js'
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import type { Transfer } from '../settlement/transfer.js'
import { type RateInterval, wilsonInterval } from '../statistics/rate.js'
import type { LabelledTranscript } from './labelled-transcripts.js'
import type { EnvelopeFault } from './labelled-transcripts-faulty.js'
import { applyVerifier, compileMechanism } from './mechanism-text.js'
import type { CompileView, VerifyView } from './question.js'

/**
 * Names what became of a transcript.
 *
 * @category model
 * @since 0.1.0
 */
export type AuditOutcome = 'right' | 'false_accept' | 'false_reject' | 'misread'

/**
 * Gives the reply of a compiler to what it is shown, and of a verifier if there is one. Replies of a model are collected
 * first and looked up here.
 *
 * @category model
 * @since 0.1.0
 */
export interface AuditedCompiler {
  readonly compile: (view: CompileView, id: string) => string
  readonly verify?: (view: VerifyView, id: string) => string
}

/**
 * Holds the outcome of one transcript.
 *
 * @category model
 * @since 0.1.0
 */
export interface AuditedTranscript {
  readonly id: string
  readonly form: string
  readonly fault: EnvelopeFault | null
  readonly outcome: AuditOutcome
  readonly unreadable: boolean
}

/**
 * Holds an audit. A share is `null` where the sample has no transcript that it could be a share of.
 *
 * @category model
 * @since 0.1.0
 */
export interface CompilerAudit {
  readonly falseAccept: RateInterval | null
  readonly falseReject: RateInterval | null
  readonly misread: RateInterval | null
  /** Replies of the compiler that could not be read. */
  readonly unreadable: number
  readonly transcripts: ReadonlyArray<AuditedTranscript>
}

const keys = (transfers: ReadonlyArray<Transfer>): string =>
  transfers
    .map(({ from, to, resource, quantity }) => `${from} ${to} ${resource} ${quantity}`)
    .sort()
    .join('\n')

/**
 * Tells whether a mechanism would be executed as far as its words go; holdings are for the settlement to check.
 *
 * @category operations
 * @since 0.1.0
 */
export const isExecutable = (mechanism: Mechanism): boolean =>
  mechanism.verifierOk &&
  mechanism.confidence >= REQUIRED_CONFIDENCE &&
  mechanism.transfers.length > 0 &&
  debitedAgents(mechanism).every((agent) => mechanism.consentingAgents.includes(agent))

const outcomeOf = ({ fault, settles }: LabelledTranscript, mechanism: Mechanism): AuditOutcome => {
  const executes = isExecutable(mechanism)
  if (fault !== null) return executes ? 'false_accept' : 'right'
  if (!executes) return 'false_reject'
  return keys(mechanism.transfers) === keys(settles) ? 'right' : 'misread'
}

const auditOne =
  ({ compile, verify }: AuditedCompiler) =>
  (transcript: LabelledTranscript): AuditedTranscript => {
    const { id, form, fault, view } = transcript
    const { agents, goods } = view.rules
    const compiled = compileMechanism(compile(view, id), {
      proposerId: view.controller,
      market: { agents, resourceNames: goods },
      publicStateUpdatePresent: false,
    })
    const verified =
      verify === undefined
        ? compiled
        : applyVerifier(compiled, verify({ ...view, _tag: 'Verify', compiled }, id))
    const unreadable = compiled.label === 'compile_failure'
    return { id, form, fault, outcome: outcomeOf(transcript, verified), unreadable }
  }

/**
 * Audits a compiler on labelled transcripts.
 *
 * @example
 * ```ts
 * import { auditCompiler, labelledTranscripts } from 'edgeworth/exchange'
 *
 * const audit = auditCompiler(labelledTranscripts, { compile: () => 'I would rather not say.' })
 * audit.falseAccept?.estimate // => 0
 * audit.falseReject?.estimate // => 1
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const auditCompiler = (
  sample: ReadonlyArray<LabelledTranscript>,
  compiler: AuditedCompiler,
): CompilerAudit => {
  const transcripts = sample.map(auditOne(compiler))
  const share = (outcome: AuditOutcome, isFaulty: boolean): RateInterval | null => {
    const among = transcripts.filter(({ fault }) => (fault !== null) === isFaulty)
    const counted = among.filter((transcript) => transcript.outcome === outcome).length
    const rate = wilsonInterval()(counted, among.length)
    return rate._tag === 'RateInterval' ? rate : null
  }
  return {
    falseAccept: share('false_accept', true),
    falseReject: share('false_reject', false),
    misread: share('misread', false),
    unreadable: transcripts.filter(({ unreadable }) => unreadable).length,
    transcripts,
  }
}

/**
 * Counts the outcomes of an audit by form: how many transcripts of each, and how many of them came out right.
 *
 * @category operations
 * @since 0.1.0
 */
export const auditByForm = ({
  transcripts,
}: CompilerAudit): ReadonlyArray<{
  readonly form: string
  readonly n: number
  readonly right: number
}> => {
  const forms = [...new Set(transcripts.map(({ form }) => form))]
  return forms.map((form) => {
    const among = transcripts.filter((transcript) => transcript.form === form)
    return {
      form,
      n: among.length,
      right: among.filter(({ outcome }) => outcome === 'right').length,
    }
  })
}
