/**
 * Runs: from the operands of a command to replayed runs, one at a time.
 *
 * @module
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import {
  type BargainReport,
  openRun,
  type ReplayReport,
  readFailure,
  type UncleanReport,
  type VerifiedRun,
} from '../trace/index.js'
import {
  kindOfRun,
  readRunDirectory,
  replayBargainDirectory,
  replayDirectory,
  walkRuns,
} from '../trace/node.js'
import type { Arguments } from './arguments.js'

/**
 * Is a folder and what its replay says: of a market run at once, of a run of bargains when it is asked for.
 *
 * @category model
 * @since 0.1.0
 */
export type Replay =
  | { readonly kind: 'market'; readonly folder: string; readonly report: ReplayReport }
  | { readonly kind: 'bargains'; readonly folder: string; readonly replay: () => BargainReport }

/** The command is `dist/cli/main.js` of the package (or `src/cli` of a checkout): the sample stands two folders up. */
const sampleFolder = (): string => fileURLToPath(new URL('../../examples/runs', import.meta.url))

/**
 * Gives the folders that a command was asked to look at: its operands, or the sample.
 *
 * @category operations
 * @since 0.1.0
 */
export const sampleOr = (args: Arguments): Either<string, ReadonlyArray<string>> => {
  const sample = args.given('sample')
  if (sample && args.operands.length > 0) return left('name directories or --sample, not both')
  if (sample) return right([sampleFolder()])
  return args.operands.length > 0
    ? right(args.operands)
    : left('name a run directory, a tree of them, or --sample')
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Matches one segment of a pattern, where `*` stands for any characters; hidden names only where it says so. */
const segmentMatches = (pattern: string): ((name: string) => boolean) => {
  const source = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  const matcher = new RegExp(`^${source}$`, 's')
  return (name) => matcher.test(name) && (pattern.startsWith('.') || !name.startsWith('.'))
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder).sort(byCodeUnits)
  } catch {
    return []
  }
}

/**
 * Expands `*` in a path, segment by segment, in the order of the names, as a shell would: quoted patterns work too. A
 * path without it, or one that is there as it is written, stays itself.
 *
 * @category operations
 * @since 0.1.0
 */
export const expandPath = (path: string): ReadonlyArray<string> => {
  if (!path.includes('*') || existsSync(path)) return [path]
  const [first = '', ...rest] = path.split('/')
  const step = (bases: ReadonlyArray<string>, segment: string): ReadonlyArray<string> =>
    segment.includes('*')
      ? bases.flatMap((base) =>
          namesIn(base === '' ? '/' : base)
            .filter(segmentMatches(segment))
            .map((name) => `${base}/${name}`),
        )
      : bases.map((base) => `${base}/${segment}`)
  const start = first.includes('*') ? namesIn('.').filter(segmentMatches(first)) : [first]
  return rest.reduce(step, start).filter((found) => existsSync(found))
}

/**
 * Is a folder that a command was pointed at: what kind of run it holds, or why it holds none.
 *
 * @category model
 * @since 0.1.0
 */
export type RunFolder =
  | { readonly kind: 'market' | 'bargains'; readonly folder: string }
  | { readonly kind: 'none'; readonly folder: string; readonly reason: string }

/**
 * Finds every run below the given paths once, in order and lazily. A path without a run says so.
 *
 * @category operations
 * @since 0.1.0
 */
export function* runFoldersOf(paths: ReadonlyArray<string>): Generator<RunFolder, void, undefined> {
  const seen = new Set<string>()
  for (const path of paths) {
    const folders = expandPath(path)
    if (folders.length === 0) yield { kind: 'none', folder: path, reason: 'matches nothing' }
    for (const folder of folders) {
      let found = 0
      for (const directory of walkRuns(folder)) {
        found += 1
        const real = realpathSync(directory)
        if (seen.has(real)) continue
        seen.add(real)
        yield { kind: kindOfRun(directory), folder: directory }
      }
      if (found > 0) continue
      const reason = existsSync(folder) ? 'holds no run' : 'is not there'
      yield { kind: 'none', folder, reason }
    }
  }
}

const noRun = (folder: string, reason: string): ReplayReport => ({
  _tag: 'Unreadable',
  name: folder,
  failures: [readFailure('EmptyDirectory', folder, 1, [], reason, 'a run directory')],
})

/**
 * Replays every run below the given paths once, in order, holding one at a time. A path without a run gives a report that
 * says so.
 *
 * @category operations
 * @since 0.1.0
 */
export function* replaysOf(paths: ReadonlyArray<string>): Generator<Replay, void, undefined> {
  for (const found of runFoldersOf(paths)) {
    const { folder } = found
    switch (found.kind) {
      case 'bargains':
        yield { kind: found.kind, folder, replay: () => replayBargainDirectory(folder) }
        break
      case 'market':
        yield { kind: found.kind, folder, report: replayDirectory(folder) }
        break
      case 'none':
        yield { kind: 'market', folder, report: noRun(folder, found.reason) }
    }
  }
}

/**
 * Opens the market run of a folder if it is verified; else gives the report that says why not.
 *
 * @category operations
 * @since 0.1.0
 */
export const openFolder = (folder: string): VerifiedRun | UncleanReport => {
  const files = readRunDirectory(folder)
  return isLeft(files)
    ? { _tag: 'Unreadable', name: basename(folder), failures: files.left }
    : openRun(files.right)
}
