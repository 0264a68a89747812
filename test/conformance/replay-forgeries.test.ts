import { expect, it } from 'vitest'
import type { Difference, RunFiles } from '../../src/trace/index.js'
import { describeReference, listReference } from '../support/reference.js'
import { readRun } from '../support/tampering.js'
import { callOf, forge, type Papers, papersOf, placeOf, reword, within } from '../trace/forging.js'

// `runs_py314` are the same runs with other sums.
const parent = 'runs'

type Row = Papers['rows'][number]

const places = (found: ReadonlyArray<Difference>): ReadonlyArray<string> => found.map(placeOf)

const other = (quantity: number): number => (quantity === 0.25 ? 0.5 : 0.25)

/** The states in which a change of the compiled mechanism is seen, unless private acceptance emptied the last one. */
const statesOf = (row: Row): ReadonlyArray<Row['compiled_mechanism']> => [
  row.compiled_mechanism,
  row.verified_before_private_acceptance,
  ...(row.verified_mechanism.transfers.length > 0 ? [row.verified_mechanism] : []),
]

const isMalformed = (audit: Row['event']['private_acceptance_audits'][number]): boolean =>
  audit.error_family === 'malformed_private_acceptance'

/** Turns an approval round and gives the audit the family that it then should have. */
const turn = (audit: Row['event']['private_acceptance_audits'][number]): void => {
  const { actual_delta_sign: sign, counterpart_transfers_present, same_bundle_authorized } = audit
  audit.approve = !audit.approve
  const ought = sign === 'positive' && counterpart_transfers_present && same_bundle_authorized
  audit.approval_correct = audit.approve === ought
  const holds = audit.approval_correct && audit.sign_match && audit.quantity_match
  if (holds) audit.error_family = 'none'
  else if (audit.approve && sign === 'negative') audit.error_family = 'wrong_sign_positive_approval'
  else if (audit.approve && sign === 'zero') audit.error_family = 'zero_delta_positive_approval'
  else if (!audit.quantity_match) audit.error_family = 'bundle_row_or_quantity_mismatch'
  else if (!audit.sign_match) audit.error_family = 'claimed_delta_sign_mismatch'
  else if (!counterpart_transfers_present || !same_bundle_authorized)
    audit.error_family = 'counterpart_or_authorization_mismatch'
  else audit.error_family = 'approval_policy_mismatch'
}

