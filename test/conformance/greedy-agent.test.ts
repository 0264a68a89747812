import { expect, it } from 'vitest'
import { privilegedGreedyAgent } from '../../src/agents/index.js'
import { officialCases } from '../../src/exchange/index.js'
import { against, panel, playTable } from '../agents/tables.js'
import { describeReference, readReference } from '../support/reference.js'

interface Recorded {
  readonly config: string
  readonly seed: number
  readonly greedy_floor: {
    readonly total_welfare_gain: number
    readonly applied_rounds: number
    readonly rounds: ReadonlyArray<{
      readonly applied: boolean
      readonly participants: ReadonlyArray<number>
    }>
  }
}

describeReference('the greedy agent at a table', (folder) => {
  const recorded = readReference(folder, 'oracles.json') as ReadonlyArray<Recorded>
  for (const { config, seed, greedy_floor: floor } of recorded) {
    const official = officialCases.find(({ name }) => config.endsWith(name))
    if (official === undefined) continue

    it(`trades in ${official.name} at ${seed} what the recorded floor trades, less what makes it acceptable`, () => {
      const { result } = playTable(official, seed, against(privilegedGreedyAgent(), panel))
      const pairs = result.rounds.map(({ executed }) =>
        [...new Set(executed.transfers.flatMap(({ from, to }) => [from, to]))].sort(
          (a, b) => a - b,
        ),
      )
      const first = floor.rounds[0]
      if (first?.applied) expect(pairs[0]).toEqual(first.participants)
      const gain = floor.total_welfare_gain
      expect(result.totals.realized).toBeGreaterThan(0.97 * gain)
      expect(result.totals.realized).toBeLessThan(1.01 * gain)
    })
  }
})
