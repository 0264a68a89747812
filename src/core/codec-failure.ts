/**
 * CodecFailure: what io-ts reports, told as failures.
 *
 * io-ts reports one error for every codec that refused something, with the chain of codecs that led there. For a union
 * that is one error or more for each of its members, most of them about shapes that nobody meant. Here a union is told
 * once: by the member that the value comes closest to.
 *
 * | a value in a union of                                           | is told                                  |
 * | --------------------------------------------------------------- | ---------------------------------------- |
 * | members that all refuse it as a whole                           | the list of what was expected            |
 * | objects, one of which has the literal members (tags) it has     | the defects of that one                  |
 * | objects, none of which has its tag                              | the list of tags, at the tag             |
 * | several that refuse parts of it                                 | the defects of the one with the fewest,  |
 * |                                                                 | an absent member counting double         |
 *
 * Laws
 *   L1 nonempty  a refusal is told by at least one failure
 *   L2 once      no two failures have the same path and the same expectation
 *
 * @module
 */
import type * as t from 'io-ts'
import { type Failure, type Failures, failure, type Path } from './failure.js'

/** What the kinds of codec that contain codecs have in common, as far as it is read here. */
interface Node {
  readonly _tag?: string
  readonly name: string
  readonly type?: Node
  readonly types?: ReadonlyArray<Node>
  readonly props?: Readonly<Record<string, Node>>
  readonly keys?: Readonly<Record<string, unknown>>
  readonly tag?: string
}

interface Finding {
  readonly failure: Failure<'Malformed'>
  /** Whether a literal was expected: a tag, if it is a member. */
  readonly literal: boolean
}

// The fields that a codec has beyond `t.Decoder` depend on its kind; every one of them is checked before use.
const nodeOf = (codec: unknown): Node => codec as Node

const wrappers: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set([
  'RefinementType',
  'ReadonlyType',
  'ExactType',
  'RecursiveType',
])

const unwrap = (node: Node): Node =>
  wrappers.has(node._tag) && node.type !== undefined ? unwrap(node.type) : node

const plainNames: Readonly<Record<string, string>> = {
  StringType: 'a string',
  NumberType: 'a number',
  BooleanType: 'a boolean',
  NullType: 'null',
  UndefinedType: 'undefined',
  AnyArrayType: 'an array',
  AnyDictionaryType: 'an object',
  NeverType: 'nothing',
}

const structures: Readonly<Record<string, string>> = {
  ArrayType: 'an array',
  ReadonlyArrayType: 'an array',
  InterfaceType: 'an object',
  PartialType: 'an object',
  MembersType: 'an object',
  DictionaryType: 'an object',
  IntersectionType: 'an object',
}

const distinct = (texts: ReadonlyArray<string>): string => [...new Set(texts)].join(' or ')

