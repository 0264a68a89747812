import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  answerByNegotiators,
  gainOf,
  globalClock,
  lastTurnOf,
  marginAt,
  marginPolicy,
  type NegotiationObservation,
  type NegotiationRecord,
  type Negotiator,
  negotiate,
  neverConcede,
  referenceParameters,
  referencePolicy,
  renderNegotiation,
  sharesOf,
  symmetricGame,
  symmetricParameters,
  symmetricSource,
  symmetricWorlds,
} from '../../../src/bargaining/index.js'
import { actionAnswer, playWith } from '../../../src/core/index.js'
import { sound } from '../arbitraries.js'
import {
  asked,
  faults,
  moves,
  replayed,
  riddles,
  rulesDrawn,
  scripts,
  sides,
  speaking,
  symmetricWorldsDrawn,
} from './arbitraries.js'

const wild: fc.Arbitrary<Negotiator> = fc
  .array(moves, { minLength: 1, maxLength: 9 })
  .map((plan) => ({
    name: 'wild',
    move: ({ turn }) => plan[turn % plan.length] ?? { _tag: 'Hold' },
  }))
const margins: fc.Arbitrary<Negotiator> = fc
  .record({
    margin: fc.integer({ min: 0, max: 9000 }),
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((parameters) => sound(marginPolicy(parameters)))
const negotiators = fc.oneof(
  wild,
  margins,
  fc.constantFrom(referencePolicy, acceptAnything, neverConcede, globalClock),
)
const seats = fc.record({ buyer: negotiators, seller: negotiators })

describe('symmetric world', () => {
  it('L1 drawn once', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1n << 64n }),
        fc.integer({ min: 1, max: 20 }),
        (seed, n) => {
          const all = symmetricWorlds(seed, n)
          expect(sound(symmetricSource(symmetricParameters))(seed, n)).toEqual(all)
          expect(symmetricWorlds(seed, 1)).toEqual(all.slice(0, 1))
        },
      ),
    )
  })

  it('L2 ranges', () => {
    for (const { value, cost, list, lastTurn } of symmetricWorlds(5n, 3000)) {
      expect(value - cost).toBeGreaterThanOrEqual(2000)
      expect(value - cost).toBeLessThanOrEqual(8000)
      expect(cost).toBeGreaterThanOrEqual(6000)
      expect(list).toBeGreaterThanOrEqual(cost)
      expect(lastTurn).toBeGreaterThanOrEqual(1)
    }
  })

  it('L3 hazard', () => {
    const turns = symmetricWorlds(6n, 3000).map(({ lastTurn }) => lastTurn)
    for (const turn of [1, 2, 5, 10]) {
      const reached = turns.filter((last) => last >= turn).length
      const ended = turns.filter((last) => last === turn).length
      // Five standard deviations of a share of .08.
      expect(Math.abs(ended / reached - 0.08)).toBeLessThan(5 * Math.sqrt((0.08 * 0.92) / reached))
    }
    expect(lastTurnOf(1, 0)).toBe(1)
    expect(lastTurnOf(0.08, 0.92)).toBe(1)
    expect(lastTurnOf(0.08, 0.9199999)).toBe(2)
    expect(lastTurnOf(0.08, 0)).toBeLessThanOrEqual(10_000)
    expect(lastTurnOf(1e-12, 0)).toBe(10_000)
  })

  it('refuses ranges and hazards that are none, all of them at once', () => {
    const bad = symmetricSource({
      cost: [5, 1],
      zone: [0, 1],
      markup: [0, Number.NaN],
      hazard: 0,
    })
    expect(bad._tag === 'Left' && bad.left.map(({ path }) => path[0])).toEqual([
      'cost',
      'zone',
      'markup',
      'hazard',
    ])
  })
})

const invariants = (world: { value: number; cost: number }, record: NegotiationRecord): void => {
  const { outcome, shares } = record
  if (outcome._tag === 'Deal') {
    expect(outcome.price).toBeGreaterThanOrEqual(world.cost)
    expect(outcome.price).toBeLessThanOrEqual(world.value)
    expect((shares?.buyer ?? 0) + (shares?.seller ?? 0)).toBe(1)
  } else {
    expect(shares).toBeNull()
  }
}

