/**
 * JSON codecs: one table of fields per record, for reading and for writing.
 *
 * A codec reads a parsed JSON value into a model, reporting every defect with its path, and writes the model back. A
 * record codec is a table from the fields of the model to the keys of the JSON, so that reading, defaults and writing
 * cannot drift apart. Keys that the table does not name are ignored on reading and absent on writing; a missing key
 * takes the default of its field. Nothing is coerced: `"5"` is not a number and 0 is not false.
 *
 * Laws
 *   L1 round-trip  reading what was written gives the model back
 *   L2 ignorant    unknown keys never change what is read
 *   L3 all-told    defects in different fields are all reported, each with the path of its field
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty, type Path } from '../core/failure.js'
import { type Json, type JsonRecord, jsonOf } from '../core/json.js'

/**
 * Names what can be wrong with a configuration that is read: the wrong JSON type or a missing part, a number out of
 * range, a name that is not among the known ones, a seed that is no integer, a file of another kind.
 *
 * @category failures
 * @since 0.1.0
 */
export type ConfigFailure = 'Malformed' | 'OutOfRange' | 'UnknownName' | 'BadSeed' | 'OtherKind'

/**
 * Reads a model `A` from a parsed JSON value found at a path, and writes it back.
 *
 * @category model
 * @since 0.1.0
 */
export interface Codec<A> {
  readonly read: (value: unknown, path: Path) => Either<Failures<ConfigFailure>, A>
  readonly write: (model: A) => Json
}

/**
 * Connects a field of a model to a key of its JSON.
 *
 * @category model
 * @since 0.1.0
 */
export interface Field<A> {
  readonly key: string
  readonly codec: Codec<A>
  /** What a missing key means; without it the key is required. */
  readonly fallback: { readonly value: A } | null
  /** Whether a value equal to the default is left out on writing. */
  readonly omitDefault: boolean
}

const refuse = (
  tag: ConfigFailure,
  path: Path,
  value: unknown,
  expected: string,
): Either<Failures<ConfigFailure>, never> => left([failure(tag, path, value, expected)])

/** Makes the codec of values that are JSON already, from a test of their type. */
const plain = <A extends Json>(is: (value: unknown) => value is A, expected: string): Codec<A> => ({
  read: (value, path) => (is(value) ? right(value) : refuse('Malformed', path, value, expected)),
  write: (model) => model,
})

/** Narrows a codec by a condition on what it has read. */
const narrowed = <A>(
  codec: Codec<A>,
  holds: (model: A) => boolean,
  tag: ConfigFailure,
  expected: string,
): Codec<A> => ({
  read: (value, path) => {
    const model = codec.read(value, path)
    if (isLeft(model) || holds(model.right)) return model
    return refuse(tag, path, value, expected)
  },
  write: codec.write,
})

/**
 * Reads a text.
 *
 * @category instances
 * @since 0.1.0
 */
export const text: Codec<string> = plain((value) => typeof value === 'string', 'a text')

/**
 * Reads true or false.
 *
 * @category instances
 * @since 0.1.0
 */
export const truth: Codec<boolean> = plain((value) => typeof value === 'boolean', 'true or false')

/**
 * Reads a finite number; -0 becomes 0.
 *
 * @category instances
 * @since 0.1.0
 */
export const finite: Codec<number> = {
  read: (value, path) =>
    typeof value === 'number' && Number.isFinite(value)
      ? right(value + 0)
      : refuse('Malformed', path, value, 'a finite number'),
  write: (model) => model,
}

/**
 * Reads a finite number within bounds, both included.
 *
 * @category constructors
 * @since 0.1.0
 */
export const between = (low: number, high: number): Codec<number> => {
  const range = high === Number.POSITIVE_INFINITY ? `at least ${low}` : `from ${low} to ${high}`
  return narrowed(finite, (n) => n >= low && n <= high, 'OutOfRange', `a number ${range}`)
}

/**
 * Reads an integer of at least `low` that a float holds exactly.
 *
 * @category constructors
 * @since 0.1.0
 */
export const integerFrom = (low: number): Codec<number> => {
  const integer = narrowed(finite, Number.isSafeInteger, 'Malformed', 'an integer')
  if (low === Number.NEGATIVE_INFINITY) return integer
  return narrowed(integer, (n) => n >= low, 'OutOfRange', `an integer of at least ${low}`)
}

/**
 * Reads a seed: an integer of any sign within 2^53 - 1 of zero.
 *
 * @category instances
 * @since 0.1.0
 */
