import { describe, expect, it } from 'vitest'
import { scoreAER } from '../../src/scoring/aer.js'
import { captureShare, poolCapture } from '../../src/scoring/capture.js'
import { episodeCapture, episodeRow } from '../../src/trace/episode-row.js'
import { type ReplayReport, replayRun } from '../../src/trace/replay.js'
import { renderReport } from '../../src/trace/report.js'
import { describeReference, listReference, readReference } from '../support/reference.js'
import { readRun } from '../support/tampering.js'

interface ExpectedRun {
  readonly run: string
  readonly case: string
  readonly seed: number
  readonly arm: string
  readonly score: {
    readonly w_real: number
    readonly denominator: number
    readonly score: number
    readonly score_clip: number
  }
  readonly final_allocation: ReadonlyArray<ReadonlyArray<number>>
  readonly capture: {
    readonly agent_id: number
    readonly agent_surplus: number
    readonly total_surplus: number
    readonly share: number | null
    readonly fair_share: number
    readonly per_agent_surplus: ReadonlyArray<number>
  }
}

interface Pooled {
  readonly n_ok: number
  readonly pooled_aer: number
  readonly ci: readonly [number, number]
}

interface Expected {
  readonly runs: ReadonlyArray<ExpectedRun>
  readonly pooled_by_arm: Readonly<Record<string, Pooled | number | null>>
}

const recordings = [
  { runs: 'runs', expected: 'runs_expected.json', count: 31, summation: 'plain' },
  { runs: 'runs_py314', expected: 'runs_py314_expected.json', count: 20, summation: 'neumaier' },
] as const

describeReference('recorded runs', (folder) => {
  describe.each(recordings)('$runs', ({ runs, expected: file, count, summation }) => {
    const names = listReference(folder, runs)
    const reports = new Map<string, ReplayReport>(
      names.map((name) => [name, replayRun(readRun(`${folder}/${runs}`, name))]),
    )
    const expected = readReference(folder, file) as Expected

    it('are all there', () => {
      expect(names.length).toBe(count)
      expect(expected.runs.map((one) => one.run).sort()).toEqual([...names].sort())
    })

    it.each(names)('%s replays without a difference', (name) => {
      const report = reports.get(name)
      expect(report === undefined ? [] : renderReport(report).slice(1)).toEqual([])
      expect(report?._tag).toBe('Verified')
    })

    it('name the rule by which their sums were added', () => {
      const rules = [...reports.values()].map((report) =>
        report._tag === 'Unreadable' ? null : report.run.summation,
      )
      expect(new Set(rules)).toEqual(new Set([summation]))
    })

    it.each(expected.runs)('$run scores as recorded', (one) => {
      const report = reports.get(one.run)
      if (report === undefined) throw new Error('no such run')
      const row = episodeRow(report)
      expect(row).toMatchObject({
        status: 'ok',
        case: one.case,
        world: String(one.seed),
        realized: one.score.w_real,
        attainable: one.score.denominator,
      })
      const score = scoreAER([row], { bootstrap: false, summation })
      expect(score).toMatchObject({ aer: one.score.score, clipped: one.score.score_clip })
      expect(report._tag === 'Verified' ? report.facts.allocation : null).toEqual(
        one.final_allocation,
      )
    })

    it.each(expected.runs)('$run leaves every agent what is recorded', (one) => {
      const report = reports.get(one.run)
      const capture = report === undefined ? null : episodeCapture(report)
      if (capture === null) throw new Error('not verified')
      expect(capture.gains).toEqual(one.capture.per_agent_surplus)
      expect(capture.agent).toBe(one.capture.agent_id)
      const share = captureShare(capture, { summation: capture.summation })
      expect(share).toMatchObject({
        agentGain: one.capture.agent_surplus,
        totalGain: one.capture.total_surplus,
        fairShare: one.capture.fair_share,
      })
      expect('share' in share ? share.share : null).toBe(one.capture.share)
    })

    const arms = Object.entries(expected.pooled_by_arm).flatMap(([arm, pooled]) =>
      typeof pooled === 'object' && pooled !== null && 'pooled_aer' in pooled
        ? [{ arm, pooled }]
        : [],
    )

    it.each(arms)('pool to the recorded score and interval: $arm', ({ arm, pooled }) => {
      const rows = expected.runs
        .filter((one) => one.arm === arm)
        .flatMap((one) => {
          const report = reports.get(one.run)
          return report === undefined ? [] : [episodeRow(report)]
        })
      const score = scoreAER(rows.slice(0, pooled.n_ok), {
        summation,
        bootstrap: { engine: 'cpython' },
      })
      expect(score).toMatchObject({
        status: 'ok',
        aer: pooled.pooled_aer,
        interval: { low: pooled.ci[0], high: pooled.ci[1] },
      })
    })

    it('pool to the recorded shares of the surplus', () => {
      for (const { arm, pooled } of arms) {
        const recorded = expected.pooled_by_arm[`${arm}_capture`]
        if (recorded === undefined) continue
        const episodes = expected.runs
          .filter((one) => one.arm === arm)
          .slice(0, pooled.n_ok)
          .map(({ capture }) => ({
            agentGain: capture.agent_surplus,
            totalGain: capture.total_surplus,
          }))
        const share = poolCapture(episodes, { summation })
        expect('share' in share ? share.share : null).toBe(recorded)
      }
    })
  })
})
