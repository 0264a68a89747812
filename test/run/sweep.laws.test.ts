import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptedCompiler, scriptedVerifier } from '../../src/agents/index.js'
import { playWith } from '../../src/core/episode/index.js'
import { defaultExchangeConfig } from '../../src/economy/index.js'
import {
  type ExchangeQuestion,
  exchangeEpisode,
  officialCases,
  render,
  visibleBilateralCase,
} from '../../src/exchange/index.js'
import { journalHead, journalLine, readJournal } from '../../src/run/journal.js'
import type { ModelRequest } from '../../src/run/language-model.js'
import { jobId, readResultLine, resultLine, scoredRow } from '../../src/run/result-row.js'
import { caseSetHash, submissionReport } from '../../src/run/submission.js'
import {
  builtInAgent,
  builtInAgents,
  commandAgent,
  recordedAgent,
} from '../../src/run/sweep-agents.js'
import { tooManyErrors } from '../../src/run/sweep-guard.js'
import { jobsOf, planText, readPlan, type SweepPlan } from '../../src/run/sweep-plan.js'
import { playBy } from '../../src/run/sweep-players.js'
import { ruleCompiler, ruleVerifier } from '../../src/run/sweep-rule-models.js'
import { scriptNamed } from '../../src/run/sweep-scripted.js'
import { summarizeSweep } from '../../src/run/sweep-summary.js'
import { leaderboard } from '../../src/scoring/index.js'
import { episodeRow, replayRun } from '../../src/trace/index.js'
import { anyEntry, anyRow } from './sweep-rows.js'

const anyPlan: fc.Arbitrary<SweepPlan> = fc
  .record({
    cases: fc.shuffledSubarray([...officialCases], { minLength: 1 }),
    agents: fc.shuffledSubarray([...builtInAgents], { minLength: 1 }),
    seeds: fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 5 }),
    command: fc.boolean(),
  })
  .map(({ cases, agents, seeds, command }) => ({
    cases: cases.map(({ config }) => config),
    agents: [
      ...agents.map((name) => builtInAgent(name)),
      ...(command
        ? [
            commandAgent({
              name: 'mine',
              command: 'cat',
              model: 'm',
              pin: null,
              panel: 'command',
              environment: 'rule',
              submitted: true,
            }),
          ]
        : []),
    ],
    seeds,
    settings: { concurrency: 3 },
  }))

describe('a journal', () => {
  it('L1 kept entries', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 6 }), (entries) => {
        const lines = entries.map((entry) => {
          const line = journalLine(entry)
          return line._tag === 'Right' ? line.right : ''
        })
        expect(lines.every((line) => !line.includes('\n'))).toBe(true)
        expect(readJournal('game')([journalHead('game'), ...lines])).toEqual({
          _tag: 'Right',
          right: entries,
        })
      }),
    )
  })

  it('L2 own game', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (own, other) => {
        const read = readJournal(own)([journalHead(other)])
        expect(read._tag).toBe(own === other ? 'Right' : 'Left')
      }),
    )
  })

  it('names every line that is no entry', () => {
    const read = readJournal('g')([journalHead('g'), '{}', 'no', '{"id":1}'])
    expect(read._tag === 'Left' ? read.left.map(({ path }) => path[0]) : []).toEqual([1, 2, 3])
    expect(readJournal('g')(['nothing'])._tag).toBe('Left')
  })
})

describe('a result row', () => {
  it('L1 content id', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, (one, other) => {
        const jobs = [...ids(one), ...ids({ ...other, settings: null })]
        const contents = new Map<string, string>()
        for (const { id, content } of jobs) {
          expect(contents.get(id) ?? content).toBe(content)
          contents.set(id, content)
        }
        expect(new Set(contents.values()).size).toBe(contents.size)
      }),
      { numRuns: 20 },
    )
    const job = { caseHash: 'c', roles: null, players: null, seed: 1 }
    const changed = [{ caseHash: 'd' }, { roles: {} }, { players: 1 }, { seed: 2 }]
    const found = changed.map((change) => jobId({ ...job, ...change }))
    expect(new Set([jobId(job), ...found]).size).toBe(5)
    expect(jobId({ ...job, roles: { a: 1, b: 2 } })).toBe(jobId({ ...job, roles: { b: 2, a: 1 } }))
  })

  it('L2 row inverse', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(readResultLine(resultLine(row))).toEqual({ _tag: 'Right', right: row })
      }),
    )
  })
})

/** Everything that decides a job, as one text. */
const ids = (plan: SweepPlan): ReadonlyArray<{ readonly id: string; readonly content: string }> => {
  const jobs = jobsOf(plan)
  if (jobs._tag === 'Left') throw new Error(JSON.stringify(jobs.left))
  return jobs.right.map((job) => ({
    id: job.id,
    content: JSON.stringify([job._tag === 'Market' ? job.config : job.setup, job.players]),
  }))
}

