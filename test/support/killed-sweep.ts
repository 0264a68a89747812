import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { drawAt } from '../../src/core/random/index.js'
import { bundle } from './bundle.mjs'
import { projectRoot } from './sources.js'

/** The command as a program of its own, bundled once. */
export const commandFile = async (folder: string): Promise<string> => {
  // Inside of the project, so that it finds what it imports.
  const cache = `${projectRoot}node_modules/.cache/edgeworth-killed/`
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `${process.pid}-${folder.replaceAll(/\W+/g, '-').slice(-20)}.mjs`)
  await bundle(`${projectRoot}src/cli/main.ts`, file)
  return file
}

/** What a process came to; `null` for one that was killed. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export const started = (
  file: string,
  argv: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } => {
  const child = spawn(process.execPath, [file, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  return { child, ended }
}

/** Every file below a folder with its text, by path; locks and journals apart where they are not asked for. */
export const textsBelow = (
  folder: string,
  isWanted: (path: string) => boolean = () => true,
  below = '',
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`
    if (statSync(join(folder, path)).isDirectory()) {
      for (const [inner, text] of textsBelow(folder, isWanted, path)) found.set(inner, text)
    } else if (isWanted(path)) found.set(path, readFileSync(join(folder, path), 'utf8'))
  }
  return found
}

/** The lines of a log that are whole. */
export const wholeLines = (path: string): ReadonlyArray<string> =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []

/** The answers that are kept in a sweep, by game: whole lines of its journals. */
export const keptIn = (directory: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const folder = join(directory, 'journal')
  if (!existsSync(folder)) return new Map()
  return new Map(readdirSync(folder).map((name) => [name, wholeLines(join(folder, name))] as const))
}

export interface KilledSweep {
  /** What was lost, doubled or came out different; empty if all is well. */
  readonly wrong: ReadonlyArray<string>
  readonly kills: number
  /** How many answers were kept, and how many games finished, at the moment of each kill. */
  readonly moments: ReadonlyArray<{ readonly answers: number; readonly games: number }>
}

const answersIn = (kept: ReadonlyMap<string, ReadonlyArray<string>>): number =>
  [...kept.values()].reduce((total, lines) => total + Math.max(0, lines.length - 1), 0)

const bytesBelow = (folder: string): number => {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce((total, name) => {
    try {
      return total + statSync(join(folder, name)).size
    } catch {
      return total // It was renamed just now.
    }
  }, 0)
}

/** Kills a process when so many bytes of answers are kept and some milliseconds more have passed. */
const killAt = (
  child: ChildProcess,
  journals: string,
  bytes: number,
  extra: number,
): (() => void) => {
  const timer = setInterval(() => {
    if (bytesBelow(journals) < bytes) return
    clearInterval(timer)
    setTimeout(() => child.kill('SIGKILL'), extra)
  }, 2)
  return () => clearInterval(timer)
}

/**
 * Kills a sweep with SIGKILL at as many moments as are given, each the share of all answers that are kept by then and
 * the milliseconds that pass after; goes on after each, and compares the end with an unbroken sweep.
 */
export const killedSweep = async (options: {
  readonly file: string
  readonly argv: ReadonlyArray<string>
  readonly unbroken: string
  readonly directory: string
  readonly moments: ReadonlyArray<readonly [share: number, milliseconds: number]>
  readonly workers: number
}): Promise<KilledSweep> => {
  const { file, argv, unbroken, directory, workers } = options
  const wrong: Array<string> = []
  const moments: Array<{ readonly answers: number; readonly games: number }> = []
  const log = `${directory}.log`
  const env = { FAKE_MODEL_LOG: log }
  const all = bytesBelow(join(unbroken, 'journal'))
  let kills = 0
  let before = keptIn(directory)
  for (const [share, milliseconds] of [...options.moments].sort(([a], [b]) => a - b)) {
    const { child, ended } = started(file, [...argv, '--out', directory], env)
    const lift = killAt(child, join(directory, 'journal'), share * all, milliseconds)
    const { code, err } = await ended
    lift()
    if (code === null) kills += 1
    else wrong.push(`it ended with ${code} before it was killed: ${err}`)
    const after = keptIn(directory)
    for (const [name, lines] of before) {
      const now = after.get(name) ?? []
      if (!lines.every((line, at) => now[at] === line)) wrong.push(`${name} lost answers`)
    }
    before = after
    const runs = join(directory, 'runs')
    const games = existsSync(runs) ? readdirSync(runs).filter((n) => !n.startsWith('.')).length : 0
    moments.push({ answers: answersIn(after), games })
  }
  const last = await started(file, ['resume', directory, '--workers', String(workers)], env).ended
  if (last.code !== 0) wrong.push(`resume ended with ${last.code}: ${last.err}`)
  const expected = textsBelow(unbroken)
  const found = textsBelow(directory)
  for (const path of new Set([...expected.keys(), ...found.keys()])) {
    if (expected.get(path) !== found.get(path)) wrong.push(`${path} is another one`)
  }
  // A question is asked again only if its answer was not kept when the process was killed: one a worker.
  const asked = wholeLines(log).length
  const kept = [...keptIn(directory).values()]
    .flat()
    .filter((line) => line.includes('"model":"command"')).length
  if (asked < kept || asked > kept + kills * workers) {
    wrong.push(`${asked} questions for ${kept} answers and ${kills} kills`)
  }
  return { wrong, kills, moments }
}

/** Moments at which a sweep is killed: shares of its answers, and milliseconds after. */
export const momentsOf = (count: number): ReadonlyArray<readonly [number, number]> =>
  Array.from(
    { length: count },
    (_, kill) => [0.97 * drawAt(5n, kill, 0), 25 * drawAt(5n, kill, 1)] as const,
  )
