import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { renderFailures } from '../../src/core/failure.js'
import { guardOf } from '../../src/core/guard.js'
import { openLedger, shapeOf } from '../../src/settlement/ledger.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import { debitedAgents, makeMechanism, participants } from '../../src/settlement/mechanism.js'
import {
  MechanismJson,
  mechanismFromJson,
  mechanismToJson,
} from '../../src/settlement/mechanism-codec.js'
import { worldAndMechanism } from './arbitraries.js'

const ascending = (ids: ReadonlyArray<number>): boolean =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? id) < id)

describe('laws of mechanisms', () => {
  it('L1 sorted parties', () => {
    const parts = fc.record({
      consenting: fc.array(fc.integer({ min: 1, max: 4 })),
      pairs: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }))),
    })
    fc.assert(
      fc.property(parts, ({ consenting, pairs }) => {
        const made = makeMechanism(marketOf(4, 1))({
          proposerId: 1,
          consentingAgents: consenting,
          transfers: pairs.map(([from, step]) => ({
            from,
            to: ((from - 1 + step) % 4) + 1,
            resource: 'r1',
            quantity: 1,
          })),
        })
        if (isLeft(made)) throw new Error(renderFailures(made.left))
        const { right: mechanism } = made
        expect(ascending(mechanism.consentingAgents)).toBe(true)
        expect(new Set(mechanism.consentingAgents)).toEqual(new Set(consenting))
        expect(ascending(participants(mechanism))).toBe(true)
        expect(ascending(debitedAgents(mechanism))).toBe(true)
      }),
    )
  })

  it('L2 mechanism normal form', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([w, mechanism]) => {
        const made = makeMechanism(shapeOf(openLedger(w)))(mechanism)
        expect(made).toEqual({ _tag: 'Right', right: mechanism })
      }),
    )
  })

  it('L3 debited are involved', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([, mechanism]) => {
        const involved = participants(mechanism)
        expect(involved).toEqual(expect.arrayContaining([...debitedAgents(mechanism)]))
        expect(involved.length === 0).toBe(mechanism.transfers.length === 0)
      }),
    )
  })
})

describe('laws of the recorded form of mechanisms', () => {
  it('L1 mechanism round trip', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([, mechanism]) => {
        const text = JSON.stringify(mechanismToJson(mechanism))
        const read = mechanismFromJson(mechanism.proposerId)
        expect(read(JSON.parse(text))).toEqual(mechanism)
      }),
    )
  })

  it('L2 mechanism shape', () => {
    const isMechanism = guardOf(MechanismJson)
    fc.assert(
      fc.property(worldAndMechanism, ([, mechanism]) => {
        const json = mechanismToJson(mechanism)
        expect(isMechanism(json)).toBe(true)
        expect(decode(MechanismJson)(json)).toEqual({ _tag: 'Right', right: json })
      }),
    )
  })
})
