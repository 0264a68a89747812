import { describe, expect, it } from 'vitest'
import { coordinationCost, totalCost } from '../../src/settlement/coordination-cost.js'

const rules = [{ id: 'a' }, { id: 'b', status: 'retired' }, { id: 'c', expires_after_round: 1 }]

describe('coordination cost', () => {
  it('is a rate per agent less what active rules save', () => {
    const rates = {
      searchCostPerContactedAgent: 0,
      searchCostPerPublicRound: 0.05,
      standingRuleBonusOrCostSaving: 0.2,
    }
    const charge = coordinationCost(rates)
    expect(charge({ round: 2, agents: 5, contacted: 1, institutions: rules })).toEqual({
      round: 2,
      searchCostTotal: 0.25,
      searchCostBasis: 'flat_public_round',
      contactedAgentCount: 5,
      standingRuleSaving: 0.2,
      netCoordinationCost: 0.04999999999999999,
      activeInstitutions: 1,
    })
    expect(charge({ round: 1, agents: 5, institutions: rules }).netCoordinationCost).toBe(0)
  })

  it('is a rate per prompted responder when there is one, and then rules save nothing', () => {
    const rates = {
      searchCostPerContactedAgent: 0.05,
      searchCostPerPublicRound: 9,
      standingRuleBonusOrCostSaving: 0.2,
    }
    const charge = coordinationCost(rates)
    expect(charge({ round: 1, agents: 10, contacted: 9, institutions: rules })).toEqual({
      round: 1,
      searchCostTotal: 0.45,
      searchCostBasis: 'prompted_responders',
      contactedAgentCount: 9,
      standingRuleSaving: 0,
      netCoordinationCost: 0.45,
      activeInstitutions: 2,
    })
    expect(charge({ round: 1, agents: 10, contacted: 0, institutions: [] }).searchCostTotal).toBe(0)
    expect(charge({ round: 1, agents: 10, institutions: [] }).contactedAgentCount).toBe(10)
  })

  it('adds up over rounds with plain addition', () => {
    const rates = {
      searchCostPerContactedAgent: 0.1,
      searchCostPerPublicRound: 0,
      standingRuleBonusOrCostSaving: 0,
    }
    const costs = [1, 2, 3].map((round) =>
      coordinationCost(rates)({ round, agents: 2, contacted: 1, institutions: [] }),
    )
    expect(totalCost(costs)).toBe(0.1 + 0.1 + 0.1)
    expect(totalCost([])).toBe(0)
  })
})
