import { readFileSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { offlineAnswer } from '../../src/agents/index.js'
import { playWith } from '../../src/core/index.js'
import { readExchangeConfig } from '../../src/economy/index.js'
import { type ExchangeResult, exchangeEpisode } from '../../src/exchange/index.js'
import {
  recordEvent,
  recordExchange,
  recordMechanism,
  type TraceRow,
} from '../../src/trace/index.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

const recordings = [
  { runs: 'runs', count: 12, summation: 'plain' },
  { runs: 'runs_py314', count: 12, summation: 'neumaier' },
] as const

type Summary = Readonly<Record<string, unknown>>

interface ExpectedRuns {
  readonly runs: ReadonlyArray<{
    readonly run: string
    readonly score: { readonly w_real: number }
    readonly final_allocation: unknown
    readonly capture: { readonly per_agent_surplus: ReadonlyArray<number> }
  }>
}

describeReference('the market played offline', (folder) => {
  for (const { runs, count, summation } of recordings) {
    const names = listReference(folder, runs).filter((name) => name.includes('__offline__'))
    const expected = readReference(folder, `${runs}_expected.json`) as ExpectedRuns

    const play = (name: string): ExchangeResult => {
      const config = readExchangeConfig(
        readReference(folder, `${runs}/${name}/config_snapshot.json`),
      )
      if (isLeft(config)) throw new Error('the snapshot did not decode')
      const game = exchangeEpisode({ config: config.right, seed: config.right.seed, summation })
      if (isLeft(game)) throw new Error('no game')
      const answer = offlineAnswer()
      const played = playWith((_id, question: Parameters<typeof answer>[0]) => answer(question))(
        game.right,
      )
      if (played._tag !== 'Finished') throw new Error(played._tag)
      return played.result
    }

    const rowsOf = (name: string): ReadonlyArray<TraceRow> =>
      readFileSync(`${folder}/${runs}/${name}/trace.jsonl`, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as TraceRow)

    it(`${runs}: the offline runs are all there`, () => {
      expect(names).toHaveLength(count)
    })

    it.each(names)(`${runs}: %s is reproduced from its configuration and seed alone`, (name) => {
      const result = play(name)
      const rows = rowsOf(name)
      expect(result.rounds.map((round) => recordMechanism(round.executed))).toEqual(
        rows.map((row) => row.verified_mechanism),
      )
      expect(result.rounds.map((round) => recordMechanism(round.compiled))).toEqual(
        rows.map((row) => row.compiled_mechanism),
      )
      expect(result.rounds.map(({ event, cost }) => recordEvent(event, cost))).toEqual(
        rows.map((row) => row.event),
      )
      expect(result.rounds.map((round) => round.responders.map(String))).toEqual(
        rows.map((row) => Object.keys(row.response_texts)),
      )
      expect(result.rounds.map((round) => Object.keys(round.communication))).toEqual(
        rows.map((row) => Object.keys(row.communication_texts)),
      )
      const run = recordExchange({ runId: name })(result)
      if (isLeft(run)) throw new Error(JSON.stringify(run.left))
      const summary = JSON.parse(run.right.files['summary.json'] ?? '') as Summary
      const recorded = readReference(folder, `${runs}/${name}/summary.json`) as Summary
      // Everything but who played and what is said of it: every number, count and audit.
      expect({ ...summary, model: recorded.model, usage: recorded.usage }).toEqual(recorded)
      const score = expected.runs.find((one) => one.run === name)
      expect(result.totals.realized).toBe(score?.score.w_real)
      expect(result.ledger.allocation).toEqual(score?.final_allocation)
      expect(result.totals.gains).toEqual(score?.capture.per_agent_surplus)
    })
  }
})
