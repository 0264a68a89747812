import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  configToSnapshot,
  defaultExchangeConfig,
  defaultProtocol,
  type ExchangeConfig,
  worldOf,
} from '../../src/economy/index.js'
import {
  admissionReasons,
  admit,
  type Baselines,
  differingKnobs,
  type FrictionKnob,
  frictionSweep,
  greedyFloor,
  pairedAblation,
  populationPlay,
  pressureTags,
  regretBySteps,
  regretOfRound,
  regretSteps,
  tauScreen,
  validityOrdering,
  withFriction,
} from '../../src/oracle/index.js'
import { sound } from '../economy/arbitraries.js'
import {
  bundleOfThree,
  hiddenDiscovery,
  multipartyClearing,
  visibleBilateral,
} from '../support/cases.js'

const gain = fc.integer({ min: 0, max: 200 }).map((n) => n / 8)
const rounds = fc.record({
  roundIndex: fc.integer({ min: 1, max: 9 }),
  protocolGain: gain,
  solicitationGain: gain,
  solicited: fc.boolean(),
  proposedGain: gain,
  acceptedGain: gain,
  appliedGain: gain,
})

describe('regret by step', () => {
  it('L1 telescoping', () => {
    fc.assert(
      fc.property(fc.array(rounds, { maxLength: 6 }), (played) => {
        const report = regretBySteps('plain')(played)
        const lost = regretSteps.reduce((sum, step) => sum + report.difference[step], 0)
        expect(lost).toBe(report.reach - report.applied)
        for (const step of regretSteps)
          expect(report.regret[step]).toBeGreaterThanOrEqual(report.difference[step])
      }),
    )
  })

  it('L2 no regret', () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const best = Math.max(round.protocolGain, round.solicitationGain)
        const ideal = {
          ...round,
          solicited: true,
          proposedGain: best,
          acceptedGain: best,
          appliedGain: best,
        }
        expect(regretOfRound(ideal).regret).toEqual({
          communication: 0,
          proposal: 0,
          acceptance: 0,
          finalization: 0,
        })
        expect(regretBySteps('plain')([ideal]).worst).toBeNull()
      }),
    )
  })

  it('L3 blame', () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 20 }), (round, less) => {
        const before = regretOfRound(round).difference
        const proposal = regretOfRound({
          ...round,
          proposedGain: round.proposedGain - less,
        }).difference
        const acceptance = regretOfRound({
          ...round,
          acceptedGain: round.acceptedGain - less,
        }).difference
        const applied = regretOfRound({
          ...round,
          appliedGain: round.appliedGain - less,
        }).difference
        expect(proposal).toEqual({
          ...before,
          proposal: before.proposal + less,
          acceptance: before.acceptance - less,
        })
        expect(acceptance).toEqual({
          ...before,
          acceptance: before.acceptance + less,
          finalization: before.finalization - less,
        })
        expect(applied).toEqual({ ...before, finalization: before.finalization + less })
      }),
    )
  })
})

const baselines: fc.Arbitrary<Baselines> = fc.record({
  noOpGain: fc.constant(0),
  randomGain: gain,
  greedyGain: gain,
  protocolGain: gain,
  hiddenGain: gain,
  informationGain: gain,
  searchCost: gain,
  rationalRounds: fc.integer({ min: 0, max: 4 }),
  greedyOptimumGain: gain,
  gridOptimumGain: gain,
})

