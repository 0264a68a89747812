/**
 * Tree: a persistent balanced sequence, the one structure beneath an episode's questions and continuations.
 *
 * A height-balanced binary tree (Adelson-Velsky and Landis, 1962) built from one operation, `join`, in the manner of
 * Blelloch, Ferizovic and Sun, "Just join for parallel ordered sets", SPAA 2016. Every operation returns a new tree
 * that shares all but O(log n) nodes with the old one, which stays as it was. The same tree serves as an ordered
 * dictionary, where the caller keeps the elements sorted, and as a sequence that can be cut and concatenated.
 *
 * | operation                          | time                  |
 * | ---------------------------------- | --------------------- |
 * | `find`, `put`, `remove`, `nth`     | O(log n)              |
 * | `append`, `concat`, `withoutFirst` | O(log n)              |
 * | `ordered`                          | O(n)                  |
 * | `elements`                         | O(1) a step amortised |
 *
 * Laws
 *   L1 balance      the two sides of every node differ in height by at most one
 *   L2 dictionary   finding, putting and removing agree with a sorted array
 *   L3 sequence     appending, concatenating and cutting agree with an array
 *   L4 sharing      no operation changes a tree that was there before
 *
 * @module
 */

/**
 * Holds a sequence; `null` is the empty one.
 *
 * @category model
 * @since 0.1.0
 */
export type Tree<E> = Branch<E> | null

/**
 * Holds an element between those before it and those behind it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Branch<E> {
  readonly before: Tree<E>
  readonly element: E
  readonly behind: Tree<E>
  readonly height: number
  readonly size: number
}

/**
 * Compares a key with an element: negative if the key stands before it, zero if it is the element's own.
 *
 * @category model
 * @since 0.1.0
 */
export type Compare<K, E> = (key: K, element: E) => number

const heightOf = <E>(tree: Tree<E>): number => (tree === null ? 0 : tree.height)

/**
 * Counts the elements. O(1).
 *
 * @category operations
 * @since 0.1.0
 */
export const sizeOf = <E>(tree: Tree<E>): number => (tree === null ? 0 : tree.size)

const branch = <E>(before: Tree<E>, element: E, behind: Tree<E>): Branch<E> => {
  const left = heightOf(before)
  const right = heightOf(behind)
  return {
    before,
    element,
    behind,
    height: 1 + (left > right ? left : right),
    size: 1 + sizeOf(before) + sizeOf(behind),
  }
}

/**
 * Makes a sequence of one element.
 *
 * @category constructors
 * @since 0.1.0
 */
export const single = <E>(element: E): Branch<E> => branch<E>(null, element, null)

/** Restores the balance of a node whose left side is higher than its right one by two. */
const leanLeft = <E>(before: Branch<E>, element: E, behind: Tree<E>): Branch<E> => {
  const inner = before.behind
  if (inner === null || heightOf(before.before) >= inner.height) {
    return branch(before.before, before.element, branch(inner, element, behind))
  }
  return branch(
    branch(before.before, before.element, inner.before),
    inner.element,
    branch(inner.behind, element, behind),
  )
}

/** Restores the balance of a node whose right side is higher than its left one by two. */
const leanRight = <E>(before: Tree<E>, element: E, behind: Branch<E>): Branch<E> => {
  const inner = behind.before
  if (inner === null || heightOf(behind.behind) >= inner.height) {
    return branch(branch(before, element, inner), behind.element, behind.behind)
  }
  return branch(
    branch(before, element, inner.before),
    inner.element,
    branch(inner.behind, behind.element, behind.behind),
  )
}

/** Makes a node of two sides whose heights differ by at most two. */
const balanced = <E>(before: Tree<E>, element: E, behind: Tree<E>): Branch<E> => {
  const lead = heightOf(before) - heightOf(behind)
  if (lead > 1 && before !== null) return leanLeft(before, element, behind)
  if (lead < -1 && behind !== null) return leanRight(before, element, behind)
  return branch(before, element, behind)
}

/** Makes a balanced tree of two sides of any heights, in time proportional to the difference. */
const join = <E>(before: Tree<E>, element: E, behind: Tree<E>): Branch<E> => {
  const lead = heightOf(before) - heightOf(behind)
  if (lead > 1 && before !== null) {
    return balanced(before.before, before.element, join(before.behind, element, behind))
  }
  if (lead < -1 && behind !== null) {
    return balanced(join(before, element, behind.before), behind.element, behind.behind)
  }
  return branch(before, element, behind)
}

