import fc from 'fast-check'
import { type Either, map as eitherMap, isLeft, left, right } from 'fp-ts/lib/Either.js'
import {
  type Answer,
  actionAnswer,
  again,
  all,
  answerQuestion,
  ask,
  type Begun,
  chain,
  done,
  type Episode,
  ended,
  faultAnswer,
  type Heard,
  iterate,
  map,
  matchAnswer,
  type NotAskedReason,
  openQuestions,
  type Rules,
  race,
  react,
  textAnswer,
  within,
} from '../../src/core/episode/index.js'

/** A small game as data. Every result is a number that depends on all answers that made it. */
export type Program =
  | { readonly kind: 'give'; readonly value: number }
  | { readonly kind: 'ask'; readonly id: string }
  | { readonly kind: 'map'; readonly inner: Program; readonly by: number }
  | { readonly kind: 'chain'; readonly inner: Program; readonly nexts: ReadonlyArray<Program> }
  | { readonly kind: 'within'; readonly prefix: string; readonly inner: Program }
  | { readonly kind: 'all'; readonly parts: ReadonlyArray<Program> }
  | { readonly kind: 'race'; readonly parts: readonly [Program, ...ReadonlyArray<Program>] }
  | { readonly kind: 'loop'; readonly times: number; readonly body: Program }
  | { readonly kind: 'react'; readonly reacting: Reacting }

/**
 * A reactive game: some parts begin at once; each ending begins the next spare, and may withdraw a name; when `enough`
 * parts have ended the game finishes.
 */
export interface Reacting {
  readonly parts: ReadonlyArray<Program>
  readonly spares: ReadonlyArray<Program>
  readonly enough: number
  readonly withdrawing: ReadonlyArray<string>
}

/** Mixes a number into another, so that order and value both show. */
export const mix = (a: number, b: number): number => (a * 31 + b + 17) % 1_000_003

const lettersOf = (text: string): number =>
  [...text].reduce((sum, letter) => mix(sum, letter.codePointAt(0) ?? 0), 1)

/** Reads any answer as a number; the three kinds never coincide by accident of their content. */
export const numberOf: (answer: Heard) => number = matchAnswer({
  text: (text) => mix(1, lettersOf(text)),
  action: (action) => mix(2, lettersOf(JSON.stringify(action))),
  fault: (fault, detail) => mix(3, lettersOf(fault + detail)),
})

/** The answers that scripts choose from. */
export const ANSWERS: ReadonlyArray<Answer> = [
  textAnswer('yes'),
  textAnswer('no', 'a thought'),
  textAnswer(''),
  actionAnswer({ price: 61 }),
  actionAnswer(null),
  faultAnswer('timeout', '30 s'),
  faultAnswer('refused'),
]

/** What a reactive program keeps: how many parts have ended, and their results in the order of the endings. */
interface Ending {
  readonly count: number
  readonly total: number
}

const START: Ending = { count: 0, total: 5 }

type Verdict =
  | {
      readonly next: Ending
      readonly begin: ReadonlyArray<Program>
      readonly withdraw: ReadonlyArray<string>
    }
  | { readonly result: number }

const verdictOn = (
  { spares, enough, withdrawing }: Reacting,
  state: Ending,
  value: number,
  name: string,
): Verdict => {
  const next = { count: state.count + 1, total: mix(mix(state.total, value), lettersOf(name)) }
  if (next.count >= enough) return { result: next.total }
  const spare = spares[state.count]
  const out = withdrawing[state.count]
  return {
    next,
    begin: spare === undefined ? [] : [spare],
    withdraw: out === undefined || value % 2 === 0 ? [] : [out],
  }
}

const NAMES = ['red', 'blue', '']

const nameOf = (index: number): string => NAMES[index % NAMES.length] ?? ''

const choose = (nexts: ReadonlyArray<Program>, value: number): Program =>
  nexts[value % nexts.length] ?? { kind: 'give', value }

const gather = (values: ReadonlyArray<number>): number => values.reduce(mix, 3)

const begun = (
  programs: ReadonlyArray<Program>,
  part: (program: Program) => Episode<string, number>,
): ReadonlyArray<Begun<string, number>> =>
  programs.map((program, index) => {
    const name = nameOf(index)
    return name === '' ? { episode: part(program) } : { name, episode: part(program) }
  })

const rulesOf = (
  reacting: Reacting,
  part: (program: Program) => Episode<string, number>,
): Rules<string, number, Ending, number> => ({
  onEnded: (state, value, name) => {
    const verdict = verdictOn(reacting, state, value, name)
    return 'result' in verdict
      ? { _tag: 'Finish', result: verdict.result }
      : {
          _tag: 'Continue',
          state: verdict.next,
          begin: begun(verdict.begin, part),
          withdraw: verdict.withdraw,
        }
  },
  onQuiet: ({ total }) => mix(total, 9),
})

