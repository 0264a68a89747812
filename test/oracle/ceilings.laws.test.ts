import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExchangeConfig, type World, worldOf } from '../../src/economy/index.js'
import {
  type BayesianFrontier,
  bayesianFrontier,
  gainOf,
  inferenceOracle,
  multipartyOracle,
  type PublicSignal,
  protocolOracle,
  type RoundCeilings,
  roundCeilings,
  solicitationOracle,
} from '../../src/oracle/index.js'
import { openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import {
  consentUnderHiddenInformation,
  hiddenDiscovery,
  visibleBilateral,
} from '../support/cases.js'
import { everybody, ledgers, planOf } from './ledgers.js'

const cases: fc.Arbitrary<readonly [ExchangeConfig, World]> = fc
  .tuple(
    fc.constantFrom(visibleBilateral, hiddenDiscovery, consentUnderHiddenInformation),
    fc.integer({ min: 0, max: 100_000 }),
  )
  .map(
    ([config, seed]) => [{ ...config, controllers: [1, 2] }, sound(worldOf(config, seed))] as const,
  )

const ceilingsOf = (config: ExchangeConfig, world: World): RoundCeilings => {
  const ceilings = roundCeilings(config, world)
  if (ceilings._tag !== 'Ceilings') throw new Error('refused')
  return ceilings
}

describe('protocol oracles', () => {
  it('L1 protocol above pairs', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        for (const round of ceilingsOf(config, world).rounds) {
          expect(round.protocolGain).toBeGreaterThanOrEqual(round.pairGain - 1e-8)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('L2 more respondents', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        const ledger = openLedger(world)
        const two = solicitationOracle(config, { participants: 2 })(ledger, 1)
        const three = solicitationOracle(config)(ledger, 1)
        expect(three.gain).toBeGreaterThanOrEqual(two.gain)
        expect(three.protocolGain).toBe(gainOf(protocolOracle(config)(ledger, 1)))
        expect(three.netGain).toBe(three.gain - three.protocolGain - three.cost)
      }),
      { numRuns: 20 },
    )
  })

  it('L3 sums', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        const ceilings = ceilingsOf(config, world)
        const total = (of: 'pairGain' | 'protocolGain' | 'hiddenGain'): number =>
          ceilings.rounds.reduce((sum, round) => sum + round[of], 0)
        expect(ceilings.greedyGain).toBe(total('pairGain'))
        expect(ceilings.informationGain).toBe(total('protocolGain') + total('hiddenGain'))
        expect(ceilings.rounds.length).toBe(config.rounds)
        expect(ceilings.certified).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  it('charges a public solicitation', () => {
    const world = sound(worldOf(hiddenDiscovery))
    const costly = {
      ...hiddenDiscovery,
      institutionPressure: {
        ...hiddenDiscovery.institutionPressure,
        searchCostPerPublicRound: 0.5,
      },
    }
    expect(solicitationOracle(costly)(openLedger(world), 1).cost).toBe(2.5)
    expect(
      solicitationOracle(hiddenDiscovery, { respondents: 2 })(openLedger(world), 1).respondents,
    ).toHaveLength(2)
  })
})

const signals: fc.Arbitrary<ReadonlyArray<PublicSignal>> = fc.array(
  fc.record({
    agent: fc.integer({ min: 1, max: 3 }),
    offered: fc.subarray([1, 2, 3]),
    wanted: fc.subarray([1, 2, 3]),
  }),
  { maxLength: 4 },
)
const three = ledgers({ agents: [3, 3], goods: [3, 3] })

