import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hiddenConsentCase, visibleBilateralCase } from '../../../src/exchange/index.js'
import type { LanguageModel } from '../../../src/run/language-model.js'
import { submit } from '../../../src/run/node/submission.js'
import type { PlayJob } from '../../../src/run/node/sweep-options.js'
import { verifySubmission } from '../../../src/run/node/verify.js'
import type { SubmissionReport } from '../../../src/run/submission.js'
import { commandAgent } from '../../../src/run/sweep-agents.js'
import type { SweepPlan } from '../../../src/run/sweep-plan.js'
import { playBy } from '../../../src/run/sweep-players.js'
import { textsBelow } from '../../support/killed-sweep.js'

let folder = ''
let whole = ''
let report: SubmissionReport | null = null

const plan: SweepPlan = {
  cases: [visibleBilateralCase.config, hiddenConsentCase.config],
  agents: [
    commandAgent({
      ...{ name: 'mine', command: 'none', model: 'm', pin: null, panel: 'command' },
      ...{ environment: 'rule', submitted: true },
    }),
  ],
  seeds: [1200, 1201],
  settings: null,
}

/** The agent is silent in half of its phases; the panel, a model of its own, is not. */
const says: LanguageModel = async ({ id, model, role }) =>
  model === 'mine'
    ? { text: role === 'communication' ? '' : `MESSAGE: ${id}`, costUsd: 1 }
    : { text: `MESSAGE: I ACCEPT ${id}`, costUsd: 0.25 }
const play: PlayJob = playBy(() => says, { retries: 0, concurrency: 1 })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-submission-'))
  whole = join(folder, 'whole')
  const end = await submit(whole, plan, play)
  if (end._tag === 'Left' || end.right._tag !== 'Reported') {
    throw new Error(JSON.stringify(end).slice(0, 2000))
  }
  report = JSON.parse(end.right.report) as SubmissionReport
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const copied = (name: string): string => {
  const at = join(folder, name)
  rmSync(at, { recursive: true, force: true })
  cpSync(whole, at, { recursive: true })
  return at
}

const findings = async (directory: string): Promise<ReadonlyArray<string>> => {
  const found = await verifySubmission(directory)
  return found._tag === 'Left'
    ? found.left.map(({ _tag }) => _tag)
    : found.right.map(({ what, where }) => `${what} ${where}`)
}

