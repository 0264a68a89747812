/**
 * Json: plain data, its canonical text and its differences.
 *
 * The canonical text is that of RFC 8785 (JSON Canonicalization Scheme): members sorted by UTF-16 code unit, no white
 * space, numbers and strings as ECMAScript writes them. Two equal documents have one text, so a hash of it names the
 * document. What that text cannot carry is refused with its path rather than dropped or replaced.
 *
 * Laws
 *   L1 inverse      parsing the canonical text gives a document equal to the one written
 *   L2 order        the order in which members were added does not change the text
 *   L3 idempotence  writing what was parsed from a canonical text gives that text again
 *   L4 equality     two documents are equal exactly when their canonical texts are
 *   L5 difference   a document differs from itself nowhere, and from a document with one leaf changed at that leaf
 *
 * | bound            | value | why                                                     |
 * | ---------------- | ----- | ------------------------------------------------------- |
 * | `DEEPEST_JSON`   | 512   | a deeper document is refused before the stack overflows |
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import {
  type Failure,
  type Failures,
  failure,
  nonEmpty,
  type Path,
  type PathStep,
} from './failure.js'

/**
 * Holds what JSON can say. A number is finite.
 *
 * @category model
 * @since 0.1.0
 */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonRecord

/**
 * Holds a JSON object.
 *
 * @category model
 * @since 0.1.0
 */
export interface JsonRecord {
  readonly [key: string]: Json
}

/**
 * Names one place where two documents differ; `undefined` stands for an absent member or element.
 *
 * @category model
 * @since 0.1.0
 */
export interface JsonDifference {
  readonly path: Path
  readonly left: Json | undefined
  readonly right: Json | undefined
}

/**
 * Bounds how many containers may stand inside one another.
 *
 * @category model
 * @since 0.1.0
 */
export const DEEPEST_JSON = 512

/** `Array.isArray` does not narrow a readonly array. */
const isArray = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** The prototype is none or a root, that of another realm included: nothing beside the own members is lost. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** In a `u` pattern a pair of surrogates is one code point, so this finds the unpaired ones only. */
const LONE_SURROGATE = /\p{Surrogate}/u

const defectsOf = (root: unknown, wellFormed: boolean): ReadonlyArray<Failure<'NotJson'>> => {
  const found: Array<Failure<'NotJson'>> = []
  const path: Array<PathStep> = []
  const above: Array<object> = []
  const refuse = (value: unknown, expected: string): void => {
    found.push(failure('NotJson', [...path], value, expected))
  }
  const visitAt = (step: PathStep, value: unknown): void => {
    path.push(step)
    visit(value)
    path.pop()
  }
  const visitElements = (elements: ReadonlyArray<unknown>): void => {
    for (let index = 0; index < elements.length; index++) {
      if (elements[index] === undefined && !Object.hasOwn(elements, index)) {
        // One report for all the holes: an array can have billions of them.
        refuse(elements, `an array without holes (index ${index} is one)`)
        return
      }
      visitAt(index, elements[index])
    }
  }
  const visitMembers = (members: object): void => {
    if (Object.getOwnPropertySymbols(members).length > 0) refuse(members, 'keys that are strings')
    for (const key of Object.keys(members)) {
      if (wellFormed && LONE_SURROGATE.test(key)) refuse(key, 'a key without lone surrogates')
      // The key was just read from this very object.
      visitAt(key, (members as Record<string, unknown>)[key])
    }
  }
  const visitContainer = (value: object): void => {
    if (above.includes(value)) return refuse(value, 'no container inside itself')
    if (above.length >= DEEPEST_JSON)
      return refuse(value, `at most ${DEEPEST_JSON} nested containers`)
    const depth = above.length
    const place = path.length
    above.push(value)
    try {
      if (Array.isArray(value)) visitElements(value)
      else if (isPlain(value)) visitMembers(value)
      else refuse(value, 'a plain object')
    } catch {
      path.length = place
      refuse(value, 'members that can be read')
    }
    above.length = depth
  }
  const visit = (value: unknown): void => {
    if (value === null || typeof value === 'boolean') return
    if (typeof value === 'object') return visitContainer(value)
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(value, 'a finite number')
      return
    }
    if (typeof value !== 'string') return refuse(value, 'a JSON value')
    if (wellFormed && LONE_SURROGATE.test(value)) refuse(value, 'text without lone surrogates')
  }
  visit(root)
  return found
}

