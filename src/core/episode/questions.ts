/**
 * Questions: the open questions of an episode, seen as a `ReadonlyMap`.
 *
 * A view reads the persistent trees of an episode where they are; nothing is copied, and since those trees never
 * change, neither does what a view shows. Beside the map's own operations it can be read by position and from its
 * newest question, for a driver that asks only what an answer has opened.
 *
 * | operation                                     | time                       |
 * | --------------------------------------------- | -------------------------- |
 * | making a view, `size`                         | O(1)                       |
 * | `get`, `has`, `questionAt`                    | O(log n)                   |
 * | `keys`, `values`, `entries`, `newestFirst`    | O(log n), then O(1) a step |
 *
 * A map made by hand is accepted wherever a view is; `questionAt` and `newestFirst` then take O(n).
 *
 * Laws
 *   L1 map       a view shows what a `Map` with the same insertions and deletions shows, in the same order
 *   L2 position  `questionAt(i)` is the entry at i of those listed, and `newestFirst` lists them in reverse
 *   L3 prefix    below a prefix the same questions stand in the same order under prefixed ids
 *
 * @module
 */
import { countRemaining, nthOf, type Remaining, remainingNumbers, remains } from './remaining.js'
import { elements, find, nth, sizeOf, type Tree } from './tree.js'

/**
 * Holds one question of several, at its place in the order of opening.
 *
 * @category model
 * @since 0.1.0
 */
export interface Placed {
  readonly place: number
  readonly id: string
  readonly question: unknown
}

/**
 * Holds questions in the order of their opening, none under the id of another, and the index of each id.
 *
 * @category model
 * @since 0.1.0
 */
export interface QuestionTable {
  readonly ids: ReadonlyArray<string>
  readonly questions: ReadonlyArray<unknown>
  readonly indexOf: ReadonlyMap<string, number>
}

/**
 * Says where a view finds its questions.
 *
 * @category model
 * @since 0.1.0
 */
export type Source =
  | { readonly _tag: 'One'; readonly id: string; readonly question: unknown }
  | { readonly _tag: 'Many'; readonly byPlace: Tree<Placed>; readonly byId: Tree<Placed> }
  | { readonly _tag: 'Table'; readonly table: QuestionTable; readonly open: Remaining }
  | { readonly _tag: 'Below'; readonly prefix: string; readonly inner: Source }
  | { readonly _tag: 'Given'; readonly open: ReadonlyMap<string, unknown> }

type Entry = readonly [id: string, question: unknown]

/** Separates a prefix from what it stands before. */
const SEPARATOR = '/'

/**
 * Puts a prefix before an id: `round-1` and `offer` give `round-1/offer`.
 *
 * @category operations
 * @since 0.1.0
 */
export const prefixed = (prefix: string, id: string): string => prefix + SEPARATOR + id

/**
 * Takes a prefix off an id; `null` if the id does not begin with it.
 *
 * @category operations
 * @since 0.1.0
 */
export const unprefixed = (prefix: string, id: string): string | null =>
  id.startsWith(prefix) && id.startsWith(SEPARATOR, prefix.length)
    ? id.slice(prefix.length + SEPARATOR.length)
    : null

/**
 * Puts a prefix before the ids of a source. Prefixes are joined, so that no view is ever more than one step deep.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sourceBelow = (prefix: string, inner: Source): Source =>
  inner._tag === 'Below'
    ? { _tag: 'Below', prefix: prefixed(prefix, inner.prefix), inner: inner.inner }
    : { _tag: 'Below', prefix, inner }

/**
 * Orders questions by id.
 *
 * @category operations
 * @since 0.1.0
 */
export const compareId = (id: string, placed: Placed): number =>
  id === placed.id ? 0 : id < placed.id ? -1 : 1

const countOf = (from: Source): number => {
  switch (from._tag) {
    case 'One':
      return 1
    case 'Many':
      return sizeOf(from.byPlace)
    case 'Table':
      return countRemaining(from.open)
    case 'Below':
      return countOf(from.inner)
    case 'Given':
      return from.open.size
  }
}

const entryOf = ({ id, question }: Placed): Entry => [id, question]

/** Gives the entry at an index that the table has. */
const entryIn = ({ ids, questions }: QuestionTable, index: number): Entry => [
  ids[index] as string,
  questions[index],
]

const below = (prefix: string, entry: Entry | null): Entry | null =>
  entry === null ? null : [prefixed(prefix, entry[0]), entry[1]]

