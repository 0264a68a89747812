import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anchoredGame,
  answerByBuyer,
  type Buyer,
  bargain,
  calibrated,
  describeSeller,
  reactiveArchetype,
  renderAnchored,
} from '../../../src/bargaining/index.js'
import { actionAnswer, playWith } from '../../../src/core/index.js'
import { plannedBuyer, plannedMoves, sellers, worlds } from '../arbitraries.js'
import {
  answers,
  asked,
  faults,
  moves,
  replayed,
  riddles,
  scripts,
  speaking,
} from './arbitraries.js'

const seller = (parameters: Parameters<typeof reactiveArchetype>[1]) =>
  reactiveArchetype('reactive', parameters)

describe('anchored game', () => {
  it('L1 equivalence', () => {
    const wild: fc.Arbitrary<Buyer> = fc
      .array(moves, { minLength: 1, maxLength: 9 })
      .map((plan) => ({
        name: 'wild',
        move: ({ offers }) => plan[offers.length % plan.length] ?? { _tag: 'Hold' },
      }))
    fc.assert(
      fc.property(
        worlds,
        sellers,
        fc.oneof(plannedMoves.map(plannedBuyer), wild),
        (world, parameters, buyer) => {
          const game = anchoredGame({ seller: seller(parameters), buyer: buyer.name })(world)
          const play = playWith(answerByBuyer(buyer))(game)
          expect(play._tag === 'Finished' && play.result.transcript).toEqual(
            bargain(seller(parameters))(buyer)(world),
          )
        },
      ),
    )
  })

  it('L2 observation', () => {
    fc.assert(
      fc.property(
        worlds,
        sellers,
        scripts,
        fc.integer({ min: 1, max: 400 }),
        (world, parameters, script, less) => {
          const other = { ...world, cost: Math.max(0, world.cost - less) }
          const play = anchoredGame({ seller: seller(parameters) })
          const [one, two] = [asked(play(world), script), asked(play(other), script)]
          for (const [place, [id, question]] of one.entries()) {
            const twin = two[place]
            if (twin === undefined) break
            const asks = question.observation.asks
            if (JSON.stringify(asks) !== JSON.stringify(twin[1].observation.asks)) {
              break
            }
            expect(twin).toEqual([id, question])
            expect(renderAnchored(twin[1].observation)).toBe(renderAnchored(question.observation))
          }
        },
      ),
    )
    // The cost does reach the asks, so the law is about something.
    const world = { id: 'w', value: 12094, cost: 8110, list: 16070 }
    const held = [actionAnswer({ _tag: 'Hold' })]
    const asksAt = (cost: number) =>
      asked(anchoredGame({ seller: seller(calibrated.seller) })({ ...world, cost }), held).map(
        ([, { observation }]) => observation.asks,
      )
    expect(asksAt(8110)[0]).toEqual(asksAt(7000)[0])
    expect(asksAt(8110)[1]).not.toEqual(asksAt(7000)[1])
  })

  it('L3 held turns', () => {
    fc.assert(
      fc.property(
        worlds,
        sellers,
        fc.array(fc.oneof(faults, riddles), { minLength: 1, maxLength: 9 }),
        (world, parameters, script) => {
          const game = anchoredGame({ seller: seller(parameters) })(world)
          const { result } = replayed(game, speaking(script))
          const { counts, transcript } = result
          expect(counts.unreadable + counts.faults).toBe(counts.turns)
          expect(transcript.moves.every(({ _tag }) => _tag === 'Hold')).toBe(true)
          expect(transcript.outcome).toEqual({ _tag: 'NoDeal', reason: 'deadline' })
        },
      ),
    )
  })

  it('L4 anchored replay', () => {
    fc.assert(
      fc.property(worlds, sellers, scripts, (world, parameters, script) => {
        replayed(anchoredGame({ seller: seller(parameters) })(world), speaking(script))
      }),
    )
  })

  it('L5 disclosure', () => {
    fc.assert(
      fc.property(worlds, sellers, scripts, (world, parameters, script) => {
        const options = { seller: seller(parameters) }
        const disclosure = describeSeller(parameters)
        const silent = asked(anchoredGame(options)(world), script)
        const told = asked(anchoredGame({ ...options, disclosure })(world), script)
        expect(
          told.map(([id, { observation }]) => [id, { ...observation, disclosure: null }]),
        ).toEqual(silent.map(([id, { observation }]) => [id, observation]))
        for (const [, { observation }] of told) {
          expect(renderAnchored(observation)).toContain(disclosure)
        }
        for (const [, { observation }] of silent) {
          expect(renderAnchored(observation)).not.toContain('The seller is a program')
        }
      }),
    )
  })

  it('asks with the codec that its moves pass', () => {
    fc.assert(
      fc.property(worlds, sellers, fc.array(answers), (world, parameters, script) => {
        for (const [, question] of asked(anchoredGame({ seller: seller(parameters) })(world), [
          ...script,
          actionAnswer({ _tag: 'Leave' }),
        ])) {
          expect(question.action.is({ _tag: 'Offer', price: 8000 })).toBe(true)
          expect(question.action.is({ _tag: 'Offer' })).toBe(false)
        }
      }),
      { numRuns: 20 },
    )
  })
})
