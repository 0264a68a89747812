import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { ExchangeConfig } from '../../src/economy/config.js'
import type { PrivateAcceptanceMode } from '../../src/economy/protocol.js'
import { recordRun } from '../../src/trace/record.js'
import type { PlayedRound, RunToRecord } from '../../src/trace/recording.js'
import { replayRun } from '../../src/trace/replay.js'
import { renderReport } from '../../src/trace/report.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { exampleRun } from '../support/example-run.js'
import { callOf, forge, type Papers, papersOf, placeOf, reword, within } from './forging.js'

const recorded = (run: RunToRecord): RunFiles => {
  const files = recordRun(run)
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  expect(renderReport(replayRun(files.right)).slice(1)).toEqual([])
  return files.right
}

const withProtocol = (run: RunToRecord, protocol: Partial<ExchangeConfig['protocol']>) => ({
  ...run,
  config: { ...run.config, protocol: { ...run.config.protocol, ...protocol } },
})

/** The example with other words in its first round. */
const withFirst = (run: RunToRecord, change: (round: PlayedRound) => PlayedRound): RunToRecord => ({
  ...run,
  rounds: run.rounds.map((round, index) => (index === 0 ? change(round) : round)),
})

const withReplies = (replies: { readonly compiler?: string; readonly verifier?: string }) =>
  recorded(
    withFirst(exampleRun('live'), (round) => ({
      ...round,
      agreement:
        round.agreement._tag === 'Replies' ? { ...round.agreement, ...replies } : round.agreement,
    })),
  )

const firstOf = ({ rows }: Papers): Papers['rows'][number] => {
  const [row] = rows
  if (row === undefined) throw new Error('no row')
  return row
}

const FIRST = 'trace.jsonl:1'

describe('what a compiler and a verifier said', () => {
  it('cannot be given another reason in a run of our own, however consistently', () => {
    for (const compiler of ['no idea', '{"transfers": [{"from": 1, "to": 9}]}']) {
      const found = forge(
        withReplies({ compiler }),
        (papers) => {
          const row = firstOf(papers)
          row.compiled_mechanism.verifier_reason = 'because'
          for (const state of [
            row.compiled_mechanism,
            row.verified_before_private_acceptance,
            row.verified_mechanism,
          ]) {
            state.summary = 'compile failure: because'
          }
        },
        within(1, 'compiled_mechanism'),
      )
      expect(found.map(placeOf)).toEqual([
        `${FIRST} compiled_mechanism.summary`,
        `${FIRST} compiled_mechanism.verifier_reason`,
      ])
    }
  })

  it('cannot be given another reason where the label only looks like a failure', () => {
    const compiler = JSON.stringify({ mechanism_label: 'compile_failure', summary: 'nothing' })
    const found = forge(
      withReplies({ compiler }),
      (papers) => {
        const { compiled_mechanism: compiled } = firstOf(papers)
        compiled.verifier_reason = 'because'
        compiled.summary = 'compile failure: because'
      },
      within(1, 'compiled_mechanism'),
    )
    expect(found.map(placeOf)).toEqual([
      `${FIRST} compiled_mechanism.summary`,
      `${FIRST} compiled_mechanism.verifier_reason`,
    ])
  })

  it('cannot be given another reason where the verifier was unreadable, or says that it is', () => {
    const said = JSON.stringify({ ok: false, reason: 'verifier unreadable: so I say' })
    for (const verifier of ['looks fine to me', said]) {
      const found = forge(
        withReplies({ verifier }),
        (papers) => {
          firstOf(papers).verified_before_private_acceptance.verifier_reason = 'because'
        },
        within(1, 'verified_before_private_acceptance'),
      )
      expect(found.map(placeOf)).toEqual([
        `${FIRST} verified_before_private_acceptance.verifier_reason`,
      ])
    }
  })

  it('brings back no institutional update that the final text does not state', () => {
    const compiler = JSON.stringify({
      transfers: [],
      institutional_updates: [{ id: 'rule', text: 'swap every round' }],
      confidence: 0.9,
    })
    const run = withReplies({ compiler })
    expect(firstOf(papersOf(run)).compiled_mechanism.institutional_updates).toEqual([])
    const states = ['compiled_mechanism', 'verified_before_private_acceptance'] as const
    // They are dropped once more after the verifier, wherever they came from.
    for (const kept of [[states[0]], [states[1]], states]) {
      const paths = kept.map((state) => `${state}.institutional_updates`)
      const found = forge(
        run,
        (papers) => {
          const row = firstOf(papers)
          for (const state of [...states, 'verified_mechanism'] as const) {
            row[state].institutional_updates = [{ id: 'rule', text: 'swap every round' }]
          }
        },
        within(1, ...paths),
      )
      expect(found.map(placeOf)).toEqual(paths.map((path) => `${FIRST} ${path}.0`))
    }
  })
})

