/**
 * JsonSource: JSON text as it was written.
 *
 * `JSON.parse` forgets what an audit of a recorded document needs: how a number was written (`0.0` and `0` are one
 * number), on which line a value stands, in which order the members came, and whether a key came twice. This reader
 * keeps all of it. It reads the language of RFC 8259, which is that of `JSON.parse`, with two refusals more: a key
 * written twice in one object, and nesting beyond `DEEPEST_JSON`.
 *
 * Laws
 *   L1 language  text is read exactly when `JSON.parse` reads it, apart from the two refusals
 *   L2 value     what is read has the value that `JSON.parse` gives
 *   L3 token     joining the tokens in the order read gives the text without its white space
 *   L4 line      the line of a value is one more than the number of line feeds before it
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
import { compareCodePoints, DEEPEST_JSON, type Json } from './json.js'

/**
 * Holds one value of a JSON text; `line` is where it begins, from 1 on. A number keeps its token as written; a text
 * has its escapes resolved.
 *
 * @category model
 * @since 0.1.0
 */
export type JsonSource =
  | {
      readonly _tag: 'Object'
      readonly line: number
      readonly members: ReadonlyArray<readonly [key: string, value: JsonSource]>
    }
  | { readonly _tag: 'Array'; readonly line: number; readonly elements: ReadonlyArray<JsonSource> }
  | { readonly _tag: 'Number'; readonly line: number; readonly token: string }
  | { readonly _tag: 'Text'; readonly line: number; readonly text: string }
  | { readonly _tag: 'Word'; readonly line: number; readonly value: null | boolean }

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\n\r]*/y
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

const words: ReadonlyMap<string, null | boolean> = /* @__PURE__ */ new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Slices up to this length are copied by every engine that slices without copying. */
const LONGEST_SLICE = 12
const SHOWN = 20

/** Stands for a value whose defect has been noted; nothing after it is read. */
const STOPPED = null

interface Reader {
  readonly value: () => JsonSource | typeof STOPPED
  readonly end: () => void
  readonly found: ReadonlyArray<Failure<'NotJson'>>
}

const readerOf = (text: string): Reader => {
  const found: Array<Failure<'NotJson'>> = []
  const path: Array<PathStep> = []
  let depth = 0
  let at = 0
  let line = 1
  let lineStart = 0

  const refuse = (expected: string, from: number = at): typeof STOPPED => {
    const place = `line ${line}, column ${from - lineStart + 1}`
    const shown = text.slice(from, from + SHOWN)
    found.push(failure('NotJson', [...path], shown, `${expected} at ${place}`))
    return STOPPED
  }
  /** Takes what the sticky pattern matches here; the empty text where it does not. */
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const token = pattern.exec(text)?.[0] ?? ''
    at += token.length
    return token
  }
  const skipSpace = (): void => {
    const start = at
    take(SPACE)
    for (let index = start; index < at; index++) {
      if (text[index] !== '\n') continue
      line += 1
      lineStart = index + 1
    }
  }
  const takeMark = (mark: string): boolean => {
    skipSpace()
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const takeText = (): string | typeof STOPPED => {
    const start = at
    at += 1
    take(PLAIN_TEXT)
    while (text[at] === '\\') {
      if (take(ESCAPE) === '') return refuse('an escape of JSON')
      take(PLAIN_TEXT)
    }
    if (text[at] !== '"') return refuse('the rest of a text and its closing quote')
    at += 1
    const inner = text.slice(start + 1, at - 1)
    // The escapes were checked one by one, so this is a JSON text.
    // A long slice may keep the whole text alive for as long as it lives itself; parsing gives a string of its own.
    const own = inner.length > LONGEST_SLICE || inner.includes('\\')
    return own ? (JSON.parse(text.slice(start, at)) as string) : inner
  }
  const takeElements = (): JsonSource | typeof STOPPED => {
    const start = line
    const elements: Array<JsonSource> = []
    if (takeMark(']')) return { _tag: 'Array', line: start, elements }
    do {
      path.push(elements.length)
      const element = value()
      if (element === STOPPED) return STOPPED
      path.pop()
      elements.push(element)
    } while (takeMark(','))
    return takeMark(']') ? { _tag: 'Array', line: start, elements } : refuse('a comma or ]')
  }
  const takeMembers = (): JsonSource | typeof STOPPED => {
    const start = line
    const members: Array<readonly [string, JsonSource]> = []
    const keys = new Set<string>()
    if (takeMark('}')) return { _tag: 'Object', line: start, members }
    do {
      skipSpace()
      if (text[at] !== '"') return refuse('a key in double quotes')
      const from = at
      const key = takeText()
      if (key === STOPPED) return STOPPED
      path.push(key)
      if (keys.has(key)) refuse('each key once', from)
      keys.add(key)
      if (!takeMark(':')) return refuse('a colon')
      const member = value()
      if (member === STOPPED) return STOPPED
      path.pop()
      members.push([key, member])
    } while (takeMark(','))
    return takeMark('}') ? { _tag: 'Object', line: start, members } : refuse('a comma or }')
  }
  const takeContainer = (take: () => JsonSource | typeof STOPPED): JsonSource | typeof STOPPED => {
    if (depth >= DEEPEST_JSON) return refuse(`at most ${DEEPEST_JSON} nested containers`)
    depth += 1
    at += 1
    const container = take()
    depth -= 1
    return container
  }
  const value = (): JsonSource | typeof STOPPED => {
    skipSpace()
    const mark = text[at]
    if (mark === '{') return takeContainer(takeMembers)
    if (mark === '[') return takeContainer(takeElements)
    if (mark === '"') {
      const inner = takeText()
      return inner === STOPPED ? STOPPED : { _tag: 'Text', line, text: inner }
    }
    const token = take(NUMBER)
    if (token !== '') return { _tag: 'Number', line, token }
    const word = words.get(take(WORD))
    return word === undefined ? refuse('a value') : { _tag: 'Word', line, value: word }
  }
  const end = (): void => {
    skipSpace()
    if (at < text.length) refuse('the end of the text')
  }
  return { value, end, found }
}

