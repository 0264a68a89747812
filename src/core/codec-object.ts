/**
 * CodecObject: codecs of objects, with named members or with any.
 *
 * io-ts finds a member wherever a plain read does, on `Object.prototype` too, and takes an optional member that is
 * present and undefined for absent. Here a member is one of the value itself, and undefined is a value like any other.
 *
 * | codec            | named members        | members of other names |
 * | ---------------- | -------------------- | ---------------------- |
 * | `objectOf`       | required or optional | left alone             |
 * | `closedObjectOf` | required or optional | refused                |
 * | `recordOf`       | none                 | all of one codec       |
 *
 * Laws
 *   L1 complete  each defect of a member is reported, at its own path
 *   L2 presence  leaving out a required member is a failure, leaving out an optional one is none
 *   L3 closed    a member of another name is refused by the closed codec only
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

const at = (context: t.Context, key: string, type: t.Mixed, actual: unknown): t.Context => [
  ...context,
  { key, type, actual },
]

/** Validates the own members of an object; gives the object itself unless a codec changed one of them. */
const validateMembers = (
  u: Readonly<Record<string, unknown>>,
  context: t.Context,
  codecs: Iterable<readonly [key: string, codec: t.Mixed]>,
  isRequired: (key: string) => boolean,
): { readonly errors: Array<t.ValidationError>; readonly members: object } => {
  const errors: Array<t.ValidationError> = []
  const changed: Array<readonly [string, unknown]> = []
  for (const [key, codec] of codecs) {
    if (!Object.hasOwn(u, key)) {
      if (!isRequired(key)) continue
      errors.push({ value: undefined, context: at(context, key, codec, undefined) })
      continue
    }
    const member = codec.validate(u[key], at(context, key, codec, u[key]))
    if (isLeft(member)) for (const error of member.left) errors.push(error)
    else if (!Object.is(member.right, u[key])) changed.push([key, member.right])
  }
  // `fromEntries` defines members, where io-ts assigns them and so lets `__proto__` change the prototype.
  const members = changed.length === 0 ? u : Object.fromEntries([...Object.entries(u), ...changed])
  return { errors, members }
}

/**
 * Accepts objects whose every own member the codec accepts, whatever the keys.
 *
 * @category codec
 * @since 0.1.0
 */
export const recordOf = <A>(codec: t.Type<A>): t.Type<{ readonly [key: string]: A }> => {
  type Members = { readonly [key: string]: A }
  const validate = (u: unknown, context: t.Context): t.Validation<Members> => {
    if (!isObject(u)) return t.failure(u, context)
    const all = Object.keys(u).map((key) => [key, codec] as const)
    const { errors, members } = validateMembers(u, context, all, () => true)
    // Every member was accepted.
    return errors.length > 0 ? t.failures(errors) : t.success(members as Members)
  }
  const is = (u: unknown): u is Members => isObject(u) && Object.values(u).every(codec.is)
  return new t.DictionaryType(
    `{ [K in string]: ${codec.name} }`,
    is,
    validate,
    t.identity,
    t.string,
    codec,
  )
}

/**
 * Names the codecs of an object's members by their keys.
 *
 * @category model
 * @since 0.1.0
 */
export interface MemberCodecs {
  readonly [key: string]: t.Mixed
}

/**
 * Gives the type of an object with the named members, the second ones optional.
 *
 * @category model
 * @since 0.1.0
 */
export type ObjectOf<R extends MemberCodecs, O extends MemberCodecs> = {
  readonly [K in keyof R]: t.TypeOf<R[K]>
} & { readonly [K in keyof O]?: t.TypeOf<O[K]> }

/**
 * Describes the codec of an object, so that it can be compiled (`guardOf`) as well as run.
 *
 * @category model
 * @since 0.1.0
 */
export interface ObjectCodec<A> extends t.Type<A> {
  readonly _tag: 'MembersType'
  readonly required: MemberCodecs
  readonly optional: MemberCodecs
  /** Whether members of other names are refused. */
  readonly closed: boolean
}

const unknownMember = (known: ReadonlyArray<string>): string =>
  `one of the members ${known.join(', ')}`

const membersCodec = <R extends MemberCodecs, O extends MemberCodecs>(
  required: R,
  optional: O,
  closed: boolean,
): ObjectCodec<ObjectOf<R, O>> => {
  type A = ObjectOf<R, O>
  const codecs = new Map(Object.entries({ ...required, ...optional, ...required }))
  const validate = (u: unknown, context: t.Context): t.Validation<A> => {
    if (!isObject(u)) return t.failure(u, context)
    const isRequired = (key: string): boolean => Object.hasOwn(required, key)
    const { errors, members } = validateMembers(u, context, codecs, isRequired)
    for (const key of closed ? Object.keys(u) : []) {
      if (codecs.has(key)) continue
      const place = at(context, key, t.unknown, u[key])
      errors.push({ value: u[key], context: place, message: unknownMember([...codecs.keys()]) })
    }
    // Every member was accepted.
    return errors.length > 0 ? t.failures(errors) : t.success(members as A)
  }
  const is = (u: unknown): u is A => {
    if (!isObject(u)) return false
    for (const [key, codec] of codecs) {
      if (Object.hasOwn(u, key) ? !codec.is(u[key]) : Object.hasOwn(required, key)) return false
    }
    return !closed || Object.keys(u).every((key) => codecs.has(key))
  }
  const name = `{ ${[...codecs.keys()].join(', ')} }`
  const described = { _tag: 'MembersType', required, optional, closed } as const
  return Object.assign(new t.Type<A>(name, is, validate, t.identity), described)
}

/**
 * Accepts objects with the required members and perhaps the optional ones; members of other names are left alone. An
 * optional member is either absent or accepted by its codec: `undefined` does not pass for absence.
 *
 * @category codec
 * @since 0.1.0
 * @example
 * ```ts
 * import { isRight } from 'fp-ts/lib/Either.js'
 * import { decode, Finite, objectOf, PositiveInteger } from 'edgeworth/core'
 *
 * const Offer = objectOf({ from: PositiveInteger }, { price: Finite })
 * isRight(decode(Offer)({ from: 1 })) // => true
 * isRight(decode(Offer)({ from: 1, price: Number.NaN })) // => false
 * ```
 */
export const objectOf = <R extends MemberCodecs, O extends MemberCodecs = Record<never, never>>(
  required: R,
  optional: O = {} as O, // Only without the argument, when `O` has no members.
): ObjectCodec<ObjectOf<R, O>> => membersCodec(required, optional, false)

/**
 * Accepts what `objectOf` accepts, and no members of other names: each of them is a failure.
 *
 * @category codec
 * @since 0.1.0
 */
export const closedObjectOf = <
  R extends MemberCodecs,
  O extends MemberCodecs = Record<never, never>,
>(
  required: R,
  optional: O = {} as O, // Only without the argument, when `O` has no members.
): ObjectCodec<ObjectOf<R, O>> => membersCodec(required, optional, true)
