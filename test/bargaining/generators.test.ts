import { describe, expect, it } from 'vitest'
import {
  calibratedGenerator,
  calibratedParameters,
  calibratedWorlds,
  drawWorlds,
  heldOutWorlds,
  SHORTEST_SALT,
  uniformSource,
  wideGenerator,
  wideParameters,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

describe('generators', () => {
  it('draw the same worlds on every machine', () => {
    expect(drawWorlds(wideGenerator)(7n, 2)).toMatchInlineSnapshot(`
      [
        {
          "cost": 10611,
          "id": "wide/7/0",
          "list": 19069,
          "value": 15599,
        },
        {
          "cost": 8006,
          "id": "wide/7/1",
          "list": 15378,
          "value": 10599,
        },
      ]
    `)
  })

  it('take seed 0 for a seed of its own', () => {
    expect(drawWorlds(wideGenerator)(0n, 3)).not.toEqual(
      drawWorlds(wideGenerator)(1n, 3).map((world, index) => ({ ...world, id: `wide/0/${index}` })),
    )
  })

  it('name every malformed range', () => {
    const made = uniformSource({
      name: '',
      value: [9, 1],
      margin: [0.2, Number.NaN],
      markup: [-0.1, 0.4],
      reservationShare: [0, 2],
    })
    expect(made._tag === 'Left' && made.left.map(({ path }) => path[0])).toEqual([
      'name',
      'value',
      'margin',
      'reservationShare',
    ])
  })

  it('refuse mark-ups that could put the list price below the cost', () => {
    expect(uniformSource({ ...wideParameters, markup: [-0.21, 0.4] })._tag).toBe('Left')
    expect(uniformSource({ ...wideParameters, markup: [-0.2, 0.4] })._tag).toBe('Right')
  })

  it('draw a reservation share where asked to', () => {
    const source = sound(uniformSource({ ...calibratedParameters, reservationShare: [0.8, 0.9] }))
    for (const { reservationShare } of drawWorlds(source)(3n, 50)) {
      expect(reservationShare).toBeGreaterThanOrEqual(0.8)
      expect(reservationShare).toBeLessThanOrEqual(0.9)
    }
    expect('reservationShare' in calibratedGenerator.draw(3n, 0)).toBe(false)
  })

  it('pin thirty worlds that lie in the ranges of their generator', () => {
    expect(calibratedWorlds.length).toBe(30)
    for (const { value, cost, list } of calibratedWorlds) {
      const [margin, markup] = [1 - cost / value, list / value - 1]
      expect(value).toBeGreaterThanOrEqual(6000)
      expect(value).toBeLessThanOrEqual(18000)
      expect(margin).toBeGreaterThan(0.2699)
      expect(margin).toBeLessThan(0.3961)
      expect(markup).toBeGreaterThan(-0.1081)
      expect(markup).toBeLessThan(0.4751)
    }
  })
})

describe('held-out worlds', () => {
  const salt = 'a salt that is long enough'

  it('refuse a short salt without showing it', () => {
    const made = heldOutWorlds(wideGenerator)('too short', 1)
    expect(made).toMatchObject({ _tag: 'Left', left: [{ _tag: 'BadSalt', value: 9 }] })
    expect(JSON.stringify(made)).not.toContain('too short')
    expect(heldOutWorlds(wideGenerator)('x'.repeat(SHORTEST_SALT), 1)._tag).toBe('Right')
  })

  it('are named without the seed from which they could be drawn again', () => {
    const drawn = sound(heldOutWorlds(wideGenerator)(salt, 3))
    expect(drawn.map(({ id }) => id)).toEqual([
      'wide/held-out/0',
      'wide/held-out/1',
      'wide/held-out/2',
    ])
  })

  it('differ between generators and places', () => {
    const [one, two] = sound(heldOutWorlds(wideGenerator)(salt, 2))
    const [other] = sound(heldOutWorlds(calibratedGenerator)(salt, 1))
    expect(one?.value).not.toBe(two?.value)
    expect(one?.value).not.toBe(other?.value)
  })
})
