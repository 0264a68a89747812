import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, readProject } from '../support/sources.js'

/** What each folder of `src` may import beside itself. The front door, the laws and the command may import all. */
const below = (...folders: ReadonlyArray<string>): ReadonlySet<string> => new Set(folders)
const upToSettlement = ['core', 'statistics', 'economy', 'settlement'] as const
const games = ['exchange', 'bargaining', 'confluence'] as const
const upToGames = [...upToSettlement, 'mechanisms', 'oracle', ...games] as const

const mayImport: Readonly<Record<string, ReadonlySet<string>>> = {
  core: below(),
  statistics: below('core'),
  economy: below('core'),
  settlement: below('core', 'economy'),
  mechanisms: below(...upToSettlement),
  oracle: below(...upToSettlement, 'mechanisms'),
  exchange: below(...upToSettlement, 'mechanisms'),
  bargaining: below(...upToSettlement, 'mechanisms'),
  confluence: below(...upToSettlement, 'mechanisms'),
  agents: below(...upToGames),
  trace: below(...upToGames),
  scoring: below(...upToGames, 'trace'),
  run: below(...upToGames, 'agents', 'trace', 'scoring'),
  laws: below(...upToGames, 'agents', 'trace', 'scoring', 'run'),
  cli: below(...upToGames, 'agents', 'trace', 'scoring', 'run', 'laws'),
}

const specifiers = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]/g)]
    .concat([...source.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g)])
    .map((match) => match[1] ?? '')

const folderOf = (file: string): string | null => {
  const [, folder, rest] = file.split('/')
  return rest === undefined ? null : (folder ?? null)
}

interface Edge {
  readonly file: string
  readonly from: string
  readonly to: string | null
}

const edges: ReadonlyArray<Edge> = filesBelow('src', '.ts').flatMap((file) => {
  const from = folderOf(file)
  if (from === null) return []
  return specifiers(readProject(file))
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ file, from, to: folderOf(posix.join(dirname(file), name)) }))
})

describe('layers', () => {
  it('sees the imports of the project', () => {
    expect(edges.length).toBeGreaterThan(50)
  })

  it('knows every folder of src', () => {
    const unknown = edges.map((edge) => edge.from).filter((folder) => !(folder in mayImport))
    expect([...new Set(unknown)]).toEqual([])
  })

  it('imports go strictly down', () => {
    const upward = edges
      .filter((edge) => edge.to !== edge.from)
      .filter((edge) => edge.to === null || !mayImport[edge.from]?.has(edge.to))
      .map((edge) => `${edge.file} imports ${edge.to ?? 'the front door'}`)
    expect(upward).toEqual([])
  })

  it('outside the file readers of the edges, nothing imports Node', () => {
    const offenders = filesBelow('src', '.ts')
      .filter((file) => !/^src\/(cli|run)\/|^src\/trace\/node(-rows)?\.ts$/.test(file))
      .filter((file) => specifiers(readProject(file)).some((name) => name.startsWith('node:')))
    expect(offenders).toEqual([])
  })

  it('nothing but trace/node.ts itself and the edges imports trace/node.ts', () => {
    const offenders = filesBelow('src', '.ts')
      .filter((file) => !/^src\/(cli|run)\/|^src\/trace\/node\.ts$/.test(file))
      .filter((file) =>
        specifiers(readProject(file)).some((name) => /\/node(-rows)?\.js$/.test(name)),
      )
    expect(offenders).toEqual([])
  })

  it('keeps every module at most 350 lines', () => {
    const long = filesBelow('src', '.ts')
      .map((file) => ({ file, lines: readProject(file).split('\n').length }))
      .filter((entry) => entry.lines > 350)
    expect(long).toEqual([])
  })
})
