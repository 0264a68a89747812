/**
 * Runs: from the operands of a command to replayed runs, one at a time.
 *
 * @module
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type BargainReport, type ReplayReport, readFailure } from '../trace/index.js'
import { kindOfRun, replayBargainDirectory, replayDirectory, walkRuns } from '../trace/node.js'
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

const noRun = (folder: string, reason: string): Replay => ({
  kind: 'market',
  folder,
  report: {
    _tag: 'Unreadable',
    name: folder,
    failures: [readFailure('EmptyDirectory', folder, 1, [], reason, 'a run directory')],
  },
})

/**
 * Replays every run below the given paths once, in order, holding one at a time. A path without a run gives a report that
 * says so.
 *
 * @category operations
 * @since 0.1.0
 */
export function* replaysOf(paths: ReadonlyArray<string>): Generator<Replay, void, undefined> {
  const seen = new Set<string>()
  for (const path of paths) {
    const folders = expandPath(path)
    if (folders.length === 0) yield noRun(path, 'matches nothing')
    for (const folder of folders) {
      let found = 0
      for (const directory of walkRuns(folder)) {
        found += 1
        const real = realpathSync(directory)
        if (seen.has(real)) continue
        seen.add(real)
        yield kindOfRun(directory) === 'bargains'
          ? {
              kind: 'bargains',
              folder: directory,
              replay: () => replayBargainDirectory(directory),
            }
          : { kind: 'market', folder: directory, report: replayDirectory(directory) }
      }
      if (found === 0) yield noRun(folder, existsSync(folder) ? 'holds no run' : 'is not there')
    }
  }
}
