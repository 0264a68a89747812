import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import type { Json } from '../../src/core/json.js'
import {
  mixedPanel,
  panelAgents,
  panelSwap,
  populationRoles,
  singleSeatRoles,
} from '../../src/exchange/population.js'
import {
  playableRoles,
  policyAt,
  type Roles,
  readRoles,
  rolesToJson,
} from '../../src/exchange/roles.js'
import {
  policyKinds,
  type SeatPolicy,
  samplingOf,
  seatingDefects,
} from '../../src/exchange/seat.js'
import { drawDefectors } from '../../src/exchange/seat-defectors.js'
import { checkPins, pinOutcome, pinsStand } from '../../src/exchange/seat-pins.js'

const name = fc.stringMatching(/^[a-z/]{1,8}$/)
const models: fc.Arbitrary<SeatPolicy> = fc.oneof(
  fc.record(
    { kind: fc.constant('llm' as const), model: name, temperature: fc.nat(2), sample: fc.nat(9) },
    { requiredKeys: ['kind', 'model'] },
  ),
  fc.record({
    kind: fc.constant('frozen_llm' as const),
    model: name,
    pin: fc.option(name),
  }),
)
const panelPolicies: fc.Arbitrary<SeatPolicy> = fc.oneof(
  models,
  fc.constantFrom<SeatPolicy>(
    { kind: 'scripted_bilateral_ir' },
    { kind: 'scripted_bilateral_optimal' },
    { kind: 'scripted_bilateral_extract' },
    { kind: 'live-learning' },
  ),
)
const tables: fc.Arbitrary<Roles> = fc
  .tuple(
    fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 0, max: 5 }),
    fc.oneof(panelPolicies, fc.record({ kind: fc.constant('submitted' as const), name })),
    fc.tuple(panelPolicies, panelPolicies),
    fc.tuple(models, models),
  )
  .map(([agents, first, second, policy, [left, right], [compiler, verifier]]) => ({
    underTest: { agents: agents.slice(0, first), policy },
    panel: [
      { agents: agents.slice(first, Math.max(first, second)), policy: left },
      { agents: agents.slice(Math.max(first, second)), policy: right },
    ],
    compiler,
    verifier,
  }))

const seated = (roles: Roles): ReadonlyArray<number> =>
  [...roles.underTest.agents, ...panelAgents(roles)].sort((a, b) => a - b)
const tagsOf = (json: Json, agents = 2): ReadonlyArray<string> => {
  const read = readRoles(json, agents)
  return isLeft(read) ? read.left.map((f) => `${f._tag} ${f.path.join('.')}`) : []
}

