/**
 * Plain input: what scorers of gains are given from plain JavaScript, of which the types promise nothing.
 *
 * @module
 */
import { type Failure, failure } from '../core/failure.js'

/**
 * Is a value with members that are still to be checked.
 *
 * @category model
 * @since 0.1.0
 */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Gives the members of an object; `null` for what is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null

/**
 * Finds what is wrong with options that hold a rule of summation and nothing else; paths start with `options`.
 *
 * @category operations
 * @since 0.1.0
 */
export const wrongOptions = <Tag extends string>(
  tag: Tag,
  options: unknown,
): ReadonlyArray<Failure<Tag>> => {
  const fields = fieldsOf(options)
  if (fields === null) return [failure(tag, ['options'], options, 'an object of options')]
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (key !== 'summation') {
      return [failure(tag, ['options', key], value, 'no such option but summation')]
    }
    return value === 'plain' || value === 'neumaier'
      ? []
      : [failure(tag, ['options', key], value, "'plain' or 'neumaier'")]
  })
}
