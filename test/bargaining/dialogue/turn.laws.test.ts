import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountInWords,
  countTurns,
  dollars,
  readOffer,
  readTurn,
} from '../../../src/bargaining/index.js'
import { actionAnswer, faultAnswer, heard, textAnswer } from '../../../src/core/index.js'
import type { Json } from '../../../src/core/json.js'
import { answers, faults, moves, riddles } from './arbitraries.js'

const standings = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null })

describe('turn', () => {
  it('L1 hold never accept', () => {
    fc.assert(
      fc.property(standings, answers, (standing, answer) => {
        const turn = readTurn('seller', dollars, standing)(heard(answer))
        if (turn.defect !== null) expect(turn.move).toEqual({ _tag: 'Hold' })
        if (answer._tag === 'Fault') expect(turn.defect?._tag).toBe('Faulted')
      }),
    )
    fc.assert(
      fc.property(standings, fc.oneof(faults, riddles), (standing, answer) => {
        expect(readTurn('buyer', dollars, standing)(heard(answer)).defect).not.toBeNull()
      }),
    )
  })

  it('L2 standing', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        expect(readTurn('buyer', dollars, null)(heard(answer)).move._tag).not.toBe('Accept')
      }),
    )
    for (const answer of [textAnswer('ACCEPT'), actionAnswer({ _tag: 'Accept' })]) {
      expect(readTurn('buyer', dollars, null)(answer).defect).toMatchObject({
        _tag: 'Unreadable',
        reason: 'accept_without_standing_offer',
      })
      expect(readTurn('buyer', dollars, 0)(answer)).toEqual({
        side: 'buyer',
        move: { _tag: 'Accept' },
        defect: null,
      })
    }
  })

  it('L3 own moves', () => {
    fc.assert(
      fc.property(moves, (move) => {
        expect(readTurn('buyer', dollars, 9000)(actionAnswer(move as Json))).toEqual({
          side: 'buyer',
          move,
          defect: null,
        })
      }),
    )
  })

  it('L4 tally', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(standings, answers)), (given) => {
        const turns = given.map(([standing, answer]) =>
          readTurn('buyer', dollars, standing)(heard(answer)),
        )
        const counts = countTurns(turns)
        const sound = turns.filter(({ defect }) => defect === null).length
        const { unreadable, faults: faulted, vetoes, refused } = counts
        expect(sound + unreadable + faulted + vetoes + refused).toBe(counts.turns)
        expect(counts.turns).toBe(given.length)
      }),
    )
  })

  it('accepts a price by name only if it is the one that stands', () => {
    const read = readTurn('buyer', dollars, 9000)
    const named = (price: number) => textAnswer(`{"action": "accept", "price": ${price}}`)
    expect(read(named(90)).move._tag).toBe('Accept')
    expect(read(named(80))).toMatchObject({
      move: { _tag: 'Hold' },
      defect: { _tag: 'Unreadable', reason: 'accepts_another_price' },
    })
  })

  it('keeps what was wrong with an answer', () => {
    const read = readTurn('buyer', dollars, 9000)
    expect(read(faultAnswer('timeout', '30 s')).defect).toEqual({
      _tag: 'Faulted',
      fault: 'timeout',
      detail: '30 s',
    })
    expect(read(textAnswer('')).defect).toMatchObject({ reason: 'empty' })
    expect(read(actionAnswer({ _tag: 'Offer', price: '80' })).defect).toMatchObject({
      _tag: 'Unreadable',
      reason: 'Malformed',
    })
    expect(read(actionAnswer({ _tag: 'Offer', price: 80, extra: 1 })).defect).not.toBeNull()
    expect(read(actionAnswer(null)).defect).not.toBeNull()
  })
})

describe('price words', () => {
  it('L1 read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
        expect(readOffer(dollars)(amountInWords(cents))).toMatchObject({
          _tag: 'Offer',
          price: cents,
        })
      }),
    )
  })
})
