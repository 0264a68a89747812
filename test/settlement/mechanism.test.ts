import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { renderFailure } from '../../src/core/failure.js'
import { guardOf } from '../../src/core/guard.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import {
  hasEffect,
  type Mechanism,
  type MechanismParts,
  makeMechanism,
} from '../../src/settlement/mechanism.js'
import {
  MechanismJson,
  mechanismFromJson,
  mechanismToJson,
} from '../../src/settlement/mechanism-codec.js'
import { hostileMechanism, mechanismFrom } from './arbitraries.js'

describe('a mechanism', () => {
  const make = makeMechanism(marketOf(3, 2))

  it('has defaults for all but the proposer', () => {
    expect(make({ proposerId: 2 })).toEqual({
      _tag: 'Right',
      right: {
        proposerId: 2,
        label: 'compiled_mechanism',
        summary: '',
        transfers: [],
        consentingAgents: [2],
        confidence: 1,
        institutionalUpdates: [],
        verifierOk: true,
        verifierReason: '',
      },
    })
  })

  it('reports everything that is wrong with it, each at its place', () => {
    // A caller without types can give an update that is no object.
    const parts = {
      proposerId: 4,
      consentingAgents: [1, 0],
      confidence: Number.NaN,
      transfers: [
        { from: 1, to: 2, resource: 'r1', quantity: 1 },
        { from: 1, to: 2, resource: 'r1', quantity: -50 },
      ],
      institutionalUpdates: [{}, ['rule']],
    } as unknown as MechanismParts
    const made = make(parts)
    expect(isLeft(made) && made.left.map(({ _tag, path }) => [_tag, ...path])).toEqual([
      ['UnknownAgent', 'proposerId'],
      ['UnknownAgent', 'consentingAgents', 1],
      ['NegativeQuantity', 'transfers', 1, 'quantity'],
      ['NotAConfidence', 'confidence'],
      ['NotAnUpdate', 'institutionalUpdates', 1],
    ])
  })

  it('has an effect when it moves or writes something', () => {
    expect(hasEffect(mechanismFrom({}))).toBe(false)
    expect(hasEffect(mechanismFrom({ institutionalUpdates: [{}] }))).toBe(true)
    const transfers = [{ from: 1, to: 2, resource: 'r1', quantity: 1 }]
    expect(hasEffect(mechanismFrom({ transfers }))).toBe(true)
  })
})

describe('the recorded form of a mechanism', () => {
  const json = mechanismToJson(
    mechanismFrom({ transfers: [{ from: 1, to: 2, resource: 'r1', quantity: 1 }] }),
  )
  const pathsOf = (value: unknown): ReadonlyArray<string> => {
    const read = decode(MechanismJson)(value)
    return isLeft(read) ? read.left.map(({ path }) => path.join('.')) : []
  }

  it('names the proposer, or the round does', () => {
    expect(mechanismFromJson(3)(json).proposerId).toBe(3)
    expect(mechanismFromJson(3)({ ...json, proposer_id: 2 }).proposerId).toBe(2)
  })

  it('does not take a boolean for an agent nor a reversed transfer for a transfer', () => {
    const row = json.transfers[0]
    expect(pathsOf({ ...json, transfers: [{ ...row, from: true }] })).toEqual(['transfers.0.from'])
    expect(pathsOf({ ...json, transfers: [{ ...row, quantity: -50 }] })).toEqual([
      'transfers.0.quantity',
    ])
    expect(pathsOf({ ...json, transfers: [row, { ...row, quantity: Number.NaN }] })).toEqual([
      'transfers.1.quantity',
    ])
  })

  it('reports what is missing', () => {
    const { summary, verifier_ok, ...rest } = json
    expect(pathsOf(rest)).toEqual(['summary', 'verifier_ok'])
    expect(pathsOf({ ...json, institutional_updates: ['rule'] })).toEqual([
      'institutional_updates.0',
    ])
  })

  it('refuses what no codec should accept', () => {
    const isMechanism = guardOf(MechanismJson)
    const hostile = (mechanism: Mechanism): boolean =>
      !mechanism.transfers.every(
        ({ from, to, quantity }) =>
          Number.isSafeInteger(from) &&
          from > 0 &&
          Number.isSafeInteger(to) &&
          to > 0 &&
          quantity > 0 &&
          quantity < Number.POSITIVE_INFINITY,
      ) || !Number.isFinite(mechanism.confidence)
    fc.assert(
      fc.property(hostileMechanism, (mechanism) => {
        if (hostile(mechanism)) expect(isMechanism(mechanismToJson(mechanism))).toBe(false)
      }),
    )
  })

  it('says what it expected in place of each malformed part', () => {
    const make = makeMechanism(marketOf(3, 2))
    const made = make({
      proposerId: 4,
      confidence: Number.NaN,
      institutionalUpdates: [null, 'text', 7, []] as never,
    })
    expect(isLeft(made) ? made.left.map(renderFailure) : []).toEqual([
      'proposerId: expected the number of an agent, 1 to 3, got 4 (UnknownAgent)',
      'confidence: expected a finite number, got NaN (NotAConfidence)',
      'institutionalUpdates[0]: expected an object, got null (NotAnUpdate)',
      'institutionalUpdates[1]: expected an object, got "text" (NotAnUpdate)',
      'institutionalUpdates[2]: expected an object, got 7 (NotAnUpdate)',
      'institutionalUpdates[3]: expected an object, got [] (NotAnUpdate)',
    ])
  })
})