describe('role laws', () => {
  it('L1 seated once', () => {
    const lists = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 })
    fc.assert(
      fc.property(tables, lists, lists, (table, first, second) => {
        const roles = {
          ...table,
          underTest: { ...table.underTest, agents: first },
          panel: [{ agents: second, policy: { kind: 'scripted_bilateral_ir' as const } }],
        }
        const fits = JSON.stringify([...first, ...second].sort((a, b) => a - b)) === '[1,2,3]'
        expect(isRight(readRoles(rolesToJson(roles), 3))).toBe(fits)
      }),
    )
  })

  it('L1 partition', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 4 }))), (lists) => {
        const defects = seatingDefects(
          lists.map((agents, index) => [[index], agents] as const),
          3,
        )
        const all = lists.flat().sort((a, b) => a - b)
        expect(defects.length === 0).toBe(JSON.stringify(all) === '[1,2,3]')
      }),
    )
  })

  it('L2 inverse roles', () => {
    fc.assert(
      fc.property(tables, (roles) => {
        expect(readRoles(rolesToJson(roles), 5)).toEqual({ _tag: 'Right', right: roles })
      }),
    )
  })

  it('L3 strict roles', () => {
    const places = [
      ['roles'],
      ['roles', 'under_test'],
      ['roles', 'under_test', 'policy'],
      ['roles', 'panel', 0],
      ['roles', 'panel', 1, 'policy'],
      ['roles', 'compiler'],
      ['roles', 'verifier', 'policy'],
    ]
    fc.assert(
      fc.property(tables, fc.subarray(places, { minLength: 1 }), (roles, where) => {
        const json = JSON.parse(JSON.stringify(rolesToJson(roles)))
        for (const [, ...steps] of where) {
          let place = json
          for (const step of steps) place = place[step]
          place.tempo = 1
        }
        const read = readRoles(json, 5)
        const named = isLeft(read) ? read.left.map((f) => `${f._tag} ${f.path.join('.')}`) : []
        expect([...named].sort()).toEqual(
          where.map((at) => `UnknownKey ${at.join('.')}.tempo`).sort(),
        )
      }),
    )
  })

  it('L1 seats kept', () => {
    fc.assert(
      fc.property(tables, fc.array(panelPolicies, { maxLength: 6 }), (roles, policies) => {
        const arms = [
          mixedPanel(policies)(roles),
          panelSwap({ kind: 'scripted_bilateral_ir' })(roles),
        ]
        for (const arm of arms) expect(seated(arm)).toEqual([1, 2, 3, 4, 5])
        expect(seated(populationRoles(5, roles.compiler, roles))).toEqual([1, 2, 3, 4, 5])
        const policy = roles.compiler
        const single = singleSeatRoles(5, 3, { underTest: policy, panel: policy }, roles)
        expect(seated(single)).toEqual([1, 2, 3, 4, 5])
        expect(single.underTest.agents).toEqual([3])
      }),
    )
  })

  it('L2 one change', () => {
    fc.assert(
      fc.property(tables, panelPolicies, (roles, policy) => {
        const { panel, ...kept } = panelSwap(policy)(roles)
        const { panel: before, ...was } = roles
        expect(kept).toEqual(was)
        expect(panel.map((seat) => seat.agents)).toEqual(before.map((seat) => seat.agents))
        expect(panel.every((seat) => seat.policy === policy)).toBe(true)
      }),
    )
  })

  it('L1 draw', () => {
    const protocols = fc.record({
      defectionRate: fc.double({ min: 0, max: 1, noNaN: true }),
      defectionSeed: fc.integer(),
    })
    fc.assert(
      fc.property(protocols, fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (protocol, panel) => {
        const drawn = drawDefectors(protocol, panel)
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.every((agent) => panel.includes(agent))).toBe(true)
        expect(Math.abs(drawn.length - protocol.defectionRate * panel.length)).toBeLessThanOrEqual(
          0.5,
        )
        expect(drawDefectors(protocol, [...panel].reverse())).toEqual(drawn)
      }),
    )
  })

  it('L1 drift', () => {
    const told = fc.array(fc.option(fc.constantFrom('m', 'other')))
    fc.assert(
      fc.property(told, (observed) => {
        const outcome = pinOutcome('m', observed)._tag
        const expected = observed.includes('other')
          ? 'Drifted'
          : observed.includes('m')
            ? 'Held'
            : 'Unverifiable'
        expect(outcome).toBe(expected)
      }),
    )
  })

  it('L2 silence', () => {
    const told = fc.array(fc.constantFrom('m', 'other'))
    fc.assert(
      fc.property(told, fc.option(fc.constant('m')), (observed, pin) => {
        expect(pinOutcome(pin, [null, ...observed, null])).toEqual(pinOutcome(pin, observed))
      }),
    )
  })
})

