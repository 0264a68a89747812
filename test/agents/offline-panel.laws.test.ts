import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offlineAnswer, settleOffline } from '../../src/agents/index.js'
import { solicitsTogether, targetedAgents } from '../../src/exchange/index.js'
import { arbitraryMarket, marketOfSetup, playThrough } from '../exchange/market-play.js'

const play = (config: Parameters<typeof marketOfSetup>[0]['config']) => {
  const answer = offlineAnswer()
  return playThrough(marketOfSetup({ config }), (_id, question) => answer(question))
}

/** Words by which a reader of traces finds that somebody asked everybody. */
const broadcastWords = /all agents|any agent|everyone|publicly solicit/i

describe('the offline panel', () => {
  it('L1 solicits nobody: no text targets an agent or solicits in public', () => {
    fc.assert(
      fc.property(arbitraryMarket, (config) => {
        for (const round of play({ ...config, protocol: { ...config.protocol, defectionRate: 0 } })
          .result.rounds) {
          const texts = [
            ...Object.values(round.communication),
            round.proposal,
            ...Object.values(round.responses),
            round.final,
          ]
          expect(solicitsTogether(texts)).toBe(false)
          for (const text of texts) {
            expect(targetedAgents(text, config.numAgents, round.controller)).toEqual([])
            expect(text).not.toMatch(broadcastWords)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('L2 offline gain: no round costs an agent anything', () => {
    fc.assert(
      fc.property(arbitraryMarket, (config) => {
        for (const { event } of play(config).result.rounds) {
          for (const delta of Object.values(event.agentDeltas)) expect(delta).toBeGreaterThan(0)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('L3 offline twin: the loop without words settles what the dialogue does, to the bit', () => {
    fc.assert(
      fc.property(arbitraryMarket, (drawn) => {
        const config = { ...drawn, protocol: { ...drawn.protocol, defectionRate: 0 } }
        const twin = settleOffline()(config)
        const { rounds } = play(config).result
        expect(twin).toEqual({
          _tag: 'Right',
          right: rounds.map(({ round, ledger, event, cost, compiled, executed }) => ({
            round,
            ledger,
            event,
            cost,
            compiled,
            executed,
          })),
        })
      }),
      { numRuns: 60 },
    )
  })
})