describeReference('a forger with the replay at hand', (folder) => {
  const all = listReference(folder, parent).map((name) => readRun(`${folder}/${parent}`, name))
  const live = all.filter(({ name }) => !name.includes('__offline__'))
  const offline = all.filter(({ name }) => name.includes('__offline__'))

  /** The runs with a row of a kind, and the line of the first. */
  const having = (
    runs: ReadonlyArray<RunFiles>,
    holds: (row: Row, papers: Papers) => boolean,
  ): ReadonlyArray<readonly [string, RunFiles, number]> =>
    runs.flatMap((run) => {
      const papers = papersOf(run)
      const line = 1 + papers.rows.findIndex((row) => holds(row, papers))
      return line === 0 ? [] : [[run.name, run, line] as const]
    })

  const rowAt = ({ rows }: Papers, line: number): Row => {
    const row = rows[line - 1]
    if (row === undefined) throw new Error(`no line ${line}`)
    return row
  }

  const trading = having(live, (row) => row.compiled_mechanism.transfers.length > 0)
  const failing = having(
    live,
    (row) => row.compiled_mechanism.mechanism_label === 'compile_failure',
  )
  const audited = having(live, (row) => row.event.private_acceptance_audits.length > 0)
  const rejected = having(
    live,
    (row) => row.verified_mechanism.mechanism_label === 'private_acceptance_rejected',
  )
  const answered = having(live, (row) => Object.keys(row.response_texts).length > 0)
  const unheard = having(offline, (row) => row.event.private_acceptance_audits.some(isMalformed))

  it('finds something to forge', () => {
    const counts = [trading, failing, audited, rejected, answered, unheard].map((one) => one.length)
    expect(counts).toEqual([11, 3, 8, 7, 19, 9])
  })

  it.each(trading)('cannot move another quantity than the compiler said: %s', (_, run, line) => {
    const kept = 'compiled_mechanism.transfers.0.quantity'
    const found = forge(
      run,
      (papers) => {
        for (const { transfers } of statesOf(rowAt(papers, line))) {
          const [first] = transfers
          if (first !== undefined) first.quantity = other(first.quantity)
        }
      },
      within(line, kept),
    )
    expect(places(found)).toEqual([`trace.jsonl:${line} ${kept}`])
  })

  it.each(answered)('cannot turn the verdict of the verifier: %s', (_, run, line) => {
    const kept = 'verified_before_private_acceptance.verifier_ok'
    const found = forge(
      run,
      (papers) => {
        const row = rowAt(papers, line)
        const verifierOk = !row.verified_before_private_acceptance.verifier_ok
        row.verified_before_private_acceptance.verifier_ok = verifierOk
        row.verified_mechanism.verifier_ok = verifierOk
      },
      within(line, kept),
    )
    expect(places(found)).toEqual([`trace.jsonl:${line} ${kept}`])
  })

  it.each(failing)('cannot give another reason for a failure: %s', (_, run, line) => {
    const found = forge(
      run,
      (papers) => {
        const { compiled_mechanism: compiled } = rowAt(papers, line)
        compiled.verifier_reason = 'the compiler was tired'
        for (const state of statesOf(rowAt(papers, line))) {
          state.summary = `compile failure: ${compiled.verifier_reason}`
        }
      },
      within(line, 'compiled_mechanism'),
    )
    expect(places(found)).toEqual([
      `trace.jsonl:${line} compiled_mechanism.summary`,
      `trace.jsonl:${line} compiled_mechanism.verifier_reason`,
    ])
  })

  it.each(failing)('cannot make a trade of a failure: %s', (_, run, line) => {
    const found = forge(
      run,
      (papers) => {
        const row = rowAt(papers, line)
        const transfer = { from: 1, to: 2, resource: 'r1', quantity: 0.25 }
        for (const state of [row.compiled_mechanism, row.verified_before_private_acceptance]) {
          Object.assign(state, {
            mechanism_label: 'swap',
            transfers: [transfer],
            consenting_agents: [1, 2],
            confidence: 0.9,
            verifier_ok: true,
          })
        }
      },
      within(line, 'compiled_mechanism'),
    )
    expect(places(found)).toContain(`trace.jsonl:${line} compiled_mechanism.transfers.0`)
  })

  it.each(audited)('cannot turn an approval and its family: %s', (_, run, line) => {
    const kept = 'event.private_acceptance_audits.0'
    let family: string | undefined
    const found = forge(
      run,
      (papers) => {
        const [audit] = rowAt(papers, line).event.private_acceptance_audits
        if (audit === undefined) return
        const before = audit.error_family
        turn(audit)
        if (audit.error_family !== before) family = audit.error_family
      },
      within(line, kept),
    )
    expect(found.find(({ path }) => path.at(-1) === 'error_family')?.recorded).toBe(family)
    expect(places(found)).toContain(`trace.jsonl:${line} ${kept}.approve`)
    expect(found.filter((one) => !within(line, kept)(one))).toEqual([])
  })

  it.each(rejected)('cannot let a rejected mechanism pass: %s', (_, run, line) => {
    const found = forge(
      run,
      (papers) => {
        const row = rowAt(papers, line)
        row.verified_mechanism = structuredClone(row.verified_before_private_acceptance)
      },
      within(line, 'verified_mechanism'),
    )
    expect(places(found)).toContain(`trace.jsonl:${line} verified_mechanism.mechanism_label`)
    expect(places(found)).toContain(`trace.jsonl:${line} verified_mechanism.transfers.0`)
    expect(found.filter((one) => !within(line, 'verified_mechanism')(one))).toEqual([])
  })

  it.each(answered)('cannot leave a responder out: %s', (_, run, line) => {
    const papers = papersOf(run)
    const agent = Object.keys(rowAt(papers, line).response_texts).at(-1) ?? ''
    const callId = `r${line}:response:a${agent}:0`
    const at = papers.calls.findIndex((call) => call.call_id === callId)
    const kept = `response_texts.${agent}`
    const found = forge(
      run,
      (forged) => {
        delete rowAt(forged, line).response_texts[agent]
        forged.calls.splice(at, 1)
      },
      (one) => within(line, kept)(one) || one.file === 'inference_manifest.jsonl',
    )
    expect(at).toBeGreaterThan(-1)
    expect(places(found)).toEqual([
      `trace.jsonl:${line} ${kept}`,
      `inference_manifest.jsonl:${at + 1} call_id`,
    ])
  })

  it.each(answered)('cannot charge for another number of responders: %s', (_, run, line) => {
    const kept = 'event.coordination_cost.contacted_agent_count'
    const found = forge(
      run,
      (papers) => {
        rowAt(papers, line).event.coordination_cost.contacted_agent_count += 1
      },
      within(line, kept),
    )
    expect(places(found)).toEqual([`trace.jsonl:${line} ${kept}`])
  })

  it.each(answered.filter(([, run]) => JSON.stringify(run.files).includes('solicited_public')))(
    'cannot have the controller call on one agent alone: %s',
    (_, run, line) => {
      const papers = papersOf(run)
      const { controller_id: controller, response_texts: responses } = rowAt(papers, line)
      const [called = '', ...rest] = Object.keys(responses)
      const message = `ADDRESSEES: a${called}\nMESSAGE: hear me\nRESPONSE REQUEST: please accept\nSETTLEMENT: none`
      const found = forge(
        run,
        (forged) => {
          const row = rowAt(forged, line)
          for (const role of ['communication', 'proposal'] as const) {
            const call = callOf(forged, line, role, controller)
            if (call !== undefined) reword(call, message)
          }
          row.communication_texts[controller] = message
          row.proposal_text = message
        },
        (one) =>
          within(line, 'response_texts')(one) ||
          (one.file === 'inference_manifest.jsonl' && one.kind === 'unexpected'),
      )
      const inTrace = found.filter((one) => one.file === 'trace.jsonl')
      expect([...places(inTrace)].sort()).toEqual(
        rest.map((agent) => `trace.jsonl:${line} response_texts.${agent}`).sort(),
      )
      expect(found.length - inTrace.length).toBe(rest.length)
    },
  )

  it.each(unheard)('cannot give an agent a decision that nobody asked for: %s', (_, run, line) => {
    const kept = 'event.private_acceptance_audits.0'
    const found = forge(
      run,
      (papers) => {
        const [audit] = rowAt(papers, line).event.private_acceptance_audits
        if (audit === undefined) return
        Object.assign(audit, {
          claimed_delta_sign: audit.actual_delta_sign,
          sign_match: true,
          debit_rows_match: true,
          credit_rows_match: true,
          quantity_match: true,
          counterpart_transfers_present: true,
          same_bundle_authorized: true,
        })
        turn(audit)
      },
      within(line, kept),
    )
    expect(places(found)).toContain(`trace.jsonl:${line} ${kept}.approve`)
    expect(places(found)).toContain(`trace.jsonl:${line} ${kept}.error_family`)
  })
})
