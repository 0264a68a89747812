/**
 * Member order: whether the members of every object stand in the order in which their recorder writes them.
 *
 * Documents and manifest rows have their members sorted by code point; trace rows have them in the order of the format.
 * The order changes no value, but a recorder never writes another one: somebody moved a line or a member.
 *
 * Laws
 *   L1 sorted as written   a text that was written with sorted members has none that is out of order
 *   L2 moved member        exchanging two members of an object is named at the first of them
 *
 * @module
 */
import type { PathStep } from '../core/failure.js'
import { compareCodePoints, type Json } from '../core/json.js'
import type { JsonSource } from '../core/json-source.js'
import { type Difference, difference } from './difference.js'

type Members = ReadonlyArray<readonly [key: string, value: JsonSource]>

const isSorted = (members: Members): boolean =>
  members.every((member, index) => {
    const before = members[index - 1]
    return before === undefined || compareCodePoints(before[0], member[0]) <= 0
  })

const sortedKeys = (members: Members): ReadonlyArray<string> =>
  members.map(([key]) => key).sort(compareCodePoints)

interface Walk {
  readonly file: string
  readonly found: Array<Difference>
  readonly path: Array<PathStep>
}

const note = (walk: Walk, members: Members, wanted: ReadonlyArray<string>, line: number): void => {
  const at = members.findIndex(([key], index) => key !== wanted[index])
  const key = members[at]?.[0]
  if (key === undefined) return
  const place = [...walk.path, key]
  walk.found.push(difference('order', walk.file, line, place, key, wanted[at] ?? null))
}

const lineOfFirst = (members: Members, wanted: ReadonlyArray<string>): number =>
  members.find(([key], index) => key !== wanted[index])?.[1].line ?? 1

const below = (walk: Walk, step: PathStep, visit: () => void): void => {
  walk.path.push(step)
  visit()
  walk.path.pop()
}

/**
 * Names the first member of every object whose members are not sorted by code point. `line` is the line on which the
 * text begins.
 *
 * @category operations
 * @since 0.1.0
 */
export const unsortedMembers = (
  file: string,
  line: number,
  source: JsonSource,
): ReadonlyArray<Difference> => {
  const walk: Walk = { file, found: [], path: [] }
  const visit = (value: JsonSource): void => {
    if (value._tag === 'Array') {
      for (const [index, element] of value.elements.entries()) {
        below(walk, index, () => visit(element))
      }
    }
    if (value._tag !== 'Object') return
    if (!isSorted(value.members)) {
      const wanted = sortedKeys(value.members)
      note(walk, value.members, wanted, line + lineOfFirst(value.members, wanted) - 1)
    }
    for (const [key, member] of value.members) below(walk, key, () => visit(member))
  }
  visit(source)
  return walk.found
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** The keys as the model has them; a key that the model lacks keeps its place. */
const keysOfModel = (members: Members, model: object): ReadonlyArray<string> => {
  const present = new Set(members.map(([key]) => key))
  const common = Object.keys(model).filter((key) => present.has(key))
  let next = 0
  return members.map(([key]) => (Object.hasOwn(model, key) ? (common[next++] ?? key) : key))
}

/**
 * Names the first member of every object whose members stand in another order than in the recomputed value; members
 * that only one of the two has do not count. `line` is the line of the row.
 *
 * @category operations
 * @since 0.1.0
 */
export const movedMembers = (
  file: string,
  line: number,
  source: JsonSource,
  recomputed: Json,
): ReadonlyArray<Difference> => {
  const walk: Walk = { file, found: [], path: [] }
  const visit = (value: JsonSource, model: Json | undefined): void => {
    if (typeof model !== 'object' || model === null) return
    if (value._tag === 'Array' && isList(model)) {
      for (const [index, element] of value.elements.entries()) {
        below(walk, index, () => visit(element, model[index]))
      }
    }
    if (value._tag !== 'Object' || isList(model)) return
    note(walk, value.members, keysOfModel(value.members, model), line)
    for (const [key, member] of value.members) {
      if (Object.hasOwn(model, key)) below(walk, key, () => visit(member, model[key]))
    }
  }
  visit(source, recomputed)
  return walk.found
}