describe('a submission', () => {
  it('is reported with its case set, its replays, and the cost of each seat', () => {
    expect(report).toMatchObject({
      agent: 'mine',
      cases: ['case01_visible_bilateral_ir.json', 'case04_consent_under_hidden_info.json'],
      games: 4,
      scored: 4,
      harness_errors: { count: 0, reasons: {} },
      replays: { verified: 4, from_answers: 4 },
    })
    expect(report?.tiers.map(({ tier }) => tier)).toEqual(['wstar_grid'])
    const { panel, env, under_test: own } = report?.seats ?? {}
    expect(own?.cost_usd).toBe(own?.calls)
    expect(own?.unpriced).toBe(0)
    expect(panel?.cost_usd).toBe((panel?.calls ?? 0) * 0.25)
    expect(env?.cost_usd).toBe(0)
  })

  it('scores the silence of its agent, which is its policy, and counts it', () => {
    const { under_test: own } = report?.seats ?? {}
    expect(own?.blank).toBeGreaterThan(12)
    expect(report?.tiers[0]?.score).toMatchObject({ status: 'ok', n: 4 })
  })

  it('verifies at rest, copied to another place', async () => {
    expect(await findings(copied('copy'))).toEqual([])
  })

  it('L1 tampering', async () => {
    const paths = [...textsBelow(whole).keys()]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (path, at, bits) => {
          const copy = copied('tampered')
          const bytes = readFileSync(join(copy, path))
          const place = at % bytes.length
          bytes[place] = (bytes[place] ?? 0) ^ bits
          writeFileSync(join(copy, path), bytes)
          expect(await findings(copy), `${path} at ${place}`).not.toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  })

  it('names a file that is missing, one that was added, and a report that was written over', async () => {
    const copy = copied('named')
    rmSync(join(copy, 'results.csv'))
    writeFileSync(join(copy, 'cases', 'more.json'), '{}')
    expect(await findings(copy)).toEqual(
      expect.arrayContaining([
        'missing results.csv',
        'added cases/more.json',
        'report report.json',
      ]),
    )
    expect(await findings(join(folder, 'nowhere'))).toEqual(['NotRead'])
  })

  it('is found out by replay even where every hash was written anew', async () => {
    const copy = copied('forged')
    const run = join(copy, 'runs', readdirSync(join(copy, 'runs'))[0] ?? '')
    const trace = join(run, 'trace.jsonl')
    writeFileSync(trace, readFileSync(trace, 'utf8').replace('MESSAGE: r1', 'MESSAGE: r9'))
    const found = await findings(copy)
    expect(found.some((line) => line.startsWith('replay runs/'))).toBe(true)
  })

  it('is refused with everything that is wrong, before anything is played', async () => {
    let asked = 0
    const at = join(folder, 'refused')
    const end = await submit(
      at,
      {
        ...plan,
        cases: [
          { ...visibleBilateralCase.config, name: 'no name' },
          { ...visibleBilateralCase.config, worldType: 'ring_cycle', cycleLength: 3 },
        ],
        agents: [...plan.agents, ...plan.agents],
        seeds: [1, 1],
      },
      async () => {
        asked += 1
        return { status: 'unfinished' }
      },
    )
    const tags = end._tag === 'Left' ? end.left.map(({ _tag }) => _tag) : []
    expect([...new Set(tags)].sort()).toEqual(['NoWorld', 'NotAName', 'OneAgent', 'Twice'])
    expect(asked).toBe(0)
    expect(existsSync(at)).toBe(false)
  })

  it('excludes and counts what the harness failed, and never scores it as 0', async () => {
    const broken: PlayJob = async (job, context) =>
      job.seed === 1201 && job.case.startsWith('case01')
        ? { status: 'failed', reason: 'faults', detail: 'the provider is down' }
        : play(job, context)
    const end = await submit(join(folder, 'broken'), plan, broken)
    const made =
      end._tag === 'Right' && end.right._tag === 'Reported'
        ? (JSON.parse(end.right.report) as SubmissionReport)
        : null
    expect(made?.harness_errors).toEqual({ count: 1, reasons: { faults: 1 } })
    expect(made?.tiers[0]?.score).toMatchObject({ status: 'ok', n: 3 })
  })

  it.each([0, 1])(
    'is not scored where its process fails, tried again %d times',
    async (retries) => {
      let asked = 0
      const dying: LanguageModel = async (request) => {
        asked += 1
        if (request.model === 'mine') throw new Error('it ended with code 127')
        return says(request)
      }
      const at = join(folder, `dying-${retries}`)
      const playing = playBy(() => dying, {
        retries,
        concurrency: 1,
        backoff: () => 0,
        maxFaults: 9,
      })
      const end = await submit(at, { ...plan, seeds: [1200] }, playing)
      const made =
        end._tag === 'Right' && end.right._tag === 'Reported'
          ? (JSON.parse(end.right.report) as SubmissionReport)
          : null
      expect(made).toMatchObject({ games: 2, scored: 0, tiers: [] })
      expect(made?.harness_errors).toEqual({ count: 2, reasons: { faults: 2 } })
      expect(asked).toBe(2 * (retries + 1))
      expect(await findings(at)).toEqual([])
    },
  )

  it('is not scored where its process is late', async () => {
    const hanging: LanguageModel = (request) =>
      request.model === 'mine' ? new Promise(() => undefined) : says(request)
    const playing = playBy(() => hanging, { retries: 0, timeoutMs: 20 })
    const end = await submit(join(folder, 'late'), { ...plan, seeds: [1200] }, playing)
    expect(end._tag === 'Right' ? end.right.end.summary.failures : null).toEqual({ faults: 2 })
  })

  it('is paid for out of the budget, and stops when that is used up', async () => {
    const at = join(folder, 'poor')
    const end = await submit(at, plan, play, { budgetUsd: 5 })
    expect(end._tag === 'Right' ? end.right.end.summary.status : '').toBe('budget')
    const counting: LanguageModel = async (request) => {
      const reply = await says(request)
      return typeof reply === 'string' || request.model !== 'mine'
        ? reply
        : { ...reply, usage: { inputTokens: 90, outputTokens: 10 } }
    }
    const tokens = playBy(() => counting, { retries: 0, concurrency: 1 })
    const few = await submit(join(folder, 'few'), plan, tokens, { budgetTokens: 300 })
    expect(few._tag === 'Right' ? few.right.end.summary.status : '').toBe('budget')
  })

  it('stops when another model answers for it than the pinned one', async () => {
    const pinned = commandAgent({
      ...{ name: 'mine', command: 'none', model: 'm', pin: 'm-1', panel: 'scripted-ir' },
      ...{ environment: 'rule', submitted: true },
    })
    const answering = (model: string): PlayJob =>
      playBy(() => async () => ({ text: 'MESSAGE: hello', model }), { concurrency: 1 })
    const one = { ...plan, agents: [pinned], seeds: [1200] }
    const held = await submit(join(folder, 'held'), one, answering('m-1'))
    expect(held._tag === 'Right' ? held.right._tag : held).toBe('Reported')
    const drifted = await submit(join(folder, 'drifted'), one, answering('m-2'))
    expect(drifted._tag === 'Right' ? drifted.right.end.summary.status : '').toBe('pin_drift')
  })

  it('is not reported when a game does not come out of its answers again', async () => {
    const at = join(folder, 'unlike')
    const forgetful: PlayJob = async (job, context) =>
      play(job, {
        ...context,
        // The last answers are not kept.
        journal: {
          append: async (entry) =>
            entry.id.startsWith('r4') ? undefined : context.journal.append(entry),
        },
      })
    const end = await submit(at, plan, forgetful)
    expect(end._tag === 'Right' ? end.right._tag : '').toBe('NotVerified')
    expect(existsSync(join(at, 'report.json'))).toBe(false)
  })

  it('goes on after a stop, and ends in the same bytes', async () => {
    const at = join(folder, 'stopped')
    let asked = 0
    const stopping: LanguageModel = async (request) => {
      asked += 1
      if (asked === 30) writeFileSync(join(at, 'STOP'), '')
      return says(request)
    }
    const first = await submit(
      at,
      plan,
      playBy(() => stopping, { retries: 0, concurrency: 1 }),
    )
    expect(first._tag === 'Right' ? first.right._tag : '').toBe('Unfinished')
    renameSync(join(at, 'STOP'), join(folder, 'STOP'))
    const second = await submit(at, plan, play)
    expect(second._tag === 'Right' ? second.right._tag : '').toBe('Reported')
    expect(textsBelow(at)).toEqual(textsBelow(whole))
  })
})
