import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/core/hash.js'
import type { JsonRecord } from '../../src/core/json.js'
import type { Difference } from '../../src/trace/difference.js'
import { recordRun } from '../../src/trace/record.js'
import type { RunToRecord } from '../../src/trace/recording.js'
import { replayRun } from '../../src/trace/replay.js'
import type { RunFileName, RunFiles } from '../../src/trace/run-files.js'
import { writeJson } from '../../src/trace/write.js'
import { exampleRun } from '../support/example-run.js'
import { placeOf } from './forging.js'

const recorded = (run: RunToRecord): RunFiles => {
  const files = recordRun(run)
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

const offline = recorded(exampleRun('offline'))
const live = recorded(exampleRun('live'))

const textOf = (run: RunFiles, file: RunFileName): string => run.files[file] ?? ''

const withText = (run: RunFiles, file: RunFileName, text: string): RunFiles => ({
  ...run,
  files: { ...run.files, [file]: text },
})

const differencesIn = (run: RunFiles): ReadonlyArray<Difference> => {
  const report = replayRun(run)
  if (report._tag === 'Unreadable') throw new Error(JSON.stringify(report.failures[0]))
  return report._tag === 'Verified' ? [] : report.differences
}

type Change = (row: Record<string, unknown>) => void

const withRow = (run: RunFiles, file: RunFileName, index: number, change: Change): RunFiles => {
  const lines = textOf(run, file).split('\n')
  const row = JSON.parse(lines[index] ?? '') as Record<string, unknown>
  change(row)
  lines[index] = writeJson(file === 'trace.jsonl' ? 'trace' : 'manifest', row as JsonRecord)
  return withText(run, file, lines.join('\n'))
}

const rowsOf = (run: RunFiles, file: RunFileName): number =>
  textOf(run, file).split('\n').length - 1

const told = (run: RunFiles): ReadonlyArray<string> =>
  differencesIn(run).map((found) => `${found.kind} ${placeOf(found)}`)

const metaLine = (run: RunFiles, text: string): number =>
  textOf(run, 'run_meta.json')
    .split('\n')
    .findIndex((line) => line.includes(text))

describe('row hashes', () => {
  it('L1 every row', () => {
    const changes = [
      ['trace.jsonl', offline, (row, word) => Object.assign(row, { final_text: word })],
      ['trace.jsonl', offline, (row, word) => Object.assign(row, { proposal_text: word })],
      ['inference_manifest.jsonl', live, (row, word) => Object.assign(row, { cost_note: word })],
      ['inference_manifest.jsonl', live, (row, word) => Object.assign(row, { system: word })],
      [
        'inference_manifest.jsonl',
        live,
        (row, word) => Object.assign(row, { resolved_model: word }),
      ],
    ] as ReadonlyArray<[RunFileName, RunFiles, (row: object, word: string) => void]>
    fc.assert(
      fc.property(fc.constantFrom(...changes), fc.nat(), fc.string(), (change, some, word) => {
        const [file, run, put] = change
        const index = some % rowsOf(run, file)
        const changed = withRow(run, file, index, (row) => put(row, `${word} indeed`))
        const found = differencesIn(changed)
        expect(found.map((one) => [one.file, one.line])).toContainEqual([file, index + 1])
        expect(found.every((one) => one.file === file && one.line === index + 1)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('L2 said once', () => {
    const approved: Change = (row) => Object.assign(row, { round_index: 7 })
    expect(told(withRow(live, 'inference_manifest.jsonl', 2, approved))).toEqual([
      'value inference_manifest.jsonl:3 round_index',
    ])
  })

  it('are those of the rows, however a number is written', () => {
    const meta = JSON.parse(textOf(live, 'run_meta.json')) as { readonly engine: JsonRecord }
    const hashes = textOf(live, 'trace.jsonl')
      .trim()
      .split('\n')
      .map((line) => sha256Hex(JSON.stringify(JSON.parse(line))))
    expect(meta.engine['trace_sha256']).toEqual(hashes)
    const meta2 = JSON.parse(textOf(offline, 'run_meta.json')) as { readonly engine: JsonRecord }
    expect(meta2.engine['manifest_sha256']).toBeNull()
    const rewritten = textOf(live, 'trace.jsonl').replace('"confidence": 0.9', '"confidence": 9e-1')
    expect(rewritten).not.toBe(textOf(live, 'trace.jsonl'))
    expect(told(withText(live, 'trace.jsonl', rewritten))).toEqual([])
  })

  it('are named themselves where they are moved, or one of them is gone', () => {
    const lines = textOf(live, 'run_meta.json').split('\n')
    const first = metaLine(live, '"manifest_sha256"') + 1
    const moved = [...lines]
    moved[first] = lines[first + 1] ?? ''
    moved[first + 1] = lines[first] ?? ''
    expect(told(withText(live, 'run_meta.json', moved.join('\n')))).toEqual([
      `hash run_meta.json:${first + 1} engine.manifest_sha256.0`,
    ])
    const gone = lines.filter((_, index) => index !== first + 1).join('\n')
    expect(told(withText(live, 'run_meta.json', gone))).toEqual([
      `hash run_meta.json:${first + 2} engine.manifest_sha256.1`,
      'hash inference_manifest.jsonl:2 ',
    ])
  })

  it('of rows that are gone are not named beside them', () => {
    const lines = textOf(live, 'inference_manifest.jsonl').split('\n')
    const dropped = lines.filter((_, index) => index !== 4).join('\n')
    const found = told(withText(live, 'inference_manifest.jsonl', dropped))
    expect(found.filter((one) => one.startsWith('hash'))).toEqual([])
    expect(found).toContain('missing inference_manifest.jsonl:5 call_id')
  })
})

describe('a call', () => {
  const seated = (kind: string, pin?: string): RunFiles => {
    const run = exampleRun('live')
    const policy = {
      kind,
      model: 'some/model',
      ...(pin === undefined ? {} : { pin_resolved_model: pin }),
    }
    const roles = {
      under_test: { agents: [1], policy },
      panel: [{ agents: [2, 3], policy: { kind: 'llm', model: 'some/model' } }],
      compiler: { policy: { kind: 'llm', model: 'some/model' } },
      verifier: { policy: { kind: 'llm', model: 'some/model' } },
    }
    const callDetails = (callId: string) => ({
      model: 'some/model',
      resolvedModel: pin ?? null,
      system: callId.includes(':a') ? 'You trade.' : 'You compile.',
      prompt: `What next, ${callId}?`,
    })
    return recorded({ ...run, config: { ...run.config, roles }, callDetails })
  }

  const FILE = 'inference_manifest.jsonl'
  const toldOf = (run: RunFiles, change: object): ReadonlyArray<string> =>
    told(withRow(run, FILE, 0, (row) => Object.assign(row, change))).filter((one) =>
      one.includes(FILE),
    )

  it('comes from where its seat says', () => {
    const place = `value ${FILE}:1 origin`
    expect(toldOf(seated('llm'), { origin: 'submitted' })).toEqual([place])
    expect(toldOf(seated('submitted'), { origin: 'llm' })).toEqual([place])
  })

  it('is answered by the pinned model, or nobody says by which', () => {
    const run = seated('frozen_llm', 'some/model-1')
    expect(toldOf(run, { resolved_model: 'some/model-2' })).toEqual([
      `value ${FILE}:1 resolved_model`,
    ])
    // Without the hash of the row.
    expect(toldOf(run, { resolved_model: null })).toEqual([`hash ${FILE}:1 `])
  })

  it('is in no batch where the run has none', () => {
    expect(toldOf(seated('llm'), { batched: true })).toEqual([`value ${FILE}:1 batched`])
  })

  it('has the key of what was asked of whom', () => {
    const run = seated('llm')
    expect(toldOf(run, { replay_key: '0123456789abcdef' })).toEqual([`hash ${FILE}:1 replay_key`])
    expect(toldOf(run, { system: 'You compile.' })).toEqual([`text ${FILE}:1 system`])
    expect(toldOf(run, { system: 'You cheat.' })).toEqual([`text ${FILE}:1 system`])
    expect(toldOf(run, { model: 'other/model' })).toEqual([`value ${FILE}:1 model`])
  })
})
