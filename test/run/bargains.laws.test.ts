import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Buyer,
  bargain,
  drawWorlds,
  type LiveQuestion,
  liveGame,
  wideGenerator,
} from '../../src/bargaining/index.js'
import {
  actionAnswer,
  openQuestions,
  playWith,
  type QuestionId,
} from '../../src/core/episode/index.js'
import { bargainAgent } from '../../src/run/bargain-agents.js'
import { setupOfSeed } from '../../src/run/bargain-case.js'
import { bargainJobs } from '../../src/run/bargain-plan.js'
import {
  scriptedBuyer,
  scriptedBuyers,
  scriptedNegotiators,
  scriptedSeller,
  scriptedSellers,
  sellerMove,
} from '../../src/run/bargain-scripts.js'
import { bargainScript, nameSeats, seatAsked } from '../../src/run/bargain-seats.js'
import type { LanguageModel } from '../../src/run/language-model.js'
import { playScriptedBargain, runBargain } from '../../src/run/run-bargain.js'
import { jobsOf, planText, readPlan } from '../../src/run/sweep-plan.js'
import {
  askedOf,
  bargainSetup,
  bargainsOf,
  replayBargains,
} from '../../src/trace/bargaining/index.js'
import { everyCase, filesOf, haggles, modelPlan } from './bargain-sweeps.js'

const jobs = bargainJobs(modelPlan())
const anyJob = fc.constantFrom(...jobs)
const anyBuyer: fc.Arbitrary<Buyer> = fc
  .constantFrom(...scriptedBuyers)
  .map((name) => scriptedBuyer(name, 'wide') as Buyer)

/** Waits for as many turns of the event loop as a text comes to, so that answers arrive in another order. */
const shuffled =
  (salt: number, model: LanguageModel): LanguageModel =>
  async (request) => {
    const turns = (salt * (request.id.length + request.prompt.length)) % 5
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    return model(request)
  }

describe('scripts of a bargain', () => {
  it('L1 own script', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scriptedSellers),
        anyBuyer,
        fc.bigInt(0n, 1000n),
        (name, buyer, seed) => {
          const [world] = drawWorlds(wideGenerator)(seed, 1)
          const seller = scriptedSeller(name, 4)
          if (world === undefined || seller === null) throw new Error('no game')
          const inside = bargain(seller)(buyer)(world)
          const asked = playWith((_id, question: LiveQuestion) =>
            question.seat === 'buyer'
              ? actionAnswer(buyer.move(question.observation))
              : actionAnswer(sellerMove(seller, question.observation)),
          )(liveGame({ counterpart: seller.name, buyer: buyer.name })(world))
          if (asked._tag !== 'Finished') throw new Error('no end')
          const { outcome } = asked.result.transcript
          // Where both are asked, an ask at or below the standing offer is a deal at the offer.
          const crossed = inside.moves.find((move, at) => {
            const next = inside.asks[at + 1]
            return move._tag === 'Offer' && next !== undefined && next <= move.price
          })
          if (crossed?._tag === 'Offer') expect(outcome).toMatchObject({ price: crossed.price })
          else expect(outcome).toEqual(inside.outcome)
        },
      ),
    )
  })

  it('are found by name in their own seats, and nobody by an inherited one', () => {
    for (const name of ['__proto__', 'toString', 'nobody', '']) {
      expect([scriptedBuyer(name, 'wide'), scriptedSeller(name, 4)]).toEqual([null, null])
    }
    const [setup] = everyCase.map((one) => one.setup)
    if (setup === undefined) throw new Error('no setup')
    expect(bargainScript(setup, 'underTest', 'stubborn')).not.toBeNull()
    expect(bargainScript(setup, 'counterpart', 'linear')).toBeNull()
  })
})

describe('seats of a bargain', () => {
  it('L1 told apart', () => {
    fc.assert(
      fc.property(anyJob, fc.boolean(), ({ setup, seats }, isSame) => {
        const other = { kind: 'llm', model: isSame ? 'm' : 'n', pin: null } as const
        const named = nameSeats({ ...seats, counterpart: other })(setup)
        const names = new Map<string, Set<string | null>>()
        const seatOf = seatAsked(named)
        const hear = (id: QuestionId): void => {
          const seat = seatOf(id)
          names.set(seat, (names.get(seat) ?? new Set()).add(askedOf(named)(id)))
        }
        let episode = bargainsOf(named)
        while (episode._tag === 'Asking') {
          const [id] = openQuestions(episode).keys()
          if (id === undefined) throw new Error('nothing is asked')
          hear(id)
          const next = episode.answer(id, actionAnswer({ _tag: 'Hold' }))
          if (next._tag === 'Left') throw new Error('not taken')
          episode = next.right
        }
        expect([...names.values()].every((own) => own.size === 1)).toBe(true)
        expect(names.size).toBe(named.game === 'anchored' ? 1 : 2)
        const asked = [...names.values()].flatMap((own) => [...own])
        expect(new Set(asked).size).toBe(asked.length)
      }),
    )
  })
})

describe('a case of bargains', () => {
  it('L1 own world', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyCase), fc.integer(), ({ setup }, seed) => {
        const made = setupOfSeed(setup)(seed)
        const isListed = setup.drawn === null
        if (isListed && (seed < 1 || seed > setup.worlds.length)) {
          expect(made._tag).toBe('Left')
          return
        }
        if (made._tag === 'Left') throw new Error('no world')
        expect(made.right.worlds.length).toBe(1)
        expect(bargainSetup(made.right)).toEqual({ _tag: 'Right', right: made.right })
        if (isListed) expect(made.right.worlds[0]).toEqual(setup.worlds[seed - 1])
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), (seed) => {
        for (const { setup } of everyCase) expect(setupOfSeed(setup)(seed)._tag).toBe('Right')
      }),
    )
  })
})

