import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coordinationCost } from '../../src/settlement/coordination-cost.js'
import { hundredths, update } from './arbitraries.js'

const rates = fc.record({
  searchCostPerContactedAgent: fc.oneof(fc.constant(0), hundredths(2)),
  searchCostPerPublicRound: hundredths(2),
  standingRuleBonusOrCostSaving: hundredths(2),
})

const charged = fc.record({
  round: fc.integer({ min: 1, max: 5 }),
  agents: fc.integer({ min: 1, max: 8 }),
  contacted: fc.integer({ min: 0, max: 8 }),
  institutions: fc.array(update, { maxLength: 4 }),
})

describe('laws of coordination cost', () => {
  it('L1 no gain from cost', () => {
    fc.assert(
      fc.property(rates, charged, (r, c) => coordinationCost(r)(c).netCoordinationCost >= 0),
    )
  })

  it('L2 rules save', () => {
    fc.assert(
      fc.property(rates, charged, (r, c) => {
        const more = { ...c, institutions: [...c.institutions, { id: 'one more' }] }
        const before = coordinationCost(r)(c)
        const after = coordinationCost(r)(more)
        expect(after.activeInstitutions).toBe(before.activeInstitutions + 1)
        expect(after.netCoordinationCost).toBeLessThanOrEqual(before.netCoordinationCost)
      }),
    )
  })

  it('L3 contacts cost', () => {
    fc.assert(
      fc.property(rates, charged, (r, c) => {
        fc.pre(r.searchCostPerContactedAgent > 0)
        const cost = coordinationCost(r)(c)
        expect(cost.netCoordinationCost).toBe(r.searchCostPerContactedAgent * c.contacted)
        expect(cost.standingRuleSaving).toBe(0)
      }),
    )
  })
})
