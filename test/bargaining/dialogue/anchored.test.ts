import { describe, expect, it } from 'vitest'
import {
  acceptOpening,
  anchoredGame,
  answerByBuyer,
  calibrated,
  describeSeller,
  reactiveArchetype,
  renderAnchored,
  shareSurplus,
  stubborn,
  summarizeSurplus,
} from '../../../src/bargaining/index.js'
import { playWith, textAnswer } from '../../../src/core/index.js'
import { firstQuestion, replayed } from './arbitraries.js'

const seller = reactiveArchetype('calibrated', calibrated.seller)
const pinned = calibrated.pinned ?? []
const world = { id: 'w', value: 12094, cost: 8110, list: 16070 }

describe('anchored game', () => {
  it('gives the published anchors when scripted buyers are asked', () => {
    const score = (buyer: typeof stubborn) =>
      summarizeSurplus(
        pinned.map((one) => {
          const play = playWith(answerByBuyer(buyer))(anchoredGame({ seller })(one))
          if (play._tag !== 'Finished') throw new Error(play._tag)
          return shareSurplus(one)(play.result.transcript.outcome)
        }),
      )
    expect(score(acceptOpening)).toMatchObject({ status: 'ok', n: 30, deals: 30 })
    const open = score(acceptOpening)
    const firm = score(stubborn)
    expect(open.status === 'ok' && open.sePlus.value).toBeCloseTo(-0.565, 3)
    expect(firm.status === 'ok' && firm.sePlus.value).toBeCloseTo(0.188, 3)
    expect(firm.status === 'ok' && firm.deals).toBe(21)
  })

  it('reads words, and keeps what could not be read', () => {
    const said = ['I can do $80-$90', 'My bid is 110', '{"action": "accept"}']
    let turn = 0
    const { result, log } = replayed(anchoredGame({ seller })(world), () =>
      textAnswer(said[turn++] ?? '', 'a thought'),
    )
    expect(result.transcript.moves).toEqual([
      { _tag: 'Hold' },
      { _tag: 'Offer', price: 11000 },
      { _tag: 'Accept' },
    ])
    expect(result.counts).toEqual({ turns: 3, unreadable: 1, faults: 0, vetoes: 0, refused: 0 })
    expect(result.turns[0]?.defect).toMatchObject({ reason: 'ambiguous_range' })
    expect(result.transcript.outcome).toMatchObject({ _tag: 'Deal', acceptedBy: 'buyer' })
    expect(log.map(({ id }) => id)).toEqual(['buyer-1', 'buyer-2', 'buyer-3'])
    expect(log[0]?.answer).toMatchObject({ private: 'a thought' })
  })

  it('counts an offer that is no whole cent as refused', () => {
    const { result } = replayed(anchoredGame({ seller })(world), () => ({
      _tag: 'Action',
      action: { _tag: 'Offer', price: 1.5 },
    }))
    expect(result.counts).toMatchObject({ turns: 3, refused: 3 })
    expect(result.transcript.refused).toBe(3)
    expect(result.turns[0]?.defect).toMatchObject({ _tag: 'Refused', move: { price: 1.5 } })
  })

  it('renders value, list price, history and how to answer, and nothing of the cost', () => {
    const question = firstQuestion(anchoredGame({ seller })(world))
    const text = question === undefined ? '' : renderAnchored(question.observation)
    expect(text).toContain('Your value: 120.94')
    expect(text).toContain('List price: 160.70')
    expect(text).toContain('Round 1 of 4')
    expect(text).toContain('{"price": 80}')
    expect(text).not.toContain('81.10')
    expect(describeSeller(calibrated.seller)).toContain('0.43')
  })
})
