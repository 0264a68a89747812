import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileByRule, scriptedVerifier } from '../../src/agents/index.js'
import {
  type AuditedCompiler,
  auditByForm,
  auditCompiler,
  isExecutable,
} from '../../src/exchange/compiler-audit.js'
import { labelledTranscripts } from '../../src/exchange/labelled-transcripts.js'
import { envelopeFaults } from '../../src/exchange/labelled-transcripts-faulty.js'
import { type Mechanism, mechanismToJson } from '../../src/settlement/index.js'

const mechanism = (parts: Partial<Mechanism>): string =>
  JSON.stringify(
    mechanismToJson({
      proposerId: 1,
      label: '',
      summary: '',
      transfers: [],
      consentingAgents: [1, 2, 3, 4, 5],
      confidence: 1,
      institutionalUpdates: [],
      verifierOk: true,
      verifierReason: '',
      ...parts,
    }),
  )
const swap = { from: 1, to: 2, resource: 'r1', quantity: 7 }
const labelOf = (id: string) =>
  labelledTranscripts.find((one) => one.id === id) ?? expect.unreachable()
const perfect: AuditedCompiler = {
  compile: (_view, id) => mechanism({ transfers: labelOf(id).settles }),
}
const agreeable: AuditedCompiler = { compile: () => mechanism({ transfers: [swap] }) }
const byRule: AuditedCompiler = { compile: (view) => mechanism(compileByRule(view)) }

describe('compiler audit laws', () => {
  const samples = fc.subarray([...labelledTranscripts])

  it('L1 perfect', () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const audit = auditCompiler(sample, perfect)
        for (const rate of [audit.falseAccept, audit.falseReject, audit.misread]) {
          expect(rate?.estimate ?? 0).toBe(0)
        }
        expect(audit.transcripts.every(({ outcome }) => outcome === 'right')).toBe(true)
      }),
    )
  })

  it('L2 one outcome', () => {
    const compilers = fc.constantFrom(perfect, agreeable, byRule)
    fc.assert(
      fc.property(samples, compilers, (sample, compiler) => {
        const audit = auditCompiler(sample, compiler)
        expect(audit.transcripts.map(({ id }) => id)).toEqual(sample.map(({ id }) => id))
        const counted = (outcome: string) =>
          audit.transcripts.filter((one) => one.outcome === outcome).length
        expect(audit.falseAccept?.successes ?? 0).toBe(counted('false_accept'))
        expect(audit.falseReject?.successes ?? 0).toBe(counted('false_reject'))
        expect(audit.misread?.successes ?? 0).toBe(counted('misread'))
        const faulty = sample.filter(({ fault }) => fault !== null).length
        expect(audit.falseAccept?.n ?? 0).toBe(faulty)
        expect(audit.falseReject?.n ?? 0).toBe(sample.length - faulty)
      }),
    )
  })

  it('L3 silence', () => {
    fc.assert(
      fc.property(samples, fc.string(), (sample, noise) => {
        const audit = auditCompiler(sample, { compile: () => `${noise.replace(/[{}]/g, '')}` })
        expect(audit.unreadable).toBe(sample.length)
        expect(audit.falseAccept?.estimate ?? 0).toBe(0)
        expect(audit.falseReject?.estimate ?? 1).toBe(1)
      }),
    )
  })
})

describe('compiler audit', () => {
  it('has at least 120 transcripts, every fault among them, each with an id of its own', () => {
    expect(labelledTranscripts.length).toBe(176)
    expect(new Set(labelledTranscripts.map(({ id }) => id)).size).toBe(176)
    const faults = new Set(labelledTranscripts.map(({ fault }) => fault))
    expect([...envelopeFaults].filter((fault) => !faults.has(fault))).toEqual([])
    expect(faults.size).toBe(envelopeFaults.length + 1)
    for (const { fault, settles } of labelledTranscripts) {
      expect(settles.length === 0).toBe(fault !== null)
    }
  })

  it('has no two transcripts of the same words', () => {
    const texts = labelledTranscripts.map(({ view }) => JSON.stringify(view))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('calls a compiler that agrees to everything false in every accept, and a misreader', () => {
    const audit = auditCompiler(labelledTranscripts, agreeable)
    expect(audit.falseAccept?.estimate).toBe(1)
    expect(audit.falseReject?.estimate).toBe(0)
    expect(audit.misread?.estimate).toBe(1)
    expect(audit.falseAccept?.low).toBeGreaterThan(0.96)
  })

  it('measures the compiler that goes by rule', () => {
    const audit = auditCompiler(labelledTranscripts, {
      ...byRule,
      verify: (view) => {
        const answer = scriptedVerifier({ _tag: 'Verify', observation: view } as never)
        return answer._tag === 'Text' ? answer.text : ''
      },
    })
    const wrong = auditByForm(audit)
      .filter(({ n, right }) => right < n)
      .map(({ form }) => form)
    expect(wrong).toEqual([
      'arrows',
      'sentences',
      'numbered',
      'json',
      'one line',
      'polite acceptance',
      'condition not met',
    ])
    expect([audit.falseAccept?.successes, audit.falseAccept?.n]).toEqual([4, 124])
    expect([audit.falseReject?.successes, audit.falseReject?.n]).toEqual([24, 52])
    expect(audit.misread?.successes).toBe(0)
  })

  it('lets a verifier turn a false accept into a rejection', () => {
    const refusing = { ...agreeable, verify: () => '{"verifier_ok": false}' }
    expect(auditCompiler(labelledTranscripts, refusing).falseAccept?.estimate).toBe(0)
    const mumbling = { ...agreeable, verify: () => 'fine' }
    expect(auditCompiler(labelledTranscripts, mumbling).falseAccept?.estimate).toBe(0)
  })

  it('counts as executable only what somebody could execute', () => {
    const sound: Mechanism = {
      proposerId: 1,
      label: '',
      summary: '',
      transfers: [swap],
      consentingAgents: [1],
      confidence: 0.5,
      institutionalUpdates: [],
      verifierOk: true,
      verifierReason: '',
    }
    expect(isExecutable(sound)).toBe(true)
    expect(isExecutable({ ...sound, confidence: 0.49 })).toBe(false)
    expect(isExecutable({ ...sound, verifierOk: false })).toBe(false)
    expect(isExecutable({ ...sound, transfers: [] })).toBe(false)
    expect(isExecutable({ ...sound, consentingAgents: [2] })).toBe(false)
  })
})
