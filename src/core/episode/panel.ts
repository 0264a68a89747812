/**
 * Panel: single questions that are asked at once, all of which are waited for.
 *
 * Most phases of a market are of this kind: everybody is asked one thing. Nothing can open and nobody can be withdrawn
 * then, so instead of a group of episodes a table of the questions is made once, and a state is which of them are open
 * and what the others came to; questions that have been answered are let go of as others are. It cannot be told from the group of the same questions but by its cost.
 *
 * Laws
 *   L1 twin   a panel shows, answers and ends as the group of its questions does, on every branch
 *
 * @module
 */
import { right } from 'fp-ts/lib/Either.js'
import { heard } from './answer.js'
import type { QuestionId } from './episode.js'
import type { QuestionTable } from './questions.js'
import {
  countRemaining,
  type Remaining,
  rankOf,
  remainingNumbers,
  remainingOf,
  remains,
  taken,
} from './remaining.js'
import { type Machine, type Move, NOT_OPEN, PLAIN, type Route, type State } from './transition.js'

/** Holds results so far, the latest first: adding one shares the others. */
interface Collected {
  readonly place: number
  readonly result: unknown
  readonly others: Collected | null
}

type Question = Extract<Machine['shape'], { readonly _tag: 'Question' }>

/** Holds what stays the same while a panel is answered. */
interface Panel {
  readonly table: QuestionTable
  readonly decoders: ReadonlyArray<Question['decode']>
  /** The place of the result of each question. */
  readonly places: ReadonlyArray<number>
  /** The results that were there from the beginning, each at its place. */
  readonly results: ReadonlyArray<unknown>
}

/** Holds the panel of the questions that were open at one moment, which are `snapshot`, and those of it open now. */
interface Smaller {
  readonly snapshot: Remaining
  readonly panel: () => Panel
  readonly open: Remaining
}

interface Waiting {
  readonly panel: Panel
  readonly open: Remaining
  readonly collected: Collected | null
  readonly smaller: Smaller | null
}

/** Up to so many questions are kept in memory though they have been answered. */
const KEPT = 64

const tableOf = (
  ids: ReadonlyArray<QuestionId>,
  questions: ReadonlyArray<unknown>,
): QuestionTable => {
  const indexOf = new Map<QuestionId, number>()
  for (const [index, id] of ids.entries()) indexOf.set(id, index)
  return { ids, questions, indexOf }
}

const restricted = ({ table, decoders, places, results }: Panel, open: Remaining): Panel => {
  const kept = [...remainingNumbers(open, 'first')]
  // The numbers are those of questions, of which each has all of this.
  return {
    table: tableOf(
      kept.map((index) => table.ids[index] as QuestionId),
      kept.map((index) => table.questions[index]),
    ),
    decoders: kept.map((index) => decoders[index] as Question['decode']),
    places: kept.map((index) => places[index] as number),
    results,
  }
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Lets go of questions that have been answered. Where half of a table is left, the smaller table of that half is
 * planned, and where a quarter is left it is made and takes over. All branches from the half on share it, and none gets
 * there without as many answers as it has questions to copy, so an answer costs no more on any branch.
 */
const lightened = (state: Waiting): Waiting => {
  const { panel, open, smaller, collected } = state
  const size = panel.table.ids.length
  const count = countRemaining(open)
  if (size <= KEPT || 2 * count > size) return state
  if (smaller === null) {
    const plan = once(() => restricted(panel, open))
    return { ...state, smaller: { snapshot: open, panel: plan, open: remainingOf(count) } }
  }
  return 4 * count > size
    ? state
    : lightened({ panel: smaller.panel(), open: smaller.open, collected, smaller: null })
}

const answered = (state: Waiting, index: number, result: unknown): State => {
  const { panel, open, smaller } = state
  // Every question has a place for its result.
  const place = panel.places[index] as number
  const collected = { place, result, others: state.collected }
  if (countRemaining(open) === 1) {
    const results = panel.results.slice()
    for (let at: Collected | null = collected; at !== null; at = at.others)
      results[at.place] = at.result
    return { _tag: 'Ended', result: results }
  }
  const next = { panel, open: taken(open, index), collected, smaller }
  if (smaller === null) return machineOf(lightened(next))
  const { snapshot } = smaller
  const within = taken(smaller.open, rankOf(snapshot, index))
  return machineOf(lightened({ ...next, smaller: { ...smaller, open: within } }))
}

const machineOf = (state: Waiting): Machine => {
  const { panel, open } = state
  const { table } = panel
  const route = (id: QuestionId): Route => {
    const index = table.indexOf.get(id)
    const decode = index === undefined ? undefined : panel.decoders[index]
    if (index === undefined || decode === undefined || !remains(open, index)) return NOT_OPEN
    return {
      _tag: 'Here',
      take: (answer) => {
        const next = answered(state, index, decode(heard(answer)))
        const changes: Move['changes'] = next._tag === 'Ended' ? null : [{ _tag: 'Closed', id }]
        return right({ next, changes })
      },
    }
  }
  return { _tag: 'Machine', shape: PLAIN, source: { _tag: 'Table', table, open }, route }
}

/**
 * Makes the panel of states that are single questions or ended, `null` where one is anything else, where no question
 * is among them, or where two are asked under one id.
 *
 * @category constructors
 * @since 0.1.0
 */
export const panelOf = (states: ReadonlyArray<State>): Machine | null => {
  const ids: Array<QuestionId> = []
  const questions: Array<unknown> = []
  const decoders: Array<Question['decode']> = []
  const places: Array<number> = []
  for (const [place, state] of states.entries()) {
    if (state._tag === 'Ended') continue
    const { shape } = state
    if (shape._tag !== 'Question') return null
    ids.push(shape.id)
    questions.push(shape.question)
    decoders.push(shape.decode)
    places.push(place)
  }
  const table = tableOf(ids, questions)
  if (ids.length === 0 || table.indexOf.size < ids.length) return null
  const results = states.map((state) => (state._tag === 'Ended' ? state.result : undefined))
  const panel = { table, decoders, places, results }
  return machineOf({ panel, open: remainingOf(ids.length), collected: null, smaller: null })
}