const lookUp = (from: Source, id: string): Entry | null => {
  switch (from._tag) {
    case 'One':
      return id === from.id ? [id, from.question] : null
    case 'Many': {
      const placed = find(compareId, id, from.byId)
      return placed === null ? null : entryOf(placed)
    }
    case 'Table': {
      const index = from.table.indexOf.get(id)
      return index !== undefined && remains(from.open, index) ? entryIn(from.table, index) : null
    }
    case 'Below': {
      const inner = unprefixed(from.prefix, id)
      return inner === null ? null : below(from.prefix, lookUp(from.inner, inner))
    }
    case 'Given':
      return from.open.has(id) ? [id, from.open.get(id)] : null
  }
}

const at = (from: Source, index: number): Entry | null => {
  switch (from._tag) {
    case 'One':
      return index === 0 ? [from.id, from.question] : null
    case 'Many': {
      const branch = nth(index, from.byPlace)
      return branch === null ? null : entryOf(branch.element)
    }
    case 'Table': {
      const place = nthOf(from.open, index)
      return place === null ? null : entryIn(from.table, place)
    }
    case 'Below':
      return below(from.prefix, at(from.inner, index))
    case 'Given':
      return [...from.open][index] ?? null
  }
}

function* reading<A, B>(items: Iterable<A>, read: (item: A) => B): Generator<B, undefined> {
  for (const item of items) yield read(item)
  return undefined
}

/**
 * Lists the questions of a source, from the oldest or from the newest.
 *
 * @category operations
 * @since 0.1.0
 */
export const list = (from: Source, start: 'first' | 'last'): Iterable<Entry> => {
  switch (from._tag) {
    case 'One':
      return [[from.id, from.question]]
    case 'Many':
      return reading(elements(from.byPlace, start), entryOf)
    case 'Table': {
      const { table, open } = from
      return reading(remainingNumbers(open, start), (index) => entryIn(table, index))
    }
    case 'Below': {
      const { prefix } = from
      return reading(list(from.inner, start), ([id, question]) => [prefixed(prefix, id), question])
    }
    case 'Given':
      return start === 'first' ? from.open : [...from.open].reverse()
  }
}

/** The key under which a view carries its source. */
const sourceKey: unique symbol = Symbol('source')

interface View extends ReadonlyMap<string, unknown> {
  readonly [sourceKey]?: Source
}

/**
 * Shows the questions of a source.
 *
 * @category constructors
 * @since 0.1.0
 */
export const view = (from: Source): ReadonlyMap<string, unknown> => {
  // A game often has 10^5 single questions in memory, and a small map takes less of it than a view.
  if (from._tag === 'One') return new Map([[from.id, from.question]])
  const entries = (): Generator<[string, unknown], undefined> =>
    reading(list(from, 'first'), ([id, question]) => [id, question])
  const shown: View = {
    [sourceKey]: from,
    size: countOf(from),
    get: (id) => lookUp(from, id)?.[1],
    has: (id) => lookUp(from, id) !== null,
    keys: () => reading(list(from, 'first'), ([id]) => id),
    values: () => reading(list(from, 'first'), ([, question]) => question),
    entries,
    [Symbol.iterator]: entries,
    forEach: (use) => {
      for (const [id, question] of list(from, 'first')) use(question, id, shown)
    },
  }
  return shown
}

/**
 * Gives the source behind a map of questions.
 *
 * @category operations
 * @since 0.1.0
 */
export const sourceOf = (open: ReadonlyMap<string, unknown>): Source =>
  // A view carries its source; any other map has no such key.
  (open as View)[sourceKey] ?? { _tag: 'Given', open }

/**
 * Gives the entry at a position of the order of opening, counted from 0; `null` beyond the ends.
 *
 * @category operations
 * @since 0.1.0
 */
export const questionAt = <Q>(
  index: number,
  open: ReadonlyMap<string, Q>,
): readonly [id: string, question: Q] | null =>
  // The source holds the very questions that the map shows.
  at(sourceOf(open), index) as readonly [string, Q] | null

/**
 * Lists open questions from the newest. What an answer opens stands behind the rest, so a driver that has asked
 * everything before reads this until it meets a question it knows.
 *
 * @category operations
 * @since 0.1.0
 */
export const newestFirst = <Q>(
  open: ReadonlyMap<string, Q>,
): Iterable<readonly [id: string, question: Q]> =>
  // The source holds the very questions that the map shows.
  list(sourceOf(open), 'last') as Iterable<readonly [string, Q]>