/** Asks one question and reads the answer as a number. */
export const askNumber = (id: string): Episode<string, number> => ask(id, `${id}?`, numberOf)

/** A change of make that leaves behaviour as it is; none by default. */
type Wrap = (episode: Episode<string, number>) => Episode<string, number>

const bare: Wrap = (episode) => episode

/** Builds the game of a program with the library; every part of it goes through `wrap`. */
export const build = (program: Program, wrap: Wrap = bare): Episode<string, number> =>
  wrap(built(program, (part) => build(part, wrap)))

const built = (
  program: Program,
  part: (program: Program) => Episode<string, number>,
): Episode<string, number> => {
  switch (program.kind) {
    case 'give':
      return ended(program.value)
    case 'ask':
      return askNumber(program.id)
    case 'map':
      return map((value: number) => mix(value, program.by))(part(program.inner))
    case 'chain':
      return chain((value: number) =>
        map((last: number) => mix(value, last))(part(choose(program.nexts, value))),
      )(part(program.inner))
    case 'within':
      return within(program.prefix)(part(program.inner))
    case 'all':
      return map(gather)(all(program.parts.map(part)))
    case 'race': {
      const [first, ...others] = program.parts
      return race([part(first), ...others.map(part)])
    }
    case 'loop':
      return iterate(({ left, total }: { readonly left: number; readonly total: number }) =>
        left === 0
          ? ended(done(total))
          : map((value: number) => again({ left: left - 1, total: mix(total, value) }))(
              part(program.body),
            ),
      )({ left: program.times, total: 7 })
    case 'react':
      return react(rulesOf(program.reacting, part))({
        _tag: 'Continue',
        state: START,
        begin: begun(program.reacting.parts, part),
      })
  }
}

/** The same game as an object made by hand: its map is a `Map`, and nothing but the public fields is there. */
export const disguised = <Q, R>(episode: Episode<Q, R>): Episode<Q, R> =>
  episode._tag === 'Ended'
    ? { _tag: 'Ended', result: episode.result }
    : {
        _tag: 'Asking',
        open: new Map(episode.open),
        answer: (id, answer) =>
          eitherMap((next: Episode<Q, R>) => disguised(next))(episode.answer(id, answer)),
      }

/** The plain interpreter: states are trees that are copied whole, questions carry the moment at which they opened. */
export type Naive =
  | { readonly kind: 'given'; readonly value: number }
  | { readonly kind: 'asking'; readonly id: string; readonly opened: number }
  | { readonly kind: 'then'; readonly inner: Naive; readonly next: (value: number) => Naive }
  | { readonly kind: 'below'; readonly prefix: string; readonly inner: Naive }
  | { readonly kind: 'together'; readonly parts: ReadonlyArray<Naive> }
  | { readonly kind: 'racing'; readonly parts: ReadonlyArray<Naive> }
  | {
      readonly kind: 'reacting'
      readonly reacting: Reacting
      readonly state: Ending
      readonly parts: ReadonlyArray<{ readonly name: string; readonly naive: Naive }>
    }

interface Row {
  readonly id: string
  readonly question: string
  readonly opened: number
}

/** Moments only ever grow, so one count serves all branches of all games. */
let moment = 0

const given = (value: number): Naive => ({ kind: 'given', value })

const loop = (body: Program, left: number, total: number): Naive =>
  left === 0
    ? given(total)
    : settled({
        kind: 'then',
        inner: begin(body),
        next: (value) => loop(body, left - 1, mix(total, value)),
      })

/** Brings a state forward until it waits for an answer or is given. */
const settled = (naive: Naive): Naive => {
  if (naive.kind === 'then') {
    return naive.inner.kind === 'given' ? naive.next(naive.inner.value) : naive
  }
  if (naive.kind === 'below') return naive.inner.kind === 'given' ? naive.inner : naive
  if (naive.kind === 'together') {
    const values = naive.parts.flatMap((part) => (part.kind === 'given' ? [part.value] : []))
    return values.length === naive.parts.length ? given(gather(values)) : naive
  }
  if (naive.kind === 'racing') return naive.parts.find((part) => part.kind === 'given') ?? naive
  return naive
}

/** Takes the endings of a reactive game one by one: the waiting parts first begun come first. */
const reacted = (naive: Extract<Naive, { kind: 'reacting' }>): Naive => {
  let { state } = naive
  let parts = naive.parts
  for (;;) {
    const at = parts.findIndex((part) => part.naive.kind === 'given')
    const part = parts[at]
    if (part === undefined || part.naive.kind !== 'given') break
    parts = parts.filter((_, index) => index !== at)
    const verdict = verdictOn(naive.reacting, state, part.naive.value, part.name)
    if ('result' in verdict) return given(verdict.result)
    state = verdict.next
    // An ending that has happened is not undone: only a part that still asks can be withdrawn.
    const kept = parts.filter(
      ({ name, naive: inner }) => inner.kind === 'given' || !verdict.withdraw.includes(name),
    )
    parts = [...kept, ...entering(verdict.begin)]
  }
  return parts.length === 0 ? given(mix(state.total, 9)) : { ...naive, state, parts }
}

