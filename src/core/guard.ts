/**
 * Guard: a codec compiled to a predicate.
 *
 * Decoding by io-ts costs more than parsing the text it came from, for it builds contexts and results at every step.
 * A guard walks the codec once, beforehand, and then only answers yes or no. One definition thus serves two readers:
 * the guard for the rows that are right, `decode` to explain the one that is not.
 *
 * | kind of codec                                        | compiled to                                          |
 * | ---------------------------------------------------- | ---------------------------------------------------- |
 * | objects, arrays, tuples, records, unions, refinements | loops over the compiled parts                       |
 * | a refinement of what decoding may rebuild (`exact`)  | and decoding itself, whose result the predicate sees |
 * | recursive                                            | itself, to `DEEPEST_JSON` levels                     |
 * | every other                                          | the codec's own `is`                                 |
 *
 * Laws
 *   L1 agreement  a guard accepts exactly what its codec decodes, for codecs that return what they are given
 *   L2 sound      what a guard accepts, its codec decodes, and to the same members unless it drops or cuts some
 *
 * A tuple that is too long, which decoding cuts, is refused by the guard; a value with members that `exact` or a
 * record of few keys drops is accepted with all its members, as io-ts's own `is` does.
 *
 * @module
 */
import { isRight } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { MemberCodecs, ObjectCodec } from './codec-object.js'
import {
  arrayCheck,
  type Check,
  checkOf,
  everyCheck,
  interfaceCheck,
  type MemberPart,
  objectCheck,
  type Part,
  partialCheck,
  recordCheck,
  someCheck,
  tupleCheck,
} from './guard-part.js'
import { DEEPEST_JSON } from './json.js'

type Compiled =
  | ObjectCodec<unknown>
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.UnknownType
  | t.AnyType
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Record<string, unknown>>
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.TupleType<Array<t.Mixed>>
  | t.DictionaryType<t.Mixed, t.Mixed>
  | t.UnionType<Array<t.Mixed>>
  | t.IntersectionType<Array<t.Mixed>>
  | t.RefinementType<t.Mixed>
  | t.ReadonlyType<t.Mixed>
  | t.ExactType<t.Mixed>
  | t.RecursiveType<t.Mixed>

// Kinds are told apart by the tag that io-ts gives its codecs; one without a known tag takes the default of a switch.
const kindOf = (codec: t.Mixed): Compiled => codec as unknown as Compiled

type Compile = (codec: t.Mixed) => Part

const other = (check: Check): Part => ({ kind: 'other', check })

const membersOf = (codecs: MemberCodecs, compile: Compile): ReadonlyArray<MemberPart> =>
  Object.entries(codecs).map(([key, codec]) => ({ key, ...compile(codec) }))

const objectPart = (codec: ObjectCodec<unknown>, compile: Compile): Part => {
  const { required, optional, closed } = codec
  const optionalOnly = Object.entries(optional).filter(([key]) => !Object.hasOwn(required, key))
  return other(
    objectCheck(
      membersOf(required, compile),
      membersOf(Object.fromEntries(optionalOnly), compile),
      closed,
    ),
  )
}

/** The keys of a record whose domain is a finite set of texts, which io-ts then requires; `null` for other domains. */
const requiredKeys = (domain: t.Mixed): ReadonlyArray<string> | null => {
  const kind = kindOf(domain)
  if (kind._tag === 'LiteralType') return typeof kind.value === 'string' ? [kind.value] : null
  if (kind._tag === 'KeyofType') return Object.keys(kind.keys)
  if (kind._tag !== 'UnionType') return null
  const keys = kind.types.map(requiredKeys)
  return keys.some((some) => some === null) ? null : keys.flatMap((some) => some ?? [])
}

/** io-ts leaves members whose key is outside the domain unchecked. */
const recordPart = (domain: t.Mixed, codomain: t.Mixed, compile: Compile): Part => {
  const part = compile(codomain)
  const keys = requiredKeys(domain)
  if (keys !== null) return other(interfaceCheck(keys.map((key) => ({ key, ...part }))))
  const isKey = kindOf(domain)._tag === 'StringType' ? null : checkOf(compile(domain))
  return other(recordCheck(isKey, part, kindOf(codomain)._tag === 'AnyType'))
}

/**
 * Whether decoding returns every value it accepts with the very members it had: io-ts writes a member that is absent
 * where its codec accepts undefined, and strips what `exact` does not know. A predicate could tell.
 */
