import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  actionAnswer,
  again,
  all,
  ask,
  done,
  type Episode,
  type Heard,
  iterate,
  map,
  matchAnswer,
  textAnswer,
} from '../../src/core/index.js'
import { checkLaws, type EpisodeLawOptions, episodeLaws } from '../../src/laws/index.js'

interface Setup {
  readonly rounds: number
  readonly price: number
}

interface Asked {
  readonly round: number
  readonly price: number
}

interface Sale {
  readonly agreed: boolean
  readonly round: number
  readonly price: number
}

const yes: (answer: Heard) => boolean = matchAnswer({
  text: (text) => text === 'yes',
  action: (action) => action === true,
  fault: () => false,
})

interface Table {
  readonly round: number
  readonly price: number
}

/** A price that falls each round until both of two buyers say yes in the same round. */
const auctioneer =
  (consents: (answer: Heard) => boolean) =>
  ({ rounds, price }: Setup): Episode<Asked, Sale> =>
    iterate((table: Table) =>
      map((said: ReadonlyArray<boolean>) => {
        const { round } = table
        if (said.every(Boolean)) return done({ agreed: true, round, price: table.price })
        if (round >= rounds) return done({ agreed: false, round, price: 0 })
        return again({ round: round + 1, price: table.price - 1 })
      })(
        all(
          ['a', 'b'].map((seat) =>
            ask(`${table.round}/${seat}`, { round: table.round, price: table.price }, consents),
          ),
        ),
      ),
    )({ round: 1, price })

const setups: fc.Arbitrary<Setup> = fc.record({
  rounds: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 5, max: 9 }),
})

const answers = (): ReadonlyArray<Answer> => [
  textAnswer('yes'),
  actionAnswer(true),
  textAnswer('no'),
]

type Options = EpisodeLawOptions<Setup, Asked, Sale>

const honest: Options = {
  setups,
  game: auctioneer(yes),
  answers,
  agreed: ({ agreed }) => agreed,
  orderFree: true,
}

const brokenBy = (changed: Partial<Options>): ReadonlyArray<string> =>
  checkLaws(episodeLaws({ ...honest, ...changed }), { seed: 3, numRuns: 300 })
    .filter(({ _tag }) => _tag === 'Broken')
    .map((verdict) => verdict.law)

describe('a game of falling prices', () => {
  for (const each of episodeLaws(honest)) {
    it(each.name, () => fc.assert(each.property, { numRuns: 300 }))
  }

  it('is checked for what it promises, and for no more', () => {
    const { agreed: _, ...quiet } = honest
    expect(episodeLaws({ ...quiet, orderFree: false }).map(({ name }) => name)).toEqual([
      'L1 ending',
      'L2 replayed log',
      'L3 branches',
      'L4 not asked',
      'L6 private scratchpad',
      'L8 plain data',
    ])
  })
})

describe('the game battery finds planted bugs', () => {
  it('a game that never ends while nobody agrees', () => {
    const endless = (setup: Setup) => auctioneer(yes)({ ...setup, rounds: 1e9 })
    expect(brokenBy({ game: endless, mostAnswers: 200 })).toContain('L1 ending')
  })

  it('a game that keeps its count outside', () => {
    let count = 0
    const counting = auctioneer((answer) => {
      count += 1
      return yes(answer) || count % 7 === 0
    })
    const broken = brokenBy({ game: counting })
    expect(broken).toContain('L2 replayed log')
    expect(broken).toContain('L3 branches')
  })

  it('a game that takes answers to what it never asked', () => {
    const lax = (setup: Setup): Episode<Asked, Sale> => {
      const start = auctioneer(yes)(setup)
      if (start._tag === 'Ended') return start
      const [first] = start.open.keys()
      return { ...start, answer: (_, answer) => start.answer(first ?? '', answer) }
    }
    expect(brokenBy({ game: lax })).toContain('L4 not asked')
  })

  it('a game that takes a fault for a yes', () => {
    const eager = matchAnswer({
      text: (text) => text === 'yes',
      action: (action) => action === true,
      fault: () => true,
    })
    expect(brokenBy({ game: auctioneer(eager) })).toEqual(['L5 silence'])
  })

  it('a game that listens to the scratchpad', () => {
    const nosy = (setup: Setup): Episode<Asked, Sale> => {
      const listen = (episode: Episode<Asked, Sale>): Episode<Asked, Sale> =>
        episode._tag === 'Ended'
          ? episode
          : {
              ...episode,
              answer: (id, answer) => {
                const loud =
                  answer._tag === 'Text' && answer.private !== undefined
                    ? textAnswer('yes')
                    : answer
                const next = episode.answer(id, loud)
                return next._tag === 'Right' ? { ...next, right: listen(next.right) } : next
              },
            }
      return listen(auctioneer(yes)(setup))
    }
    expect(brokenBy({ game: nosy })).toContain('L6 private scratchpad')
  })

  it('a game that the first to answer decides', () => {
    const hasty = ({ price }: Setup): Episode<Asked, Sale> => {
      const start = all([ask('a', { round: 1, price }, yes), ask('b', { round: 1, price }, yes)])
      const [first, ...rest] = start._tag === 'Asking' ? [...start.open.keys()] : []
      const after = (
        episode: Episode<Asked, ReadonlyArray<boolean>>,
        order: string,
      ): Episode<Asked, Sale> =>
        episode._tag === 'Ended'
          ? {
              _tag: 'Ended',
              result: {
                agreed: episode.result.every(Boolean),
                round: 1,
                price: order === first ? 1 : 2,
              },
            }
          : {
              ...episode,
              answer: (id, answer) => {
                const next = episode.answer(id, answer)
                return next._tag === 'Right'
                  ? { ...next, right: after(next.right, order === '' ? id : order) }
                  : next
              },
            }
      expect(rest).toEqual(['b'])
      return after(start, '')
    }
    expect(brokenBy({ game: hasty })).toEqual(['L7 arrival'])
  })

  it('a result that JSON would lose', () => {
    const lossy = (setup: Setup) =>
      map((sale: Sale) => ({ ...sale, price: sale.agreed ? sale.price : Number.NaN }))(
        auctioneer(yes)(setup),
      )
    expect(brokenBy({ game: lossy })).toEqual(['L8 plain data'])
  })
})