const entering = (
  programs: ReadonlyArray<Program>,
): ReadonlyArray<{ readonly name: string; readonly naive: Naive }> =>
  programs.map((program, index) => ({ name: nameOf(index), naive: begin(program) }))

/** Begins the game of a program in the plain interpreter. */
export const begin = (program: Program): Naive => {
  switch (program.kind) {
    case 'give':
      return given(program.value)
    case 'ask':
      moment += 1
      return { kind: 'asking', id: program.id, opened: moment }
    case 'map':
      return settled({
        kind: 'then',
        inner: begin(program.inner),
        next: (value) => given(mix(value, program.by)),
      })
    case 'chain':
      return settled({
        kind: 'then',
        inner: begin(program.inner),
        next: (value) =>
          settled({
            kind: 'then',
            inner: begin(choose(program.nexts, value)),
            next: (last) => given(mix(value, last)),
          }),
      })
    case 'within':
      return settled({ kind: 'below', prefix: program.prefix, inner: begin(program.inner) })
    case 'all':
      return settled({ kind: 'together', parts: program.parts.map(begin) })
    case 'race':
      return settled({ kind: 'racing', parts: program.parts.map(begin) })
    case 'loop':
      return loop(program.body, program.times, 7)
    case 'react':
      return reacted({
        kind: 'reacting',
        reacting: program.reacting,
        state: START,
        parts: entering(program.reacting.parts),
      })
  }
}

const allRows = (naive: Naive): ReadonlyArray<Row> => {
  switch (naive.kind) {
    case 'given':
      return []
    case 'asking':
      return [{ id: naive.id, question: `${naive.id}?`, opened: naive.opened }]
    case 'then':
      return rowsOf(naive.inner)
    case 'below':
      return rowsOf(naive.inner).map((row) => ({ ...row, id: `${naive.prefix}/${row.id}` }))
    case 'together':
    case 'racing':
      return naive.parts.flatMap(rowsOf)
    case 'reacting':
      return naive.parts.flatMap((part) => rowsOf(part.naive))
  }
}

/** The open questions of a state by the moment of their opening; of several under one id, the oldest. */
export const rowsOf = (naive: Naive): ReadonlyArray<Row> => {
  const rows = [...allRows(naive)].sort((a, b) => a.opened - b.opened)
  return rows.filter((row, index) => rows.findIndex(({ id }) => id === row.id) === index)
}

const replaceOne = (
  parts: ReadonlyArray<Naive>,
  id: string,
  answer: Answer,
): Either<NotAskedReason, ReadonlyArray<Naive>> => {
  const asking = parts.flatMap((part, index) =>
    rowsOf(part).some((row) => row.id === id) ? [index] : [],
  )
  if (asking.length > 1) return left('Contested')
  const [at] = asking
  const part = parts[at ?? -1]
  if (part === undefined) return left('NotOpen')
  const next = step(part, id, answer)
  return isLeft(next) ? next : right(parts.map((old, index) => (index === at ? next.right : old)))
}

/** Answers a question in the plain interpreter. */
export const step = (naive: Naive, id: string, answer: Answer): Either<NotAskedReason, Naive> => {
  switch (naive.kind) {
    case 'given':
      return left('Ended')
    case 'asking':
      return naive.id === id ? right(given(numberOf(answer))) : left('NotOpen')
    case 'then': {
      const inner = step(naive.inner, id, answer)
      return isLeft(inner) ? inner : right(settled({ ...naive, inner: inner.right }))
    }
    case 'below': {
      const before = `${naive.prefix}/`
      if (!id.startsWith(before)) return left('NotOpen')
      const inner = step(naive.inner, id.slice(before.length), answer)
      return isLeft(inner) ? inner : right(settled({ ...naive, inner: inner.right }))
    }
    case 'together':
    case 'racing': {
      const parts = replaceOne(naive.parts, id, answer)
      return isLeft(parts) ? parts : right(settled({ ...naive, parts: parts.right }))
    }
    case 'reacting': {
      const inner = replaceOne(
        naive.parts.map((part) => part.naive),
        id,
        answer,
      )
      if (isLeft(inner)) return inner
      const parts = naive.parts.map((part, index) => ({
        ...part,
        naive: inner.right[index] ?? part.naive,
      }))
      return right(reacted({ ...naive, parts }))
    }
  }
}