/** A structure is named by its name only where someone chose one: those that io-ts composes have punctuation. */
const expectationsOf = (node: Node): ReadonlyArray<string> => {
  const tag = node._tag ?? ''
  const plain = plainNames[tag]
  if (plain !== undefined) return [plain]
  if (tag === 'UnionType') return (node.types ?? []).flatMap(expectationsOf)
  if (tag === 'KeyofType') return Object.keys(node.keys ?? {}).map((key) => JSON.stringify(key))
  if (tag === 'ReadonlyType' || tag === 'ExactType') return expectationsOf(unwrap(node))
  if (tag === 'TupleType') return [`an array of ${node.types?.length ?? 0}`]
  return [/^[\w .'-]+$/.test(node.name) ? node.name : (structures[tag] ?? node.name)]
}

const expectedOf = (node: Node): string => distinct(expectationsOf(node))

/** Whether the entry at `index` of a context says which member of a union or intersection was tried. */
const isBranch = (context: t.Context, index: number): boolean => {
  const outer = context[index - 1]
  const tag = outer === undefined ? undefined : unwrap(nodeOf(outer.type))._tag
  return tag === 'UnionType' || tag === 'IntersectionType'
}

const isUnionBranch = (context: t.Context, index: number): boolean => {
  const outer = context[index - 1]
  return outer !== undefined && unwrap(nodeOf(outer.type))._tag === 'UnionType'
}

const pathOf = (context: t.Context): Path =>
  context.flatMap((entry, index) => {
    if (index === 0 || isBranch(context, index)) return []
    const inArray = Array.isArray(context[index - 1]?.actual)
    return [inArray ? Number(entry.key) : entry.key]
  })

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

/** io-ts looks a tag up before it tries a member, and reports an unknown one as a defect of the whole value. */
const unknownTag = (union: Node, tag: string, value: object, path: Path): Finding => {
  const tags = (union.types ?? []).flatMap((member) => {
    const literal = unwrap(member).props?.[tag]
    return literal === undefined ? [] : [expectedOf(literal)]
  })
  const found = isObject(value) ? value[tag] : undefined
  const expected = tags.length === 0 ? `a known ${tag}` : distinct(tags)
  return { failure: failure('Malformed', [...path, tag], found, expected), literal: true }
}

const leafOf = ({ value, context, message }: t.ValidationError): Finding => {
  const path = pathOf(context)
  const last = context[context.length - 1]
  const node = last === undefined ? { name: 'another value' } : nodeOf(last.type)
  const inner = unwrap(node)
  if (message === undefined && inner.tag !== undefined) {
    return isObject(value)
      ? unknownTag(inner, inner.tag, value, path)
      : { failure: failure('Malformed', path, value, 'an object'), literal: false }
  }
  return {
    failure: failure('Malformed', path, value, message ?? expectedOf(node)),
    literal: inner._tag === 'LiteralType' || inner._tag === 'KeyofType',
  }
}

const weightOf = (branch: ReadonlyArray<Finding>): number =>
  branch.reduce((sum, { failure: { value } }) => sum + (value === undefined ? 2 : 1), 0)

const lightest = (branches: ReadonlyArray<ReadonlyArray<Finding>>): ReadonlyArray<Finding> =>
  branches.reduce(
    (best, branch) => (weightOf(branch) < weightOf(best) ? branch : best),
    branches[0] ?? [],
  )

const closest = (
  union: t.ContextEntry,
  place: Path,
  branches: ReadonlyArray<ReadonlyArray<Finding>>,
): ReadonlyArray<Finding> => {
  if (branches.length === 1) return branches[0] ?? []
  const depthOf = (finding: Finding): number => finding.failure.path.length - place.length
  const near = branches.filter((branch) => branch.every((finding) => depthOf(finding) > 0))
  if (near.length === 0) {
    const expected = expectedOf(unwrap(nodeOf(union.type)))
    return [{ failure: failure('Malformed', place, union.actual, expected), literal: false }]
  }
  const isWrongTag = (finding: Finding): boolean => finding.literal && depthOf(finding) === 1
  const meant = near.filter((branch) => !branch.some(isWrongTag))
  if (meant.length > 0) return lightest(meant)
  const wrong = near.flatMap((branch) => branch.filter(isWrongTag).slice(0, 1))
  const [first] = wrong
  const tag = first?.failure.path.at(-1)
  if (first === undefined || wrong.some(({ failure: { path } }) => path.at(-1) !== tag)) {
    return lightest(near)
  }
  const expected = distinct(wrong.map((finding) => finding.failure.expected))
  return [{ failure: { ...first.failure, expected }, literal: true }]
}

/** Tells the errors in their order, those of one union together, at the place of the first. */
const tell = (errors: ReadonlyArray<t.ValidationError>, from: number): ReadonlyArray<Finding> => {
  // The errors of one union share its entry in their contexts.
  const groups = new Map<
    unknown,
    { readonly at: number; readonly errors: Array<t.ValidationError> }
  >()
  for (const error of errors) {
    const at = error.context.findIndex((_, i) => i >= from && isUnionBranch(error.context, i))
    const key = at < 0 ? error : error.context[at - 1]
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { at, errors: [error] })
    else group.errors.push(error)
  }
  return [...groups.values()].flatMap(({ at, errors: own }) => {
    const [first] = own
    const union = first?.context[at - 1]
    if (first === undefined || union === undefined) return own.map(leafOf)
    const branches = new Map<string | undefined, Array<t.ValidationError>>()
    for (const error of own) {
      const key = error.context[at]?.key
      branches.set(key, [...(branches.get(key) ?? []), error])
    }
    const told = [...branches.values()].map((branch) => tell(branch, at + 1))
    return closest(union, pathOf(first.context.slice(0, at)), told)
  })
}

/**
 * Tells the errors of a failed io-ts decoding as failures, in the order of the codec, without repetitions.
 *
 * @category operations
 * @since 0.1.0
 */
export const explain = (errors: t.Errors): Failures<'Malformed'> => {
  const failures = tell(errors, 1).map((finding) => finding.failure)
  const seen = new Set<string>()
  const [first, ...rest] = failures.filter((told) => {
    const key = JSON.stringify([told.path, told.expected])
    return !seen.has(key) && seen.add(key)
  })
  return [first ?? failure('Malformed', [], undefined, 'another value'), ...rest]
}