describe('the inference-constrained oracle', () => {
  it('L1 silent', () => {
    fc.assert(
      fc.property(three, signals, (ledger, said) => {
        const met = said.some((one) =>
          said.some(
            (other) =>
              one.agent !== other.agent && one.offered.some((good) => other.wanted.includes(good)),
          ),
        )
        fc.pre(!met)
        expect(gainOf(inferenceOracle()(ledger, said))).toBe(0)
      }),
    )
  })

  it('L2 below', () => {
    fc.assert(
      fc.property(three, signals, fc.constantFrom(null, 1, 2, 3), (ledger, said, rowLimit) => {
        const inferred = gainOf(inferenceOracle({ rowLimit })(ledger, said))
        const full = gainOf(multipartyOracle({ rowLimit })(ledger, [1, 2, 3]))
        expect(inferred).toBeLessThanOrEqual(full + 1e-8)
      }),
    )
  })

  it('L3 more said', () => {
    fc.assert(
      fc.property(three, signals, signals, (ledger, said, more) => {
        const less = gainOf(inferenceOracle({ rowLimit: 3 })(ledger, said))
        const all = gainOf(inferenceOracle({ rowLimit: 3 })(ledger, [...said, ...more]))
        expect(all).toBeGreaterThanOrEqual(less - 1e-8)
      }),
    )
  })

  it('L1 directed', () => {
    fc.assert(
      fc.property(three, signals, (ledger, said) => {
        const plan = planOf(inferenceOracle({ rowLimit: 4 })(ledger, said))
        for (const { from, to, resource } of plan.transfers) {
          const good = Number(resource.slice(1))
          expect(said.some((one) => one.agent === from && one.offered.includes(good))).toBe(true)
          expect(said.some((one) => one.agent === to && one.wanted.includes(good))).toBe(true)
        }
      }),
    )
  })

  it('reaches the full gain where everybody offers and wants everything', () => {
    fc.assert(
      fc.property(three, fc.constantFrom(1, 2, 3), (ledger, rowLimit) => {
        const all = [1, 2, 3].map((agent) => ({ agent, offered: [1, 2, 3], wanted: [1, 2, 3] }))
        const inferred = gainOf(inferenceOracle({ rowLimit })(ledger, all))
        const full = gainOf(multipartyOracle({ rowLimit })(ledger, [1, 2, 3]))
        expect(Math.abs(inferred - full)).toBeLessThanOrEqual(1e-8)
      }),
    )
  })
})

const frontierOf = (
  world: World,
  options: Parameters<typeof bayesianFrontier>[0],
): BayesianFrontier => {
  const frontier = bayesianFrontier(options)(world)
  if (frontier._tag !== 'Frontier') throw new Error('refused')
  return frontier
}

describe('the Bayesian frontier', () => {
  it('L1 known exactly', () => {
    fc.assert(
      fc.property(cases, ([, world]) => {
        const ledger = openLedger(world)
        const known = everybody(ledger)
        const frontier = frontierOf(world, { known, samples: 2, participants: [1, 2, 3] })
        const full = gainOf(multipartyOracle()(ledger, [1, 2, 3]))
        expect(Math.abs(frontier.realizedGain - full)).toBeLessThanOrEqual(1e-8)
        expect(Math.abs(frontier.expectedGain - full)).toBeLessThanOrEqual(1e-8)
        expect(frontier.consented).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('L2 below truth', () => {
    fc.assert(
      fc.property(cases, ([, world]) => {
        const frontier = frontierOf(world, { known: [1], rowLimit: 2, participants: [1, 2, 3] })
        const full = gainOf(multipartyOracle({ rowLimit: 2 })(openLedger(world), [1, 2, 3]))
        expect(frontier.realizedGain).toBeLessThanOrEqual(full + 1e-8)
        expect(frontier.expectedGain).toBeLessThanOrEqual(frontier.expectedOptimum + 1e-8)
      }),
      { numRuns: 8 },
    )
  })

  it('L3 wants respected', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 5 }), ([, world], good) => {
        const wants = [{ agent: 2, offered: [], wanted: [good] }]
        const options = { known: [1, 3, 4, 5], participants: [1, 2], samples: 4 }
        expect(frontierOf(world, { ...options, signals: wants }).unmetRows).toBe(0)
        // wanting everything contradicts itself: the closest rows are taken and counted
        const all = [{ agent: 2, offered: [], wanted: [1, 2, 3, 4, 5] }]
        expect(frontierOf(world, { ...options, signals: all, mostTries: 20 }).unmetRows).toBe(4)
      }),
      { numRuns: 8 },
    )
  })

  it('L4 repeatable draw', () => {
    fc.assert(
      fc.property(cases, fc.nat(99), ([, world], seed) => {
        const options = { seed, samples: 4, participants: [1, 2], rowLimit: 2 }
        expect(frontierOf(world, options)).toEqual(frontierOf(world, options))
      }),
      { numRuns: 8 },
    )
  })

  it('gains from what it knows, on average over worlds', () => {
    const worlds = Array.from({ length: 24 }, (_, seed) => sound(worldOf(visibleBilateral, seed)))
    const mean = (known: ReadonlyArray<number>): number =>
      worlds.reduce(
        (sum, world) =>
          sum +
          frontierOf(world, { known, samples: 8, participants: [1, 2], rowLimit: 2 }).realizedGain,
        0,
      ) / worlds.length
    const blind = mean([])
    const half = mean([1])
    const informed = mean([1, 2])
    expect(half).toBeGreaterThan(blind)
    expect(informed).toBeGreaterThan(half)
  })
})