describe('a plan', () => {
  it('L1 each once', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const jobs = jobsOf(plan)
        if (jobs._tag === 'Left') throw new Error(JSON.stringify(jobs.left))
        const { cases, agents, seeds } = plan
        expect(jobs.right.length).toBe(cases.length * agents.length * seeds.length)
        for (const key of ['id', 'name'] as const) {
          expect(new Set(jobs.right.map((job) => job[key])).size).toBe(jobs.right.length)
        }
        const triples = cases.flatMap((one) =>
          agents.flatMap(({ name }) => seeds.map((seed) => `${one.name} ${name} ${seed}`)),
        )
        expect(jobs.right.map((job) => `${job.case} ${job.agent} ${job.seed}`)).toEqual(triples)
      }),
      { numRuns: 30 },
    )
  })

  it('L2 plan inverse', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(readPlan(planText(plan))).toEqual({ _tag: 'Right', right: plan })
      }),
      { numRuns: 30 },
    )
  })

  it('tells everything that is wrong with it at once', () => {
    const greedy = builtInAgent('greedy')
    const jobs = jobsOf({
      cases: [
        { ...defaultExchangeConfig, name: 'a/b' },
        { ...defaultExchangeConfig, name: 'two__parts' },
      ],
      agents: [
        greedy,
        { ...greedy, name: 'again' },
        { ...greedy, name: 'x', players: 1, policies: { ...greedy.policies, panel: {} } },
      ],
      seeds: [1, 1, 0.5],
      settings: null,
    })
    const tags =
      jobs._tag === 'Left' ? jobs.left.map(({ _tag, path }) => `${_tag} ${path.join('.')}`) : []
    expect(tags).toEqual([
      'NotAName cases.0.name',
      'NotAName cases.1.name',
      'Twice agents.1',
      'Twice seeds.1',
      'Malformed seeds.2',
      'NotPlayable agents.2.a/b.roles.panel.0.policy.kind',
      'NotPlayable agents.2.two__parts.roles.panel.0.policy.kind',
    ])
  })
})

describe('an agent of a sweep', () => {
  it('is recorded under the name that is told: what its replayed runs are listed by', async () => {
    const command = {
      command: 'cat',
      pin: null,
      panel: 'scripted-ir',
      environment: 'rule',
    } as const
    const agents = [
      ...builtInAgents.map((name) => builtInAgent(name)),
      commandAgent({ ...command, name: 'command', model: 'vendor/m', submitted: false }),
      commandAgent({ ...command, name: 'pinned', model: 'vendor/m', pin: 'm-1', submitted: false }),
      commandAgent({ ...command, name: 'mine', model: 'vendor/m', submitted: true }),
    ]
    const cases = [{ ...visibleBilateralCase.config, rounds: 1 }]
    const jobs = jobsOf({ cases, agents, seeds: [1200], settings: null })
    if (jobs._tag === 'Left') throw new Error(JSON.stringify(jobs.left))
    for (const [at, job] of jobs.right.entries()) {
      const end = await playBy(() => async () => 'MESSAGE: none')(job, {
        journal: { append: async () => undefined },
        recovered: [],
        signal: new AbortController().signal,
        spent: () => undefined,
      })
      if (end.status !== 'ok') throw new Error(JSON.stringify(end))
      const report = replayRun({ name: job.name, files: end.files.files })
      const agent = agents[at]
      expect(episodeRow(report)).toMatchObject({
        status: 'ok',
        agent: agent === undefined ? '' : recordedAgent(agent),
      })
    }
  })
})

describe('the guard of a sweep', () => {
  it('L1 few errors', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 7 }), (rows) => {
        expect(tooManyErrors()(rows)).toBe(false)
      }),
    )
  })

  it('L2 monotone', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 8, maxLength: 40 }), anyRow, (rows, row) => {
        const failed = {
          ...row,
          status: 'failed',
          reason: 'mute',
          detail: '',
          answers: 0,
          cost_usd: 0,
        } as const
        fc.pre(tooManyErrors()(rows))
        expect(tooManyErrors()([...rows, failed])).toBe(true)
      }),
    )
  })

  it('looks from 8 ended games on, and above a quarter', () => {
    const row = (status: 'ok' | 'failed', seed: number) =>
      status === 'failed'
        ? ({
            id: `${seed}`,
            case: 'c',
            agent: 'a',
            seed,
            status,
            reason: 'mute',
            detail: '',
            answers: 0,
            cost_usd: 0,
          } as const)
        : ({
            id: `${seed}`,
            case: 'c',
            agent: 'a',
            seed,
            status,
            tier: 't',
            realized: 1,
            attainable: 1,
            rounds: 1,
            seats: {},
          } as const)
    const rows = (failed: number, all: number) =>
      Array.from({ length: all }, (_, at) => row(at < failed ? 'failed' : 'ok', at))
    expect([
      tooManyErrors()(rows(7, 7)),
      tooManyErrors()(rows(2, 8)),
      tooManyErrors()(rows(3, 8)),
    ]).toEqual([false, false, true])
    expect(tooManyErrors()(rows(3, 8).map((one) => ({ ...one, withdrawn: 'x' })))).toBe(false)
  })
})

