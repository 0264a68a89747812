import { describe, expect, it } from 'vitest'
import {
  type BargainingWorld,
  bargainingWorld,
  LARGEST_AMOUNT,
  zopaOf,
} from '../../src/bargaining/index.js'

const good: BargainingWorld = { id: 'w', value: 12094, cost: 8110, list: 16070 }

const pathsOf = (input: Parameters<typeof bargainingWorld>[0]): ReadonlyArray<unknown> => {
  const made = bargainingWorld(input)
  return made._tag === 'Left' ? made.left.map((failure) => failure.path[0]) : []
}

describe('bargainingWorld', () => {
  it('makes a world of whole cents', () => {
    expect(bargainingWorld(good)).toEqual({ _tag: 'Right', right: good })
    expect(zopaOf(good)).toBe(3984)
  })

  it('keeps a reservation share of the world', () => {
    const made = bargainingWorld({ ...good, reservationShare: 0 })
    expect(made).toEqual({ _tag: 'Right', right: { ...good, reservationShare: 0 } })
  })

  it('takes a world without a zone, and a price of 0, as they are', () => {
    expect(bargainingWorld({ ...good, value: 8110 })._tag).toBe('Right')
    expect(bargainingWorld({ id: 'free', value: 0, cost: 0, list: 0 })._tag).toBe('Right')
  })

  it('names every field that is no amount', () => {
    expect(
      pathsOf({ ...good, value: Number.NaN, cost: -1, list: 10.5 } as BargainingWorld),
    ).toEqual(['value', 'cost', 'list'])
    expect(
      pathsOf({ id: '', value: '1', cost: null, list: LARGEST_AMOUNT + 1, reservationShare: 2 }),
    ).toEqual(['id', 'value', 'cost', 'list', 'reservationShare'])
  })

  it('refuses a list price below the cost', () => {
    expect(pathsOf({ ...good, list: 8109 })).toEqual(['list'])
  })

  it('refuses a reservation share that is not a number', () => {
    expect(pathsOf({ ...good, reservationShare: Number.NaN })).toEqual(['reservationShare'])
  })
})
