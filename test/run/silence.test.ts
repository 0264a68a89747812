import { describe, expect, it } from 'vitest'
import { visibleBilateralCase } from '../../src/exchange/index.js'
import { type LanguageModel, playExchange, singleSeat } from '../../src/run/index.js'
import { commandAgent } from '../../src/run/sweep-agents.js'
import { type LiveContext, playLive } from '../../src/run/sweep-live.js'
import { jobsOf } from '../../src/run/sweep-plan.js'
import { except, speaking } from './market-models.js'

const noWait = { backoff: () => 0, concurrency: 1 }
const seats = (underTest: LanguageModel) =>
  singleSeat(1, {
    underTest: { name: 'm', ask: underTest },
    panel: speaking,
    environment: speaking,
  })
const played = (underTest: LanguageModel, limits = {}) =>
  playExchange(visibleBilateralCase, {
    seed: 1200,
    seats: seats(underTest),
    limits: { ...noWait, ...limits },
  })

describe('the silence of one seat', () => {
  it('fails the run at its end although the others speak', async () => {
    // Eight calls of forty-eight: too few for the rate over all.
    const run = await played(async () => '', { mute: { after: 1000, every: 1, above: 0.2 } })
    expect(run).toMatchObject({ status: 'failed', reason: 'mute' })
    expect(run.status === 'failed' && run.detail).toBe('under_test said nothing in 8 of 8 calls')
    expect(run).not.toHaveProperty('files')
  })

  it('fails the run if its own rate is above the bound, and not below', async () => {
    const silentIn = (calls: number): LanguageModel => {
      let asked = 0
      return async (request) => {
        asked += 1
        // The last calls: the breaker of the whole run has looked before.
        return asked > 8 - calls ? { text: '' } : speaking(request)
      }
    }
    const once = { tokenLadder: [4096], mute: { after: 8, every: 1000, above: 0.2 } }
    expect((await played(silentIn(1), once)).status).toBe('ok')
    const twice = await played(silentIn(2), once)
    expect(twice.status === 'failed' && twice.detail).toBe(
      'under_test said nothing in 2 of 8 calls',
    )
    // Two of eight are too few calls to be judged by where the breaker waits for twelve.
    expect((await played(silentIn(2), { tokenLadder: [4096] })).status).toBe('ok')
  })

  it("of a submitted process is its policy, and the failure of it is nobody's", async () => {
    const submitted = (ask: LanguageModel) =>
      playExchange(visibleBilateralCase, {
        seed: 1200,
        limits: { ...noWait, retries: 1 },
        seats: singleSeat(1, {
          underTest: { name: 'mine', submit: { ask, pin: null } },
          panel: speaking,
          environment: speaking,
        }),
      })
    const silent = await submitted(async () => ({ text: '', costUsd: 0.5 }))
    expect(silent.status).toBe('ok')
    expect(silent.spend.bySeat.under_test).toMatchObject({ calls: 8, blank: 8, costUsd: 4 })
    const dead = await submitted(() => Promise.reject(new Error('it ended with code 127')))
    expect(dead.status === 'failed' && dead.reason).toBe('faults')
    expect(dead.journal.filter(({ calls }) => calls[0]?.origin === 'submitted')).toEqual([])
  })

  it('may be a flood: texts longer than any that is taken are none', async () => {
    const flood = 'x'.repeat(2_000_000)
    const run = await played(async () => flood)
    expect(run.status === 'failed' && run.reason).toBe('mute')
  })

  it('is not diluted by a compiler and a verifier that go by rule', async () => {
    const agent = commandAgent({
      ...{ name: 'mine', command: 'none', model: 'm', pin: null, panel: 'scripted-ir' },
      ...{ environment: 'rule', submitted: false },
    })
    const jobs = jobsOf({
      cases: [visibleBilateralCase.config],
      agents: [agent],
      seeds: [1200],
      settings: null,
    })
    const [job] = jobs._tag === 'Right' ? jobs.right : []
    if (job === undefined) throw new Error('there is a job')
    const context: LiveContext = {
      journal: { append: async () => undefined },
      recovered: [],
      signal: new AbortController().signal,
      spent: () => undefined,
    }
    const model = except('communication', async () => '')
    const limits = { ...noWait, mute: { after: 8, every: 1000, above: 0.2 } }
    const end = await playLive({ models: { m: model }, limits })(job, context)
    expect(end).toMatchObject({ status: 'failed', reason: 'mute' })
  })
})