describe('roles', () => {
  const model = { kind: 'llm', model: 'm' }

  it('name every defect at once', () => {
    const read = readRoles(
      {
        under_test: { agents: [1, 1], policy: { kind: 'llm', model: ' ', temperature: -1 } },
        panel: [
          { agents: [7], policy: { kind: 'submitted' } },
          { agents: 'all', policy: { kind: 'oracle' } },
          'nobody',
        ],
        compiler: { policy: { kind: 'scripted_bilateral_ir' } },
        referee: {},
      },
      2,
    )
    expect(isLeft(read) ? renderFailures(read.left).split('\n') : []).toEqual([
      'roles.referee: expected one of under_test, panel, compiler, verifier, got {} (UnknownKey)',
      'roles.under_test.policy.model: expected a text that is not blank, got " " (Malformed)',
      'roles.under_test.policy.temperature: expected a number from 0, got -1 (Malformed)',
      'roles.panel[0].policy.kind: expected a kind that may sit here, got "submitted" (NotInThisSeat)',
      'roles.panel[1].agents: expected a list of agents, got "all" (Malformed)',
      `roles.panel[1].policy.kind: expected one of ${policyKinds.join(', ')}, got "oracle" (UnknownKind)`,
      'roles.panel[2]: expected an object with agents, policy, got "nobody" (Malformed)',
      'roles.compiler.policy.kind: expected llm or frozen_llm, got "scripted_bilateral_ir" (NotInThisSeat)',
      'roles.verifier: expected an object with policy, got undefined (Malformed)',
      'roles.under_test.agents[1]: expected an agent without another seat, got 1 (Malformed)',
      'roles.panel[0].agents[0]: expected an agent, 1 to 2, got 7 (Malformed)',
      'roles: expected a seat for agent 2, got 2 (Malformed)',
    ])
  })

  it('refuse agents that are no integers, and tables that are none', () => {
    const seats = { panel: [], compiler: { policy: model }, verifier: { policy: model } }
    const odd = { under_test: { agents: ['1', 1.5, true, null], policy: model }, ...seats }
    expect(tagsOf(odd, 1).length).toBe(5)
    expect(tagsOf(null)).toEqual(['Malformed roles'])
    expect(tagsOf([])).toEqual(['Malformed roles'])
  })

  it('force the temperature and the sample of a frozen model to 0', () => {
    const policy = { kind: 'frozen_llm', model: 'm', temperature: 0.7, sample: 3 }
    const seats = { panel: [], compiler: { policy }, verifier: { policy } }
    const read = readRoles({ under_test: { agents: [1], policy }, ...seats }, 1)
    if (isLeft(read)) return expect.unreachable()
    expect(samplingOf(read.right.compiler)).toEqual({ temperature: 0, sample: 0 })
    expect(samplingOf({ kind: 'llm', model: 'm', sample: 3 })).toEqual({
      temperature: null,
      sample: 3,
    })
    expect(samplingOf({ kind: 'submitted' })).toEqual({ temperature: null, sample: null })
  })

  it('read live learning and refuse to play it', () => {
    const policy = { kind: 'live-learning' }
    const table = {
      under_test: { agents: [1], policy },
      compiler: { policy: model },
      verifier: { policy: model },
    }
    const read = readRoles({ ...table, panel: [{ agents: [2], policy }] }, 2)
    if (isLeft(read)) return expect.unreachable()
    const playable = playableRoles(read.right)
    expect(isLeft(playable) ? playable.left.map((f) => f.path.join('.')) : []).toEqual([
      'roles.under_test.policy.kind',
      'roles.panel.0.policy.kind',
    ])
    expect(policyAt(read.right, 2)).toEqual(policy)
    expect(policyAt(read.right, 'compiler')).toEqual(model)
    expect(policyAt(read.right, 3)).toBe(null)
  })

  it('check the pins of every seat', () => {
    const frozen = { kind: 'frozen_llm', model: 'm', pin: 'm-01' } as const
    const free = { kind: 'llm', model: 'm' } as const
    const roles = singleSeatRoles(
      3,
      1,
      { underTest: free, panel: frozen },
      { compiler: frozen, verifier: frozen },
    )
    const pins = checkPins(roles, [
      { seat: 1, model: 'anything' },
      { seat: 2, model: 'm-01' },
      { seat: 3, model: 'm-02' },
      { seat: 'compiler', model: 'm-01' },
      { seat: 'verifier', model: null },
    ])
    expect(pins).toEqual([
      { place: 'under_test', outcome: { _tag: 'Unpinned' } },
      { place: 'panel.0', outcome: { _tag: 'Drifted', pin: 'm-01', observed: ['m-02'] } },
      { place: 'compiler', outcome: { _tag: 'Held', pin: 'm-01' } },
      { place: 'verifier', outcome: { _tag: 'Unverifiable', pin: 'm-01' } },
    ])
    expect(pinsStand(pins)).toBe(false)
    expect(pinsStand(pins.filter(({ place }) => place !== 'panel.0'))).toBe(true)
  })

  it('draw defectors as CPython does', () => {
    const panel = [5, 4, 3, 2]
    expect(drawDefectors({ defectionRate: 0.5, defectionSeed: 0 }, panel)).toEqual([3, 5])
    expect(drawDefectors({ defectionRate: 0.125, defectionSeed: 0 }, panel)).toEqual([])
    expect(drawDefectors({ defectionRate: 0.375, defectionSeed: 9 }, panel).length).toBe(2)
    expect(drawDefectors({ defectionRate: 1, defectionSeed: 9 }, panel)).toEqual([2, 3, 4, 5])
    expect(
      mixedPanel([
        { kind: 'llm', model: 'a' },
        { kind: 'llm', model: 'b' },
      ])({
        ...singleSeatRoles(
          5,
          1,
          { underTest: { kind: 'submitted' }, panel: { kind: 'submitted' } },
          {
            compiler: { kind: 'llm', model: 'c' },
            verifier: { kind: 'llm', model: 'c' },
          },
        ),
      }).panel,
    ).toEqual([
      { agents: [2, 4], policy: { kind: 'llm', model: 'a' } },
      { agents: [3, 5], policy: { kind: 'llm', model: 'b' } },
    ])
  })
})