describe('admission', () => {
  it('L1 ordered', () => {
    fc.assert(
      fc.property(baselines, (b) => {
        if (admissionReasons(b).length > 0) return
        expect(b.noOpGain).toBeLessThanOrEqual(b.randomGain)
        expect(b.randomGain).toBeLessThan(b.greedyGain)
        expect(b.greedyGain).toBeLessThan(b.informationGain)
        expect(validityOrdering(b).every((one) => one.passed)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('L2 all reasons', () => {
    const sample: Baselines = {
      noOpGain: 0,
      randomGain: 2,
      greedyGain: 6,
      protocolGain: 8,
      hiddenGain: 2,
      informationGain: 10,
      searchCost: 0,
      rationalRounds: 4,
      greedyOptimumGain: 0,
      gridOptimumGain: 0,
    }
    const reasons = (change: Partial<Baselines>) => admissionReasons({ ...sample, ...change })
    expect(reasons({})).toEqual([])
    expect(reasons({ informationGain: 1e-6, rationalRounds: 0 })).toEqual([
      'no_meaningful_surplus',
      'no_rational_path',
      'ordering',
    ])
    expect(reasons({ randomGain: 5.1 })).toEqual(['random_too_good'])
    expect(reasons({ randomGain: 5 })).toEqual([])
    expect(reasons({ greedyGain: 9.6 })).toEqual(['greedy_too_good'])
    expect(reasons({ randomGain: 0.1, greedyGain: 0.19 })).toEqual(['greedy_too_weak'])
    expect(reasons({ hiddenGain: 9.9 })).toEqual(['hidden_dominates'])
    expect(reasons({ searchCost: 10 })).toEqual(['search_cost_too_high'])
    expect(reasons({ randomGain: 6 })).toEqual(['random_too_good', 'ordering'])
    fc.assert(
      fc.property(baselines, (b) => {
        const given = admissionReasons(b)
        expect(given.includes('ordering')).toBe(!validityOrdering(b).every((one) => one.passed))
        expect(given.includes('no_rational_path')).toBe(b.rationalRounds === 0)
      }),
    )
  })

  it('L3 scale free', () => {
    fc.assert(
      fc.property(baselines, fc.integer({ min: 1, max: 64 }), (b, factor) => {
        fc.pre(admissionReasons(b).length === 0)
        const scaled = {
          ...b,
          randomGain: b.randomGain * factor,
          greedyGain: b.greedyGain * factor,
          protocolGain: b.protocolGain * factor,
          hiddenGain: b.hiddenGain * factor,
          informationGain: b.informationGain * factor,
          searchCost: b.searchCost * factor,
        }
        expect(admissionReasons(scaled)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('tells the official cases apart and names their pressures', () => {
    const verdict = admit(hiddenDiscovery, sound(worldOf(hiddenDiscovery)), 'plain')
    if (verdict._tag === 'Refused') throw new Error('refused')
    expect(verdict.pressures).toEqual([
      'hidden_counterparties',
      'public_solicitation',
      'hidden_holdings',
      'row_limit',
      'multiparty',
      'partial_clearing',
      'private_acceptance',
    ])
    expect(verdict.reasons).toEqual(verdict._tag === 'Admitted' ? [] : verdict.reasons)
    // with two rows and everybody in sight, greedy is already the ceiling
    expect(admit(visibleBilateral, sound(worldOf(visibleBilateral)), 'plain')).toMatchObject({
      _tag: 'Rejected',
      reasons: ['greedy_too_good', 'ordering'],
    })
    expect(pressureTags(bundleOfThree)).toContain('budget')
    expect(admit(bundleOfThree, sound(worldOf(bundleOfThree)), 'plain')._tag).toBe('Refused')
  })
})

const knobs: Readonly<Record<string, (config: ExchangeConfig) => ExchangeConfig>> = {
  seed: (c) => ({ ...c, seed: c.seed + 1 }),
  rounds: (c) => ({ ...c, rounds: c.rounds + 1 }),
  'protocol.partial_clearing': (c) => ({
    ...c,
    protocol: { ...c.protocol, partialClearing: !c.protocol.partialClearing },
  }),
  'protocol.settlement_row_limit': (c) => ({
    ...c,
    protocol: { ...c.protocol, settlementRowLimit: 7 },
  }),
  'institution_pressure.search_cost_per_public_round': (c) => ({
    ...c,
    institutionPressure: { ...c.institutionPressure, searchCostPerPublicRound: 9 },
  }),
  controllers: (c) => ({ ...c, controllers: [1] }),
}
const base = fc.constantFrom(defaultExchangeConfig, multipartyClearing)
const knobNames = fc.constantFrom(...Object.keys(knobs))
const turned = (name: string, config: ExchangeConfig): ExchangeConfig =>
  (knobs[name] ?? ((c) => c))(config)
const renamed = (config: ExchangeConfig): ExchangeConfig => ({
  ...config,
  name: 'other',
  description: 'other',
  protocol: { ...config.protocol, name: 'other' },
})

describe('paired ablations', () => {
  it('L1 same both ways', () => {
    fc.assert(
      fc.property(base, knobNames, knobNames, (config, one, other) => {
        const changed = turned(one, config)
        expect(pairedAblation(other)(config, changed)).toEqual(
          pairedAblation(other)(changed, config),
        )
      }),
    )
  })

  it('L2 one knob', () => {
    fc.assert(
      fc.property(base, knobNames, (config, knob) => {
        expect(pairedAblation(knob)(config, renamed(turned(knob, config)))).toEqual({
          _tag: 'Paired',
          knob,
        })
        expect(pairedAblation(knob)(config, renamed(config))).toEqual({
          _tag: 'NotPaired',
          knob,
          knobDiffers: false,
          others: [],
        })
      }),
    )
  })

  it('L3 two knobs', () => {
    fc.assert(
      fc.property(base, knobNames, knobNames, (config, one, other) => {
        fc.pre(one !== other)
        const changed = turned(one, turned(other, config))
        expect(pairedAblation(one)(config, changed)).toEqual({
          _tag: 'NotPaired',
          knob: one,
          knobDiffers: true,
          others: [other],
        })
      }),
    )
  })
})

describe('the tau screen', () => {
  const gains = fc.record({
    frontier: fc.integer({ min: 1, max: 400 }),
    naive: fc.integer({ min: -50, max: 400 }),
  })

  it('L1 scale', () => {
    fc.assert(
      fc.property(gains, fc.integer({ min: 0, max: 8 }), ({ frontier, naive }, power) => {
        const scale = 2 ** power
        expect(tauScreen()({ frontier: frontier * scale, naive: naive * scale })).toEqual(
          tauScreen()({ frontier, naive }),
        )
      }),
    )
  })

  it('L2 threshold', () => {
    fc.assert(
      fc.property(gains, fc.integer({ min: 0, max: 16 }), ({ frontier, naive }, sixteenths) => {
        const tau = sixteenths / 16
        const passes = (frontier - naive) / frontier >= tau
        expect(tauScreen(tau)({ frontier, naive })._tag).toBe(passes ? 'Passed' : 'TooEasy')
      }),
    )
    expect(tauScreen()({ frontier: 0, naive: 0 })).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'no_frontier',
    })
    expect(tauScreen()({ frontier: Number.NaN, naive: 0 })).toMatchObject({ reason: 'not_finite' })
  })
})

describe('friction', () => {
  const sweep = frictionSweep({ summation: 'plain', seeds: [1, 2, 3] })

  it('L1 cold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(visibleBilateral, hiddenDiscovery, multipartyClearing),
        fc.nat(9999),
        (config, seed) => {
          const world = sound(worldOf(config, seed))
          const floor = greedyFloor(config, world, 'plain')
          const play = populationPlay(config, world, { summation: 'plain' })
          if (floor._tag !== 'Floor' || '_tag' in play) throw new Error('refused')
          expect(Math.abs(play.grossGain - floor.gain)).toBeLessThanOrEqual(1e-6)
          expect(play.trades).toBe(floor.appliedRounds)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('L2 costs', () => {
    const [free, dear] = sweep(visibleBilateral, 'search_cost', [0, 0.25])
    if (free?._tag !== 'Point' || dear?._tag !== 'Point') throw new Error('not played')
    expect(dear.legacyRatio).toBe(free.legacyRatio)
    expect(dear.cost).toBe(3 * 4 * 5 * 0.25)
    expect(dear.aer).toBeCloseTo((free.grossGain - dear.cost) / free.attainable, 12)
    expect(dear.aer ?? 1).toBeLessThan(free.aer ?? 0)
  })

  it('L3 one knob each', () => {
    const own: Readonly<Record<FrictionKnob, ReadonlyArray<string>>> = {
      population_size: ['num_agents', 'controllers'],
      visibility: [
        'protocol.visibility_mode',
        'protocol.visible_agents_per_agent',
        'protocol.communication_scope',
      ],
      row_limit: ['protocol.settlement_row_limit'],
      search_cost: ['institution_pressure.search_cost_per_public_round'],
      temperature: [],
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(own)),
        fc.integer({ min: 1, max: 9 }),
        (name, value) => {
          const knob = name as FrictionKnob // the keys of the table are the knobs
          const differing = differingKnobs(
            visibleBilateral,
            withFriction(visibleBilateral, knob, value),
          )
          expect(differing.filter((path) => !own[knob].includes(path))).toEqual([])
        },
      ),
    )
    expect(configToSnapshot(withFriction(visibleBilateral, 'temperature', 3))).toEqual(
      configToSnapshot(visibleBilateral),
    )
  })

  it('lets more visibility and more rows realise more, and heat less', () => {
    const aer = (points: ReturnType<typeof sweep>): ReadonlyArray<number> =>
      points.map((point) => (point._tag === 'Point' ? (point.aer ?? Number.NaN) : Number.NaN))
    const [blind = 1, few = 1, many = 0] = aer(sweep(multipartyClearing, 'visibility', [0, 1, 4]))
    expect(blind).toBe(0)
    expect(few).toBeGreaterThan(0)
    expect(many).toBeGreaterThan(few)
    const [none = 1, two = 0] = aer(sweep(multipartyClearing, 'row_limit', [0, 2]))
    expect([none, two > 0.5]).toEqual([0, true])
    const [cold = 0, hot = 1] = aer(sweep(multipartyClearing, 'temperature', [0, 1000]))
    expect(hot).toBeLessThan(cold)
  })

  it('says where nothing can be played', () => {
    expect(sweep(visibleBilateral, 'population_size', [0])).toEqual([{ _tag: 'NoWorld', value: 0 }])
    const bundled: ExchangeConfig = {
      ...visibleBilateral,
      utilityMode: 'complementary_bundle',
      protocol: defaultProtocol,
    }
    expect(sweep(bundled, 'row_limit', [2])[0]).toMatchObject({
      _tag: 'Refused',
      reason: { _tag: 'ComplementaryBundle' },
    })
  })
})
