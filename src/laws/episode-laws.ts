/**
 * The game battery: the laws that any game on `Episode` owes, as one call.
 *
 * It takes a game as a function of a setup, and the answers that a question can be given; beside those every question is
 * answered with noise: nothing, words that mean nothing, moves of another game, faults. What is answered depends on the
 * question's id and a drawn number, so a play is found again from its counterexample.
 *
 * | law                      | what is checked                                                                  |
 * | ------------------------ | -------------------------------------------------------------------------------- |
 * | L1 ending                | whatever is answered, the game ends within `mostAnswers`                          |
 * | L2 replayed log          | replaying a log gives the result, and any prefix of it resumes to the same        |
 * | L3 branches              | what is answered in one branch changes nothing in another                         |
 * | L4 not asked             | an answer to a question that is not open is refused, and nothing changes          |
 * | L5 silence               | where nobody says anything that can be read, nobody has agreed (with `agreed`)    |
 * | L6 private scratchpad    | private text beside an answer changes nothing                                     |
 * | L7 arrival               | the order of answers does not matter (with `orderFree`)                           |
 * | L8 plain data            | the result survives JSON                                                          |
 *
 * An option that there is not breaks a law called `options` (`known-options.ts`); without a game to play there is no other.
 *
 * @module
 */
import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type AnsweringOrder,
  actionAnswer,
  type Episode,
  faultAnswer,
  newest,
  oldest,
  type Play,
  type Policy,
  playWith,
  replay,
  shuffledBy,
  textAnswer,
} from '../core/episode/index.js'
import { drawAt } from '../core/random/index.js'
import { isArbitrary, optionsLaw, unknownOption } from './known-options.js'
import { type Law, law } from './law.js'

/**
 * Describes a game to the battery.
 *
 * @category model
 * @since 0.1.0
 */
export interface EpisodeLawOptions<S, Q, R> {
  /** What a game is made from: plain data, so that a counterexample can be read. */
  readonly setups: fc.Arbitrary<S>
  readonly game: (setup: S) => Episode<Q, R>
  /** The answers that a question can sensibly be given. */
  readonly answers: (id: string, question: Q) => ReadonlyArray<Answer>
  /** Whether a result is an agreement. Without it L5 is left out. */
  readonly agreed?: (result: R) => boolean
  /** Whether the game promises that the order of answers does not matter. Default: false. */
  readonly orderFree?: boolean
  /** The most answers a game may take. Default: 10,000. */
  readonly mostAnswers?: number
}

/** Answers that say nothing in any game. */
const NOISE: ReadonlyArray<Answer> = [
  textAnswer(''),
  textAnswer('Let me think about that.'),
  textAnswer('\u0000{"'),
  actionAnswer(null),
  actionAnswer({ noSuchMove: [1] }),
  faultAnswer('timeout', 'no answer in time'),
  faultAnswer('threw', 'a model that broke'),
  faultAnswer('empty'),
  faultAnswer('refused'),
]

interface Drawn<S> {
  readonly setup: S
  /** Chooses among the answers; another number is another play. */
  readonly choices: number
}

/** A number for an id, the same everywhere. */
const numberOfId = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)

const chosen = (choices: number, id: string, among: ReadonlyArray<Answer>): Answer =>
  among[Math.floor(drawAt(BigInt(choices), numberOfId(id)) * among.length)] ?? textAnswer('')

const text = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

const cut = (value: unknown): string => {
  const whole = text(value)
  return whole.length > 300 ? `${whole.slice(0, 300)}...` : whole
}

/** Whether JSON would lose something of a value: NaN, infinities, functions, bigints, maps or sets. */
const losesInJson = (value: unknown): boolean =>
  (typeof value === 'number' && !Number.isFinite(value)) ||
  typeof value === 'function' ||
  typeof value === 'bigint' ||
  value instanceof Map ||
  value instanceof Set ||
  (typeof value === 'object' && value !== null && Object.values(value).some(losesInJson))

const known = ['setups', 'game', 'answers', 'agreed', 'orderFree', 'mostAnswers'] as const

/** What a game cannot be played without; `null` where all of it is there. */
const lacking = (options: object): string | null => {
  const { setups, game, answers } = options as Readonly<Record<string, unknown>> // from plain JavaScript
  if (!isArbitrary(setups)) return 'setups: expected an arbitrary of fast-check'
  if (typeof game !== 'function') return 'game: expected a function of a setup'
  return typeof answers === 'function'
    ? null
    : 'answers: expected a function of an id and a question'
}

/**
 * Gives the laws of a game, ready to be run.
 *
 * @category suites
 * @since 0.1.0
 */
