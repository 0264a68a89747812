import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import type { Json } from '../../src/core/json.js'
import { agentsUnderTest, isAsked, readSeating, seatFor, seatLabel } from '../../src/trace/seats.js'

const policy = { kind: 'frozen_llm', model: 'm' }

const roles = (
  underTest: ReadonlyArray<number>,
  ...panel: ReadonlyArray<ReadonlyArray<number>>
): Json => ({
  under_test: { agents: underTest, policy: { kind: 'scripted_bilateral_ir' } },
  panel: panel.map((agents) => ({ agents, policy })),
  compiler: { policy },
  verifier: { policy },
})

describe('seat laws', () => {
  it('L1 partition', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 5 }), ([first = [], ...rest], agents) => {
        const seated = [first, ...rest].flat().sort((a, b) => a - b)
        const everybody = Array.from({ length: agents }, (_, index) => index + 1)
        const read = readSeating(roles(first, ...rest), agents)
        expect(isRight(read)).toBe(JSON.stringify(seated) === JSON.stringify(everybody))
      }),
    )
  })
})

describe('seats', () => {
  const read = readSeating(roles([1], [2, 3]), 3)
  const seating = isLeft(read) ? null : read.right

  it('know who answers which call, and under which label', () => {
    expect(seatFor(seating, 2, 'response')?.seat).toBe('panel')
    expect(seatFor(seating, null, 'verifier')?.seat).toBe('verifier')
    expect([1, 2, null].map((agent) => seatLabel(seating, agent))).toEqual([
      'under_test',
      'panel',
      'env',
    ])
    expect(agentsUnderTest(seating, 5)).toEqual([1])
  })

  it('ask models and leave scripts alone', () => {
    expect(isAsked(seating, 1, 'proposal')).toBe(false)
    expect(isAsked(seating, 2, 'response')).toBe(true)
    expect(isAsked(null, 1, 'proposal')).toBe(true)
  })

  it('are models everywhere where there are no roles', () => {
    expect(readSeating(null, 3)).toEqual({ _tag: 'Right', right: null })
    expect(seatLabel(null, 1)).toBe('env')
    expect(agentsUnderTest(null, 5)).toEqual([5])
  })

  it('name the agent that sits twice and the one that sits nowhere', () => {
    const wrong = readSeating(roles([1], [2, 1]), 3)
    expect(isLeft(wrong) ? renderFailures(wrong.left) : '').toBe(
      [
        'roles.panel[0].agents[1]: expected an agent without another seat, got 1 (Malformed)',
        'roles: expected a seat for agent 3, got 3 (Malformed)',
      ].join('\n'),
    )
  })

  it('refuse roles of another shape with the place', () => {
    const wrong = readSeating({ under_test: { agents: [1] }, panel: [], compiler: { policy } }, 1)
    expect(isLeft(wrong) ? wrong.left.map((found) => found.path.join('.')) : []).toEqual([
      'roles.under_test.policy',
      'roles.verifier',
    ])
  })
})