const isSteady = (codec: t.Mixed): boolean => {
  const kind = kindOf(codec)
  switch (kind._tag) {
    case 'StringType':
    case 'NumberType':
    case 'BooleanType':
    case 'NullType':
    case 'UnknownType':
    case 'LiteralType':
    case 'KeyofType':
      return true
    case 'InterfaceType':
      return Object.values(kind.props).every((prop) => isSteady(prop) && !prop.is(undefined))
    case 'PartialType':
      return Object.values(kind.props).every(isSteady)
    case 'MembersType':
      return [...Object.values(kind.required), ...Object.values(kind.optional)].every(isSteady)
    case 'DictionaryType':
      return kindOf(kind.domain)._tag === 'StringType' && isSteady(kind.codomain)
    case 'ArrayType':
    case 'ReadonlyArrayType':
    case 'ReadonlyType':
    case 'RefinementType':
      return isSteady(kind.type)
    case 'UnionType':
    case 'IntersectionType':
      return kind.types.every(isSteady)
    default:
      return false
  }
}

const refinementPart = (codec: t.RefinementType<t.Mixed>, compile: Compile): Part => {
  const { predicate, type } = codec
  if (kindOf(type)._tag === 'NumberType') {
    return { kind: predicate === Number.isFinite ? 'finite' : 'number', check: predicate }
  }
  const check = checkOf(compile(type))
  return isSteady(type)
    ? other((u) => check(u) && predicate(u))
    : other((u) => check(u) && isRight(codec.decode(u)))
}

/** Compiled at its first use, since its definition may name what is not yet defined; bounded, as the stack is. */
const recursivePart = (codec: t.RecursiveType<t.Mixed>, compile: Compile): Part => {
  let check: Check | null = null
  let depth = 0
  return other((u) => {
    check ??= checkOf(compile(codec.type))
    depth += 1
    try {
      return depth <= DEEPEST_JSON && check(u)
    } finally {
      depth -= 1
    }
  })
}

const compileWith = (codec: t.Mixed, compile: Compile): Part => {
  const kind = kindOf(codec)
  switch (kind._tag) {
    case 'StringType':
      return { kind: 'string', check: codec.is }
    case 'BooleanType':
      return { kind: 'boolean', check: codec.is }
    case 'LiteralType': {
      const { value } = kind
      return other((u) => u === value)
    }
    case 'MembersType':
      return objectPart(kind, compile)
    case 'InterfaceType':
      return other(interfaceCheck(membersOf(kind.props, compile)))
    case 'PartialType':
      return other(partialCheck(membersOf(kind.props, compile)))
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return other(arrayCheck(compile(kind.type)))
    case 'TupleType':
      return other(tupleCheck(kind.types.map(compile)))
    case 'DictionaryType':
      return recordPart(kind.domain, kind.codomain, compile)
    case 'UnionType':
      return other(someCheck(kind.types.map(compile)))
    case 'IntersectionType':
      return other(everyCheck(kind.types.map(compile)))
    case 'RefinementType':
      return refinementPart(kind, compile)
    case 'ReadonlyType':
    case 'ExactType':
      return compile(kind.type)
    case 'RecursiveType':
      return recursivePart(kind, compile)
    default:
      return other(codec.is)
  }
}

/**
 * Compiles a codec to a predicate that accepts what the codec decodes. Compile once, use on many values.
 *
 * @category operations
 * @since 0.1.0
 * @example
 * ```ts
 * import { arrayOf, Finite, guardOf, objectOf } from 'edgeworth/core'
 *
 * const isRow = guardOf(objectOf({ allocation: arrayOf(arrayOf(Finite)) }))
 * isRow({ allocation: [[1, 2], [0.5, 3]] }) // => true
 * isRow({ allocation: [[1, Number.NaN]] }) // => false
 * ```
 */
export const guardOf = <A, O>(codec: t.Type<A, O>): ((u: unknown) => u is A) => {
  const compiled = new Map<t.Mixed, Part>()
  const compile: Compile = (part) => {
    const known = compiled.get(part)
    if (known !== undefined) return known
    const made = compileWith(part, compile)
    compiled.set(part, made)
    return made
  }
  // The law of this module: what passes is what the codec describes.
  return checkOf(compile(codec)) as (u: unknown) => u is A
}
