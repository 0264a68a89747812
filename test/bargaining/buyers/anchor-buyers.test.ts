import { describe, expect, it } from 'vitest'
import {
  acceptOpening,
  type BuyerObservation,
  bargain,
  calibrated,
  calibratedWorlds,
  fixedScheduleBuyer,
  nameOfSchedule,
  reactiveArchetype,
  scheduleOf,
  scriptedBuyer,
  stubbornBuyer,
} from '../../../src/bargaining/index.js'

const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
const archetype = reactiveArchetype('calibrated', calibrated.seller)

const observation: BuyerObservation = {
  value: 12094,
  list: 16070,
  counter: 1,
  rounds: 4,
  countersLeft: 2,
  onlyAccept: false,
  rounding: 'cent',
  asks: [16070],
  offers: [],
}

describe('anchor buyers', () => {
  it('accept the opening at the list price', () => {
    expect(bargain(archetype)(acceptOpening)(world).outcome).toMatchObject({
      _tag: 'Deal',
      price: 16070,
      acceptedBy: 'buyer',
    })
  })

  it('round their offers to the nearest cent, halves upwards', () => {
    expect(scheduleOf([0.5]).move({ ...observation, asks: [101] })).toEqual({
      _tag: 'Offer',
      price: 51,
    })
    expect(scheduleOf([0.5]).move({ ...observation, asks: [101], rounding: 'none' })).toEqual({
      _tag: 'Offer',
      price: 50.5,
    })
  })

  it('never make a negative offer', () => {
    expect(scheduleOf([0.5]).move({ ...observation, asks: [] })).toEqual({
      _tag: 'Offer',
      price: 0,
    })
  })

  it('repeat the last share of a schedule that is too short', () => {
    const moves = bargain(archetype)(scheduleOf([0.5]))(world).moves
    expect(moves.length).toBe(3)
  })

  it('leave where a schedule is empty or a script ends', () => {
    expect(scheduleOf([]).move(observation)).toEqual({ _tag: 'Leave' })
    expect(
      bargain(archetype)(scriptedBuyer('once', [{ _tag: 'Offer', price: 8035 }]))(world).outcome,
    ).toEqual({ _tag: 'NoDeal', reason: 'buyer_left' })
  })

  it('refuse malformed shares, each by its place', () => {
    const made = fixedScheduleBuyer([0.5, Number.NaN, -1])
    expect(made._tag === 'Left' && made.left.map(({ path }) => path)).toEqual([[1], [2]])
    expect(fixedScheduleBuyer([])._tag).toBe('Left')
    expect(stubbornBuyer(Number.POSITIVE_INFINITY)._tag).toBe('Left')
    expect(stubbornBuyer(0)._tag).toBe('Right')
  })

  it('are named for the records', () => {
    expect(nameOfSchedule([0.5, 0.8, 0.95, 1])).toBe('fixed(.50,.80,.95,1.00)')
  })
})
