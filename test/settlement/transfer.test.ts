import { describe, expect, it } from 'vitest'
import { renderFailure } from '../../src/core/failure.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import {
  makeTransfer,
  type TransferInput,
  transferFailures,
} from '../../src/settlement/transfer.js'

const market = marketOf(3, 2)
const sound: TransferInput = { from: 1, to: 2, resource: 'r1', quantity: 1 }
const tagsOf = (input: TransferInput): ReadonlyArray<string> =>
  transferFailures(market)(input).map(({ _tag }) => _tag)

describe('a transfer', () => {
  it('is made of four sound fields', () => {
    expect(makeTransfer(market)(sound)).toEqual({ _tag: 'Right', right: sound })
  })

  it('with a negative quantity is a failure of its own, never a transfer the other way round', () => {
    expect(tagsOf({ ...sound, quantity: -50 })).toEqual(['NegativeQuantity'])
    expect(makeTransfer(market)({ ...sound, quantity: -50 })._tag).toBe('Left')
  })

  it('takes neither a boolean nor a text for a number', () => {
    expect(tagsOf({ ...sound, quantity: true })).toEqual(['NotAQuantity'])
    expect(tagsOf({ ...sound, quantity: '1,000' })).toEqual(['NotAQuantity'])
    expect(tagsOf({ ...sound, from: true })).toEqual(['UnknownAgent'])
    expect(tagsOf({ ...sound, to: '2' })).toEqual(['UnknownAgent'])
  })

  it('takes 1.0 as 1 and a fraction where units divide', () => {
    expect(makeTransfer(market)({ ...sound, quantity: 1.0 })).toEqual({
      _tag: 'Right',
      right: sound,
    })
    expect(tagsOf({ ...sound, quantity: 49.5 })).toEqual([])
    const whole = transferFailures({ ...market, divisible: false })
    expect(whole({ ...sound, quantity: 49.5 }).map(({ _tag }) => _tag)).toEqual([
      'FractionalQuantity',
    ])
    expect(whole({ ...sound, quantity: 50 })).toEqual([])
  })

  it('moves something', () => {
    expect(tagsOf({ ...sound, quantity: 0 })).toEqual(['ZeroQuantity'])
    expect(tagsOf({ ...sound, quantity: -0 })).toEqual(['ZeroQuantity'])
  })

  it('moves a finite quantity', () => {
    for (const quantity of [Number.NaN, Number.POSITIVE_INFINITY, undefined, null, [1], 1n]) {
      expect(tagsOf({ ...sound, quantity })).toEqual(['NotAQuantity'])
    }
  })

  it('does not go from an agent to itself', () => {
    expect(transferFailures(market)({ ...sound, to: 1 })).toEqual([
      { _tag: 'SelfTransfer', path: ['to'], value: 1, expected: 'an agent other than the giver' },
    ])
  })

  it('names a good by position, also when it was given by its own name', () => {
    const withMoney = { agents: 2, resourceNames: ['r1', 'money'] }
    expect(makeTransfer(withMoney)({ ...sound, resource: 'money' })).toEqual({
      _tag: 'Right',
      right: { ...sound, resource: 'r2' },
    })
  })

  it('reports everything at once', () => {
    expect(tagsOf({ from: 0, to: 9, resource: 'gold', quantity: -1 })).toEqual([
      'UnknownAgent',
      'UnknownAgent',
      'UnknownResource',
      'NegativeQuantity',
    ])
  })

  it('says what it expected in place of each malformed field', () => {
    const said = (input: TransferInput, of = market): ReadonlyArray<string> =>
      transferFailures(of)(input).map(renderFailure)
    expect(said({ ...sound, from: 4 })).toEqual([
      'from: expected the number of an agent, 1 to 3, got 4 (UnknownAgent)',
    ])
    expect(said({ ...sound, resource: 'r3' })).toEqual([
      'resource: expected a good of the market, r1 to r2, got "r3" (UnknownResource)',
    ])
    expect(said({ ...sound, quantity: Number.NaN })).toEqual([
      'quantity: expected a finite number, got NaN (NotAQuantity)',
    ])
    expect(said({ ...sound, quantity: 0 })).toEqual([
      'quantity: expected a quantity above 0, got 0 (ZeroQuantity)',
    ])
    expect(said({ ...sound, quantity: 0.5 }, { ...market, divisible: false })).toEqual([
      'quantity: expected a whole number of units, got 0.5 (FractionalQuantity)',
    ])
  })
})
