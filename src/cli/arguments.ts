/**
 * Arguments: reading a command line with `node:util`, with every mistake said in one line.
 *
 * @module
 */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Either } from 'fp-ts/lib/Either.js'
import { left, right } from 'fp-ts/lib/Either.js'

/**
 * Declares the options of a command: `true` for a switch, a word for an option with a value.
 *
 * @category model
 * @since 0.1.0
 */
export type OptionTable = Readonly<Record<string, 'switch' | 'value'>>

/**
 * Is a command line that was understood: what stands alone, switches that were given, and values.
 *
 * @category model
 * @since 0.1.0
 */
export interface Arguments {
  readonly operands: ReadonlyArray<string>
  readonly given: (name: string) => boolean
  readonly value: (name: string) => string | undefined
}

/**
 * Reads a command line against a table of options; a mistake is one line of text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readArguments = (
  argv: ReadonlyArray<string>,
  table: OptionTable,
): Either<string, Arguments> => {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    Object.entries(table).map(([name, kind]) => [
      name,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      strict: true,
    })
    return right({
      operands: positionals,
      given: (name) => values[name] === true,
      value: (name) => {
        const found = values[name]
        return typeof found === 'string' ? found : undefined
      },
    })
  } catch (error) {
    return left(
      error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error),
    )
  }
}

/**
 * Reads a whole number of at least `least` from an option; a mistake is one line of text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const wholeNumber = (
  args: Arguments,
  name: string,
  least: number,
  otherwise: number,
): Either<string, number> => {
  const text = args.value(name)
  if (text === undefined) return right(otherwise)
  const number = Number(text)
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) && number >= least
    ? right(number)
    : left(`--${name} takes a whole number of at least ${least}, not ${JSON.stringify(text)}`)
}
