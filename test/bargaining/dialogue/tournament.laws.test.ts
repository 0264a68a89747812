import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  anchoredRules,
  anchoringSwitches,
  fourCells,
  globalClock,
  marginPolicy,
  type Negotiator,
  negotiate,
  neverConcede,
  type ParticipantRow,
  participantsOf,
  playSeatings,
  positionEffect,
  referenceArm,
  referencePolicy,
  resultTable,
  roundRobin,
  type Standing,
  seatGapAblation,
  symmetricRules,
  symmetricWorlds,
  withoutSwitches,
} from '../../../src/bargaining/index.js'
import { sound } from '../arbitraries.js'
import { sides, symmetricWorldsDrawn } from './arbitraries.js'

const keeping = (keep: number): Negotiator =>
  sound(marginPolicy({ margin: 4000, keep }, `keep ${keep}`))
const field: ReadonlyArray<Negotiator> = [
  keeping(0.5),
  referencePolicy,
  keeping(0.9),
  acceptAnything,
  neverConcede,
]
const fields = fc.shuffledSubarray([...field], { minLength: 2 })
const someWorlds = fc
  .array(symmetricWorldsDrawn, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((world, place) => ({ ...world, id: `w${place}` })))

const countBy = (names: ReadonlyArray<string>): ReadonlySet<number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set(counts.values())
}

describe('participants', () => {
  it('L1 both scored', () => {
    fc.assert(
      fc.property(symmetricWorldsDrawn, sides, fields, (world, opener, [one, other]) => {
        const seats = { buyer: one ?? referencePolicy, seller: other ?? referencePolicy }
        const record = negotiate(seats)(opener)(world)
        const names = { buyer: 'one', seller: 'other' }
        const [buyer, seller] = participantsOf(names, record)
        expect([buyer.participant, buyer.counterpart, buyer.side]).toEqual([
          'one',
          'other',
          'buyer',
        ])
        expect([seller.participant, seller.opened]).toEqual(['other', opener === 'seller'])
        if (record.outcome._tag === 'Deal') expect((buyer.share ?? 0) + (seller.share ?? 0)).toBe(1)
        else expect([buyer.share, seller.share]).toEqual([null, null])
      }),
    )
  })

  it('L2 self play', () => {
    fc.assert(
      fc.property(someWorlds, fc.constantFrom(...field), (worlds, policy) => {
        const { standings } = resultTable(playSeatings()(worlds.flatMap(fourCells(policy, policy))))
        const [standing] = standings
        if (standing?.status === 'scored') expect(standing.capture).toBe(0.5)
        else expect(standing?.status).toBe('not_evaluable')
      }),
    )
  })

  it('L3 antisymmetry', () => {
    fc.assert(
      fc.property(someWorlds, fields, (worlds, policies) => {
        const rows = playSeatings()(roundRobin(policies)(worlds))
        const one = positionEffect(({ opened }) => opened)(rows)
        const other = positionEffect(({ opened }) => !opened)(rows)
        expect(other.effect).toBe(one.effect === null ? null : -one.effect + 0)
      }),
    )
  })
})

describe('tournament', () => {
  it('L1 every cell', () => {
    fc.assert(
      fc.property(someWorlds, fields, (worlds, policies) => {
        const seatings = roundRobin(policies)(worlds)
        const pairs = (policies.length * (policies.length - 1)) / 2
        expect(seatings.length).toBe(4 * pairs * worlds.length)
        const named = seatings.map(({ world, buyer, seller, opener }) =>
          [world.id, buyer.name, seller.name, opener].join(),
        )
        expect([...countBy(named)]).toEqual([1])
      }),
    )
  })

  it('L2 even table', () => {
    fc.assert(
      fc.property(someWorlds, fields, (worlds, policies) => {
        const table = resultTable(playSeatings()(roundRobin(policies)(worlds)))
        const each = (policies.length - 1) * worlds.length
        for (const standing of table.standings) {
          if (standing.status !== 'scored') continue
          expect(standing.cells).toEqual({
            buyerOpening: each,
            buyerResponding: each,
            sellerOpening: each,
            sellerResponding: each,
            balanced: true,
          })
        }
        const shares = table.standings.reduce(
          (all, one) => (one.status === 'scored' ? all + one.capture * one.deals : all),
          0,
        )
        expect(shares).toBeCloseTo(table.deals, 9)
        if (table.meanShare !== null) expect(table.meanShare).toBe(0.5)
      }),
    )
  })

  it('L3 withdrawn', () => {
    fc.assert(
      fc.property(someWorlds, fields, (worlds, policies) => {
        const [gone, ...kept] = policies
        if (gone === undefined) return
        const rows = playSeatings()(roundRobin(policies)(worlds))
        const table = resultTable(rows, new Map([[gone.name, 'mute replies']]))
        const without = resultTable(playSeatings()(roundRobin(kept)(worlds)))
        const left = table.standings.filter(({ status }) => status !== 'withdrawn')
        const sorted = (list: ReadonlyArray<Standing>) =>
          [...list].sort((a, b) => (a.participant < b.participant ? -1 : 1))
        expect(sorted(left)).toEqual(sorted(without.standings))
        expect(table.standings.at(-1)).toEqual({
          status: 'withdrawn',
          participant: gone.name,
          reason: 'mute replies',
          negotiations: 4 * kept.length * worlds.length,
        })
        expect(table.positions).toEqual(without.positions)
      }),
    )
  })

  it('finds cells uneven, and empty ones', () => {
    const [world] = symmetricWorlds(1n, 1)
    if (world === undefined) throw new Error('no world')
    const rows = playSeatings()(fourCells(keeping(0.5), referencePolicy)(world))
    const own = rows.filter(({ participant }) => participant === 'keep 0.5')
    const standing = (of: ReadonlyArray<ParticipantRow>) => {
      const [first] = resultTable(of.map((row) => ({ ...row, share: 0.5 }))).standings
      return first?.status === 'scored' && first.cells.balanced
    }
    const times = (n: number) => Array.from({ length: n }, () => own).flat()
    expect(standing(own)).toBe(true)
    expect(standing(own.slice(1))).toBe(false)
    expect(standing([...times(10), ...own.slice(0, 1)])).toBe(true)
    expect(standing([...times(10), ...own.slice(0, 1), ...own.slice(0, 1)])).toBe(false)
  })

  it('has no number for nothing', () => {
    expect(resultTable([])).toMatchObject({
      standings: [],
      dealRate: null,
      meanShare: null,
      positions: { opener: { effect: null, within: false } },
    })
  })
})

