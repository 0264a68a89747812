/**
 * Snapshot hash: whether the configuration is the one that was run, and if not, where it was changed.
 *
 * The hash is the SHA-256 of the snapshot's tokens in Python's compact form. A hash alone does not say where a document
 * was changed. But a document that was changed in one place can be found out: each small change is undone in turn, and
 * the one under which the hash agrees again was the change. Tried are every other digit in every number, every exchange
 * of two elements of an array, and every small integer put back into an array.
 *
 * Laws
 *   L1 undone      after one digit of a number was changed, the place and the former number are found
 *   L2 untouched   a snapshot with the recorded hash has no difference
 *
 * @module
 */
import type { Path } from '../core/failure.js'
import { sha256Hex } from '../core/hash.js'
import { type Json, jsonDifferences } from '../core/json.js'
import { type JsonSource, valueOf } from '../core/json-source.js'
import { pythonCompactJson } from '../core/python-json.js'
import { configToSnapshot, defaultExchangeConfig } from '../economy/config.js'
import { type Difference, difference } from './difference.js'
import type { Document } from './documents.js'
import { lineIn } from './documents.js'
import type { RunMeta } from './meta-codec.js'

interface Repair {
  readonly kind: 'value' | 'missing'
  readonly path: Path
  readonly line: number
  readonly recorded: Json
  readonly restored: Json
  readonly source: JsonSource
}

type Rebuild = (source: JsonSource) => JsonSource

const identity: Rebuild = (source) => source

const digits = '0123456789'

function* otherDigits(token: string): Generator<string> {
  for (let at = 0; at < token.length; at++) {
    if (!digits.includes(token[at] ?? '')) continue
    for (const digit of digits) {
      const other = token.slice(0, at) + digit + token.slice(at + 1)
      if (other !== token && /^-?(?:0|[1-9]\d*)(?:\.|e|E|$)/.test(other)) yield other
    }
  }
}

const LARGEST_PUT_BACK = 10

interface OtherElements {
  readonly kind: 'value' | 'missing'
  readonly index: number
  readonly elements: ReadonlyArray<JsonSource>
}

function* otherElements(
  elements: ReadonlyArray<JsonSource>,
  ownLine: number,
): Generator<OtherElements> {
  const scalar = elements.every((element) => element._tag !== 'Object' && element._tag !== 'Array')
  if (!scalar) return
  for (let a = 0; a < elements.length; a++) {
    for (let b = a + 1; b < elements.length; b++) {
      const swapped = [...elements]
      const first = elements[a]
      const second = elements[b]
      if (first === undefined || second === undefined) continue
      swapped[a] = second
      swapped[b] = first
      yield { kind: 'value', index: a, elements: swapped }
    }
  }
  for (let at = 0; at <= elements.length; at++) {
    const line = elements[Math.min(at, elements.length - 1)]?.line ?? ownLine
    for (let number = 1; number <= LARGEST_PUT_BACK; number++) {
      const element: JsonSource = { _tag: 'Number', line, token: String(number) }
      const more = [...elements.slice(0, at), element, ...elements.slice(at)]
      yield { kind: 'missing', index: at, elements: more }
    }
  }
}

const elementValue = (source: JsonSource | undefined): Json =>
  source?._tag === 'Number'
    ? Number(source.token)
    : source?._tag === 'Text'
      ? source.text
      : source?._tag === 'Word'
        ? source.value
        : null

function* repairsBelow(source: JsonSource, path: Path, rebuild: Rebuild): Generator<Repair> {
  if (source._tag === 'Number') {
    for (const token of otherDigits(source.token)) {
      const restored = Number(token)
      const whole = rebuild({ ...source, token })
      const recorded = Number(source.token)
      yield { kind: 'value', path, line: source.line, recorded, restored, source: whole }
    }
  }
  if (source._tag === 'Object') {
    for (const [index, [key, member]] of source.members.entries()) {
      const around: Rebuild = (inner) => {
        const members = [...source.members]
        members[index] = [key, inner]
        return rebuild({ ...source, members })
      }
      yield* repairsBelow(member, [...path, key], around)
    }
  }
  if (source._tag !== 'Array') return
  for (const { kind, index, elements } of otherElements(source.elements, source.line)) {
    const recorded = kind === 'missing' ? null : elementValue(source.elements[index])
    const restored = elementValue(elements[index])
    const line = elements[index]?.line ?? source.line
    const place = [...path, index]
    const whole = rebuild({ ...source, elements })
    yield { kind, path: place, line, recorded, restored, source: whole }
  }
  for (const [index, element] of source.elements.entries()) {
    const around: Rebuild = (inner) => {
      const elements = [...source.elements]
      elements[index] = inner
      return rebuild({ ...source, elements })
    }
    yield* repairsBelow(element, [...path, index], around)
  }
}

const hashOf = (source: JsonSource): string => sha256Hex(pythonCompactJson(source))

const template = configToSnapshot(defaultExchangeConfig)

/** Whether every member of a snapshot is there; where one is not, no change of a value brings the hash back. */
const isComplete = (source: JsonSource): boolean =>
  jsonDifferences(valueOf(source), template).every(
    (found) => found.left !== undefined || typeof found.path.at(-1) === 'number',
  )

const repairOf = (source: JsonSource, hash: string): Repair | null => {
  if (!isComplete(source)) return null
  for (const repair of repairsBelow(source, [], identity)) {
    if (hashOf(repair.source) === hash) return repair
  }
  return null
}

/**
 * Compares the hash of the snapshot with the one in `run_meta.json`. Where they differ, both places are named, and the
 * place in the snapshot that was changed if undoing one small change brings the hash back.
 *
 * @category operations
 * @since 0.1.0
 */
export const snapshotHashDifferences = (
  meta: Document<RunMeta>,
  snapshot: Document<unknown>,
): ReadonlyArray<Difference> => {
  const recorded = meta.value.config.resolved_sha256
  const recomputed = hashOf(snapshot.source)
  if (recorded === recomputed) return []
  const path = ['config', 'resolved_sha256']
  const line = lineIn(meta.source)(path)
  const inMeta = difference('hash', meta.file, line, path, recorded, recomputed)
  const repair = repairOf(snapshot.source, recorded)
  const inSnapshot =
    repair === null
      ? difference('hash', snapshot.file, 1, [], recomputed, recorded)
      : difference(
          repair.kind,
          snapshot.file,
          repair.line,
          repair.path,
          repair.recorded,
          repair.restored,
        )
  return [inMeta, inSnapshot]
}
