import { describe, expect, it } from 'vitest'
import { type ProceduralOptions, proceduralWorld } from '../../src/economy/index.js'
import { refusals, sound } from './arbitraries.js'

const options = { seed: 77, numAgents: 4, numResources: 3, unitsPerHomeResource: 7 } as const

describe('proceduralWorld', () => {
  it('gives every agent its home good and a drawn taste', () => {
    expect(sound(proceduralWorld(options))).toEqual({
      allocation: [
        [7, 0, 0],
        [0, 7, 0],
        [0, 0, 7],
        [7, 0, 0],
      ],
      preferences: [
        [4.096, 1.967, 4.582],
        [4.202, 1.018, 5.643],
        [3.011, 3.251, 4.155],
        [3.338, 2.753, 7.33],
      ],
      resourceNames: ['r1', 'r2', 'r3'],
      utilityMode: 'linear',
      moneyGoodIndex: null,
      bundleBuyer: null,
    })
  })

  it('adds money that everybody holds and values alike', () => {
    const world = sound(proceduralWorld({ ...options, withMoney: true }))
    expect(world.resourceNames).toEqual(['r1', 'r2', 'r3', 'money'])
    expect(world.moneyGoodIndex).toBe(3)
    expect(world.allocation.map((row) => row[3])).toEqual([20, 20, 20, 20])
    expect(world.preferences.map((row) => row[3])).toEqual([1, 1, 1, 1])
  })

  it('is ten by ten, with ten units and linear utility, unless told otherwise', () => {
    const world = sound(proceduralWorld({ seed: 23 }))
    expect(world.allocation.map((row) => row.length)).toEqual(Array.from({ length: 10 }, () => 10))
    expect(world.allocation[9]?.[9]).toBe(10)
    expect(world.utilityMode).toBe('linear')
  })

  it('keeps 0 units and 0 money as quantities', () => {
    const world = sound(
      proceduralWorld({
        ...options,
        unitsPerHomeResource: 0,
        withMoney: true,
        moneyUnitsPerAgent: 0,
      }),
    )
    expect(world.allocation.flat().every((held) => held === 0)).toBe(true)
  })

  it('takes a text for a seed, and a large integer', () => {
    const text = sound(proceduralWorld({ seed: 'edgeworth' }))
    expect(sound(proceduralWorld({ seed: 'edgeworth' }))).toEqual(text)
    expect(sound(proceduralWorld({ seed: 'Edgeworth' }))).not.toEqual(text)
    expect(sound(proceduralWorld({ seed: 2n ** 80n }))).not.toEqual(
      sound(proceduralWorld({ seed: 0 })),
    )
  })

  it('refuses what describes no world, all at once', () => {
    const bad = { seed: 0.5, numAgents: 0, numResources: -1, unitsPerHomeResource: Number.NaN }
    const wrong = { ...bad, utilityMode: 'cubic', moneyUnitsPerAgent: -1 }
    // a caller without types can ask for anything
    expect(refusals(proceduralWorld(wrong as unknown as ProceduralOptions))).toEqual([
      'OutOfRange numAgents',
      'OutOfRange numResources',
      'OutOfRange unitsPerHomeResource',
      'UnknownUtilityMode utilityMode',
      'OutOfRange moneyUnitsPerAgent',
      'BadSeed seed',
    ])
    expect(refusals(proceduralWorld({} as unknown as ProceduralOptions))).toEqual(['BadSeed seed'])
  })

  it('refuses sizes beyond memory and quantities beyond the floats', () => {
    expect(refusals(proceduralWorld({ seed: 1, numAgents: 1e9 }))).toEqual(['TooLarge '])
    expect(refusals(proceduralWorld({ seed: 1, unitsPerHomeResource: 1e306 }))).toEqual([
      'TooLarge unitsPerHomeResource',
    ])
    expect(refusals(proceduralWorld({ seed: 1, numAgents: 2.5 }))).toEqual(['OutOfRange numAgents'])
    expect(refusals(proceduralWorld({ seed: 1, numResources: Number.POSITIVE_INFINITY }))).toEqual([
      'OutOfRange numResources',
    ])
  })
})

describe('proceduralWorld of plain data', () => {
  it.each([null, undefined, 5, 'seed'])('refuses %j, which is no object', (options) => {
    expect(proceduralWorld(options as never)).toMatchObject({
      _tag: 'Left',
      left: [{ _tag: 'NotAWorld', path: [] }],
    })
  })
})
