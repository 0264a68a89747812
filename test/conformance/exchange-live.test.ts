import { readFileSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import {
  type Answer,
  newest,
  oldest,
  playWith,
  shuffledBy,
  textAnswer,
} from '../../src/core/index.js'
import { readExchangeConfig } from '../../src/economy/index.js'
import {
  type ExchangeQuestion,
  type ExchangeResult,
  exchangeEpisode,
} from '../../src/exchange/index.js'
import {
  type ManifestRow,
  type RecordedMechanism,
  recordEvent,
  recordMechanism,
  type TraceRow,
} from '../../src/trace/index.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

const recordings = [
  { runs: 'runs', count: 19, summation: 'plain' },
  { runs: 'runs_py314', count: 8, summation: 'neumaier' },
] as const

/** Why a reply could not be read is said in words of the recorder's own. */
const withoutReason = (mechanism: RecordedMechanism): RecordedMechanism => {
  const failed = mechanism.mechanism_label === 'compile_failure'
  const summary = failed ? 'compile failure' : mechanism.summary
  const unread = failed && !mechanism.verifier_ok
  return { ...mechanism, summary, verifier_reason: unread ? '' : mechanism.verifier_reason }
}

const linesOf = <A>(file: string): ReadonlyArray<A> =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as A)

interface Recorded {
  readonly rows: ReadonlyArray<TraceRow>
  readonly calls: ReadonlyMap<string, string>
}

/** What was said in answer to a question: the recorded response, or the text in the trace of a scripted seat. */
const recordedAnswer =
  ({ rows, calls }: Recorded) =>
  (id: string, { _tag, round, agent }: ExchangeQuestion): Answer => {
    const row = rows[round - 1]
    if (row === undefined) throw new Error(`no round ${round}`)
    const response = calls.get(id)
    if (response !== undefined) return textAnswer(response)
    switch (_tag) {
      case 'Communicate':
        return textAnswer(row.communication_texts[agent] ?? '')
      case 'Propose':
        return textAnswer(row.proposal_text)
      case 'Respond':
        return textAnswer(row.response_texts[agent] ?? '')
      case 'Finalize':
        return textAnswer(row.final_text)
      default:
        throw new Error(`nothing is recorded for ${id}`)
    }
  }

describeReference('the market fed what recorded models said', (folder) => {
  for (const { runs, count, summation } of recordings) {
    const names = listReference(folder, runs).filter((name) => !name.includes('__offline__'))

    const recordedOf = (name: string): Recorded => {
      const at = `${folder}/${runs}/${name}`
      const calls = linesOf<ManifestRow>(`${at}/inference_manifest.jsonl`)
      return {
        rows: linesOf<TraceRow>(`${at}/trace.jsonl`),
        calls: new Map(calls.map((call) => [call.call_id, call.response])),
      }
    }

    const play = (
      name: string,
      order = oldest,
    ): { readonly result: ExchangeResult; readonly asked: ReadonlyArray<string> } => {
      const config = readExchangeConfig(
        readReference(folder, `${runs}/${name}/config_snapshot.json`),
      )
      if (isLeft(config)) throw new Error('the snapshot did not decode')
      const game = exchangeEpisode({ config: config.right, summation, reading: 'recorded' })
      if (isLeft(game)) throw new Error('no game')
      const played = playWith(recordedAnswer(recordedOf(name)), { order })(game.right)
      if (played._tag !== 'Finished') throw new Error(played._tag)
      return { result: played.result, asked: played.log.map(({ id }) => id) }
    }

    it(`${runs}: the live runs are all there`, () => {
      expect(names).toHaveLength(count)
    })

    it.each(names)(`${runs}: %s comes to the recorded mechanisms, audits and costs`, (name) => {
      const { result } = play(name)
      const { rows } = recordedOf(name)
      const states = [
        ['compiled', 'compiled_mechanism'],
        ['verified', 'verified_before_private_acceptance'],
        ['executed', 'verified_mechanism'],
      ] as const
      for (const [ours, theirs] of states) {
        expect(
          result.rounds.map((round) => withoutReason(recordMechanism(round[ours]))),
          theirs,
        ).toEqual(rows.map((row) => withoutReason(row[theirs])))
      }
      expect(
        result.rounds.map(({ event, cost }) => ({ ...recordEvent(event, cost), message: '' })),
      ).toEqual(rows.map((row) => ({ ...row.event, message: '' })))
      expect(result.rounds.map((round) => round.responders.map(String))).toEqual(
        rows.map((row) => Object.keys(row.response_texts)),
      )
      expect(result.rounds.map((round) => round.proposal)).toEqual(
        rows.map((row) => row.proposal_text),
      )
    })

    it.each(names)(`${runs}: %s asks every recorded call in the recorded order`, (name) => {
      const { asked } = play(name)
      const { calls } = recordedOf(name)
      expect(asked.filter((id) => calls.has(id))).toEqual([...calls.keys()])
    })

    it.each(names.slice(0, 6))(`${runs}: %s does not depend on the order of arrival`, (name) => {
      const { result } = play(name)
      for (const order of [newest, shuffledBy(7n)]) {
        expect(play(name, order).result).toEqual(result)
      }
    })
  }
})