describe('what was said twice', () => {
  it('is named, and what the mechanism follows from is the first answer', () => {
    const found = forge(
      recorded(exampleRun('live')),
      (papers) => {
        const compiler = callOf(papers, 1, 'compiler', null)
        if (compiler === undefined) throw new Error('no compiler')
        const again = structuredClone(compiler)
        reword(compiler, compiler.response.replace('"swap"', '"gift"'))
        expect(compiler.response).not.toBe(again.response)
        papers.calls.splice(papers.calls.indexOf(compiler) + 1, 0, again)
      },
      ({ file, path }) => file === 'inference_manifest.jsonl' && path[0] === 'call_id',
    )
    expect(found.map(({ kind, recorded: said }) => [kind, said])).toEqual([
      ['unexpected', 'r1:compiler:-:0'],
    ])
  })
})

const saying = (approve: boolean): string =>
  JSON.stringify({
    approve,
    claimed_delta_sign: 'positive',
    counterpart_transfers_present: true,
    same_bundle_authorized: true,
  })

const decided = (mode: PrivateAcceptanceMode, decision: string): RunToRecord =>
  withProtocol(
    withFirst(exampleRun('live'), (round) => ({
      ...round,
      decisions: { ...round.decisions, 1: decision },
    })),
    { privateAcceptanceMode: mode },
  )

const decisions = { approving: saying(true), declining: saying(false), unreadable: 'so be it' }

type Kind = keyof typeof decisions

const modes: ReadonlyArray<PrivateAcceptanceMode> = [
  'llm_structured',
  'llm_structured_strict',
  'hybrid_block_bad',
  'deterministic_oracle',
  'off',
]

