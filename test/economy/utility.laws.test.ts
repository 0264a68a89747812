import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorld, utilityOf } from '../../src/economy/index.js'
import { holdingsOf, sound, worldWithAgent } from './arbitraries.js'

const withHoldings = (shape: Parameters<typeof worldWithAgent>[0] = {}) =>
  worldWithAgent(shape).chain(([world, agent]) =>
    fc.tuple(fc.constant(world), fc.constant(agent), holdingsOf(world), holdingsOf(world)),
  )

const slack = (...sizes: ReadonlyArray<number>): number =>
  1e-12 * (1 + Math.max(...sizes.map(Math.abs)))

describe('utility laws', () => {
  it('L1 nothing', () => {
    fc.assert(
      fc.property(worldWithAgent(), ([world, agent]) => {
        expect(
          utilityOf(world)(
            agent,
            world.resourceNames.map(() => 0),
          ),
        ).toBe(0)
      }),
    )
  })

  it('L2 monotone', () => {
    fc.assert(
      fc.property(withHoldings(), ([world, agent, holdings, more]) => {
        const utility = utilityOf(world)
        const before = utility(agent, holdings)
        const after = utility(
          agent,
          holdings.map((held, good) => held + (more[good] ?? 0)),
        )
        expect(after).toBeGreaterThanOrEqual(before - slack(before))
      }),
    )
  })

  it('L3 concave', () => {
    fc.assert(
      fc.property(
        withHoldings({ modes: ['linear', 'concave_separable'] }),
        ([world, agent, one, other]) => {
          const utility = utilityOf(world)
          const mean = (utility(agent, one) + utility(agent, other)) / 2
          const middle = utility(
            agent,
            one.map((held, good) => (held + (other[good] ?? 0)) / 2),
          )
          expect(middle).toBeGreaterThanOrEqual(mean - slack(mean))
        },
      ),
    )
  })

  it('L4 numeraire', () => {
    fc.assert(
      fc.property(
        withHoldings(),
        fc.integer({ min: 1, max: 50 }),
        ([world, agent, holdings], money) => {
          const column = world.moneyGoodIndex
          fc.pre(column !== null)
          const utility = utilityOf(world)
          const having = (amount: number): number =>
            utility(
              agent,
              holdings.map((held, good) => (good === column ? amount : held)),
            )
          const worth = world.preferences[agent]?.[column] ?? Number.NaN
          expect(Math.abs(having(money + 1) - having(money) - worth)).toBeLessThanOrEqual(
            slack(having(money + 1)),
          )
        },
      ),
    )
  })

  it('L5 own', () => {
    fc.assert(
      fc.property(withHoldings(), ([world, agent, holdings]) => {
        const stranger = sound(
          makeWorld({
            ...world,
            allocation: world.allocation.map((row) => row.map(() => 3)),
            preferences: world.preferences.map((row, index) =>
              index === agent ? row : row.map(() => 1),
            ),
          }),
        )
        expect(utilityOf(stranger)(agent, holdings)).toBe(utilityOf(world)(agent, holdings))
      }),
    )
  })
})
