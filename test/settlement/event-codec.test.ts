import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { guardOf } from '../../src/core/guard.js'
import { EventJson, eventFromJson, eventToJson } from '../../src/settlement/event-codec.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { settle } from '../../src/settlement/settle.js'
import { mechanismFrom, worldFrom } from './arbitraries.js'

const w = worldFrom({ allocation: [[2], [0]], preferences: [[1], [3]] })
const transfers = [{ from: 1, to: 2, resource: 'r1', quantity: 1 }]
const json = eventToJson(
  settle({ roundIndex: 1 })(openLedger(w), mechanismFrom({ transfers })).event,
)

const isEvent = guardOf(EventJson)
const placesOf = (value: unknown): ReadonlyArray<string> => {
  const read = decode(EventJson)(value)
  expect(isEvent(value)).toBe(!isLeft(read))
  return isLeft(read) ? read.left.map(({ path }) => path.join('.')) : []
}

describe('the recorded form of an event', () => {
  it('is written field for field', () => {
    expect(json).toEqual({
      round_index: 1,
      controller_id: 1,
      kind: 'swap',
      proposer_id: 1,
      receiver_id: 2,
      accepted: true,
      applied: true,
      feasible: true,
      individually_rational: false,
      ir_blocked: false,
      proposer_delta: -1,
      receiver_delta: 3,
      agent_deltas: { '1': -1, '2': 3 },
      welfare_after: 4,
      message: 'a swap',
      institutional_updates: [],
      private_acceptance_audits: [],
      coordination_cost: {},
    })
    expect(eventFromJson(json).coordinationCost).toBe(null)
  })

  it('is refused with the place of every defect', () => {
    expect(placesOf({ ...json, welfare_after: Number.NaN, receiver_id: 0 })).toEqual([
      'receiver_id',
      'welfare_after',
    ])
    expect(placesOf({ ...json, agent_deltas: { a1: 0 } })).toEqual(['agent_deltas'])
    expect(placesOf({ ...json, agent_deltas: { '1': '2' } })).toEqual(['agent_deltas.1'])
    expect(placesOf({ ...json, individually_rational: 'true' })).toEqual(['individually_rational'])
    const { kind, ...rest } = json
    expect(placesOf(rest)).toEqual(['kind'])
  })

  it('has a whole cost or none', () => {
    expect(placesOf({ ...json, coordination_cost: { round: 1 } }).length).toBeGreaterThan(0)
    expect(placesOf({ ...json, coordination_cost: null })).toEqual(['coordination_cost'])
  })

  it('keys deltas by the numbers of agents', () => {
    expect(placesOf({ ...json, agent_deltas: { 12: 0.5 } })).toEqual([])
    for (const key of ['1x', '01', '0', '-1', ''])
      expect(placesOf({ ...json, agent_deltas: { [key]: 0.5 } })).not.toEqual([])
  })
})
