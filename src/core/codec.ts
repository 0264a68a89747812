/**
 * Codec: io-ts building blocks for data that comes from outside, and the decoding that explains what is wrong with it.
 *
 * A codec made of these returns the value it was given. Two holes of io-ts are closed: `t.number` takes NaN and
 * infinities, which `Finite` refuses, and `t.partial` takes a member that is present and undefined, which `objectOf`
 * refuses.
 *
 * | codec                | accepts                                  |
 * | -------------------- | ---------------------------------------- |
 * | `Finite`             | numbers but NaN and the infinities       |
 * | `NonNegative`        | finite, at least 0                       |
 * | `Positive`           | finite, above 0                          |
 * | `Integer`            | integers within 2^53 - 1 of 0            |
 * | `NonNegativeInteger` | those of at least 0                      |
 * | `PositiveInteger`    | those of at least 1                      |
 * | `JsonValue`          | what `jsonOf` accepts                    |
 *
 * Laws
 *   L1 faithful   what is accepted is returned as it was given
 *   L2 place      every failure holds the value that stands at its path
 *
 * @module
 */
import { type Either, isLeft, left, mapLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { explain } from './codec-failure.js'
import { type Failures, failure, type Path, type PathStep } from './failure.js'
import { type Json, jsonOf } from './json.js'

export {
  closedObjectOf,
  type MemberCodecs,
  type ObjectCodec,
  type ObjectOf,
  objectOf,
  recordOf,
} from './codec-object.js'

/**
 * Accepts numbers but NaN and the infinities.
 *
 * @category codec
 * @since 0.1.0
 */
export const Finite: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  Number.isFinite,
  'a finite number',
)

/**
 * Accepts finite numbers of at least 0.
 *
 * @category codec
 * @since 0.1.0
 */
export const NonNegative: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  (n) => n >= 0 && n < Number.POSITIVE_INFINITY,
  'a finite number of at least 0',
)

/**
 * Accepts finite numbers above 0.
 *
 * @category codec
 * @since 0.1.0
 */
export const Positive: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  (n) => n > 0 && n < Number.POSITIVE_INFINITY,
  'a finite number above 0',
)

/**
 * Accepts integers within 2^53 - 1 of 0, the range in which each has a double of its own.
 *
 * @category codec
 * @since 0.1.0
 */
export const Integer: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  Number.isSafeInteger,
  'an integer',
)

/**
 * Accepts the integers of `Integer` from 0 on.
 *
 * @category codec
 * @since 0.1.0
 */
export const NonNegativeInteger: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  (n) => Number.isSafeInteger(n) && n >= 0,
  'an integer of at least 0',
)

/**
 * Accepts the integers of `Integer` from 1 on.
 *
 * @category codec
 * @since 0.1.0
 */
export const PositiveInteger: t.Type<number> = /* @__PURE__ */ t.refinement(
  t.number,
  (n) => Number.isSafeInteger(n) && n >= 1,
  'an integer of at least 1',
)

/**
 * Accepts one of the named texts.
 *
 * @category codec
 * @since 0.1.0
 */
export const oneOf = <const Names extends readonly [string, ...ReadonlyArray<string>]>(
  ...names: Names
): t.Type<Names[number]> =>
  // `keyof` wants its names as keys, whose order it does not keep for numerals; only membership counts here.
  t.keyof(Object.fromEntries(names.map((name) => [name, null]))) as unknown as t.Type<Names[number]>

/**
 * Accepts null and what the codec accepts.
 *
 * @category codec
 * @since 0.1.0
 */
// Null comes first, for io-ts looks for tags in the first codec, and fails on one named like an inherited member.
export const nullable = <A>(codec: t.Type<A>): t.Type<A | null> => t.union([t.null, codec])

/**
 * Accepts arrays whose every element the codec accepts; a hole is an undefined element.
 *
 * @category codec
 * @since 0.1.0
 */
export const arrayOf = <A>(codec: t.Type<A>): t.Type<ReadonlyArray<A>> => t.readonlyArray(codec)

const isJson = (u: unknown): u is Json => !isLeft(jsonOf(u))

/** Leads a context down a path, with the values on the way, which tell an index from a key. */
const along = (context: t.Context, root: unknown, path: Path): t.Context => {
  const entries: Array<t.ContextEntry> = [...context]
  let actual = root
  for (const step of path) {
    // The path was found in this very value.
    actual = (actual as Record<PathStep, unknown> | null)?.[step]
    entries.push({ key: String(step), type: JsonValue, actual })
  }
  return entries
}

const validateJson = (u: unknown, context: t.Context): t.Validation<Json> =>
  mapLeft(
    (failures: Failures): Array<t.ValidationError> =>
      failures.map(({ path, value, expected }) => ({
        value,
        context: along(context, u, path),
        message: expected,
      })),
  )(jsonOf(u))

/**
 * Accepts any JSON value, as `jsonOf` does.
 *
 * @category codec
 * @since 0.1.0
 */
export const JsonValue: t.Type<Json> = /* @__PURE__ */ new t.Type<Json>(
  'a JSON value',
  isJson,
  validateJson,
  t.identity,
)

/**
 * Decodes a value; reports every defect with its path, the value found there and what was expected. Where a value
 * fits no member of a union, the defects of the member it comes closest to are reported. Never throws: a value too
 * deep to walk, or one whose members cannot be read, is one more failure.
 *
 * @category operations
 * @since 0.1.0
 */
export const decode =
  <A, O>(codec: t.Type<A, O>): ((u: unknown) => Either<Failures<'Malformed'>, A>) =>
  (u) => {
    try {
      const decoded = codec.decode(u)
      return isLeft(decoded) ? left(explain(decoded.left)) : right(decoded.right)
    } catch {
      return left([failure('Malformed', [], u, 'a value that can be read to its end')])
    }
  }