/**
 * Reads a JSON text with its tokens, lines and order of members. A failure says line and column in `expected` and
 * holds the text from there on, up to 20 characters. Reading stops at the first defect of form; every key written
 * twice before it is reported too.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readJsonSource = (text: string): Either<Failures<'NotJson'>, JsonSource> => {
  const reader = readerOf(text)
  const source = reader.value()
  if (source !== STOPPED) reader.end()
  const failures = nonEmpty(reader.found)
  if (failures !== null) return left(failures)
  // A reader that stopped has noted a failure.
  return right(source as JsonSource)
}

/**
 * Gives the value that a text stands for, as `JSON.parse` does: a token beyond the range of numbers becomes infinite.
 *
 * @category operations
 * @since 0.1.0
 */
export const valueOf = (source: JsonSource): Json => {
  switch (source._tag) {
    case 'Object':
      // `fromEntries` defines members, so that a key named `__proto__` stays a member.
      return Object.fromEntries(source.members.map(([key, member]) => [key, valueOf(member)]))
    case 'Array':
      return source.elements.map(valueOf)
    case 'Number':
      return Number(source.token)
    case 'Text':
      return source.text
    case 'Word':
      return source.value
  }
}

const stepInto = (source: JsonSource, step: PathStep): JsonSource | undefined => {
  if (source._tag === 'Array') return typeof step === 'number' ? source.elements[step] : undefined
  if (source._tag !== 'Object') return undefined
  return source.members.find(([key]) => key === String(step))?.[1]
}

/**
 * Gives the line of the value at a path, or of the innermost container on the way where the path leaves the document.
 *
 * @category operations
 * @since 0.1.0
 */
export const lineAt = (source: JsonSource, path: Path): number => {
  let inner = source
  for (const step of path) {
    const next = stepInto(inner, step)
    if (next === undefined) return inner.line
    inner = next
  }
  return inner.line
}

const unsortedBelow = (source: JsonSource, place: Path): Path | null => {
  if (source._tag === 'Array') {
    for (const [index, element] of source.elements.entries()) {
      const inner = unsortedBelow(element, [...place, index])
      if (inner !== null) return inner
    }
  }
  if (source._tag !== 'Object') return null
  for (const [index, [key, member]] of source.members.entries()) {
    const before = source.members[index - 1]
    if (before !== undefined && compareCodePoints(before[0], key) > 0) return place
    const inner = unsortedBelow(member, [...place, key])
    if (inner !== null) return inner
  }
  return null
}

/**
 * Gives the path of the first object whose members are not sorted by code point, or `null` where all are sorted.
 * Documents recorded with sorted keys show by it that they were edited.
 *
 * @category operations
 * @since 0.1.0
 */
export const membersSorted = (source: JsonSource): Path | null => unsortedBelow(source, [])
