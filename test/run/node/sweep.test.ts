import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { officialCases, visibleBilateralCase } from '../../../src/exchange/index.js'
import type { LanguageModel } from '../../../src/run/language-model.js'
import { resumeSweep } from '../../../src/run/node/resume.js'
import { runSweep } from '../../../src/run/node/sweep.js'
import { withdraw } from '../../../src/run/node/sweep-files.js'
import type { PlayJob, SweepEvent } from '../../../src/run/node/sweep-options.js'
import { builtInAgent, builtInAgents, commandAgent } from '../../../src/run/sweep-agents.js'
import type { SweepPlan } from '../../../src/run/sweep-plan.js'
import { playBy } from '../../../src/run/sweep-players.js'
import { playScripted } from '../../../src/run/sweep-scripted.js'
import { replayDirectory } from '../../../src/trace/node.js'
import { textsBelow } from '../../support/killed-sweep.js'
import { scratchFolders } from '../../support/scratch.js'

const { fresh } = scratchFolders('sweep')

const scripts: PlayJob = async (job) => playScripted(job)
const plan: SweepPlan = {
  cases: [visibleBilateralCase.config],
  agents: [builtInAgent('scripted-optimal'), builtInAgent('no-op')],
  seeds: [1200, 1201, 1202, 1203, 1204],
  settings: null,
}
const live = (pin: string | null = null): SweepPlan => ({
  ...plan,
  agents: [
    commandAgent({
      ...{ name: 'live', command: 'a model', model: 'm', pin, panel: 'scripted-ir' },
      ...{ environment: 'rule', submitted: false },
    }),
  ],
})
const says: LanguageModel = async ({ id }) => ({
  text: `MESSAGE: ${id}`,
  model: 'm-1',
  costUsd: 0.01,
  usage: { inputTokens: 100, outputTokens: 10 },
})
const ended = async (
  directory: string,
  sweep: SweepPlan,
  play: PlayJob,
  options: Parameters<typeof runSweep>[3] = {},
) => {
  const end = await runSweep(directory, sweep, play, options)
  if (end._tag === 'Left') throw new Error(JSON.stringify(end.left))
  return end.right
}
const withModel = (model: LanguageModel): PlayJob =>
  playBy(() => model, { retries: 0, concurrency: 1 })

describe('a sweep', () => {
  it('plays every built-in agent in every official case, and every run replays', async () => {
    const at = fresh()
    const all = {
      ...plan,
      cases: officialCases.map(({ config }) => config),
      agents: builtInAgents.map((name) => builtInAgent(name)),
      seeds: [1200],
    }
    const { summary, rows } = await ended(at, all, scripts, { workers: 3 })
    expect(summary.status).toBe('complete')
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'ok'))
    const runs = readdirSync(join(at, 'runs'))
    expect(runs.length).toBe(32)
    for (const run of runs) expect(replayDirectory(join(at, 'runs', run))._tag).toBe('Verified')
  })

  it('L1 unbroken', async () => {
    const whole = fresh()
    await ended(whole, live(), withModel(says))
    const expected = textsBelow(whole)
    for (const stop of [1, 7, 12, 30, 50]) {
      const at = fresh()
      let asked = 0
      for (const limit of [stop, 2 * stop]) {
        const controller = new AbortController()
        const counting: LanguageModel = async (request) => {
          asked += 1
          if (asked > limit) controller.abort()
          return says(request)
        }
        const { summary } = await ended(at, live(), withModel(counting), {
          signal: controller.signal,
        })
        if (summary.counts.missing > 0) expect(summary.status).toBe('aborted')
      }
      const end = await resumeSweep(at, withModel(says))
      expect(end._tag === 'Right' ? end.right.summary.status : '').toBe('complete')
      expect(textsBelow(at)).toEqual(expected)
    }
  })

  it('L2 once each', async () => {
    const at = fresh()
    const played: Array<string> = []
    const counting: PlayJob = async (job) => {
      played.push(job.name)
      return playScripted(job)
    }
    const stop: Array<SweepEvent> = []
    await ended(at, plan, counting, {
      workers: 2,
      observe: (event) => {
        stop.push(event)
        if (stop.filter(({ _tag }) => _tag === 'Ended').length === 4)
          writeFileSync(join(at, 'STOP'), '')
      },
    })
    expect(played.length).toBeLessThan(10)
    rmSync(join(at, 'STOP'))
    const { rows } = await ended(at, plan, counting)
    expect(new Set(played).size).toBe(10)
    expect(played.length).toBe(10)
    expect(rows.length).toBe(10)
    await ended(at, plan, counting)
    expect(played.length).toBe(10)
  })

  it('L3 workers', async () => {
    const texts = []
    for (const workers of [1, 3, 20]) {
      const at = fresh()
      await ended(at, plan, scripts, { workers })
      texts.push(textsBelow(at))
    }
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
  })

  it('takes a run directory that is there for a finished game, whatever its results say', async () => {
    const at = fresh()
    await ended(at, plan, scripts)
    const expected = textsBelow(at)
    writeFileSync(join(at, 'results.jsonl'), '{"id": 1}\nhalf a l')
    const { summary } = await ended(at, plan, async () => {
      throw new Error('nothing is left to play')
    })
    expect(summary.status).toBe('complete')
    expect(textsBelow(at)).toEqual(expected)
  })

  it('does not touch a directory of another plan, or one that another process works on', async () => {
    const at = fresh()
    await ended(at, plan, scripts)
    const other = await runSweep(at, { ...plan, seeds: [1] }, scripts)
    expect(other._tag === 'Left' ? other.left[0]._tag : '').toBe('OtherPlan')
    writeFileSync(join(at, 'lock'), '1\n')
    const locked = await runSweep(at, plan, scripts)
    expect(locked._tag === 'Left' ? locked.left[0]._tag : '').toBe('AlreadyThere')
    // A process of that number is not there.
    writeFileSync(join(at, 'lock'), '99999999\n')
    expect((await runSweep(at, plan, scripts))._tag).toBe('Right')
    expect(existsSync(join(at, 'lock'))).toBe(false)
  })
})

