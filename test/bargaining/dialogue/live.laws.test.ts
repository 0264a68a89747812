import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BargainMove,
  type Buyer,
  bargain,
  byCounterpart,
  type LiveQuestion,
  type LiveResult,
  liveGame,
  poolLive,
  renderLive,
  type SellerScript,
  scriptedArchetype,
} from '../../../src/bargaining/index.js'
import { actionAnswer, type Policy, playWith } from '../../../src/core/index.js'
import { plannedBuyer, plannedMoves, worlds } from '../arbitraries.js'
import { asked, faults, replayed, riddles, scripts, speaking } from './arbitraries.js'

const rounds = fc.integer({ min: 2, max: 7 })

/** Sellers that ask a falling share of the list price above cost and take what is at or above their next ask. */
const sellerScripts: fc.Arbitrary<SellerScript> = fc
  .tuple(
    rounds,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.6, noNaN: true }),
  )
  .map(([count, keep, walkAway]) => {
    const ask = ({ cost, list, counter }: { cost: number; list: number; counter: number }) => {
      let margin = list - cost
      for (let round = 0; round < counter; round += 1) margin *= keep
      return cost + margin
    }
    return {
      name: 'falling',
      rounds: count,
      rounding: 'cent',
      ask,
      answer: (known, offer) =>
        offer >= ask(known)
          ? 'accept'
          : offer < walkAway * (known.asks.at(-1) ?? 0)
            ? 'leave'
            : 'go_on',
    }
  })

const answering =
  (buyer: Buyer, script: SellerScript): Policy<LiveQuestion> =>
  (_id, question) => {
    if (question.seat === 'buyer') return actionAnswer(buyer.move(question.observation))
    const known = question.observation
    const offer = known.offers.at(-1) ?? null
    const decision = offer === null ? 'go_on' : script.answer(known, offer)
    if (decision === 'leave') return actionAnswer({ _tag: 'Leave' })
    return actionAnswer(
      decision === 'accept'
        ? { _tag: 'Accept' }
        : { _tag: 'Offer', price: Math.ceil(script.ask(known) - 1e-6) },
    )
  }

const game = liveGame({ counterpart: 'other' })

describe('live game', () => {
  it('L1 live floor', () => {
    fc.assert(
      fc.property(worlds, rounds, scripts, (world, count, script) => {
        const { result } = replayed(
          liveGame({ counterpart: 'other', rounds: count })(world),
          speaking(script),
        )
        const { outcome } = result.transcript
        if (outcome._tag === 'Deal') expect(outcome.price).toBeGreaterThanOrEqual(world.cost)
      }),
    )
  })

  it('L2 live hiding', () => {
    // The prices lie above both costs, so that no veto tells them apart.
    const plans = fc.array(fc.integer({ min: 60, max: 140 }), { minLength: 6, maxLength: 8 })
    fc.assert(
      fc.property(
        plans,
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 9000 }),
        (plan, cost, value) => {
          const script = plan.map((dollars) =>
            actionAnswer({ _tag: 'Offer', price: dollars * 100 }),
          )
          const one = asked(game({ id: 'w', value: 10_000, cost: 3000, list: 15_000 }), script)
          const two = asked(game({ id: 'w', value, cost, list: 15_000 }), script)
          expect(two.map(([id]) => id)).toEqual(one.map(([id]) => id))
          for (const [place, [, question]] of one.entries()) {
            const twin = two[place]?.[1]
            if (question.seat === 'buyer') {
              expect(twin?.observation).toEqual({ ...question.observation, value })
            } else {
              expect(twin?.observation).toEqual({ ...question.observation, cost })
            }
          }
        },
      ),
    )
  })

  it('L3 live scripted', () => {
    fc.assert(
      fc.property(worlds, sellerScripts, plannedMoves.map(plannedBuyer), (world, script, buyer) => {
        const inside = bargain(scriptedArchetype(script))(buyer)(world)
        const options = { counterpart: script.name, rounds: script.rounds, buyer: buyer.name }
        const play = playWith(answering(buyer, script))(liveGame(options)(world))
        expect(play._tag === 'Finished' && play.result.transcript).toEqual(inside)
      }),
    )
  })

  it('L4 live replay', () => {
    fc.assert(
      fc.property(worlds, scripts, (world, script) => {
        replayed(game(world), speaking(script))
      }),
    )
  })

  it('L5 live holds', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.array(fc.oneof(faults, riddles), { minLength: 1 }),
        (world, script) => {
          const { result } = replayed(game(world), speaking(script))
          for (const counts of Object.values(result.counts)) {
            expect(counts).toMatchObject({ turns: 3 })
            expect(counts.unreadable + counts.faults).toBe(3)
          }
          expect(result.transcript.outcome).toEqual({ _tag: 'NoDeal', reason: 'deadline' })
          expect(result.transcript.asks).toEqual([world.list, world.list, world.list, world.list])
        },
      ),
    )
  })

  it('L1 words hide', () => {
    const seen = { id: 'w', value: 123_45, cost: 67_89, list: 222_00 }
    fc.assert(
      fc.property(scripts, (script) => {
        for (const [, question] of asked(game(seen), script)) {
          const text = renderLive(question)
          const own = question.seat === 'buyer' ? '123.45' : '67.89'
          expect(text).toContain(own)
          expect(renderLive({ ...question })).toBe(text)
        }
      }),
    )
    const held = asked(game(seen), [actionAnswer({ _tag: 'Hold' })])
    for (const [, question] of held) {
      expect(renderLive(question)).not.toContain(question.seat === 'buyer' ? '67.89' : '123.45')
    }
  })
})

