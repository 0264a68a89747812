import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { episodeRow } from '../../src/trace/episode-row.js'
import { recordRun } from '../../src/trace/record.js'
import type { RunToRecord } from '../../src/trace/recording.js'
import { replayRun } from '../../src/trace/replay.js'
import { renderReport } from '../../src/trace/report.js'
import { type RunFiles, runFileNames } from '../../src/trace/run-files.js'
import { arbitraryRun } from '../support/arbitrary-run.js'

const recorded = (run: RunToRecord): RunFiles => {
  const files = recordRun(run)
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

describe('replay laws', () => {
  it('L1 inverse', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const report = replayRun(recorded(run))
        expect(renderReport(report)).toHaveLength(1)
        expect(report._tag).toBe('Verified')
      }),
      { numRuns: 200 },
    )
  })

  it('L2 prefix', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.nat(), (run, at) => {
        const { name, files } = recorded(run)
        const { 'summary.json': _, 'trace.jsonl': trace = '', ...rest } = files
        const cut = at % (trace.length + 1)
        const meta = (rest['run_meta.json'] ?? '').replace(
          '"status": "complete"',
          '"status": "running"',
        )
        const report = replayRun({
          name,
          files: { ...rest, 'run_meta.json': meta, 'trace.jsonl': trace.slice(0, cut) },
        })
        const complete = trace.slice(0, cut).split('\n').length - 1
        expect(report._tag).toBe('Killed')
        if (report._tag !== 'Killed') return
        expect(report.facts.rounds - complete).toBeLessThanOrEqual(1)
        expect(report.facts.rounds).toBeGreaterThanOrEqual(complete)
        expect(report.differences).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('L3 determinism', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.constantFrom(...runFileNames), fc.nat(), (run, file, at) => {
        const { name, files } = recorded(run)
        const text = files[file] ?? '{}'
        const place = at % text.length
        const changed = `${text.slice(0, place)}9${text.slice(place + 1)}`
        const once = replayRun({ name, files: { ...files, [file]: changed } })
        const again = replayRun({ name, files: { ...files, [file]: changed } })
        expect(renderReport(again)).toEqual(renderReport(once))
      }),
      { numRuns: 100 },
    )
  })

  it('L4 total', () => {
    const scrap = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.json(),
      fc.constant('{"status": "complete"}'),
      fc.constant('\u0000'),
    )
    const texts = fc.dictionary(fc.constantFrom(...runFileNames), scrap)
    fc.assert(
      fc.property(texts, (files) => {
        expect(replayRun({ name: 'scrap', files })._tag).toBe('Unreadable')
      }),
    )
  })
})

describe('record laws', () => {
  it('L1 verified', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(episodeRow(replayRun(recorded(run))).status).toBe('ok')
      }),
      { numRuns: 60 },
    )
  })

  it('L2 determinism', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(recorded(run)).toEqual(recorded(run))
      }),
      { numRuns: 60 },
    )
  })

  it('L3 unfinished', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.nat(), (run, some) => {
        const rounds = run.rounds.slice(0, some % run.rounds.length)
        const files = recordRun({ ...run, rounds })
        expect(isRight(files)).toBe(true)
        if (isLeft(files)) return
        const report = replayRun(files.right)
        expect(report._tag).toBe('Killed')
        if (report._tag !== 'Killed') return
        expect(report.facts.rounds).toBe(rounds.length)
        expect(report.differences).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('episode row laws', () => {
  it('L1 scored once', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.boolean(), (run, whole) => {
        const rounds = whole ? run.rounds : run.rounds.slice(0, -1)
        const report = replayRun(recorded({ ...run, rounds }))
        expect(episodeRow(report).status === 'ok').toBe(report._tag === 'Verified')
      }),
      { numRuns: 40 },
    )
  })
})
