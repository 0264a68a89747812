import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bargainJobs } from '../../src/run/bargain-plan.js'
import { rowOfBargain } from '../../src/run/bargain-row.js'
import { type ResultRow, readResultLine, resultLine, scoredRow } from '../../src/run/result-row.js'
import { summarizeSweep, sweepCsv } from '../../src/run/sweep-summary.js'
import { replayBargains } from '../../src/trace/bargaining/index.js'
import { everyCase, filesOf, haggles, modelPlan } from './bargain-sweeps.js'

const jobs = bargainJobs(modelPlan())

const rowsOf = async (): Promise<
  ReadonlyArray<Exclude<ReturnType<typeof rowOfBargain>, { detail: string }>>
> => {
  const rows = []
  for (const job of jobs) {
    const { files, journal } = await filesOf(job, haggles)
    const row = rowOfBargain(job, replayBargains(files), journal)
    if ('detail' in row) throw new Error(row.detail)
    rows.push(row)
  }
  return rows
}

describe('the row of a bargain', () => {
  it('L1 from the record', async () => {
    for (const job of jobs) {
      const { files, journal, spend } = await filesOf(job, haggles)
      const report = replayBargains(files)
      const row = rowOfBargain(job, report, journal)
      if ('detail' in row) throw new Error(row.detail)
      expect(rowOfBargain(job, report, journal)).toEqual(row)
      const cost = Object.values(row.seats).reduce((sum, { cost_usd }) => sum + cost_usd, 0)
      expect(cost).toBeCloseTo(spend.costUsd, 12)
      expect(row.bargains).toBe(job.setup.game === 'symmetric' ? 4 : 1)
      for (const other of jobs) {
        if (other !== job) expect(rowOfBargain(other, report, journal)).toHaveProperty('detail')
      }
      const summary = (files.summary ?? '').replace(/"price":(\d)/, '"price":9$1')
      if (summary === files.summary) continue
      const forged = replayBargains({ ...files, summary })
      expect(rowOfBargain(job, forged, journal)).toHaveProperty('detail')
    }
  })

  it('is read as it was written, and gives no ratio of gains', async () => {
    for (const row of await rowsOf()) {
      expect(readResultLine(resultLine(row))).toEqual({ _tag: 'Right', right: row })
      expect(scoredRow(row)).toBeNull()
    }
  })
})

describe('the summary of a sweep of bargains', () => {
  it('L1 own mean', async () => {
    const rows = await rowsOf()
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ok', 'failed', 'withdrawn', 'missing'), {
          minLength: rows.length,
          maxLength: rows.length,
        }),
        (ends) => {
          const all = rows.map((row, at): ResultRow => {
            const { id, case: name, agent, seed } = row
            const named = { id, case: name, agent, seed }
            if (ends[at] === 'missing') return { ...named, status: 'missing' }
            if (ends[at] === 'withdrawn') return { ...row, withdrawn: 'a slip' }
            return ends[at] === 'ok'
              ? row
              : { ...named, status: 'failed', reason: 'mute', detail: '', answers: 0, cost_usd: 0 }
          })
          const { bargains = [], groups, counts } = summarizeSweep(all, 'complete', '', 'bargains')
          expect(groups).toEqual([])
          const sum = (of: typeof counts): number => of.ok + of.failed + of.missing + of.withdrawn
          expect(bargains.reduce((total, group) => total + sum(group.counts), 0)).toBe(rows.length)
          for (const group of bargains) {
            const shares = rows.flatMap((row, at) =>
              row.case === group.case && ends[at] === 'ok' ? row.shares : [],
            )
            expect(group.interval.rows).toBe(shares.length)
            if (shares.length === 0) {
              expect([group.mean, group.interval._tag]).toEqual([null, 'NotEvaluable'])
              continue
            }
            const mean = shares.reduce((total, share) => total + share, 0) / shares.length
            expect(group.mean).toBeCloseTo(mean, 12)
            expect(group.interval.estimate).toBeCloseTo(mean, 5)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has a line an agent and case, with the interval over worlds', async () => {
    const csv = sweepCsv(summarizeSweep(await rowsOf(), 'complete', '', 'bargains')).split('\r\n')
    expect(csv[0]).toBe(
      'agent,case,counterpart,measure,mean,low,high,engine,n,bargains,deals,turns,held,ok,failed,missing,withdrawn,cost_usd,unpriced',
    )
    expect(csv.length).toBe(everyCase.length + 2)
    expect(csv.filter((line) => line.includes(',capture,')).length).toBe(2)
    const pinned = csv.find((line) => line.startsWith('live,pinned,')) ?? ''
    expect(pinned).toMatch(
      /^live,pinned,pinned,se_plus,-?[0-9.]+,-?[0-9.]+,-?[0-9.]+,multinomial,4,4,\d,/,
    )
  })
})
