/**
 * Configuration files: from the name of a file, or of an official case, to the world that it makes.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Either } from 'fp-ts/lib/Either.js'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Summation } from '../core/arithmetic.js'
import { type Failures, renderFailures } from '../core/failure.js'
import {
  configToSnapshot,
  type ExchangeConfig,
  readExchangeConfig,
  type World,
  worldOf,
} from '../economy/index.js'
import type { Arguments } from './arguments.js'
import { expandPath } from './runs.js'
import { casesOf } from './sweep-arguments.js'

/**
 * Is the world of a configuration and a seed, and the rule by which utilities are added in it.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConfiguredWorld {
  readonly config: ExchangeConfig
  /** Keys of the file that no configuration has: they are ignored, and said. */
  readonly unknown: ReadonlyArray<string>
  readonly seed: number | string
  readonly world: World
  readonly summation: Summation
}

const readText = async (file: string): Promise<Either<string, string>> => {
  try {
    const kind = await stat(file)
    // A device may have no end; a pipe is what a shell puts in place of a file.
    if (kind.isCharacterDevice() || kind.isBlockDevice()) {
      return left(`${file}: a device, not a file`)
    }
    return right(await readFile(file, 'utf8'))
  } catch (error) {
    return left(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const parsed = (file: string, text: string): Either<string, unknown> => {
  try {
    return right(JSON.parse(text) as unknown)
  } catch (error) {
    return left(`${file}: not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const explained = <A>(file: string, read: Either<Failures, A>): Either<string, A> =>
  isLeft(read) ? left(renderFailures(read.left).replaceAll(/^/gm, `${file}: `)) : read

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Keys that a written configuration does not have; a leading underscore marks a note. */
const unknownKeys = (json: unknown, written: unknown, above = ''): ReadonlyArray<string> => {
  const known = membersOf(written)
  return Object.keys(membersOf(json))
    .filter((key) => !Object.hasOwn(known, key) && !key.startsWith('_') && key !== 'roles')
    .map((key) => `${above}${key}`)
}

const unknownIn = (json: unknown, config: ExchangeConfig): ReadonlyArray<string> => {
  const snapshot = configToSnapshot(config)
  const nested = ['protocol', 'institution_pressure'].flatMap((key) =>
    unknownKeys(membersOf(json)[key], snapshot[key], `${key}.`),
  )
  return [...unknownKeys(json, snapshot), ...nested]
}

/** A whole number, or a word; what looks like another number, or is empty, is more likely a slip than a word. */
const seedOf = (args: Arguments, config: ExchangeConfig): Either<string, number | string> => {
  const text = args.value('seed')
  if (text === undefined) return right(config.seed)
  if (/^-?\d+$/.test(text)) return right(Number.isSafeInteger(Number(text)) ? Number(text) : text)
  return text.trim() === '' || !Number.isNaN(Number(text))
    ? left(`--seed takes a whole number or a word, not ${JSON.stringify(text)}`)
    : right(text)
}

const worldIn = (
  name: string,
  args: Arguments,
  config: ExchangeConfig,
  unknown: ReadonlyArray<string>,
): Either<string, ConfiguredWorld> => {
  const chosen = seedOf(args, config)
  if (isLeft(chosen)) return chosen
  const seed = chosen.right
  const world = explained(name, worldOf(config, seed))
  if (isLeft(world)) return world
  const summation = args.value('summation') === 'plain' ? 'plain' : 'neumaier'
  return right({ config, unknown, seed, world: world.right, summation })
}

/**
 * Reads a configuration file and makes its world, under `--seed` and `--summation`; a reason where that fails.
 *
 * @category constructors
 * @since 0.1.0
 */
export const configuredWorld = async (
  file: string,
  args: Arguments,
): Promise<Either<string, ConfiguredWorld>> => {
  const text = await readText(file)
  if (isLeft(text)) return text
  const json = parsed(file, text.right)
  if (isLeft(json)) return json
  const config = explained(file, readExchangeConfig(json.right))
  if (isLeft(config)) return config
  return worldIn(file, args, config.right, unknownIn(json.right, config.right))
}

/**
 * Makes the worlds that a name stands for: a file, a pattern of files, or an official case by the beginning of its name.
 *
 * @category constructors
 * @since 0.1.0
 */
export const configuredWorlds = async (
  name: string,
  args: Arguments,
): Promise<ReadonlyArray<Either<string, ConfiguredWorld>>> => {
  const files = expandPath(name)
  if (files.length === 0) return [left(`${name}: matches nothing`)]
  if (files.some((file) => existsSync(file))) {
    return Promise.all(files.map((file) => configuredWorld(file, args)))
  }
  const cases = casesOf([name])
  return isLeft(cases)
    ? [left(`${name}: ${cases.left}`)]
    : cases.right.map((config) => worldIn(name, args, config, []))
}
