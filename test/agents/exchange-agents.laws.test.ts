import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerWith,
  canonicalVoice,
  compileByRule,
  decliner,
  type ExchangeAgent,
  noOpAgent,
  type PrivilegedExchangeAgent,
  politeVoice,
  privilegedBilateralAgent,
  privilegedGreedyAgent,
  randomTextAgent,
  randomTransferAgent,
  rowsInText,
  saysAccept,
  scriptedCompiler,
  scriptedVerifier,
} from '../../src/agents/index.js'
import {
  applyVerifier,
  compileMechanism,
  developmentSeeds,
  officialCases,
  readDecision,
} from '../../src/exchange/index.js'
import type { ExchangeQuestion, QuestionAt, RespondView } from '../../src/exchange/question.js'
import { ownGain } from '../../src/exchange/seat-gain.js'
import { deltas, type Mechanism, marketOf, type Transfer } from '../../src/settlement/index.js'
import { arbitraryTransfers } from '../support/arbitrary-transfers.js'
import { against, type Played, panel, playTable, wordsOf } from './tables.js'

const market = marketOf(5, 5)
const settlements = fc.array(arbitraryTransfers, { minLength: 1, maxLength: 4 })
const cases = fc.constantFrom(...officialCases)
const seeds = fc.constantFrom(...developmentSeeds)
const bilateral = (['first_ir', 'max_joint', 'max_own'] as const).map((policy) =>
  privilegedBilateralAgent(policy),
)
const controllers: fc.Arbitrary<PrivilegedExchangeAgent> = fc.constantFrom(
  ...bilateral,
  privilegedGreedyAgent(),
  privilegedGreedyAgent({ voice: politeVoice }),
)
const unprivileged: fc.Arbitrary<ExchangeAgent> = fc.constantFrom(
  noOpAgent,
  randomTextAgent(3n),
  randomTransferAgent(4n),
)
const few = { numRuns: 12 }

const at = <P extends ExchangeQuestion['_tag']>(played: Played, phase: P) =>
  played.asked.flatMap(([question, answer]) =>
    question._tag === phase ? [[question as QuestionAt<P>, wordsOf(answer)] as const] : [],
  )
const settling = (rows: ReadonlyArray<Transfer>): Mechanism => ({
  proposerId: 1,
  label: '',
  summary: '',
  transfers: rows,
  consentingAgents: [],
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})
const names = ['r1', 'r2', 'r3', 'r4', 'r5']

describe('exchange agent laws', () => {
  it('L1 seated', () => {
    fc.assert(
      fc.property(cases, seeds, (official, seed) => {
        const said =
          (name: string): PrivilegedExchangeAgent =>
          () => ({ _tag: 'Text', text: name })
        const { asked } = playTable(official, seed, {
          agents: (agent) => (agent === 3 ? null : said(`a${agent}`)),
          compiler: said('compiler'),
          verifier: said('verifier'),
        })
        for (const [question, answer] of asked) {
          const own = question.agent === null ? question.role : `a${question.agent}`
          if (question.agent === 3) expect(answer._tag).toBe('Fault')
          else expect(wordsOf(answer)).toBe(own)
        }
      }),
      few,
    )
  })

  it('L2 hidden away', () => {
    fc.assert(
      fc.property(cases, seeds, unprivileged, (official, seed, agent) => {
        const { asked } = playTable(official, seed, against(agent))
        const policy = answerWith(against(agent))
        const other = asked[0]?.[0].hidden.ledger
        for (const [question, answer] of asked) {
          if (question.agent !== 1 && question.agent !== null) continue
          const hidden = {
            ...question.hidden,
            ledger: { ...question.hidden.ledger, allocation: [] },
          }
          expect(policy(question.id, { ...question, hidden })).toEqual(answer)
        }
        expect(other).toBeDefined()
      }),
      few,
    )
  })
})