describe('what agents decided in private', () => {
  const cases = modes.flatMap((mode) =>
    (Object.keys(decisions) as ReadonlyArray<Kind>).map((kind) => [mode, kind] as const),
  )

  it.each(cases)('follows in mode %s from a text that is %s, audit by audit', (mode, kind) => {
    const run = recorded(decided(mode, decisions[kind]))
    const kept = 'event.private_acceptance_audits.0'
    const found = forge(
      run,
      (papers) => {
        const [audit] = firstOf(papers).event.private_acceptance_audits
        if (audit === undefined) throw new Error('no audit')
        audit.approve = !audit.approve
        audit.approval_correct = !audit.approval_correct
        audit.error_family = audit.error_family === 'none' ? 'approval_policy_mismatch' : 'none'
      },
      within(1, kept),
    )
    const members = ['approval_correct', 'approve', 'error_family']
    expect(found.map(placeOf)).toEqual(members.map((member) => `${FIRST} ${kept}.${member}`))
  })

  it.each(cases)('decides in mode %s with a text that is %s what is left', (mode, kind) => {
    const run = recorded(decided(mode, decisions[kind]))
    const found = forge(
      run,
      (papers) => {
        const row = firstOf(papers)
        const before = structuredClone(row.verified_before_private_acceptance)
        row.verified_mechanism =
          row.verified_mechanism.transfers.length === 0
            ? before
            : {
                ...before,
                mechanism_label: 'private_acceptance_rejected',
                summary: 'private acceptance rejected by a1; no transfers executed',
                transfers: [],
                consenting_agents: [],
                confidence: 0,
              }
      },
      within(1, 'verified_mechanism'),
    )
    expect(found.map(placeOf)).toContain(`${FIRST} verified_mechanism.mechanism_label`)
    expect(found.map(placeOf)).toContain(`${FIRST} verified_mechanism.transfers.0`)
    expect(found.filter((one) => !within(1, 'verified_mechanism')(one))).toEqual([])
  })

  it('rejects by mode as the table says, where agent 1 gains', () => {
    const rejecting = cases.filter(([mode, kind]) => {
      const row = firstOf(papersOf(recorded(decided(mode, decisions[kind]))))
      expect(row.event.private_acceptance_audits[0]?.actual_delta_sign).toBe('positive')
      return row.verified_mechanism.mechanism_label === 'private_acceptance_rejected'
    })
    expect(rejecting).toEqual([
      ['llm_structured', 'declining'],
      ['llm_structured_strict', 'declining'],
      ['llm_structured_strict', 'unreadable'],
      ['hybrid_block_bad', 'declining'],
      ['hybrid_block_bad', 'unreadable'],
    ])
  })

  it('claims nothing in an audit of an unreadable decision, even where no text was recorded', () => {
    const offline = withFirst(exampleRun('offline'), (round) => ({
      ...round,
      decisions: { ...round.decisions, 1: 'so be it' },
    }))
    const kept = 'event.private_acceptance_audits.0'
    const found = forge(
      recorded(offline),
      (papers) => {
        const [audit] = firstOf(papers).event.private_acceptance_audits
        if (audit === undefined) throw new Error('no audit')
        expect(audit.error_family).toBe('malformed_private_acceptance')
        audit.counterpart_transfers_present = true
        audit.claimed_delta_sign = audit.actual_delta_sign
        audit.sign_match = true
      },
      within(1, kept),
    )
    expect(found.map(placeOf)).toEqual(
      ['claimed_delta_sign', 'counterpart_transfers_present', 'sign_match'].map(
        (member) => `${FIRST} ${kept}.${member}`,
      ),
    )
  })
})

describe('agents that are drawn to defect', () => {
  const policy = { kind: 'frozen_llm', model: 'some/model' }
  const seated = (defectionRate: number): RunToRecord => {
    const run = withProtocol(
      withFirst(exampleRun('live'), (round) => ({
        ...round,
        decisions: { ...round.decisions, 2: saying(false) },
      })),
      { defectionRate },
    )
    const roles = {
      under_test: { agents: [1], policy },
      panel: [{ agents: [2, 3], policy }],
      compiler: { policy },
      verifier: { policy },
    }
    return { ...run, config: { ...run.config, roles } }
  }

  const unrecorded = (papers: Papers): void => {
    const at = papers.calls.findIndex(({ call_id }) => call_id === 'r1:private_acceptance:a2:0')
    expect(at).toBeGreaterThan(-1)
    papers.calls.splice(at, 1)
  }

  it('need not be asked, and cannot be made to approve', () => {
    const run = recorded(seated(1))
    expect(forge(run, unrecorded, () => false)).toEqual([])
    const kept = 'event.private_acceptance_audits.1'
    const found = forge(
      run,
      (papers) => {
        unrecorded(papers)
        const audit = firstOf(papers).event.private_acceptance_audits[1]
        if (audit === undefined) throw new Error('no audit')
        expect(audit).toMatchObject({ agent_id: 2, approve: false })
        audit.approve = true
        audit.approval_correct = !audit.approval_correct
      },
      within(1, kept),
    )
    expect(found.map(placeOf)).toEqual([
      `${FIRST} ${kept}.approval_correct`,
      `${FIRST} ${kept}.approve`,
    ])
  })

  it('are the only ones that need not be asked', () => {
    const found = forge(recorded(seated(0)), unrecorded, (one) => one.kind === 'missing')
    expect(found.map(({ kind, recomputed }) => [kind, recomputed])).toEqual([
      ['missing', 'r1:private_acceptance:a2:0'],
    ])
  })
})