describe('negotiation', () => {
  it('L1 own knowledge', () => {
    // Prices that neither reservation forbids: what is played is the same in both worlds.
    const plans = fc.array(fc.integer({ min: 9000, max: 11_000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        plans,
        sides,
        rulesDrawn,
        fc.integer({ min: 0, max: 9000 }),
        fc.integer({ min: 11_000, max: 20_000 }),
        fc.integer({ min: 5, max: 12 }),
        (plan, opener, rules, cost, value, lastTurn) => {
          const script = plan.map((price) => actionAnswer({ _tag: 'Offer', price }))
          const list = 15_000
          const one = { id: 'w', cost: 8000, value: 12_000, list, lastTurn: 5 }
          const two = { id: 'w', cost, value, list, lastTurn }
          const game = symmetricGame({ opener, rules: { ...rules, sellerAnswersLast: false } })
          const [first, second] = [asked(game(one), script), asked(game(two), script)]
          for (const [place, [id, { seat, observation }]] of first.entries()) {
            const reservation = seat === 'buyer' ? value : cost
            expect(second[place]?.[0]).toBe(id)
            expect(second[place]?.[1].observation).toEqual({ ...observation, reservation })
          }
        },
      ),
    )
  })

  it('L2 veto', () => {
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        rulesDrawn,
        sides,
        scripts,
        (world, rules, opener, script) => {
          const { result } = replayed(symmetricGame({ opener, rules })(world), speaking(script))
          invariants(world, result)
          for (const { side, defect } of result.turns) {
            if (defect?._tag !== 'Vetoed') continue
            expect(defect.bound).toBe(side === 'buyer' ? world.value : world.cost)
          }
        },
      ),
    )
  })

  it('L3 alternation', () => {
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        rulesDrawn,
        sides,
        scripts,
        (world, rules, opener, script) => {
          const questions = asked(symmetricGame({ opener, rules })(world), script)
          const begins = rules.listPublished ? 2 : 1
          for (const [place, [id, { seat, observation }]] of questions.entries()) {
            expect(observation.turn).toBe(begins + place)
            expect(id).toBe(`${seat}-${begins + place}`)
            if (place > 0) expect(seat).not.toBe(questions[place - 1]?.[1].seat)
          }
          if (rules.listPublished && questions.length > 0) {
            expect(questions[0]?.[1]).toMatchObject({
              seat: 'buyer',
              observation: { standing: world.list },
            })
          } else if (questions.length > 0) {
            expect(questions[0]?.[1].seat).toBe(opener)
          }
        },
      ),
    )
  })

  it('L4 finite', () => {
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        rulesDrawn,
        sides,
        seats,
        (world, rules, opener, policies) => {
          const { turns } = negotiate(policies, rules)(opener)(world)
          const last = rules.deadlineKnown ? rules.deadline : world.lastTurn
          expect(turns.length).toBeLessThanOrEqual(last + 1)
        },
      ),
    )
  })

  it('L5 one division', () => {
    fc.assert(
      fc.property(symmetricWorldsDrawn, sides, seats, (world, opener, policies) => {
        invariants(world, negotiate(policies)(opener)(world))
      }),
    )
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (world, place) => {
          const price = Math.round(world.cost + place * (world.value - world.cost))
          const { buyer, seller } = sharesOf(world, price)
          expect(buyer + seller).toBe(1)
          expect(seller).toBeCloseTo((price - world.cost) / (world.value - world.cost), 14)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('symmetric game', () => {
  it('L1 twin', () => {
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        rulesDrawn,
        sides,
        seats,
        (world, rules, opener, policies) => {
          const play = playWith(answerByNegotiators(policies))(
            symmetricGame({ opener, rules })(world),
          )
          expect(play._tag === 'Finished' && play.result).toEqual(
            negotiate(policies, rules)(opener)(world),
          )
        },
      ),
    )
  })

  it('L2 symmetric replay', () => {
    fc.assert(
      fc.property(symmetricWorldsDrawn, sides, scripts, (world, opener, script) => {
        replayed(symmetricGame({ opener })(world), speaking(script))
      }),
    )
  })

  it('L3 symmetric hiding', () => {
    // Offers that no value in the range forbids, so that the same moves are played.
    const plan = fc.array(fc.integer({ min: 6000, max: 9000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(plan, sides, fc.integer({ min: 9000, max: 20_000 }), (prices, opener, value) => {
        const script = prices.map((price) => actionAnswer({ _tag: 'Offer', price }))
        const textsOf = (own: number, lastTurn: number) =>
          asked(
            symmetricGame({ opener })({ id: 'w', value: own, cost: 6000, list: 9000, lastTurn }),
            script,
          )
            .filter(([, { seat }]) => seat === 'seller')
            .map(([, { observation }]) => renderNegotiation(observation))
        const [short, long] = [textsOf(value, 3), textsOf(9000, 7)]
        expect(long.slice(0, short.length)).toEqual(short)
        expect(long.length).toBeGreaterThan(short.length)
      }),
    )
  })

  it('L4 silent seats', () => {
    fc.assert(
      fc.property(
        symmetricWorldsDrawn,
        sides,
        fc.array(fc.oneof(faults, riddles), { minLength: 1 }),
        (world, opener, script) => {
          const { result } = replayed(symmetricGame({ opener })(world), speaking(script))
          expect(result.outcome).toEqual({ _tag: 'NoDeal', reason: 'breakdown' })
          expect(result.turns.length).toBe(world.lastTurn)
          const { buyer, seller } = result.counts
          expect(buyer.unreadable + buyer.faults + seller.unreadable + seller.faults).toBe(
            result.turns.length,
          )
        },
      ),
    )
  })

  it('has an acceptance of the last turn heard, and a proposal after it not', () => {
    const world = { id: 'w', value: 10_000, cost: 6000, list: 10_000, lastTurn: 1 }
    const play = (...script: ReadonlyArray<Parameters<typeof actionAnswer>[0]>) =>
      replayed(symmetricGame({ opener: 'buyer' })(world), speaking(script.map(actionAnswer))).result
    const offer = (price: number) => ({ _tag: 'Offer', price })
    expect(play(offer(8000), { _tag: 'Accept' }).outcome).toEqual({
      _tag: 'Deal',
      price: 8000,
      proposer: 'buyer',
      turn: 1,
    })
    expect(play(offer(8000), offer(9000)).outcome).toEqual({ _tag: 'NoDeal', reason: 'breakdown' })
    expect(play(offer(8000), { _tag: 'Leave' }).outcome).toEqual({
      _tag: 'NoDeal',
      reason: 'seller_left',
    })
    expect(play(offer(10_001)).counts.buyer.vetoes).toBe(1)
    expect(play(offer(5000), { _tag: 'Accept' }).counts.seller).toMatchObject({ vetoes: 1 })
    expect(play(offer(0.5)).counts.buyer.refused).toBe(1)
  })

  it('renders the two seats as mirror images', () => {
    const seen: NegotiationObservation = {
      side: 'buyer',
      reservation: 12_345,
      opener: true,
      turn: 3,
      standing: 9000,
      ownOffers: [8000],
      otherOffers: [9000],
      step: 1,
      turnsLeft: null,
      list: null,
    }
    const mirrored = renderNegotiation({ ...seen, side: 'seller' })
    const text = renderNegotiation(seen)
    expect(text).toContain('Your value: 123.45')
    expect(mirrored).toContain('Your cost: 123.45')
    expect(mirrored.split('\n').length).toBe(text.split('\n').length)
    expect(text).toContain('may break down')
    expect(renderNegotiation({ ...seen, turnsLeft: 2, list: 100, standing: null })).toContain(
      'one included: 2',
    )
  })
})

describe('margin policy', () => {
  const positions = fc.record({
    side: sides,
    reservation: fc.integer({ min: 20_000, max: 40_000 }),
    step: fc.integer({ min: 0, max: 30 }),
    gain: fc.option(fc.integer({ min: -5000, max: 15_000 }), { nil: null }),
    turnsLeft: fc.constantFrom(null, 0, 3),
  })
  interface Position {
    readonly side: 'buyer' | 'seller'
    readonly reservation: number
    readonly step: number
    readonly gain: number | null
    readonly turnsLeft: number | null
  }
  const priceAt = (side: 'buyer' | 'seller', reservation: number, gain: number): number =>
    side === 'buyer' ? reservation - gain : reservation + gain
  const seenAt = ({
    side,
    reservation,
    step,
    gain,
    turnsLeft,
  }: Position): NegotiationObservation => ({
    side,
    reservation,
    opener: true,
    turn: 2 * step + 1,
    standing: gain === null ? null : priceAt(side, reservation, gain),
    ownOffers: [],
    otherOffers: [],
    step,
    turnsLeft,
    list: null,
  })

  it('L1 margin', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const move = referencePolicy.move(seenAt({ ...position, gain: null }))
        const exact = 4000 * 0.757 ** position.step
        const gained =
          move._tag === 'Offer'
            ? gainOf(position.side, position.reservation, move.price)
            : Number.NaN
        expect(Math.abs(gained - exact)).toBeLessThanOrEqual(0.5 + 1e-9)
        expect(marginAt(referenceParameters, position.step)).toBe(gained)
      }),
    )
  })

  it('L2 acceptance', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const { gain, step, turnsLeft } = position
        const demand = turnsLeft === 0 ? 0 : marginAt(referenceParameters, step)
        const accepts = gain !== null && gain >= demand
        expect(referencePolicy.move(seenAt(position))._tag).toBe(accepts ? 'Accept' : 'Offer')
      }),
    )
  })

  it('L3 mirror', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const movesOf = (side: 'buyer' | 'seller') => {
          const move = referencePolicy.move(seenAt({ ...position, side }))
          return move._tag === 'Offer' ? gainOf(side, position.reservation, move.price) : move._tag
        }
        expect(movesOf('buyer')).toBe(movesOf('seller'))
      }),
    )
  })

  it('refuses margins and shares that are none', () => {
    const bad = marginPolicy({ margin: -1, keep: Number.NaN })
    expect(bad._tag === 'Left' && bad.left.map(({ path }) => path[0])).toEqual(['margin', 'keep'])
  })
})
