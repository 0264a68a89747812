import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorld, utilityOf, type World } from '../../src/economy/index.js'
import { exactWBayes, realizedGain } from '../../src/oracle/wbayes-exact.js'
import { refusals, sound } from '../economy/arbitraries.js'

const value = fc.integer({ min: 0, max: 4 })
const held = fc.constantFrom(0, 1, 4)
const pairOf = (cell: fc.Arbitrary<number>) =>
  fc.tuple(fc.tuple(cell, cell), fc.tuple(cell, cell)).map(([a, b]) => [[...a], [...b]])

const boxes: fc.Arbitrary<World> = fc
  .record({
    allocation: pairOf(held),
    preferences: pairOf(value),
    utilityMode: fc.constantFrom('concave_separable' as const, 'linear' as const),
  })
  .map((parts) => sound(makeWorld(parts)))

const proposers = fc.constantFrom(1 as const, 2 as const)

/** Both frontiers by the plain loop: every swap both ways round, every type valued from scratch. */
const plainFrontiers = (world: World, proposer: 1 | 2, highest: number, steps: number) => {
  const me = proposer - 1
  const them = 1 - me
  let wBayes = 0
  let wStar = 0
  for (const good of [0, 1]) {
    for (let i = 0; i <= steps; i += 1) {
      for (let j = 0; j <= steps; j += 1) {
        const give = ((world.allocation[me]?.[good] ?? 0) * i) / steps
        const take = ((world.allocation[them]?.[1 - good] ?? 0) * j) / steps
        const moved = world.allocation.map((row, agent) =>
          row.map((q, g) => q + (g === good ? give : -take) * (agent === me ? -1 : 1)),
        )
        const delta = (told: World, agent: number): number => {
          const utility = utilityOf(told)
          return utility(agent, moved[agent] ?? []) - utility(agent, told.allocation[agent] ?? [])
        }
        const own = delta(world, me)
        if (own < -1e-9) continue
        let expected = 0
        for (let a = 0; a <= highest; a += 1) {
          for (let b = 0; b <= highest; b += 1) {
            const told = {
              ...world,
              preferences: world.preferences.map((row, agent) => (agent === them ? [a, b] : row)),
            }
            const theirs = delta(told, them)
            if (theirs >= -1e-9) expected += own + theirs
          }
        }
        wBayes = Math.max(wBayes, expected / (highest + 1) ** 2)
        const theirs = delta(world, them)
        if (theirs >= -1e-9) wStar = Math.max(wStar, own + theirs)
      }
    }
  }
  return { wBayes, wStar }
}

describe('exact Bayesian frontier laws', () => {
  it('L1 exact frontier', () => {
    fc.assert(
      fc.property(boxes, proposers, (world, proposer) => {
        const found = sound(exactWBayes({ proposer, highest: 3, steps: 4 })(world))
        const plain = plainFrontiers(world, proposer, 3, 4)
        expect(found.wBayes).toBeCloseTo(plain.wBayes, 9)
        expect(found.wStar).toBeCloseTo(plain.wStar, 9)
      }),
      { numRuns: 60 },
    )
  })

  it('L2 informed', () => {
    const known = fc.tuple(boxes, value).map(([world, only]) => ({
      only,
      world: { ...world, preferences: [world.preferences[0] ?? [], [only, only]] },
    }))
    fc.assert(
      fc.property(known, ({ world, only }) => {
        const told = { lowest: only, highest: only, steps: 8 }
        const { wBayes, wStar } = sound(exactWBayes(told)(world))
        expect(wBayes).toBe(wStar)
      }),
    )
  })

  it('L3 frontier swap', () => {
    fc.assert(
      fc.property(boxes, proposers, (world, proposer) => {
        const { wStar, optimum } = sound(exactWBayes({ proposer, steps: 8 })(world))
        if (optimum === null) {
          expect(wStar).toBe(0)
          return
        }
        const partner = 3 - proposer
        const { good, give, take } = optimum
        const rows = [
          { from: proposer, to: partner, resource: `r${good + 1}`, quantity: give },
          { from: partner, to: proposer, resource: `r${2 - good}`, quantity: take },
        ].filter(({ quantity }) => quantity > 0)
        expect(realizedGain(world)(proposer, rows)).toBeCloseTo(wStar, 9)
      }),
    )
  })

  it('L4 finer grid', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 10 }), (world, steps) => {
        const coarse = sound(exactWBayes({ steps })(world))
        const fine = sound(exactWBayes({ steps: 2 * steps })(world))
        expect(fine.wBayes).toBeGreaterThanOrEqual(coarse.wBayes - 1e-9)
        expect(fine.wStar).toBeGreaterThanOrEqual(coarse.wStar - 1e-9)
      }),
    )
  })

  it('refuses a world that is no box, and options that are none', () => {
    const three = sound(
      makeWorld({
        allocation: [
          [1, 1, 1],
          [1, 1, 1],
        ],
        preferences: [
          [1, 1, 1],
          [1, 1, 1],
        ],
        utilityMode: 'complementary_bundle',
      }),
    )
    const options = { proposer: 3 as 1, lowest: 5, highest: 4, steps: 0 }
    expect(refusals(exactWBayes(options)(three))).toEqual([
      'NotABox allocation',
      'NotABox utilityMode',
      'NotABox proposer',
      'BadPrior lowest',
      'BadGrid steps',
    ])
  })

  it('realizes nothing where somebody loses or a row is no transfer', () => {
    const world = sound(
      makeWorld({
        allocation: [
          [4, 0],
          [0, 4],
        ],
        preferences: [
          [1, 9],
          [9, 1],
        ],
        utilityMode: 'concave_separable',
      }),
    )
    const give = { from: 1, to: 2, resource: 'r1', quantity: 1 }
    const back = { from: 2, to: 1, resource: 'r2', quantity: 1 }
    expect(realizedGain(world)(1, [give])).toBe(0)
    expect(realizedGain(world)(1, [])).toBe(0)
    expect(realizedGain(world)(1, [give, { ...back, quantity: 5 }])).toBe(0)
    expect(realizedGain(world)(1, [give, back])).toBeGreaterThan(16)
  })
})
