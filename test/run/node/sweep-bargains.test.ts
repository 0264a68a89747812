import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calibrated, shareSurplus, summarizeSurplus } from '../../../src/bargaining/index.js'
import { bargainAgent } from '../../../src/run/bargain-agents.js'
import { anchoredCase } from '../../../src/run/bargain-case.js'
import type { BargainPlan } from '../../../src/run/bargain-plan.js'
import type { LanguageModel } from '../../../src/run/language-model.js'
import { resumeSweep } from '../../../src/run/node/resume.js'
import { runSweep } from '../../../src/run/node/sweep.js'
import { withdraw } from '../../../src/run/node/sweep-files.js'
import type { PlayJob } from '../../../src/run/node/sweep-options.js'
import { replaySweep, verifySubmission } from '../../../src/run/node/verify.js'
import { jobsOf } from '../../../src/run/sweep-plan.js'
import { playBy } from '../../../src/run/sweep-players.js'
import { playScripted } from '../../../src/run/sweep-scripted.js'
import { replayBargainDirectory } from '../../../src/trace/node.js'
import { textsBelow } from '../../support/killed-sweep.js'
import { scratchFolders } from '../../support/scratch.js'
import { everyCase, haggles, modelPlan } from '../bargain-sweeps.js'

const { fresh } = scratchFolders('bargains')

const scripts: PlayJob = async (job) => playScripted(job)
const scripted: BargainPlan = {
  game: 'bargains',
  cases: [anchoredCase('calibrated', calibrated)],
  agents: [bargainAgent('stubborn'), bargainAgent('accept-open')],
  seeds: Array.from({ length: 30 }, (_, index) => index + 1),
  settings: null,
}
const live = modelPlan(everyCase.slice(1, 4))
const ended = async (
  directory: string,
  plan: BargainPlan,
  play: PlayJob,
  options: Parameters<typeof runSweep>[3] = {},
) => {
  const end = await runSweep(directory, plan, play, options)
  if (end._tag === 'Left') throw new Error(JSON.stringify(end.left))
  return end.right
}
const withModel = (model: LanguageModel): PlayJob =>
  playBy(() => model, { retries: 0, concurrency: 1 })

const everyRunIsVerified = (directory: string): number => {
  const runs = readdirSync(join(directory, 'runs'))
  for (const run of runs) {
    expect(replayBargainDirectory(join(directory, 'runs', run))._tag).toBe('Verified')
  }
  return runs.length
}

describe('a sweep of bargains', () => {
  it('plays scripts, records a verified run of every world, and has the published SE+', async () => {
    const at = fresh()
    const { summary } = await ended(at, scripted, scripts, { workers: 3 })
    expect(summary).toMatchObject({ status: 'complete', counts: { ok: 60, failed: 0 } })
    expect(everyRunIsVerified(at)).toBe(60)
    const means = Object.fromEntries(
      (summary.bargains ?? []).map(({ agent, mean, interval }) => [agent, { mean, interval }]),
    )
    expect(means.stubborn?.mean).toBeCloseTo(0.188, 3)
    expect(means['accept-open']?.mean).toBeCloseTo(-0.565, 3)
    expect(means.stubborn?.interval).toMatchObject({ _tag: 'Interval', n: 30 })
    const opened = (calibrated.pinned ?? []).map((world) =>
      shareSurplus(world)({
        _tag: 'Deal',
        price: world.list,
        acceptedBy: 'buyer',
        offer: { by: 'seller', counter: 1, price: world.list },
      }),
    )
    const direct = summarizeSurplus(opened)
    expect(means['accept-open']?.mean).toBe(direct.status === 'ok' ? direct.sePlus.value : null)
  })

  it('goes on after any stops to the bytes of an unbroken one, with a model in both seats', async () => {
    const whole = fresh()
    const { summary } = await ended(whole, live, withModel(haggles))
    expect(summary).toMatchObject({ status: 'complete', counts: { ok: 12 } })
    expect(everyRunIsVerified(whole)).toBe(12)
    const expected = textsBelow(whole)
    for (const stop of [1, 9, 30, 70]) {
      const at = fresh()
      let asked = 0
      for (const limit of [stop, 2 * stop]) {
        const controller = new AbortController()
        const counting: LanguageModel = async (request) => {
          asked += 1
          if (asked > limit) controller.abort()
          return haggles(request)
        }
        const { signal } = controller
        const found = await ended(at, live, withModel(counting), { signal })
        if (found.summary.counts.missing > 0) expect(found.summary.status).toBe('aborted')
      }
      const end = await resumeSweep(at, withModel(haggles))
      expect(end._tag === 'Right' ? end.right.summary.status : '').toBe('complete')
      expect(textsBelow(at)).toEqual(expected)
    }
  })

  it('comes to the same runs and results however many workers and questions are out at once', async () => {
    const isBytes = (path: string): boolean => !path.startsWith('journal/')
    const texts = []
    for (const [workers, concurrency] of [
      [1, 1],
      [3, 8],
    ] as const) {
      const at = fresh()
      await ended(
        at,
        live,
        playBy(() => haggles, { concurrency }),
        { workers },
      )
      texts.push(textsBelow(at, isBytes))
    }
    expect(texts[1]).toEqual(texts[0])
  })

  it('takes a finished run for its game, and its cost from the journal, whatever its results say', async () => {
    const at = fresh()
    await ended(at, live, withModel(haggles))
    const expected = textsBelow(at)
    writeFileSync(join(at, 'results.jsonl'), 'half a l')
    const { summary } = await ended(at, live, async () => {
      throw new Error('nothing is left to play')
    })
    expect(summary.status).toBe('complete')
    expect(textsBelow(at)).toEqual(expected)
    const jobs = jobsOf(live)
    if (jobs._tag === 'Left') throw new Error('no jobs')
    const { counts, findings } = await replaySweep(at, jobs.right, new Map())
    expect({ counts, findings }).toEqual({
      counts: { verified: 12, from_answers: 12 },
      findings: [],
    })
  })

  it('does not take a changed run, or that of another world, for its game', async () => {
    const at = fresh()
    await ended(at, scripted, scripts)
    const run = (seed: number): string => join(at, 'runs', `calibrated__stubborn__s${seed}`)
    rmSync(run(2), { recursive: true })
    cpSync(run(1), run(2), { recursive: true })
    const summary = join(run(3), 'summary.json')
    writeFileSync(summary, readFileSync(summary, 'utf8').replace('"deals":1', '"deals":0'))
    rmSync(join(at, 'results.jsonl'))
    const { rows, summary: found } = await ended(at, scripted, scripts)
    expect(found.counts).toMatchObject({ ok: 58, failed: 2 })
    expect(rows.filter(({ status }) => status === 'failed')).toMatchObject([
      { seed: 2, reason: 'replay', detail: 'it is the record of another game' },
      { seed: 3, reason: 'replay' },
    ])
  })

  it('is no submission', async () => {
    const at = fresh()
    await ended(at, scripted, scripts)
    writeFileSync(join(at, 'report.json'), '{}')
    const found = await verifySubmission(at)
    const details = found._tag === 'Right' ? found.right.map(({ detail }) => detail) : []
    expect(details.some((detail) => detail.includes('bargains are not submitted'))).toBe(true)
  })
})

