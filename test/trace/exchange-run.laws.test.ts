import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { offlineAnswer } from '../../src/agents/index.js'
import { officialCases } from '../../src/exchange/index.js'
import {
  exchangeRow,
  exchangeTrace,
  recordExchange,
  renderReport,
  replayRun,
} from '../../src/trace/index.js'
import { answerBySeed } from '../exchange/answer-by-seed.js'
import { arbitraryMarket, marketOfSetup, playThrough } from '../exchange/market-play.js'

const model = { callDetails: () => ({ model: 'a/model', inputTokens: 3, outputTokens: 2 }) }

const policy = { kind: 'frozen_llm', model: 'a/model' }

const seated = (agents: number) => ({
  under_test: { agents: [1], policy: { kind: 'llm', model: 'a/model' } },
  panel: [{ agents: Array.from({ length: agents - 1 }, (_, index) => index + 2), policy }],
  compiler: { policy },
  verifier: { policy },
})

describe('a recorded exchange', () => {
  it('L1 recorded exchange: its replay is verified, and its rows are those of the result', () => {
    fc.assert(
      fc.property(
        arbitraryMarket,
        fc.boolean(),
        fc.nat({ max: 1_000_000 }),
        fc.constantFrom('plain' as const, 'neumaier' as const),
        (market, isSeated, seed, summation) => {
          const config = { ...market, roles: isSeated ? seated(market.numAgents) : null }
          const game = marketOfSetup({ config, summation })
          const { result } = playThrough(game, answerBySeed(seed, config))
          const run = recordExchange(model)(result)
          if (isLeft(run)) throw new Error(JSON.stringify(run.left))
          const report = replayRun(run.right)
          expect(renderReport(report).slice(1)).toEqual([])
          expect(report._tag).toBe('Verified')
          expect(run.right.files['trace.jsonl']).toBe(exchangeTrace(result))
          if (report._tag !== 'Verified') return
          expect(report.facts.netWelfare).toBe(result.totals.netWelfare)
          expect(report.facts.surplus).toEqual(result.totals.gains)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('L1 recorded exchange: so is what the offline panel plays, in every official case', () => {
    for (const { config } of officialCases) {
      for (const seed of [1200, 1201, 1229]) {
        const game = marketOfSetup({ config: { ...config, roles: null }, seed })
        const answer = offlineAnswer()
        const { result } = playThrough(game, (_id, question) => answer(question))
        const run = recordExchange()(result)
        if (isLeft(run)) throw new Error(JSON.stringify(run.left))
        expect(run.right.name).toBe(`${config.name}__s${seed}`)
        expect(Object.keys(run.right.files)).not.toContain('inference_manifest.jsonl')
        expect(renderReport(replayRun(run.right)).slice(1)).toEqual([])
        expect(run.right.files['trace.jsonl']).toBe(exchangeTrace(result))
      }
    }
  })

  it('is refused where a replay would not give it', () => {
    const [first] = officialCases
    if (first === undefined) throw new Error('no case')
    const config = { ...first.config, roles: null }
    const { result } = playThrough(marketOfSetup({ config }), answerBySeed(3, config))
    const recorded = recordExchange(model)({ ...result, reading: 'recorded' })
    expect(isLeft(recorded) ? recorded.left[0].path : []).toEqual(['reading'])
    const changed = result.rounds.map((round, index) =>
      index === 1 ? { ...round, responders: [], responses: { 99: 'nobody' } } : round,
    )
    const refused = recordExchange(model)({ ...result, rounds: changed })
    expect(isLeft(refused) ? refused.left[0].path.slice(0, 3) : []).toEqual([
      'rounds',
      1,
      'responses',
    ])
    const edited = result.rounds.map((round, index) =>
      index === 1 ? { ...round, event: { ...round.event, welfareAfter: 0 } } : round,
    )
    const differing = recordExchange(model)({ ...result, rounds: edited })
    expect(isLeft(differing) ? differing.left[0].path : []).toEqual([
      'rounds',
      1,
      'event',
      'welfare_after',
    ])
  })

  it('has a row for every round', () => {
    const [first] = officialCases
    if (first === undefined) throw new Error('no case')
    const config = { ...first.config, roles: null }
    const { result } = playThrough(marketOfSetup({ config }), answerBySeed(3, config))
    expect(result.rounds.map((round) => exchangeRow(round).round_index)).toEqual([1, 2, 3, 4])
  })
})