const { program: programs } = fc.letrec<{ program: Program }>((tie) => {
  const one = tie('program')
  const several = (minLength: number): fc.Arbitrary<ReadonlyArray<Program>> =>
    fc.array(one, { minLength, maxLength: 3 })
  const parts = several(1).map(
    ([first = { kind: 'give', value: 0 }, ...others]): readonly [
      Program,
      ...ReadonlyArray<Program>,
    ] => [first, ...others],
  )
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  return {
    program: fc.oneof(
      { depthSize: 'medium', maxDepth: 5 },
      fc.record({ kind: fc.constant('ask' as const), id }),
      fc.record({ kind: fc.constant('give' as const), value: fc.nat(20) }),
      fc.record({ kind: fc.constant('chain' as const), inner: one, nexts: several(1) }),
      fc.record({ kind: fc.constant('all' as const), parts: several(0) }),
      fc.record({
        kind: fc.constant('react' as const),
        reacting: fc.record({
          parts: several(0),
          spares: several(0),
          enough: fc.integer({ min: 1, max: 6 }),
          withdrawing: fc.array(fc.constantFrom('red', 'blue', 'green'), { maxLength: 4 }),
        }),
      }),
      fc.record({ kind: fc.constant('map' as const), inner: one, by: fc.nat(20) }),
      fc.record({
        kind: fc.constant('within' as const),
        prefix: fc.constantFrom('a', 'left', ''),
        inner: one,
      }),
      fc.record({ kind: fc.constant('race' as const), parts }),
      fc.record({ kind: fc.constant('loop' as const), times: fc.nat(3), body: one }),
    ),
  }
})

/** Arbitrary programs, in which two parts may ask under one id. */
export const anyProgram: fc.Arbitrary<Program> = programs

/** Gives every question of a program an id of its own. */
export const distinct = (program: Program): Program => {
  let count = 0
  const visit = (old: Program): Program => {
    switch (old.kind) {
      case 'give':
        return old
      case 'ask':
        count += 1
        return { ...old, id: `q${count}` }
      case 'map':
      case 'within':
        return { ...old, inner: visit(old.inner) }
      case 'chain':
        return { ...old, inner: visit(old.inner), nexts: old.nexts.map(visit) }
      case 'all':
        return { ...old, parts: old.parts.map(visit) }
      case 'race': {
        const [first, ...others] = old.parts
        return { ...old, parts: [visit(first), ...others.map(visit)] }
      }
      case 'loop':
        return { ...old, body: visit(old.body) }
      case 'react': {
        const { reacting } = old
        const parts = reacting.parts.map(visit)
        return {
          ...old,
          reacting: { ...reacting, parts, spares: reacting.spares.map(visit) },
        }
      }
    }
  }
  return visit(program)
}

/** Arbitrary programs in which no id is ever open twice. */
export const cleanProgram: fc.Arbitrary<Program> = programs.map(distinct)

/** Arbitrary programs that never ask under one id twice, not even in turn. */
export const freshProgram: fc.Arbitrary<Program> = cleanProgram.filter(
  (program) => !JSON.stringify(program).includes('"loop"'),
)

/** One move of a script: which of the open questions is answered, and how. Both are taken modulo what there is. */
export interface Turn {
  readonly which: number
  readonly how: number
}

/** Arbitrary sequences of answers. */
export const anyScript: fc.Arbitrary<ReadonlyArray<Turn>> = fc.array(
  fc.record({ which: fc.nat(50), how: fc.nat(ANSWERS.length - 1) }),
  { maxLength: 40 },
)

/** The answer of a turn. */
export const answerOf = ({ how }: Turn): Answer => ANSWERS[how % ANSWERS.length] ?? textAnswer('')

/** What can be seen of an episode from outside. */
export const seen = (episode: Episode<unknown, unknown>): unknown =>
  episode._tag === 'Ended' ? episode : [...openQuestions(episode)]

/** The states that a script leads through, the first included, and the ids it answered. */
export const played = <Q, R>(
  start: Episode<Q, R>,
  script: ReadonlyArray<Turn>,
): { readonly states: ReadonlyArray<Episode<Q, R>>; readonly ids: ReadonlyArray<string> } => {
  const states = [start]
  const ids: Array<string> = []
  let episode = start
  for (const turn of script) {
    if (episode._tag === 'Ended') break
    const keys = [...episode.open.keys()]
    const id = keys[turn.which % keys.length] ?? ''
    const next = answerQuestion(id, answerOf(turn))(episode)
    if (isLeft(next)) break
    episode = next.right
    states.push(episode)
    ids.push(id)
  }
  return { states, ids }
}

/** All that can be seen of an episode along a script. */
export const dialogue = (
  start: Episode<unknown, unknown>,
  script: ReadonlyArray<Turn>,
): ReadonlyArray<unknown> => played(start, script).states.map(seen)