describe('seat gap', () => {
  it('L1 symmetric end', () => {
    fc.assert(
      fc.property(symmetricWorldsDrawn, sides, (world, opener) => {
        const rules = withoutSwitches(anchoringSwitches)
        expect(rules).toEqual(symmetricRules)
        const seats = { buyer: keeping(0.5), seller: referencePolicy }
        expect(negotiate(seats, rules)(opener)(world)).toEqual(negotiate(seats)(opener)(world))
      }),
    )
  })

  it('L2 no gap', () => {
    fc.assert(
      fc.property(symmetricWorldsDrawn, fc.constantFrom(...field), (drawn, policy) => {
        // High enough that no margin meets the price of 0.
        const world = { ...drawn, cost: drawn.cost + 50_000, value: drawn.value + 50_000 }
        const buying = negotiate({ buyer: policy, seller: policy })('buyer')(world)
        const selling = negotiate({ buyer: policy, seller: policy })('seller')(world)
        expect(selling.outcome._tag).toBe(buying.outcome._tag)
        if (buying.shares !== null && selling.shares !== null) {
          expect(selling.shares.seller).toBeCloseTo(buying.shares.buyer, 12)
        }
      }),
    )
  })

  it('L3 one at a time', () => {
    const rows = seatGapAblation(symmetricWorlds(2n, 20))
    expect(rows.map(({ off }) => off)).toEqual([
      [],
      ['sellerAnswersLast'],
      ['listPublished'],
      ['counterResets'],
      ['deadlineKnown'],
      anchoringSwitches,
    ])
    expect(rows[0]?.change).toBe(0)
    for (const name of anchoringSwitches) expect(anchoredRules[name]).toBe(true)
  })

  it('puts each switch into effect', () => {
    const world = { id: 'w', value: 20_000, cost: 10_000, list: 19_000, lastTurn: 2 }
    const play = (
      off: Parameters<typeof withoutSwitches>[0],
      buyer: Negotiator = referencePolicy,
    ) => negotiate({ buyer, seller: neverConcede }, withoutSwitches(off))('buyer')(world)
    // The list price opens, in the cell in which the buyer was to.
    expect(play([]).opener).toBe('seller')
    expect(play(['listPublished']).opener).toBe('buyer')
    // Without a known deadline the drawn last turn ends it.
    expect(play(['deadlineKnown'], neverConcede).turns.length).toBeLessThanOrEqual(3)
    const stubborn: Negotiator = {
      name: 'stubborn',
      move: () => ({ _tag: 'Offer', price: 11_000 }),
    }
    const turnsOf = (off: Parameters<typeof withoutSwitches>[0]) =>
      negotiate({ buyer: stubborn, seller: stubborn }, withoutSwitches(off))('buyer')(world).turns
    // The seventh proposal would be the seller's: it is not answered, so the sixth is the last that is.
    expect(turnsOf([]).map(({ side }) => side)).toEqual([
      'buyer',
      'seller',
      'buyer',
      'seller',
      'buyer',
      'seller',
    ])
    expect(turnsOf(['sellerAnswersLast']).length).toBe(7)
    // Offers that do not rise earn no concession while counters reset the reference.
    const last = (off: Parameters<typeof withoutSwitches>[0]) =>
      negotiate(
        { buyer: stubborn, seller: referencePolicy },
        withoutSwitches(off),
      )('buyer')({
        ...world,
        value: 11_000,
      }).turns.filter(({ side }) => side === 'seller')
    expect(
      last([])
        .map(({ move }) => move)
        .slice(0, 2),
    ).toEqual([
      { _tag: 'Offer', price: 14_000 },
      { _tag: 'Offer', price: 14_000 },
    ])
    expect(
      last(['counterResets'])
        .map(({ move }) => move)
        .slice(0, 2),
    ).toEqual([
      { _tag: 'Offer', price: 13_028 },
      { _tag: 'Offer', price: 12_292 },
    ])
  })

  it('is 0 in the mean of the symmetric protocol alone', () => {
    const rows = seatGapAblation(symmetricWorlds(0n, 300))
    expect(rows.at(-1)?.seatGap).toBe(0)
    for (const row of rows.slice(0, -1)) expect(Math.abs(row.seatGap ?? 0)).toBeGreaterThan(0.03)
    expect(globalClock.name).toBe('global-clock')
    expect(referenceArm([globalClock])(symmetricWorlds(0n, 2)).length).toBe(8)
  })
})