describe('a sweep ends', () => {
  const finished = async (at: string, sweep: SweepPlan, play: PlayJob) => {
    const whole = fresh()
    await ended(whole, sweep, play)
    const end = await resumeSweep(at, play, { retryFailed: true })
    expect(end._tag === 'Right' ? end.right.summary.status : '').toBe('complete')
    expect(textsBelow(at, (path) => !path.includes('.failed-'))).toEqual(textsBelow(whole))
  }

  it('at a file STOP, within the game that is played, and goes on without it', async () => {
    const at = fresh()
    let asked = 0
    const stopping: LanguageModel = async (request) => {
      asked += 1
      if (asked === 20) writeFileSync(join(at, 'STOP'), '')
      return says(request)
    }
    const { summary } = await ended(at, live(), withModel(stopping))
    expect(summary).toMatchObject({ status: 'stop_file', counts: { failed: 0 } })
    expect(summary.counts.missing).toBeGreaterThan(0)
    expect(asked).toBe(20)
    rmSync(join(at, 'STOP'))
    await finished(at, live(), withModel(says))
  })

  it('when its budget is used up, and goes on with a larger one', async () => {
    const at = fresh()
    const { summary } = await ended(at, live(), withModel(says), { budgetUsd: 0.2 })
    expect(summary).toMatchObject({ status: 'budget', counts: { failed: 0 } })
    const again = await ended(at, live(), withModel(says), { budgetUsd: 0.2 })
    expect(again.summary.status).toBe('budget')
    expect(again.summary.counts).toEqual(summary.counts)
    await finished(at, live(), withModel(says))
    const tokens = await ended(fresh(), live(), withModel(says), { budgetTokens: 500 })
    expect(tokens.summary.status).toBe('budget')
  })

  it('when another model answers than the pinned one, and goes on when the pinned one is back', async () => {
    const at = fresh()
    let asked = 0
    const drifting: LanguageModel = async (request) => {
      asked += 1
      const reply = await says(request)
      return typeof reply === 'string' ? reply : { ...reply, model: asked < 15 ? 'm-1' : 'm-2' }
    }
    const { summary, rows } = await ended(at, live('m-1'), withModel(drifting))
    expect(summary).toMatchObject({ status: 'pin_drift', counts: { failed: 1 } })
    expect(rows.find(({ status }) => status === 'failed')).toMatchObject({ reason: 'pin_drift' })
    await finished(at, live('m-1'), withModel(says))
  })

  it('when too many games fail, and goes on when that is asked for', async () => {
    const at = fresh()
    const broken: PlayJob = async (job) =>
      job.seed % 2 === 0
        ? { status: 'failed', reason: 'mute', detail: 'it says nothing' }
        : playScripted(job)
    const { summary } = await ended(at, plan, broken)
    expect(summary).toMatchObject({ status: 'errors', failures: { mute: 5 } })
    expect(summary.counts).toEqual({ ok: 3, failed: 5, missing: 2, withdrawn: 0 })
    expect((await ended(at, plan, scripts)).summary.status).toBe('errors')
    await finished(at, plan, scripts)
  })

  it('when the replay of a game differs from what was recorded, and writes no such run', async () => {
    const at = fresh()
    const lying: PlayJob = async (job) => {
      const end = playScripted(job)
      if (end.status !== 'ok' || job.seed !== 1202) return end
      const files = { ...end.files.files }
      files['trace.jsonl'] = (files['trace.jsonl'] ?? '').replace(
        /"welfare_after": \d/,
        '"welfare_after": 7',
      )
      return { status: 'ok', files: { ...end.files, files } }
    }
    const { summary } = await ended(at, plan, lying)
    expect(summary).toMatchObject({ status: 'replay_differs', failures: { replay: 1 } })
    expect(readdirSync(join(at, 'runs')).length).toBe(2)
    await finished(at, plan, scripts)
  })

  it('as aborted, with every answer kept, when it is called off', async () => {
    const at = fresh()
    const controller = new AbortController()
    controller.abort()
    const { summary } = await ended(at, plan, scripts, { signal: controller.signal })
    expect(summary).toMatchObject({ status: 'aborted', counts: { missing: 10 } })
    await finished(at, plan, scripts)
  })

  it('not because a player throws: that game fails', async () => {
    const { summary, rows } = await ended(fresh(), plan, async (job) => {
      if (job.seed === 1200) throw new Error('a slip')
      return playScripted(job)
    })
    expect(summary).toMatchObject({ status: 'complete', failures: { threw: 2 } })
    expect(rows[0]).toMatchObject({ status: 'failed', detail: 'Error: a slip' })
  })
})