describe('the summary of a sweep', () => {
  it('L1 all counted', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), (rows) => {
        const { groups, counts } = summarizeSweep(rows, 'complete')
        const sum = (of: typeof counts): number => of.ok + of.failed + of.missing + of.withdrawn
        expect(groups.reduce((total, group) => total + sum(group.counts), 0)).toBe(rows.length)
        expect(sum(counts)).toBe(rows.length)
      }),
    )
  })

  it('keeps development seeds and held-out ones apart, and scores no withdrawn row', () => {
    const rows = [1200, 1201, 77].map((seed) => ({
      ...{ id: `${seed}`, case: 'c', agent: 'a', seed, status: 'ok', tier: 't' },
      ...{ realized: seed === 77 ? 1 : 2, attainable: 4, rounds: 1, seats: {} },
      ...(seed === 1201 ? { withdrawn: 'a slip', realized: 4 } : {}),
    })) as ReadonlyArray<Parameters<typeof scoredRow>[0]>
    const [group] = summarizeSweep(rows, 'complete').groups
    expect(group?.development).toMatchObject({ status: 'ok', aer: 0.5, n: 1 })
    expect(group?.heldOut).toMatchObject({ status: 'ok', aer: 0.25, n: 1 })
    const board = leaderboard(rows.flatMap((row) => scoredRow(row) ?? []))
    expect(board.status).toBe('ok')
  })
})

describe('a submission', () => {
  const anyFiles = fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,8}\.json$/), text: fc.json() }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 5 },
  )

  it('L1 set hash', () => {
    fc.assert(
      fc.property(anyFiles, fc.nat(), fc.nat(), (files, which, at) => {
        const hash = caseSetHash(files)
        expect(hash).toBe(caseSetHash([...files].reverse()))
        const changed = files.map((file, index) =>
          index === which % files.length
            ? {
                ...file,
                text: `${file.text.slice(0, at % (file.text.length + 1))}~${file.text.slice(at % (file.text.length + 1))}`,
              }
            : file,
        )
        expect(caseSetHash(changed)).not.toBe(hash)
      }),
    )
    // SHA-256 of `a.json{}b.json[]`, by coreutils.
    expect(
      caseSetHash([
        { name: 'b.json', text: '[]' },
        { name: 'a.json', text: '{}' },
      ]),
    ).toBe('e141355f736ba2150ac729dcf2636475ea2caf8a42820e6ce2a4e24df326c8e5')
  })

  it('L2 excluded', () => {
    const plan = { cases: [], agents: [], seeds: [], settings: null }
    const report = (rows: ReadonlyArray<Parameters<typeof scoredRow>[0]>) =>
      submissionReport({
        plan,
        cases: [],
        rows,
        replays: { verified: 0, from_answers: 0 },
        files: {},
      })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), (rows) => {
        const scored = rows.filter(({ status }) => status === 'ok')
        expect(report(rows).tiers).toEqual(report(scored).tiers)
        const errors = rows.filter((row) => row.status !== 'ok' && row.withdrawn === undefined)
        expect(report(rows).harness_errors.count).toBe(errors.length)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the models that go by rule', () => {
  it('L1 same by text', async () => {
    const request = (prompt: string): ModelRequest => ({
      ...{ system: '', prompt, maxTokens: 1, temperature: null, sample: null, model: '' },
      ...{ id: '', role: '', attempt: 1, signal: new AbortController().signal },
    })
    let compared = 0
    for (const { config } of officialCases) {
      for (const name of ['random', 'random-transfer', 'greedy', 'no-op'] as const) {
        const questions: Array<ExchangeQuestion> = []
        const agent = scriptNamed(`edgeworth/${name}`, 5)
        const episode = exchangeEpisode({ config: { ...config, seed: 5, rounds: 2 } })
        if (agent === null || episode._tag === 'Left') throw new Error('no game')
        playWith((_id, question: ExchangeQuestion) => {
          if (question.agent !== null) return agent(question)
          questions.push(question)
          return question._tag === 'Compile'
            ? scriptedCompiler(question)
            : scriptedVerifier(question)
        })(episode.right)
        for (const question of questions) {
          const isCompiler = question._tag === 'Compile'
          const model = isCompiler ? ruleCompiler(config) : ruleVerifier(config)
          const said = await model(request(render(question.observation).prompt))
          const script = isCompiler ? scriptedCompiler(question) : scriptedVerifier(question)
          expect(said).toEqual({ text: script._tag === 'Text' ? script.text : null, costUsd: 0 })
          compared += 1
        }
      }
    }
    expect(compared).toBe(64)
  })
})
