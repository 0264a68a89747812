import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, ask, chain, type Episode, map, textAnswer } from '../../src/core/index.js'
import { checkLaw, episodeLaws } from '../../src/laws/index.js'

type Game = () => Episode<string, unknown>

/** What one law says of a game that has no setup. */
const said = (law: string, game: Game): string | null => {
  const laws = episodeLaws({
    setups: fc.constant(null),
    game,
    answers: (): ReadonlyArray<Answer> => [textAnswer('yes')],
    mostAnswers: 50,
  })
  const stated = laws.find(({ name }) => name === law)
  if (stated === undefined) throw new Error(law)
  const verdict = checkLaw(stated, { seed: 1, numRuns: 5 })
  return verdict._tag === 'Broken' ? verdict.message : null
}

const question = (id: string): Episode<string, string> => ask(id, 'Well?', (answer) => answer._tag)

const twice = (first: string, second: string): Episode<string, string> =>
  chain((before: string) => map((after: string) => `${before} ${after}`)(question(second)))(
    question(first),
  )

describe('a log that is replayed', () => {
  it('holds for a game that is the same every time', () => {
    expect(said('L2 replayed log', () => twice('one', 'two'))).toBeNull()
  })

  it('diverges where the game asks something else the second time', () => {
    let made = 0
    const renaming = () => {
      made += 1
      return question(`q${made}`)
    }
    expect(said('L2 replayed log', renaming)).toBe('the log diverges at answer 0')
  })

  it('diverges after a prefix, counted from the beginning of the log', () => {
    let made = 0
    const renamingLate = () => {
      made += 1
      return twice('one', made % 3 === 0 ? 'three' : 'two')
    }
    expect(said('L2 replayed log', renamingLate)).toBe('the log diverges at answer 1')
  })

  it('comes to another end where the game counts, and says after how many answers', () => {
    let made = 0
    const counting = () => {
      made += 1
      const count = made
      return map((result: string) => `${result} ${count}`)(question('one'))
    }
    expect(said('L2 replayed log', counting)).toMatch(
      /^the play ended in ".* \d+", its log after 1 answers in ".* \d+"$/,
    )
  })

  it('comes to no end where the game has become longer', () => {
    let made = 0
    const growing = () => {
      made += 1
      return made % 3 === 2 ? twice('one', 'two') : question('one')
    }
    expect(said('L2 replayed log', growing)).toMatch(/its log after \d answers in no end$/)
  })
})

describe('an answer that nobody asked for', () => {
  it('changes no questions', () => {
    let refusals = 0
    const shifting = (): Episode<string, string> => {
      const start = question('one')
      if (start._tag === 'Ended') return start
      return {
        _tag: 'Asking',
        get open() {
          return refusals > 0 ? new Map([['two', 'Well?']]) : start.open
        },
        answer: (id, answer) => {
          if (!start.open.has(id)) refusals += 1
          return start.answer(id, answer)
        },
      }
    }
    expect(said('L4 not asked', shifting)).toBe('a refused answer changed the questions to ["two"]')
    expect(said('L4 not asked', () => question('one'))).toBeNull()
  })
})

describe('a result', () => {
  it('is something', () => {
    expect(said('L8 plain data', () => map(() => undefined)(question('one')))).toBe(
      'the result does not survive JSON: undefined',
    )
  })

  it.each([
    [Number.POSITIVE_INFINITY],
    [() => 1],
    [1n],
    [new Map()],
    [new Set()],
    [{ deep: [{ er: Number.NaN }] }],
  ])('holds nothing that JSON cannot: %s', (result) => {
    expect(said('L8 plain data', () => map(() => result)(question('one')))).toBe(
      'the result holds what JSON cannot',
    )
  })
})
