import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type ExchangeConfig, makeExchangeConfig } from '../../src/economy/config.js'
import { recordRun } from '../../src/trace/record.js'
import { replayRun } from '../../src/trace/replay.js'
import { callParts, callsOfRound } from '../../src/trace/replay-manifest.js'
import { renderReport } from '../../src/trace/report.js'
import type { TraceRow } from '../../src/trace/row-codec.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { readSeating } from '../../src/trace/seats.js'
import { exampleRun } from '../support/example-run.js'

const roles = {
  under_test: { agents: [1], policy: { kind: 'scripted_bilateral_ir' } },
  panel: [{ agents: [2, 3], policy: { kind: 'frozen_llm', model: 'some/model' } }],
  compiler: { policy: { kind: 'frozen_llm', model: 'some/model' } },
  verifier: { policy: { kind: 'frozen_llm', model: 'some/model' } },
}

const configWith = (parts: Parameters<typeof makeExchangeConfig>[0]): ExchangeConfig => {
  const config = makeExchangeConfig({ ...exampleRun('live').config, ...parts })
  if (isLeft(config)) throw new Error(JSON.stringify(config.left))
  return config.right
}

const seated = (config: ExchangeConfig): RunFiles => {
  const files = recordRun({ ...exampleRun('live'), config })
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

const manifestOf = (files: RunFiles): ReadonlyArray<string> =>
  (files.files['inference_manifest.jsonl'] ?? '').trimEnd().split('\n')

const namesOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => (JSON.parse(line) as { readonly call_id: string }).call_id)

describe('the calls of a round', () => {
  const config = configWith({ roles })

  it('come in the order in which a round asks, and scripted seats leave none', () => {
    expect(namesOf(manifestOf(seated(config))).filter((name) => name.startsWith('r2:'))).toEqual([
      'r2:communication:a2:0',
      'r2:communication:a3:0',
      'r2:response:a2:0',
      'r2:response:a3:0',
      'r2:compiler:-:0',
      'r2:verifier:-:0',
      'r2:private_acceptance:a2:0',
    ])
  })

  it('leave out the final text of an atomic commit, and private acceptance with it', () => {
    const { protocol } = config
    const atomic = configWith({ protocol: { ...protocol, atomicCommit: true } })
    const [first = '{}'] = (seated(config).files['trace.jsonl'] ?? '').split('\n')
    const seating = readSeating(null, 3)
    if (isLeft(seating)) throw new Error('no seats')
    const names = callsOfRound(
      { config: atomic, seating: seating.right },
      1,
      JSON.parse(first) as TraceRow,
    )
    expect(names).not.toContain('r1:finalization:a1:0')
    expect(names.filter((name) => name.includes('private'))).toEqual([])
  })

  it('have names that say round, role and agent', () => {
    expect(callParts('r3:response:a12:0')).toEqual({
      round_index: 3,
      role: 'response',
      agent_id: 12,
    })
    expect(callParts('r3:compiler:-:1')).toEqual({
      round_index: 3,
      role: 'compiler',
      agent_id: null,
    })
    expect(callParts('round 3')).toBeNull()
  })
})

describe('a manifest', () => {
  const files = seated(configWith({ roles }))
  const lines = manifestOf(files)

  const replayed = (change: (line: string) => string, at = 2): ReadonlyArray<string> => {
    const text = lines.map((line, index) => `${index === at ? change(line) : line}\n`).join('')
    const report = replayRun({
      ...files,
      files: { ...files.files, 'inference_manifest.jsonl': text },
    })
    return renderReport(report).slice(1)
  }

  it('is clean as recorded', () => {
    expect(replayed((line) => line)).toEqual([])
  })

  it.each([
    ['"seat": "panel"', '"seat": "env"', 'seat: recorded "env", recomputed "panel"'],
    [
      '"model": "some/model"',
      '"model": "other"',
      'model: recorded "other", recomputed "some/model"',
    ],
    ['"agent_id": 2', '"agent_id": 3', 'agent_id: recorded 3, recomputed 2'],
    ['"round_index": 1', '"round_index": 2', 'round_index: recorded 2, recomputed 1'],
    [
      '"role": "response"',
      '"role": "proposal"',
      'role: recorded "proposal", recomputed "response"',
    ],
    [
      '"total_tokens": 107',
      '"total_tokens": 108',
      'usage.total_tokens: recorded 108, recomputed 107',
    ],
    ['"temperature": 0', '"temperature": 1', 'params.temperature: recorded 1, recomputed 0'],
    ['"max_tokens": 500', '"max_tokens": 501', 'params.max_tokens: recorded 501, recomputed 500'],
    ['I take it.', 'I took it.', 'response: recorded'],
    ['What next', 'What now', 'prompt: recorded'],
  ])('has a row in which %s became %s, and the row is named', (from, to, said) => {
    const found = replayed((line) => {
      expect(line).toContain(from)
      return line.replace(from, to)
    })
    expect(found.some((line) => line.startsWith(`inference_manifest.jsonl:3 ${said}`))).toBe(true)
  })

  it('may lack the calls of a panel that declines unasked', () => {
    const defecting = seated(
      configWith({ roles, protocol: { privateAcceptanceCheck: false, defectionRate: 0.5 } }),
    )
    const kept = manifestOf(defecting).filter((line) => !line.includes(':response:a3:'))
    const text = kept.map((line) => `${line}\n`).join('')
    const report = replayRun({
      ...defecting,
      files: { ...defecting.files, 'inference_manifest.jsonl': text },
    })
    const found = renderReport(report).slice(1)
    expect(found.filter((line) => line.startsWith('inference_manifest.jsonl'))).toEqual([])
    expect(found.filter((line) => line.startsWith('trace.jsonl'))).toEqual([])
  })
})
