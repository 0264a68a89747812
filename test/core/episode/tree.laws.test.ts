import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  append,
  type Branch,
  concat,
  elements,
  find,
  first,
  nth,
  ordered,
  put,
  remove,
  sizeOf,
  type Tree,
  withoutFirst,
} from '../../../src/core/episode/tree.js'

type Entry = readonly [key: number, value: number]

const compare = (key: number, entry: Entry): number => key - entry[0]

const list = <E>(tree: Tree<E>): ReadonlyArray<E> => [...elements(tree, 'first')]

/** The height of a tree, counted anew, and -1 where any node of it is out of balance or miscounted. */
const soundHeight = <E>(tree: Tree<E>): number => {
  if (tree === null) return 0
  const left = soundHeight(tree.before)
  const right = soundHeight(tree.behind)
  const sound =
    left >= 0 &&
    right >= 0 &&
    Math.abs(left - right) <= 1 &&
    tree.height === 1 + Math.max(left, right) &&
    tree.size === 1 + sizeOf(tree.before) + sizeOf(tree.behind)
  return sound ? tree.height : -1
}

type Step =
  | { readonly kind: 'put'; readonly key: number; readonly value: number }
  | { readonly kind: 'remove'; readonly key: number }

const key = fc.nat(60)
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('put' as const), key, value: fc.nat() }),
    fc.record({ kind: fc.constant('remove' as const), key }),
  ),
  { maxLength: 200, size: 'max' },
)

const take = (tree: Tree<Entry>, step: Step): Tree<Entry> =>
  step.kind === 'put'
    ? put(compare, step.key, [step.key, step.value] as const, tree)
    : remove(compare, step.key, tree)

const takePlainly = (entries: ReadonlyArray<Entry>, step: Step): ReadonlyArray<Entry> => {
  const others = entries.filter(([other]) => other !== step.key)
  const added: ReadonlyArray<Entry> = step.kind === 'put' ? [[step.key, step.value]] : []
  return [...others, ...added].sort((a, b) => a[0] - b[0])
}

/** A sequence built by appending and concatenating, beside the array of the same. */
type Pieces = { readonly tree: Tree<number>; readonly array: ReadonlyArray<number> }

const pieces: fc.Arbitrary<Pieces> = fc.letrec<{ piece: Pieces }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 7 },
    fc.array(fc.nat(), { maxLength: 40 }).map((array) => ({ tree: ordered(array), array })),
    fc
      .tuple(tie('piece'), tie('piece'))
      .map(([a, b]) => ({ tree: concat(a.tree, b.tree), array: [...a.array, ...b.array] })),
    fc
      .tuple(tie('piece'), fc.nat())
      .map(([a, n]) => ({ tree: append(a.tree, n), array: [...a.array, n] })),
    tie('piece').map((a) => ({
      tree: a.tree === null ? null : withoutFirst(a.tree),
      array: a.array.slice(1),
    })),
  ),
})).piece

describe('tree', () => {
  it('L1 balance', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const tree = all.reduce(take, null as Tree<Entry>)
        expect(soundHeight(tree)).toBeGreaterThanOrEqual(0)
      }),
    )
    fc.assert(
      fc.property(pieces, ({ tree }) => {
        expect(soundHeight(tree)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('L1 balance holds while 10^4 elements are taken off either end', () => {
    let front: Tree<number> = ordered(Array.from({ length: 10_000 }, (_, index) => index))
    let back = front
    for (let count = 0; count < 10_000; count += 1) {
      if (front !== null) front = withoutFirst(front)
      back = remove((wanted: number, element: number) => wanted - element, 9_999 - count, back)
      if (count % 997 === 0) {
        expect(soundHeight(front)).toBeGreaterThanOrEqual(0)
        expect(soundHeight(back)).toBeGreaterThanOrEqual(0)
      }
    }
    expect([front, back]).toEqual([null, null])
  })

  it('L2 dictionary', () => {
    fc.assert(
      fc.property(steps, key, (all, wanted) => {
        const tree = all.reduce(take, null as Tree<Entry>)
        const plain = all.reduce(takePlainly, [] as ReadonlyArray<Entry>)
        expect(list(tree)).toEqual(plain)
        expect(find(compare, wanted, tree)).toEqual(plain.find(([k]) => k === wanted) ?? null)
      }),
    )
  })

  it('L3 sequence', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: -2, max: 90 }), ({ tree, array }, index) => {
        expect(list(tree)).toEqual(array)
        expect([...elements(tree, 'last')]).toEqual([...array].reverse())
        expect(sizeOf(tree)).toBe(array.length)
        expect(nth(index, tree)?.element).toBe(index < 0 ? undefined : array[index])
        if (tree !== null) expect(first(tree)).toBe(array[0])
      }),
    )
  })

  it('L4 sharing', () => {
    const freeze = <E>(tree: Tree<E>): void => {
      if (tree === null) return
      Object.freeze(tree)
      freeze(tree.before)
      freeze(tree.behind)
    }
    fc.assert(
      fc.property(steps, (all) => {
        const versions: Array<readonly [Tree<Entry>, ReadonlyArray<Entry>]> = []
        let tree: Tree<Entry> = null
        for (const step of all) {
          versions.push([tree, list(tree)])
          freeze(tree)
          tree = take(tree, step)
        }
        for (const [version, entries] of versions) expect(list(version)).toEqual(entries)
      }),
      { numRuns: 30 },
    )
    const big: Branch<number> = append(ordered(Array.from({ length: 100_000 }, (_, n) => n)), 0)
    const nodes = new Set<Tree<number>>()
    const collect = (tree: Tree<number>): void => {
      if (tree === null) return
      nodes.add(tree)
      collect(tree.before)
      collect(tree.behind)
    }
    collect(big)
    const before = nodes.size
    collect(withoutFirst(big))
    expect(nodes.size - before).toBeLessThan(40)
  })
})
