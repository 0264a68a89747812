import { pipe } from 'fp-ts/lib/function.js'
import { describe, expectTypeOf, it } from 'vitest'
import {
  again,
  all,
  allOf,
  ask,
  chain,
  derive,
  done,
  type Episode,
  ended,
  iterate,
  map,
  type Play,
  phase,
  phases,
  playWith,
  race,
  react,
  textAnswer,
} from '../../../src/core/episode/index.js'

interface Bid {
  readonly about: 'bid'
}
interface Vote {
  readonly about: 'vote'
}

const bid = ask('bid', { about: 'bid' } as Bid, () => 61)
const vote = ask('vote', { about: 'vote' } as Vote, () => true)

describe('the types of episodes', () => {
  it('keep the question and the result', () => {
    expectTypeOf(bid).toEqualTypeOf<Episode<Bid, number>>()
    expectTypeOf(map(String)(bid)).toEqualTypeOf<Episode<Bid, string>>()
  })

  it('unite the questions of a chain, and add none for a silent step', () => {
    expectTypeOf(chain((_: number) => vote)(bid)).toEqualTypeOf<Episode<Bid | Vote, boolean>>()
    expectTypeOf(chain((n: number) => ended(n))(bid)).toEqualTypeOf<Episode<Bid, number>>()
    const piped = pipe(
      bid,
      chain((price) => ended(price + 1)),
      map((price) => price > 61),
    )
    expectTypeOf(piped).toEqualTypeOf<Episode<Bid, boolean>>()
  })

  it('give each place of a tuple its own result, and a list one for all', () => {
    expectTypeOf(all([bid, vote])).toEqualTypeOf<Episode<Bid | Vote, readonly [number, boolean]>>()
    expectTypeOf(all([1, 2].map(() => bid))).toEqualTypeOf<Episode<Bid, ReadonlyArray<number>>>()
    const generic = <Q, R>(parts: ReadonlyArray<Episode<Q, R>>): Episode<Q, ReadonlyArray<R>> =>
      all(parts)
    expectTypeOf(generic([bid])).toEqualTypeOf<Episode<Bid, ReadonlyArray<number>>>()
  })

  it('give each name of a record its own result', () => {
    expectTypeOf(allOf({ price: bid, accepted: vote })).toEqualTypeOf<
      Episode<Bid | Vote, { readonly price: number; readonly accepted: boolean }>
    >()
  })

  it('let a race be between episodes of one type, at least one', () => {
    expectTypeOf(race([bid, bid])).toEqualTypeOf<Episode<Bid, number>>()
    // @ts-expect-error there is no first in an empty race
    race([])
  })

  it('gather the questions of a reaction from its opening and its rules', () => {
    const rules = {
      onEnded: (sum: number, price: number) =>
        price > 0
          ? ({
              _tag: 'Continue',
              state: sum + price,
              begin: [{ episode: map(Number)(vote) }],
            } as const)
          : ({ _tag: 'Finish', result: `${sum}` } as const),
      onQuiet: (sum: number) => `${sum}`,
    }
    const game = react(rules)({ _tag: 'Continue', state: 0, begin: [{ episode: bid }] })
    expectTypeOf(game).toEqualTypeOf<Episode<Bid | Vote, string>>()
  })

  it('infer the state and the result of a loop', () => {
    const loop = iterate((n: number) =>
      map((price: number) => (price > n ? again(n + 1) : done('x')))(bid),
    )
    expectTypeOf(loop(0)).toEqualTypeOf<Episode<Bid, string>>()
    expectTypeOf(iterate((n: number) => ended(n > 9 ? done(n) : again(n + 1)))(0)).toEqualTypeOf<
      Episode<never, number>
    >()
  })

  it('add a field a phase, and refuse a name that is taken', () => {
    const round = pipe(
      phases({ round: 1 }),
      phase('price', ({ round }) => (round > 0 ? bid : ended(0))),
      derive('high', ({ price }) => price > 80),
      phase('accepted', ({ high }) => (high ? ended(false) : vote)),
    )
    expectTypeOf(round).toEqualTypeOf<
      Episode<
        Bid | Vote,
        {
          readonly round: number
          readonly price: number
          readonly high: boolean
          readonly accepted: boolean
        }
      >
    >()
    // @ts-expect-error the round is known already
    derive('round', (_: { readonly round: number }) => 2)
  })

  it('ask a policy only what the game asks', () => {
    const play = playWith((_id: string, question: Bid | Vote) => textAnswer(question.about))
    expectTypeOf(play(chain((_: number) => vote)(bid))).toEqualTypeOf<Play<Bid | Vote, boolean>>()
    // @ts-expect-error a policy for bids cannot vote
    playWith((_id: string, question: Bid) => textAnswer(question.about))(vote)
  })
})