describe('what a sweep keeps', () => {
  it('withdrawn agents stand in the results with the reason, and are neither scored nor played', async () => {
    const at = fresh()
    await ended(at, plan, scripts)
    withdraw(at, [{ agent: 'no-op', reason: 'another prompt' }])
    const { summary, rows } = await ended(at, plan, scripts)
    expect(summary.counts).toEqual({ ok: 5, failed: 0, missing: 0, withdrawn: 5 })
    expect(summary.withdrawn[0]).toMatchObject({ agent: 'no-op', reason: 'another prompt' })
    expect(rows.filter((row) => row.withdrawn === 'another prompt').length).toBe(5)
    expect(readFileSync(join(at, 'results.csv'), 'utf8')).toContain(
      'no-op,case01_visible_bilateral_ir,,,,,0,,0,0,0,0,5,0,0,0',
    )
  })

  it('an answer that was cut in the middle is asked again, and a journal of another game is refused', async () => {
    const whole = fresh()
    await ended(whole, live(), withModel(says))
    const at = fresh()
    cpSync(whole, at, { recursive: true })
    const name = 'case01_visible_bilateral_ir__live__s1201'
    rmSync(join(at, 'runs', name), { recursive: true })
    const journal = join(at, 'journal', `${name}.jsonl`)
    const text = readFileSync(journal, 'utf8')
    writeFileSync(journal, text.slice(0, Math.floor(text.length / 2)))
    await ended(at, live(), withModel(says))
    expect(textsBelow(at)).toEqual(textsBelow(whole))

    rmSync(join(at, 'runs', name), { recursive: true })
    cpSync(join(at, 'journal', 'case01_visible_bilateral_ir__live__s1202.jsonl'), journal)
    const { summary, rows } = await ended(at, live(), withModel(says))
    expect(summary.status).toBe('journal')
    expect(rows[1]).toMatchObject({ status: 'failed', reason: 'journal' })
    appendFileSync(journal, 'not an answer\n')
    const again = await resumeSweep(at, withModel(says), { retryFailed: true })
    expect(again._tag === 'Right' ? again.right.summary.status : '').toBe('complete')
    expect(readdirSync(join(at, 'journal'))).toContain(`${name}.failed-1.jsonl`)
  })
})