describe('a plan of bargains', () => {
  it('is read as it was written, and every change of content changes the id of a job', () => {
    const plan = modelPlan()
    expect(readPlan(planText(plan))).toEqual({ _tag: 'Right', right: plan })
    const ids = new Set(jobs.map(({ id }) => id))
    expect(ids.size).toBe(everyCase.length * 4)
    const renamed = bargainJobs({
      ...plan,
      cases: plan.cases.map((one) => ({ ...one, name: `x-${one.name}` })),
      agents: plan.agents.map((one) => ({ ...one, name: 'other' })),
      seeds: [4, 3, 2, 1],
      settings: { retries: 1 },
    })
    expect(new Set(renamed.map(({ id }) => id))).toEqual(ids)
    const [agent] = plan.agents
    if (agent === undefined) throw new Error('no agent')
    const underTest = { kind: 'llm', model: 'm', pin: 'm-2' } as const
    for (const other of [
      { ...agent, players: { command: 'another' } },
      { ...agent, policies: { ...agent.policies, underTest } },
    ]) {
      for (const { id } of bargainJobs({ ...plan, agents: [other] }))
        expect(ids.has(id)).toBe(false)
    }
  })

  it('has the same jobs whoever the counterpart of a seller in the setup would be', () => {
    const [one] = everyCase
    const plan = { ...modelPlan(one === undefined ? [] : [one]) }
    const idsWith = (counterpart: string | null) =>
      bargainJobs({ ...plan, agents: [bargainAgent('stubborn', counterpart)] }).map(({ id }) => id)
    expect(idsWith(null)).toEqual(idsWith('linear'))
  })

  it('tells everything that is wrong with it at once', () => {
    const [pinned, , live, symmetric] = everyCase
    if (pinned === undefined || live === undefined || symmetric === undefined) throw new Error('')
    const found = jobsOf({
      ...modelPlan([pinned, { ...live, name: 'a/b' }, symmetric]),
      agents: [bargainAgent('stubborn', 'linear'), bargainAgent('reference')],
      seeds: [0, 31, 1, 1],
    })
    const tags =
      found._tag === 'Left' ? found.left.map(({ _tag, path }) => `${_tag} ${path.join('.')}`) : []
    expect(tags).toEqual([
      'NotAName cases.1.name',
      'Twice seeds.3',
      'NotPlayable cases.0.seed',
      'NotPlayable cases.0.seed',
      'NotPlayable agents.0.symmetric',
      'NotPlayable agents.0.symmetric',
      'NotPlayable agents.1.pinned',
      'NotPlayable agents.1.a/b',
      'NotPlayable agents.1.a/b',
      'NotPlayable agents.1.symmetric',
    ])
    expect(readPlan('{"format":"edgeworth-bargain-sweep/1"}')._tag).toBe('Left')
  })
})

describe('a run of a bargain', () => {
  it('L1 same bytes', async () => {
    for (const job of jobs) {
      const whole = await filesOf(job, haggles, { limits: { concurrency: 1 } })
      for (const salt of [1, 3]) {
        const other = await filesOf(job, shuffled(salt, haggles))
        expect(other.files).toEqual(whole.files)
        const at = (salt * 2) % (whole.journal.length + 1)
        const on = await filesOf(job, shuffled(salt, haggles), {
          recovered: other.journal.slice(0, at),
        })
        expect(on.files).toEqual(whole.files)
      }
    }
  })

  it('L2 verified files', async () => {
    for (const job of jobs) {
      const { files } = await filesOf(job, haggles)
      expect(replayBargains(files)).toMatchObject({ _tag: 'Verified', setup: job.setup })
    }
    for (const [name, counterpart, one] of [
      ...scriptedBuyers.map((buyer) => [buyer, 'reactive', everyCase[2]] as const),
      ...scriptedNegotiators.map((own) => [own, 'reference', everyCase[3]] as const),
    ]) {
      if (one === undefined) throw new Error('no case')
      const plan = { ...modelPlan([one]), agents: [bargainAgent(name, counterpart)] }
      for (const job of bargainJobs(plan)) {
        const end = playScriptedBargain(job)
        if (end.status !== 'ok') throw new Error(end.detail)
        expect(replayBargains(end.files)._tag).toBe('Verified')
      }
    }
  })

  it('L3 never zero', async () => {
    const mute: LanguageModel = async ({ role }) =>
      role === 'seller' ? 'I ask $100.' : { text: '', costUsd: 0.5 }
    for (const job of jobs) {
      const { setup, seats } = job
      // In the symmetric game both sides are the same model's, which speaks when it sells.
      const models = { m: setup.game === 'symmetric' ? async () => '' : mute }
      const end = await runBargain({ setup, seats, models })
      expect(end).toMatchObject({ status: 'failed', reason: 'mute' })
      expect(end.status === 'failed' ? end.detail : '').toMatch(/said nothing/)
      const played = await runBargain({ setup, seats, models, limits: { mute: null } })
      expect(played.status).toBe('ok')
    }
  })

  it('is set up only where every seat is held', async () => {
    const [job] = jobs
    if (job === undefined) throw new Error('no job')
    const { setup, seats } = job
    expect(await runBargain({ setup, seats })).toMatchObject({
      status: 'failed',
      reason: 'setup',
      detail: 'no model is named m',
    })
    expect(playScriptedBargain(job)).toMatchObject({ status: 'failed', reason: 'setup' })
    expect(
      await runBargain({ setup: { ...setup, format: 'x' as 'edgeworth-bargains/1' }, seats }),
    ).toMatchObject({ reason: 'setup' })
  })
})