const write = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(write).join(',')}]`
  // The default order of `sort` is by UTF-16 code unit, as RFC 8785 asks.
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null)}`).join(',')}}`
}

/**
 * Checks that a value is JSON and returns the very same value. Fails with every place that holds something else:
 * undefined, NaN, Infinity, a bigint, a function, a symbol, a hole, an object with a prototype of its own (Date, Map),
 * a container inside itself, nesting beyond `DEEPEST_JSON`. Lone surrogates pass, since JSON text can escape them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const jsonOf = (value: unknown): Either<Failures<'NotJson'>, Json> => {
  const failures = nonEmpty(defectsOf(value, false))
  // `defectsOf` has visited every part of the value.
  return failures === null ? right(value as Json) : left(failures)
}

/**
 * Writes the canonical text of RFC 8785. -0 becomes 0. Fails as `jsonOf` does, and at lone surrogates too, which
 * UTF-8 cannot carry.
 *
 * @category operations
 * @since 0.1.0
 */
export const canonicalJson = (value: unknown): Either<Failures<'NotJson'>, string> => {
  const failures = nonEmpty(defectsOf(value, true))
  // `defectsOf` has visited every part of the value.
  return failures === null ? right(write(value as Json)) : left(failures)
}

interface Place {
  readonly step: PathStep
  readonly outer: Place | null
}

interface Pair {
  readonly place: Place | null
  readonly left: Json | undefined
  readonly right: Json | undefined
}

const pathTo = (place: Place | null): Path => {
  const steps: Array<PathStep> = []
  for (let at = place; at !== null; at = at.outer) steps.push(at.step)
  return steps.reverse()
}

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isArray(value)

/** `undefined` where the member is absent: a plain read would find what every object inherits. */
const own = (value: JsonRecord, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** The pairs one step below, or `null` where the two are not containers of one kind. */
const pairsBelow = ({ place, left, right }: Pair): ReadonlyArray<Pair> | null => {
  if (left === undefined || right === undefined) return null
  if (isArray(left) && isArray(right)) {
    const longer = left.length < right.length ? right : left
    return longer.map((_, step) => ({
      place: { step, outer: place },
      left: left[step],
      right: right[step],
    }))
  }
  if (!isRecord(left) || !isRecord(right)) return null
  const added = Object.keys(right).filter((key) => !Object.hasOwn(left, key))
  return [...Object.keys(left), ...added].map((step) => ({
    place: { step, outer: place },
    left: own(left, step),
    right: own(right, step),
  }))
}

/** `Object.is`, except that -0 equals 0: no JSON text tells them apart after canonical writing. */
const sameLeaf = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right || Object.is(left, right)

const differencesUpTo = (most: number, a: Json, b: Json): ReadonlyArray<JsonDifference> => {
  const found: Array<JsonDifference> = []
  const waiting: Array<Pair> = [{ place: null, left: a, right: b }]
  for (let pair = waiting.pop(); pair !== undefined && found.length < most; pair = waiting.pop()) {
    if (sameLeaf(pair.left, pair.right)) continue
    const inner = pairsBelow(pair)
    if (inner === null) {
      found.push({ path: pathTo(pair.place), left: pair.left, right: pair.right })
      continue
    }
    for (let index = inner.length - 1; index >= 0; index--) {
      const next = inner[index]
      if (next !== undefined) waiting.push(next)
    }
  }
  return found
}

/**
 * Lists every place where two documents differ, in the order of the left document; what only the right one has comes
 * after its siblings. Numbers are compared by value, with -0 equal to 0. The order of members does not count, that of
 * elements does. Works at any depth.
 *
 * @category operations
 * @since 0.1.0
 * @example
 * ```ts
 * import { jsonDifferences } from 'edgeworth/core'
 *
 * jsonDifferences({ a: [1, 2] }, { a: [1, 3] }) // => [{ path: ['a', 1], left: 2, right: 3 }]
 * ```
 */
export const jsonDifferences = (left: Json, right: Json): ReadonlyArray<JsonDifference> =>
  differencesUpTo(Number.POSITIVE_INFINITY, left, right)

/**
 * Tells whether two documents say the same, in the sense of `jsonDifferences`; stops at the first difference.
 *
 * @category instances
 * @since 0.1.0
 */
export const jsonEqual = (left: Json, right: Json): boolean =>
  differencesUpTo(1, left, right).length === 0

/**
 * Orders text by Unicode code point, as Python sorts keys. It differs from the order of JavaScript, which is by UTF-16
 * code unit, for characters beyond U+FFFF.
 *
 * @category instances
 * @since 0.1.0
 */
export const compareCodePoints = (left: string, right: string): number => {
  let at = 0
  while (at < left.length && at < right.length) {
    const a = left.codePointAt(at) ?? 0
    const b = right.codePointAt(at) ?? 0
    if (a !== b) return a - b
    at += a > 0xffff ? 2 : 1
  }
  return left.length - right.length
}