describe('reader laws', () => {
  it('L1 canonical rows', () => {
    fc.assert(
      fc.property(settlements, fc.integer({ min: 1, max: 9 }), (rows, round) => {
        const found = rowsInText(market, canonicalVoice(1, rows, round))
        expect(found).toEqual({ _tag: 'Rows', transfers: rows })
      }),
    )
  })

  it('L2 sentences read', () => {
    fc.assert(
      fc.property(settlements, (rows) => {
        const text = rows
          .map((t) => `a${t.from} gives ${t.quantity} ${t.resource} to a${t.to}`)
          .join(', and then ')
        expect(rowsInText(market, `I think that ${text}!`)).toEqual({
          _tag: 'Rows',
          transfers: rows,
        })
      }),
    )
  })

  it('L1 same decision', () => {
    fc.assert(
      fc.property(settlements, fc.integer({ min: 1, max: 12 }), (rows, round) => {
        const polite = rowsInText(market, politeVoice(1, rows, round))
        const understood = round % 2 === 1
        expect(polite).toEqual(understood ? { _tag: 'Rows', transfers: rows } : { _tag: 'NoRows' })
      }),
    )
  })

  it('tells what is no row from rows that cannot be', () => {
    expect(rowsInText(market, '')).toEqual({ _tag: 'NoRows' })
    expect(rowsInText(market, 'a1 gives 2 r9 to a2')._tag).toBe('Unreadable')
    expect(rowsInText(market, 'a1 gives 2 r1 to a1')._tag).toBe('Unreadable')
    expect(rowsInText(market, 'SETTLEMENT:\na1 | a2 | r1 | many')._tag).toBe('Unreadable')
    expect(rowsInText(market, 'SETTLEMENT:\nnone\nMESSAGE: a1 gives 2 r1 to a2')._tag).toBe('Rows')
  })

  it('takes acceptance from the message alone, and none that is taken back', () => {
    expect(saysAccept('I ACCEPT every row.')).toBe(true)
    expect(saysAccept('I ACCEPT. On reflection I DECLINE.')).toBe(false)
    expect(saysAccept('MESSAGE: no\nCONSENT CONDITIONS: I ACCEPT')).toBe(false)
    expect(saysAccept('I accept your point')).toBe(false)
    for (const nothing of ['', ' \n', 'MESSAGE:\n', 'MESSAGE:\nnone']) {
      expect(saysAccept(nothing)).toBe(false)
    }
  })
})

describe('panelist laws', () => {
  it('L1 good only', () => {
    const careless = [1n, 2n, 3n, 4n].map(randomTransferAgent)
    const all = fc.oneof(controllers, fc.constantFrom<PrivilegedExchangeAgent>(...careless))
    fc.assert(
      fc.property(cases, seeds, all, (official, seed, own) => {
        const played = playTable(official, seed, against(own))
        for (const [{ observation }, text] of at(played, 'Respond')) {
          if (!saysAccept(text)) continue
          const found = rowsInText(market, observation.proposal)
          if (found._tag !== 'Rows') return expect.unreachable()
          expect(ownGain(observation, found.transfers)).toBeGreaterThan(1e-9)
        }
        for (const [{ observation, hidden, agent }, text] of at(played, 'Accept')) {
          if (agent === 1 && careless.includes(own as ExchangeAgent)) continue
          const { approve } = readDecision(text, names)
          const delta = deltas(hidden.ledger, settling(observation.transfers))[agent] ?? 0
          expect(approve).toBe(delta > 1e-9 && observation.transfers.some(({ to }) => to === agent))
        }
      }),
      few,
    )
  })

  it('declines what would cost it something', () => {
    const official = officialCases[0] ?? expect.unreachable()
    const played = playTable(official, 1200, against(randomTransferAgent(5n)))
    const costly = at(played, 'Respond').filter(([{ observation }]) => {
      const found = rowsInText(market, observation.proposal)
      if (found._tag !== 'Rows') return false
      const isAsked = found.transfers.some(({ from }) => from === observation.agent)
      return isAsked && ownGain(observation, found.transfers) <= 1e-9
    })
    expect(costly.length).toBeGreaterThan(0)
    for (const [, text] of costly) expect(saysAccept(text)).toBe(false)
  })

  it('L2 parse first', () => {
    fc.assert(
      fc.property(cases, seeds, fc.string(), (official, seed, proposal) => {
        const { asked } = playTable(official, seed, against(panel))
        const question = asked.find(([{ _tag }]) => _tag === 'Respond')?.[0]
        if (question?._tag !== 'Respond') return expect.unreachable()
        const observation: RespondView = { ...question.observation, proposal }
        if (rowsInText(market, proposal)._tag === 'Rows') return
        expect(saysAccept(wordsOf(panel({ ...question, observation })))).toBe(false)
      }),
      few,
    )
  })

  it('L3 never yes', () => {
    fc.assert(
      fc.property(cases, seeds, controllers, (official, seed, own) => {
        const played = playTable(official, seed, against(own, decliner(panel)))
        const responses = at(played, 'Respond').filter(([{ agent }]) => agent !== 1)
        expect(responses.some(([, text]) => saysAccept(text))).toBe(false)
        expect(responses.length).toBeGreaterThan(0)
        const decisions = at(played, 'Accept').filter(([{ agent }]) => agent !== 1)
        expect(decisions.some(([, text]) => readDecision(text, names).approve)).toBe(false)
        expect(played.result.totals.applied).toBe(0)
      }),
      few,
    )
  })

  it('L1 nothing moves', () => {
    fc.assert(
      fc.property(cases, seeds, (official, seed) => {
        const { result } = playTable(official, seed, against(noOpAgent))
        expect(result.ledger.allocation).toEqual(result.ledger.world.allocation)
        expect(result.totals.counts).toMatchObject({ empty: 0, unreadable: 0, faults: 0 })
      }),
      few,
    )
  })
})

