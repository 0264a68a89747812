/**
 * Write: JSON values as the files of a run directory have them.
 *
 * | layout     | as in                                   | members  |
 * | ---------- | --------------------------------------- | -------- |
 * | `document` | `run_meta.json`, snapshot, summary      | sorted   |
 * | `trace`    | a row of `trace.jsonl`                  | as given |
 * | `manifest` | a row of `inference_manifest.jsonl`     | sorted   |
 *
 * Numbers are written in JavaScript's shortest form, -0 as 0.
 *
 * Laws
 *   L1 read back   a written text parses to the value that was written
 *   L2 in layout   a written text has no departure from its layout
 *
 * @module
 */
import { compareCodePoints, type Json } from '../core/json.js'
import type { JsonSource } from '../core/json-source.js'
import { type Layout, layOut } from './layout.js'

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const sourceOf = (value: Json, sorted: boolean): JsonSource => {
  const line = 1
  if (typeof value === 'number') return { _tag: 'Number', line, token: JSON.stringify(value) }
  if (typeof value === 'string') return { _tag: 'Text', line, text: value }
  if (typeof value === 'boolean' || value === null) return { _tag: 'Word', line, value }
  if (isList(value)) {
    return { _tag: 'Array', line, elements: value.map((element) => sourceOf(element, sorted)) }
  }
  const members = Object.entries(value).map(
    ([key, member]) => [key, sourceOf(member, sorted)] as const,
  )
  const ordered = sorted ? members.sort(([a], [b]) => compareCodePoints(a, b)) : members
  return { _tag: 'Object', line, members: ordered }
}

/** Keys that are the same in quotes as they are, which all keys of a row are. */
const PLAIN_KEY = /^[a-z0-9_]*$/

/**
 * Rows of a trace are written as they are given, so nothing has to be taken apart first. Only texts and unusual keys go
 * through the engine, one call of which costs as much as ten short keys.
 */
const onOneLine = (value: Json): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'object' || value === null) return `${value}`
  let parts = ''
  if (isList(value)) {
    for (const element of value)
      parts += parts === '' ? onOneLine(element) : `, ${onOneLine(element)}`
    return `[${parts}]`
  }
  for (const key in value) {
    const name = PLAIN_KEY.test(key) ? `"${key}": ` : `${JSON.stringify(key)}: `
    // A record of own members, each of which is JSON.
    const member = name + onOneLine(value[key] as Json)
    parts += parts === '' ? member : `, ${member}`
  }
  return `{${parts}}`
}

/**
 * Writes a JSON value in a layout: a document with its final newline, a row without one.
 *
 * @category operations
 * @since 0.1.0
 */
export const writeJson = (layout: Layout, value: Json): string =>
  layout === 'trace' ? onOneLine(value) : layOut(layout, sourceOf(value, true))
