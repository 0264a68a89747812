import { describe, expect, it } from 'vitest'
import {
  decliner,
  inActions,
  noOpAgent,
  politeVoice,
  privilegedBilateralAgent,
  privilegedGreedyAgent,
} from '../../src/agents/index.js'
import { officialCases } from '../../src/exchange/index.js'
import { against, panel, playTable } from './tables.js'

describe('agents in actions', () => {
  const controllers = [
    panel,
    privilegedBilateralAgent('max_joint'),
    privilegedBilateralAgent('max_own'),
    privilegedGreedyAgent(),
    noOpAgent,
  ]

  it('L1 same play', () => {
    for (const official of officialCases) {
      for (const seed of [1200, 1207]) {
        for (const own of controllers) {
          const words = playTable(official, seed, against(own)).result
          const moves = playTable(official, seed, against(inActions(own), inActions(panel))).result
          expect(moves.ledger).toEqual(words.ledger)
          expect(moves.totals.realized).toBe(words.totals.realized)
          expect(moves.rounds.every(({ condition }) => condition === 'structured')).toBe(true)
          expect(moves.totals.counts).toMatchObject({ unreadable: 0, faults: 0, empty: 0 })
        }
      }
    }
  })

  it('ask no compiler, and let a decliner decline', () => {
    const [official = expect.unreachable()] = officialCases
    const { asked, result } = playTable(
      official,
      1200,
      against(inActions(panel), inActions(decliner(panel))),
    )
    expect(asked.some(([{ _tag }]) => _tag === 'Compile' || _tag === 'Verify')).toBe(false)
    expect(result.totals.applied).toBe(0)
  })

  it('leave what nobody can read in words', () => {
    const [official = expect.unreachable()] = officialCases
    const [question] = playTable(official, 1200, against(panel)).asked.find(
      ([{ _tag }]) => _tag === 'Propose',
    ) ?? [expect.unreachable()]
    const odd = () => ({ _tag: 'Text', text: 'SETTLEMENT:\na1 | a2 | r9 | 1' }) as const
    expect(inActions(odd)(question)).toEqual(odd())
    const polite = privilegedGreedyAgent({ voice: politeVoice })
    expect(inActions(polite)(question)._tag).toBe('Action')
  })
})