describe('a sweep of bargains ends', () => {
  const finished = async (at: string, plan: BargainPlan) => {
    const whole = fresh()
    await ended(whole, plan, withModel(haggles))
    const end = await resumeSweep(at, withModel(haggles), { retryFailed: true })
    expect(end._tag === 'Right' ? end.right.summary.status : '').toBe('complete')
    expect(textsBelow(at, (path) => !path.includes('.failed-'))).toEqual(textsBelow(whole))
  }

  it('at a file STOP, within the bargain that is played, and goes on without it', async () => {
    const at = fresh()
    let asked = 0
    const stopping: LanguageModel = async (request) => {
      asked += 1
      if (asked === 20) writeFileSync(join(at, 'STOP'), '')
      return haggles(request)
    }
    const { summary } = await ended(at, live, withModel(stopping))
    expect(summary).toMatchObject({ status: 'stop_file', counts: { failed: 0 } })
    expect(summary.counts.missing).toBeGreaterThan(0)
    expect(asked).toBe(20)
    rmSync(join(at, 'STOP'))
    await finished(at, live)
  })

  it('when its model is mute: every bargain is reported so, none has a share, and it goes on', async () => {
    const at = fresh()
    const mute: LanguageModel = async () => ({ text: '', costUsd: 0.5 })
    const { summary, rows } = await ended(at, live, withModel(mute))
    expect(summary).toMatchObject({ status: 'errors', failures: { mute: 8 } })
    expect(summary.counts).toEqual({ ok: 0, failed: 8, missing: 4, withdrawn: 0 })
    for (const { mean, bargains, measure } of summary.bargains ?? []) {
      expect({ mean, bargains, measure }).toEqual({ mean: null, bargains: 0, measure: null })
    }
    expect(rows.some((row) => 'shares' in row)).toBe(false)
    const cost = (summary.bargains ?? []).reduce((total, group) => total + group.failedCost, 0)
    expect(cost).toBeGreaterThan(0)
    await finished(at, live)
  })

  it('when its budget is used up, and when another model answers than the pinned one', async () => {
    const at = fresh()
    const spent = await ended(at, live, withModel(haggles), { budgetUsd: 0.2 })
    expect(spent.summary).toMatchObject({ status: 'budget', counts: { failed: 0 } })
    await finished(at, live)
    const pinned = modelPlan(everyCase.slice(1, 4), 'm-1')
    let asked = 0
    const drifting: LanguageModel = async (request) => {
      asked += 1
      const reply = await haggles(request)
      return typeof reply === 'string' ? reply : { ...reply, model: asked < 15 ? 'm-1' : 'm-2' }
    }
    const other = fresh()
    const { summary, rows } = await ended(other, pinned, withModel(drifting))
    expect(summary).toMatchObject({ status: 'pin_drift', counts: { failed: 1 } })
    expect(rows.find(({ status }) => status === 'failed')).toMatchObject({ reason: 'pin_drift' })
    await finished(other, pinned)
  })

  it('when the replay of a bargain differs from its record, and writes no such run', async () => {
    const at = fresh()
    const lying: PlayJob = async (job) => {
      const end = playScripted(job)
      if (end.status !== 'ok' || job.seed !== 3) return end
      const summary = (end.files.files['summary.json'] ?? '').replace('"price":1', '"price":2')
      return {
        status: 'ok',
        files: { ...end.files, files: { ...end.files.files, 'summary.json': summary } },
      }
    }
    const { summary } = await ended(at, scripted, lying)
    expect(summary).toMatchObject({ status: 'replay_differs', failures: { replay: 1 } })
    expect(readdirSync(join(at, 'runs')).length).toBe(2)
  })

  it('with what is withdrawn in no mean', async () => {
    const at = fresh()
    await ended(at, scripted, scripts)
    withdraw(at, [{ agent: 'stubborn', seed: 1, reason: 'a slip' }])
    const { summary } = await ended(at, scripted, scripts)
    expect(summary.counts).toEqual({ ok: 59, failed: 0, missing: 0, withdrawn: 1 })
    const group = (summary.bargains ?? []).find(({ agent }) => agent === 'stubborn')
    expect(group).toMatchObject({ bargains: 29, interval: { n: 29 } })
  })
})
