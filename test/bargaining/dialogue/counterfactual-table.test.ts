import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnchoredQuestion,
  anchoredGame,
  answerByBuyer,
  biddingUp,
  type CounterfactualRow,
  calibrated,
  catchingFaults,
  counterfactualTable,
  noisyBuyer,
  type PlayedDialogue,
  reactiveArchetype,
  sayingInTurn,
  silentBuyer,
  stubborn,
} from '../../../src/bargaining/index.js'
import { decodeLog, encodeLog, type Policy, textAnswer } from '../../../src/core/index.js'
import { sound } from '../arbitraries.js'
import { asked, replayed } from './arbitraries.js'

const seller = reactiveArchetype('calibrated', calibrated.seller)
const worlds = calibrated.pinned ?? []

const played = (buyer: string, policy: Policy<AnchoredQuestion>): ReadonlyArray<PlayedDialogue> =>
  worlds.map((world) => {
    const { result, log } = replayed(anchoredGame({ seller, buyer })(world), policy)
    // The log survives being written down.
    expect(sound(decodeLog(sound(encodeLog(log))))).toEqual(log)
    return { world, result }
  })

const rowOf = (buyer: string, policy: Policy<AnchoredQuestion>): CounterfactualRow => {
  const [row] = counterfactualTable(seller)(played(buyer, policy))
  if (row === undefined) throw new Error('no row')
  return row
}

const failing: Policy<AnchoredQuestion> = () => {
  throw new Error('the line is dead')
}

/** Offers the first counter again and again, in words. */
const repeating: Policy<AnchoredQuestion> = (_id, { observation }) =>
  textAnswer(`{"price": ${Math.round(0.8 * (observation.asks[0] ?? 0)) / 100}}`)

/** Takes the second ask, one round before a patient buyer would see a lower one. */
const hasty: Policy<AnchoredQuestion> = (_id, { observation }) =>
  textAnswer(
    observation.counter === 1
      ? `BID: ${Math.round((observation.asks[0] ?? 0) / 2) / 100}`
      : 'ACCEPT',
  )