export const integerSeed: Codec<number> = {
  read: (value, path) => {
    const seed = integerFrom(Number.NEGATIVE_INFINITY).read(value, path)
    if (!isLeft(seed)) return seed
    return refuse('BadSeed', path, value, 'an integer within 2^53 - 1 of zero')
  },
  write: (model) => model,
}

/**
 * Reads one of the given names.
 *
 * @category constructors
 * @since 0.1.0
 */
export const oneOf = <A extends string>(...names: ReadonlyArray<A>): Codec<A> => ({
  read: (value, path) => {
    const known = names.find((name) => name === value)
    if (known !== undefined) return right(known)
    return refuse('UnknownName', path, value, `one of ${names.join(', ')}`)
  },
  write: (model) => model,
})

/**
 * Reads null, or what the codec reads.
 *
 * @category constructors
 * @since 0.1.0
 */
export const nullable = <A>(codec: Codec<A>): Codec<A | null> => ({
  read: (value, path) => (value === null ? right(null) : codec.read(value, path)),
  write: (model) => (model === null ? null : codec.write(model)),
})

/**
 * Reads any JSON value as it is.
 *
 * @category instances
 * @since 0.1.0
 */
export const anyJson: Codec<Json> = {
  read: (value, path) => {
    const json = jsonOf(value)
    return isLeft(json) ? refuse('Malformed', path, value, 'a JSON value') : json
  },
  write: (model) => model,
}

/**
 * Reads a list of at least `fewest` elements, reporting the defects of all of them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const listOf = <A>(element: Codec<A>, fewest = 0): Codec<ReadonlyArray<A>> => ({
  read: (value, path) => {
    if (!Array.isArray(value) || value.length < fewest) {
      const expected = fewest === 0 ? 'a list' : `a list of at least ${fewest}`
      return refuse('Malformed', path, value, expected)
    }
    const defects: Array<Failure<ConfigFailure>> = []
    const models: Array<A> = []
    Array.from<unknown>(value).forEach((item, index) => {
      const model = element.read(item, [...path, index])
      if (isLeft(model)) defects.push(...model.left)
      else models.push(model.right)
    })
    const failures = nonEmpty(defects)
    return failures === null ? right(models) : left(failures)
  },
  // what is no list stays as it is, for the reader to refuse with its place
  write: (models) => (Array.isArray(models) ? models.map(element.write) : (models as Json)),
})

/**
 * Declares a field whose key must be there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const required = <A>(key: string, codec: Codec<A>): Field<A> => ({
  key,
  codec,
  fallback: null,
  omitDefault: false,
})

/**
 * Declares a field with a default for a missing key.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withDefault = <A>(key: string, codec: Codec<A>, value: A): Field<A> => ({
  key,
  codec,
  fallback: { value },
  omitDefault: false,
})

/**
 * Tells whether a value is a JSON object rather than a list, a scalar or null.
 *
 * @category operations
 * @since 0.1.0
 */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readField = <A>(
  field: Field<A>,
  from: Readonly<Record<string, unknown>>,
  path: Path,
): Either<Failures<ConfigFailure>, A> => {
  const place = [...path, field.key]
  if (Object.hasOwn(from, field.key)) return field.codec.read(from[field.key], place)
  if (field.fallback !== null) return right(field.fallback.value)
  return refuse('Malformed', place, undefined, 'a value: the key is required')
}

/**
 * Makes the codec of a record from the table of its fields; `what` names the record in failures. Keys are written in
 * ascending order.
 *
 * @category constructors
 * @since 0.1.0
 */
export const recordOf = <R extends object>(
  what: string,
  fields: { readonly [K in keyof R]-?: Field<R[K]> },
): Codec<R> => {
  const isName = (name: string): name is keyof R & string => Object.hasOwn(fields, name)
  const names = Object.keys(fields).filter(isName)
  return {
    read: (value, path) => {
      if (!isJsonObject(value)) return refuse('Malformed', path, value, `an object: ${what}`)
      const defects: Array<Failure<ConfigFailure>> = []
      const model: { [K in keyof R]?: R[K] } = {}
      for (const name of names) {
        const member = readField(fields[name], value, path)
        if (isLeft(member)) defects.push(...member.left)
        else model[name] = member.right
      }
      const failures = nonEmpty(defects)
      // without defects every field of the table has been set
      return failures === null ? right(model as R) : left(failures)
    },
    write: (model): JsonRecord =>
      Object.fromEntries(
        names
          .filter((name) => {
            const { omitDefault, fallback } = fields[name]
            return !omitDefault || model[name] !== fallback?.value
          })
          .map((name) => [fields[name].key, fields[name].codec.write(model[name])] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
  }
}