describe('random agent laws', () => {
  const randoms = fc
    .tuple(
      fc.bigInt({ min: 0n, max: 2n ** 64n }),
      fc.constantFrom(randomTextAgent, randomTransferAgent),
    )
    .map(([seed, make]) => [make(seed), make(seed)] as const)

  it('L1 seeded', () => {
    fc.assert(
      fc.property(cases, seeds, randoms, (official, seed, [first, second]) => {
        const { asked } = playTable(official, seed, against(first))
        const own = asked.filter(([{ agent }]) => agent === 1)
        for (const [question, answer] of [...own].reverse())
          expect(second(question)).toEqual(answer)
      }),
      few,
    )
  })

  it('L2 executable rows', () => {
    fc.assert(
      fc.property(cases, seeds, fc.bigInt({ min: 0n }), (official, seed, draws) => {
        const played = playTable(official, seed, against(randomTransferAgent(draws)))
        for (const [{ observation, hidden }, text] of at(played, 'Propose')) {
          const found = rowsInText(market, text)
          if (found._tag !== 'Rows') return expect.unreachable()
          for (const { from, to, resource, quantity } of found.transfers) {
            const held = hidden.ledger.allocation[from - 1]?.[names.indexOf(resource)] ?? 0
            const isShown = from === 1 || observation.allocation !== null
            if (isShown) expect(quantity).toBeLessThanOrEqual(held)
            expect([1, ...observation.contacts]).toContain(from)
            expect([1, ...observation.contacts]).toContain(to)
          }
        }
      }),
      few,
    )
  })

  it('differ from seed to seed', () => {
    const texts = [1n, 2n, 3n].map((seed) => {
      const [first] = officialCases
      if (first === undefined) return ''
      const { asked } = playTable(first, 1200, against(randomTransferAgent(seed)))
      return JSON.stringify(asked.map(([, answer]) => answer))
    })
    expect(new Set(texts).size).toBe(3)
  })
})

describe('privileged controller laws', () => {
  it('L1 both gain', () => {
    fc.assert(
      fc.property(
        cases,
        seeds,
        fc.constantFrom(...bilateral, privilegedGreedyAgent()),
        (official, seed, own) => {
          const played = playTable(official, seed, against(own))
          for (const [{ hidden }, text] of at(played, 'Propose')) {
            const found = rowsInText(market, text)
            if (found._tag !== 'Rows') continue
            const gains = deltas(hidden.ledger, settling(found.transfers))
            for (const { from, resource, quantity } of found.transfers) {
              expect(gains[from]).toBeGreaterThan(1e-9)
              const held = hidden.ledger.allocation[from - 1]?.[names.indexOf(resource)] ?? 0
              expect(quantity).toBeLessThanOrEqual(held)
            }
          }
          expect(played.result.totals.realized).toBeGreaterThanOrEqual(0)
        },
      ),
      few,
    )
  })

  it('L2 held back', () => {
    fc.assert(
      fc.property(cases, seeds, controllers, (official, seed, own) => {
        const played = playTable(official, seed, against(own, decliner(panel)))
        for (const [, text] of at(played, 'Finalize'))
          expect(rowsInText(market, text)._tag).toBe('NoRows')
      }),
      few,
    )
  })

  it('settles a round of the greedy floor wherever a pair can gain', () => {
    const [, multiparty] = officialCases
    if (multiparty === undefined) return expect.unreachable()
    const { result } = playTable(multiparty, 1200, against(privilegedGreedyAgent()))
    const first = playTable(multiparty, 1200, against(panel)).result
    expect(result.totals.applied).toBe(4)
    expect(result.totals.realized).toBeGreaterThan(first.totals.realized)
  })
})