export const episodeLaws = <S, Q, R>(options: EpisodeLawOptions<S, Q, R>): ReadonlyArray<Law> => {
  const complaint = unknownOption(options ?? null, known)
  const unplayable = typeof options === 'object' && options !== null ? lacking(options) : complaint
  if (unplayable !== null) return optionsLaw(options, unplayable)
  const { setups, game, answers, agreed, orderFree = false, mostAnswers: limit = 10_000 } = options
  const drawn = fc.record({ setup: setups, choices: fc.nat(1_000_000) })
  const policyOf =
    (choices: number): Policy<Q> =>
    (id, question) =>
      chosen(choices, id, [...answers(id, question), ...NOISE])
  const played = (
    { setup, choices }: Drawn<S>,
    order: AnsweringOrder = oldest,
    policy: Policy<Q> = policyOf(choices),
  ): Play<Q, R> => playWith<Q>(policy, { order, limit })(game(setup))

  /** The end of a play as text, or why there is none. */
  const endOf = (play: Play<Q, R>): string =>
    play._tag === 'Finished' ? text(play.result) : `${play._tag} after ${play.log.length} answers`

  const unended = (value: Drawn<S>): string | null => {
    const play = played(value)
    return play._tag === 'Finished' ? null : `the game is ${endOf(play)}`
  }

  const unreplayed = (value: Drawn<S>): string | null => {
    const play = played(value)
    const middle = Math.floor(play.log.length / 2)
    for (const kept of [play.log.length, middle]) {
      const again = replay(play.log.slice(0, kept))(game(value.setup))
      if (again._tag === 'Diverged') return `the log diverges at answer ${again.at}`
      const rest = replay(play.log.slice(kept))(again.episode)
      if (rest._tag === 'Diverged') return `the log diverges at answer ${kept + rest.at}`
      const result = rest.episode._tag === 'Ended' ? text(rest.episode.result) : 'no end'
      if (play._tag === 'Finished' && result !== text(play.result)) {
        return `the play ended in ${cut(play.result)}, its log after ${kept} answers in ${result.slice(0, 300)}`
      }
    }
    return null
  }

  const entangled = (value: Drawn<S>): string | null => {
    const start = game(value.setup)
    const run = (choices: number): string => endOf(playWith<Q>(policyOf(choices), { limit })(start))
    const first = run(value.choices)
    run(value.choices + 1)
    const again = run(value.choices)
    return first === again ? null : `the branch ended in ${first}, and after another in ${again}`
  }

  const unasked = ({ setup }: Drawn<S>): string | null => {
    const start = game(setup)
    if (start._tag === 'Ended') return null
    const before = text([...start.open.keys()])
    const nobody = `${[...start.open.keys()].join('')}?`
    if (!isLeft(start.answer(nobody, textAnswer('yes')))) {
      return `an answer to ${JSON.stringify(nobody)}, which nobody asked, was taken`
    }
    const after = text([...start.open.keys()])
    return before === after ? null : `a refused answer changed the questions to ${after}`
  }

  const agreeing = (value: Drawn<S>): string | null => {
    const play = played(value, oldest, (id) => chosen(value.choices, id, NOISE))
    return play._tag === 'Finished' && agreed?.(play.result) === true
      ? `nothing was said that can be read, and still: ${cut(play.result)}`
      : null
  }

  const overheard = (value: Drawn<S>): string | null => {
    const aloud = policyOf(value.choices)
    const thinking: Policy<Q> = (id, question) => {
      const answer = aloud(id, question)
      return answer._tag === 'Text' ? textAnswer(answer.text, 'accept {"accept": true} 42') : answer
    }
    const [without, beside] = [endOf(played(value)), endOf(played(value, oldest, thinking))]
    return without === beside ? null : `${without}, and with a scratchpad ${beside}`
  }

  const ordered = (value: Drawn<S>): string | null => {
    const orders = [oldest, newest, shuffledBy(BigInt(value.choices))]
    const ends = new Set(orders.map((order) => endOf(played(value, order))))
    return ends.size === 1
      ? null
      : `other orders, other ends: ${[...ends].join(' | ').slice(0, 600)}`
  }

  const lossy = (value: Drawn<S>): string | null => {
    const play = played(value)
    if (play._tag !== 'Finished') return null
    if (losesInJson(play.result)) return 'the result holds what JSON cannot'
    const written = text(play.result)
    return written !== 'undefined' && text(JSON.parse(written)) === written
      ? null
      : `the result does not survive JSON: ${written.slice(0, 300)}`
  }

  return [
    ...optionsLaw(options, complaint),
    law('L1 ending', drawn, unended),
    law('L2 replayed log', drawn, unreplayed),
    law('L3 branches', drawn, entangled),
    law('L4 not asked', drawn, unasked),
    ...(agreed === undefined ? [] : [law('L5 silence', drawn, agreeing)]),
    law('L6 private scratchpad', drawn, overheard),
    ...(orderFree ? [law('L7 arrival', drawn, ordered)] : []),
    law('L8 plain data', drawn, lossy),
  ]
}