describe('counterfactual table of mock buyers', () => {
  it('finds in a buyer that bids itself up what was built into it', () => {
    const row = rowOf('rising', biddingUp(0.5, 0.1))
    expect(row.counts).toMatchObject({ unreadable: 0, faults: 0 })
    // Every bargain of two offers or more rises while the seller concedes.
    expect(row.behaviour.multiOffer).toBeGreaterThan(0)
    expect(row.behaviour.selfBiddingRate).toBe(1)
    expect(row.behaviour.rising).toBe(row.behaviour.multiOffer)
    expect(row.behaviour.falling + row.behaviour.level).toBe(0)
  })

  it('finds no gain in repeating the first offer for a buyer that repeats it anyway', () => {
    const row = rowOf('level', repeating)
    expect(row.repeatFirst).toMatchObject({ n: 30, dropped: 0, meanGain: 0, same: 30 })
    expect(row.behaviour).toMatchObject({ selfBidding: 0, rising: 0, falling: 0 })
    expect(row.behaviour.level).toBe(row.behaviour.multiOffer)
  })

  it('finds that a hasty buyer settled above the ask that was to come, in every world', () => {
    const row = rowOf('hasty', hasty)
    expect(row.laterAsk).toMatchObject({ n: 30, dropped: 0, above: 30, share: 1 })
    expect(row.laterAsk.meanOverpayment).toBeGreaterThan(0)
    expect(row.behaviour.meanOffers).toBe(1)
    expect(row.behaviour.selfBiddingRate).toBeNull()
    expect(row.repeatFirst.n).toBe(30)
  })

  it('finds the stubborn rule falling in every world and never bidding against itself', () => {
    const row = rowOf('stubborn', answerByBuyer(stubborn))
    expect(row.behaviour).toMatchObject({ falling: 30, selfBidding: 0, selfBiddingRate: 0 })
    expect(row.surplus).toMatchObject({ status: 'ok', deals: 21 })
  })

  it('counts silence and exceptions, and drops them where there is no offer', () => {
    for (const [row, kind] of [
      [rowOf('silent', silentBuyer), 'unreadable'],
      [rowOf('failing', catchingFaults(failing)), 'faults'],
    ] as const) {
      expect(row.counts[kind]).toBe(90)
      expect(row.counts.turns).toBe(90)
      expect(row.repeatFirst).toMatchObject({ n: 0, dropped: 30, meanGain: null })
      expect(row.laterAsk).toMatchObject({ n: 0, dropped: 30, share: null })
      expect(row.surplus).toMatchObject({ status: 'ok', deals: 0, sePlus: { value: 0 } })
    }
  })

  it('reads the words of a scripted buyer, unreadable ones among them', () => {
    const row = rowOf('script', sayingInTurn(['I can do $80-$90', 'well ...', 'ACCEPT']))
    expect(row.counts).toMatchObject({ turns: 90, unreadable: 60, faults: 0 })
    expect(row.surplus).toMatchObject({ status: 'ok', deals: 30 })
    expect(row.behaviour.meanPatience).toBe(1)
  })

  it('finds seeded noise about as often rising as falling, and bidding against itself in between', () => {
    const row = rowOf('noisy', noisyBuyer(7n, 0.5, 0.9))
    const { rising, falling, multiOffer, selfBiddingRate } = row.behaviour
    expect(multiOffer).toBeGreaterThan(10)
    expect(Math.min(rising, falling)).toBeGreaterThan(0)
    expect(selfBiddingRate).toBeGreaterThan(0.2)
    expect(selfBiddingRate).toBeLessThan(1)
    expect(rowOf('noisy', noisyBuyer(7n, 0.5, 0.9))).toEqual(row)
    expect(rowOf('noisy', noisyBuyer(8n, 0.5, 0.9))).not.toEqual(row)
  })

  it('L1 one row a buyer', () => {
    const one = played('one', repeating)
    const two = played('two', hasty)
    const table = counterfactualTable(seller)([...one, ...two])
    expect(table.map(({ buyer }) => buyer)).toEqual(['one', 'two'])
    expect(table).toEqual([
      ...counterfactualTable(seller)(one),
      ...counterfactualTable(seller)(two),
    ])
  })

  it('L2 from transcripts', () => {
    // The same moves, spoken and structured.
    const spoken = rowOf('same', biddingUp(0.5, 0.1))
    const structured = rowOf(
      'same',
      answerByBuyer({
        name: 'same',
        move: ({ asks, counter }) => ({
          _tag: 'Offer',
          price: Math.floor((0.5 + 0.1 * (counter - 1)) * (asks[0] ?? 0) + 0.5),
        }),
      }),
    )
    expect(structured).toEqual(spoken)
  })
})

describe('mock buyers', () => {
  const [world] = worlds
  if (world === undefined) throw new Error('no pinned worlds')
  const game = anchoredGame({ seller })(world)

  it('L1 built in', () => {
    const mocks = [
      sayingInTurn(['$80', '$90']),
      noisyBuyer(1n, 0.4, 0.8),
      biddingUp(0.4, 0.1),
      silentBuyer,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...mocks), (mock) => {
        for (const [id, question] of asked(game, [textAnswer('My bid is 50')])) {
          expect(mock(id, question)).toEqual(mock(id, question))
        }
      }),
      { numRuns: 10 },
    )
    expect(replayed(game, sayingInTurn([])).result.counts.unreadable).toBe(3)
  })

  it('L2 caught', () => {
    const [entry] = asked(game, [textAnswer('')])
    if (entry === undefined) throw new Error('nothing was asked')
    const [id, question] = entry
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (said, throws) => {
        const policy: Policy<AnchoredQuestion> = () => {
          if (throws) throw new Error(said)
          return textAnswer(said)
        }
        expect(catchingFaults(policy)(id, question)).toEqual(
          throws ? { _tag: 'Fault', fault: 'threw', detail: said } : textAnswer(said),
        )
      }),
    )
  })
})