describe('scripted compiler laws', () => {
  it('L1 consent said', () => {
    fc.assert(
      fc.property(cases, seeds, controllers, (official, seed, own) => {
        const played = playTable(official, seed, against(own))
        for (const [{ observation }, text] of at(played, 'Compile')) {
          const accepted = observation.responses
            .filter((r) => saysAccept(r.text))
            .map((r) => r.agent)
          const compiled = compileMechanism(text, {
            proposerId: 1,
            market,
            publicStateUpdatePresent: false,
          })
          for (const agent of compiled.consentingAgents) expect([1, ...accepted]).toContain(agent)
        }
      }),
      few,
    )
  })

  it('L2 same again', () => {
    fc.assert(
      fc.property(cases, seeds, controllers, settlements, (official, seed, own, rows) => {
        const played = playTable(official, seed, against(own))
        for (const [question, text] of at(played, 'Verify')) {
          expect(applyVerifier(question.observation.compiled, text).verifierOk).toBe(true)
          const compiled = { ...question.observation.compiled, transfers: rows }
          const other = scriptedVerifier({
            ...question,
            observation: { ...question.observation, compiled },
          })
          expect(applyVerifier(compiled, wordsOf(other)).verifierOk).toBe(false)
        }
      }),
      few,
    )
  })

  it('clears what is consented to and leaves out what hangs on a refusal', () => {
    const { asked } = playTable(officialCases[1] ?? expect.unreachable(), 1200, against(panel))
    const question = asked.find(([{ _tag }]) => _tag === 'Compile')?.[0]
    if (question?._tag !== 'Compile') return expect.unreachable()
    const rows: ReadonlyArray<Transfer> = [
      { from: 1, to: 2, resource: 'r1', quantity: 1 },
      { from: 2, to: 1, resource: 'r2', quantity: 1 },
      { from: 3, to: 4, resource: 'r3', quantity: 1 },
      { from: 4, to: 3, resource: 'r4', quantity: 1 },
    ]
    const text = canonicalVoice(1, rows, 1)
    const responses = [2, 3].map((agent) => ({ agent, text: 'I ACCEPT' }))
    const view = { ...question.observation, proposal: text, final: text, responses }
    expect(compileByRule(view)).toMatchObject({
      transfers: rows.slice(0, 2),
      consentingAgents: [1, 2, 3],
    })
    const whole = { ...view, rules: { ...view.rules, partialClearing: false } }
    expect(compileByRule(whole).transfers).toEqual(rows)
    const changed = canonicalVoice(
      1,
      [...rows.slice(0, 1), { ...rows[1], quantity: 2 } as Transfer],
      1,
    )
    expect(compileByRule({ ...whole, final: changed }).consentingAgents).toEqual([1])
    expect(compileByRule({ ...view, final: 'SETTLEMENT: a lot' })).toMatchObject({
      verifierOk: false,
      confidence: 0,
    })
    expect(scriptedCompiler({ ...question, _tag: 'Verify' } as never)._tag).toBe('Fault')
    expect(noOpAgent(question)._tag).toBe('Fault')
  })

  it('is what populations are scored with: the own policy at every seat scores as at one seat', () => {
    for (const official of officialCases) {
      const single = playTable(official, 1203, against(panel, panel)).result
      const everywhere = playTable(official, 1203, {
        agents: () => panel,
        compiler: scriptedCompiler,
        verifier: scriptedVerifier,
      }).result
      expect(everywhere).toEqual(single)
      expect(single.totals.realized).toBeGreaterThan(0)
    }
  })
})