const resultOf = <const C extends string>(
  counterpart: C,
  ...moves: ReadonlyArray<BargainMove>
): LiveResult<C> =>
  replayed(
    liveGame({ counterpart })({ id: 'w', value: 10_000, cost: 6000, list: 12_000 }),
    speaking(moves.map((move) => actionAnswer(move))),
  ).result

const offer = (price: number): BargainMove => ({ _tag: 'Offer', price })

describe('live results', () => {
  it('are vetoed below cost, by acceptance and by ask, and counted', () => {
    const low = resultOf('x', offer(5000), { _tag: 'Accept' }, offer(5000), offer(5500), {
      _tag: 'Leave',
    })
    expect(low.counts.seller).toMatchObject({ turns: 2, vetoes: 2 })
    expect(low.turns[1]?.defect).toEqual({ _tag: 'Vetoed', move: { _tag: 'Accept' }, bound: 6000 })
    expect(low.transcript.outcome).toEqual({ _tag: 'NoDeal', reason: 'buyer_left' })
    expect(low.surplus).toMatchObject({ deal: false, buyer: 0, seller: 0 })
    const fair = resultOf('x', offer(6000), { _tag: 'Accept' })
    expect(fair.transcript.outcome).toMatchObject({
      _tag: 'Deal',
      price: 6000,
      acceptedBy: 'seller',
    })
  })

  it('have nothing to accept after a hold of the buyer', () => {
    const held = resultOf(
      'x',
      offer(7000),
      offer(11_000),
      { _tag: 'Hold' },
      { _tag: 'Accept' },
      { _tag: 'Leave' },
    )
    expect(held.counts.seller.unreadable).toBe(1)
    expect(held.transcript.asks).toEqual([12_000, 11_000, 11_000])
  })

  it('settle at the offer where an ask comes down to it', () => {
    expect(resultOf('x', offer(8000), offer(7500)).transcript.outcome).toEqual({
      _tag: 'Deal',
      price: 8000,
      acceptedBy: 'seller',
      offer: { by: 'buyer', counter: 1, price: 8000 },
    })
  })

  it('L1 one counterpart', () => {
    const a = resultOf('a', offer(8000), { _tag: 'Accept' })
    const b = resultOf('b', { _tag: 'Leave' })
    expect(poolLive([a, a])).toMatchObject({
      status: 'pooled',
      counterpart: 'a',
      surplus: { n: 2, sePlus: { value: 0.5 } },
    })
    // @ts-expect-error results against two counterparts have no pooled score
    expect(poolLive([a, b])).toEqual({ status: 'mixed_counterparts', counterparts: ['a', 'b'] })
    const unknown: ReadonlyArray<LiveResult> = [a, b]
    expect(poolLive(unknown).status).toBe('mixed_counterparts')
    expect(poolLive([]).status).toBe('not_evaluable')
  })

  it('L2 split', () => {
    const made = {
      a: resultOf('a', offer(8000), { _tag: 'Accept' }),
      b: resultOf('b', { _tag: 'Leave' }),
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a' as const, 'b' as const)), (names) => {
        const pools = byCounterpart(names.map((name) => made[name]))
        expect(pools.every(({ status }) => status === 'pooled')).toBe(true)
        const sizes = pools.map((pool) =>
          pool.status === 'pooled' && pool.surplus.status === 'ok' ? pool.surplus.n : 0,
        )
        expect(sizes.reduce((all, n) => all + n, 0)).toBe(names.length)
      }),
    )
  })
})
