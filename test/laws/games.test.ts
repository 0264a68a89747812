import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, it } from 'vitest'
import {
  anchoredGame,
  calibrated,
  calibratedGenerator,
  liveGame,
  reactiveArchetype,
  symmetricGame,
  symmetricWorlds,
} from '../../src/bargaining/index.js'
import { type Answer, actionAnswer, textAnswer } from '../../src/core/index.js'
import { makeExchangeConfig } from '../../src/economy/index.js'
import { type ExchangeQuestion, exchangeEpisode } from '../../src/exchange/index.js'
import { episodeLaws, type Law } from '../../src/laws/index.js'

const run = (laws: ReadonlyArray<Law>, numRuns: number): void => {
  for (const each of laws) it(each.name, () => fc.assert(each.property, { numRuns }))
}

const bargains = (): ReadonlyArray<Answer> => [
  textAnswer('accept'),
  textAnswer('I offer $90.'),
  textAnswer('My offer: 120'),
  actionAnswer({ _tag: 'Offer', price: 8000 }),
  actionAnswer({ _tag: 'Accept' }),
  actionAnswer({ _tag: 'Hold' }),
]

const drawn = fc.record({ seed: fc.nat(1000), place: fc.nat(20) })

describe('the anchored bargain as a game', () => {
  const seller = reactiveArchetype('reactive', calibrated.seller)
  run(
    episodeLaws({
      setups: drawn,
      game: ({ seed, place }) => {
        const world = calibratedGenerator.draw(BigInt(seed), place)
        return anchoredGame({ seller })(world)
      },
      answers: bargains,
      agreed: ({ transcript }) => transcript.outcome._tag === 'Deal',
      orderFree: true,
    }),
    100,
  )
})

describe('the live bargain as a game', () => {
  run(
    episodeLaws({
      setups: fc.record({ cost: fc.integer({ min: 1, max: 9000 }), room: fc.nat(5000) }),
      game: ({ cost, room }) =>
        liveGame({ counterpart: 'noise' })({
          id: 'w',
          cost,
          value: cost + room,
          list: cost + 2 * room,
        }),
      answers: bargains,
      agreed: ({ transcript }) => transcript.outcome._tag === 'Deal',
      orderFree: true,
    }),
    100,
  )
})

describe('the symmetric negotiation as a game', () => {
  run(
    episodeLaws({
      setups: fc.record({
        place: fc.nat(50),
        opener: fc.constantFrom('buyer' as const, 'seller' as const),
      }),
      game: ({ place, opener }) => {
        const world = symmetricWorlds(3n, place + 1)[place]
        if (world === undefined) throw new Error('a world is drawn')
        return symmetricGame({ opener })(world)
      },
      answers: bargains,
      agreed: ({ outcome }) => outcome._tag === 'Deal',
      orderFree: true,
    }),
    100,
  )
})

/** What a question of the market can be told that gets on with it. */
const market = (_id: string, question: ExchangeQuestion): ReadonlyArray<Answer> => {
  const rows = [{ from: 1, to: 2, resource: 'r1', quantity: 1 }]
  switch (question._tag) {
    case 'Communicate':
      return [textAnswer('I have r1.'), actionAnswer({ to: 'all', message: 'Who wants r1?' })]
    case 'Propose':
    case 'Finalize':
      return [textAnswer('SETTLEMENT:\na1 -> a2: 1 r1'), actionAnswer({ transfers: rows })]
    case 'Respond':
      return [textAnswer('I agree.'), actionAnswer({ accept: true })]
    case 'Compile':
      return [
        textAnswer(JSON.stringify({ transfers: rows, consenting_agents: [1, 2], confidence: 1 })),
      ]
    case 'Verify':
      return [textAnswer('{"verifier_ok": true, "confidence": 0.9}')]
    case 'Accept':
      return [textAnswer('{"approve": true}'), textAnswer('{"approve": false}')]
  }
}

describe('the exchange market as a game', () => {
  run(
    episodeLaws({
      setups: fc.record({
        seed: fc.nat(100),
        atomicCommit: fc.boolean(),
        privateAcceptanceCheck: fc.boolean(),
      }),
      game: ({ seed, ...protocol }) => {
        const config = makeExchangeConfig({
          numAgents: 3,
          numResources: 3,
          rounds: 2,
          controllers: [1, 2],
          seed,
          protocol,
        })
        if (isLeft(config)) throw new Error(JSON.stringify(config.left))
        const game = exchangeEpisode({ config: config.right })
        if (isLeft(game)) throw new Error(JSON.stringify(game.left))
        return game.right
      },
      answers: market,
      agreed: ({ totals }) => totals.applied > 0,
      orderFree: true,
    }),
    60,
  )
})
