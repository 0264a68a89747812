/**
 * Known options: a law that a suite owes before any other, that its options are those it has.
 *
 * A suite is a list of laws and has no other way to refuse: what is wrong with its options is a law called `options`,
 * first of the list, that is broken whatever is drawn. Where nothing is wrong there is no such law.
 *
 * Laws
 *   L1 told    an option of another name, and what is no object of options, break the law `options`; known ones make none
 *
 * @module
 */
import fc from 'fast-check'
import { showValue } from '../core/failure.js'
import { type Law, law } from './law.js'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Tells whether a value is an arbitrary of fast-check, this copy's or another's.
 *
 * @category operations
 * @since 0.1.0
 */
export const isArbitrary = (value: unknown): boolean =>
  isFields(value) && typeof value['generate'] === 'function'

/**
 * States the law `options`, broken with the given complaint; none without one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const optionsLaw = (options: unknown, complaint: string | null): ReadonlyArray<Law> =>
  complaint === null ? [] : [law('options', fc.constant(options), () => complaint)]

/**
 * Says what is wrong with the names of options; `null` where nothing is. `within` is the option that they belong to.
 *
 * @category operations
 * @since 0.1.0
 */
export const unknownOption = (
  options: unknown,
  known: ReadonlyArray<string>,
  within = '',
): string | null => {
  if (options === undefined) return null
  if (!isFields(options)) {
    return `${within === '' ? '' : `${within}: `}expected an object of options, got ${showValue(options)}`
  }
  const stray = Object.keys(options).find(
    (key) => options[key] !== undefined && !known.includes(key),
  )
  if (stray === undefined) return null
  const place = within === '' ? stray : `${within}.${stray}`
  return `there is no option ${place}; there are ${known.join(', ')}`
}

/**
 * Gives the options, or none where they are no object.
 *
 * @category operations
 * @since 0.1.0
 */
export const objectOr = <O extends object>(options: O, none: O): O =>
  isFields(options) ? options : none