/**
 * Gives the first element.
 *
 * @category operations
 * @since 0.1.0
 */
export const first = <E>(tree: Branch<E>): E => {
  let at = tree
  while (at.before !== null) at = at.before
  return at.element
}

/**
 * Drops the first element.
 *
 * @category operations
 * @since 0.1.0
 */
export const withoutFirst = <E>(tree: Branch<E>): Tree<E> =>
  tree.before === null
    ? tree.behind
    : balanced(withoutFirst(tree.before), tree.element, tree.behind)

/**
 * Adds an element behind all others.
 *
 * @category operations
 * @since 0.1.0
 */
export const append = <E>(tree: Tree<E>, element: E): Branch<E> =>
  tree === null
    ? single(element)
    : balanced(tree.before, tree.element, append(tree.behind, element))

/**
 * Puts one sequence behind another.
 *
 * @category operations
 * @since 0.1.0
 */
export const concat = <E>(before: Tree<E>, behind: Tree<E>): Tree<E> =>
  behind === null ? before : join(before, first(behind), withoutFirst(behind))

/**
 * Finds the element of a key, `null` if there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const find = <K, E>(compare: Compare<K, E>, key: K, tree: Tree<E>): E | null => {
  let at = tree
  while (at !== null) {
    const side = compare(key, at.element)
    if (side === 0) return at.element
    at = side < 0 ? at.before : at.behind
  }
  return null
}

/**
 * Puts an element at its key, in the place of one that is already there.
 *
 * @category operations
 * @since 0.1.0
 */
export const put = <K, E>(compare: Compare<K, E>, key: K, element: E, tree: Tree<E>): Branch<E> => {
  if (tree === null) return single(element)
  const side = compare(key, tree.element)
  if (side === 0) return branch(tree.before, element, tree.behind)
  return side < 0
    ? balanced(put(compare, key, element, tree.before), tree.element, tree.behind)
    : balanced(tree.before, tree.element, put(compare, key, element, tree.behind))
}

/**
 * Removes the element of a key; the very same tree if there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const remove = <K, E>(compare: Compare<K, E>, key: K, tree: Tree<E>): Tree<E> => {
  if (tree === null) return null
  const side = compare(key, tree.element)
  if (side < 0) {
    const before = remove(compare, key, tree.before)
    return before === tree.before ? tree : balanced(before, tree.element, tree.behind)
  }
  if (side > 0) {
    const behind = remove(compare, key, tree.behind)
    return behind === tree.behind ? tree : balanced(tree.before, tree.element, behind)
  }
  if (tree.behind === null) return tree.before
  return balanced(tree.before, first(tree.behind), withoutFirst(tree.behind))
}

/**
 * Gives the node of the element at a position counted from 0, `null` beyond the ends.
 *
 * @category operations
 * @since 0.1.0
 */
export const nth = <E>(index: number, tree: Tree<E>): Branch<E> | null => {
  let at = tree
  let rest = index
  while (at !== null) {
    const ahead = sizeOf(at.before)
    if (rest === ahead) return at
    if (rest < ahead) {
      at = at.before
    } else {
      rest -= ahead + 1
      at = at.behind
    }
  }
  return null
}

/**
 * Builds a tree of elements that are already in order.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ordered = <E>(elements: ReadonlyArray<E>): Tree<E> => {
  const build = (from: number, to: number): Tree<E> => {
    if (from >= to) return null
    const middle = (from + to) >>> 1
    // `middle` lies inside the array, so there is an element.
    return branch(build(from, middle), elements[middle] as E, build(middle + 1, to))
  }
  return build(0, elements.length)
}

/**
 * Walks through the elements, from the first one or from the last.
 *
 * @category operations
 * @since 0.1.0
 */
export function* elements<E>(tree: Tree<E>, from: 'first' | 'last'): Generator<E, undefined> {
  const waiting: Array<Branch<E>> = []
  let at = tree
  for (;;) {
    while (at !== null) {
      waiting.push(at)
      at = from === 'first' ? at.before : at.behind
    }
    const next = waiting.pop()
    if (next === undefined) return undefined
    yield next.element
    at = from === 'first' ? next.behind : next.before
  }
}
