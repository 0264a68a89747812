import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { Bench } from 'tinybench'
import { readRowsOf, walkRuns } from '../../src/trace/node.js'
import { recordRun } from '../../src/trace/record.js'
import { replayRun } from '../../src/trace/replay.js'
import { isTraceRow } from '../../src/trace/row-codec.js'
import { readRows, traceRows } from '../../src/trace/rows.js'
import { type RunFiles, runFileNames } from '../../src/trace/run-files.js'
import { exampleRun } from '../support/example-run.js'
import { referenceFolder } from '../support/reference-folder.js'

const ROWS = 4000

/** The recorded runs where there are any, else one of our own. */
const runs = (): ReadonlyArray<RunFiles> => {
  const recorded = referenceFolder === null ? [] : [...walkRuns(referenceFolder)]
  const read = recorded.map((directory) => ({
    name: directory,
    files: Object.fromEntries(
      runFileNames.flatMap((file) => {
        try {
          return [[file, readFileSync(join(directory, file), 'utf8')] as const]
        } catch {
          return []
        }
      }),
    ),
  }))
  if (read.length > 0) return read
  const own = recordRun(exampleRun('live'))
  return isLeft(own) ? [] : [own.right]
}

const rowLines = (all: ReadonlyArray<RunFiles>): ReadonlyArray<string> => {
  const lines = all.flatMap(({ files }) => (files['trace.jsonl'] ?? '').trimEnd().split('\n'))
  // Every line is a string of its own: one that is parsed again and again would come from the cache.
  return Array.from({ length: ROWS }, (_, index) =>
    Buffer.from(lines[index % lines.length] ?? '{}').toString('utf8'),
  )
}

const drain = (rows: Iterable<unknown>): number => {
  let count = 0
  for (const _ of rows) count += 1
  return count
}

type Times = ReadonlyMap<string, number>

/** One round of all tasks, so that a ratio compares what ran close together: medians in milliseconds by name. */
const timeRound = async (tasks: Readonly<Record<string, () => void>>): Promise<Times> => {
  const bench = new Bench({ time: 250, iterations: 4, warmupTime: 50, warmupIterations: 1 })
  for (const [name, task] of Object.entries(tasks)) bench.add(name, task)
  await bench.run()
  return new Map(
    bench.tasks.map(({ name, result }) => [
      name,
      'latency' in result ? result.latency.p50 : Number.NaN,
    ]),
  )
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const ROUNDS = 9

/** Measures reading and replaying: medians of ratios within a round; absolute times depend on the machine. */
export const run = async (): Promise<void> => {
  const all = runs()
  const lines = rowLines(all)
  const text = lines.map((line) => `${line}\n`).join('')
  const folder = mkdtempSync(join(tmpdir(), 'edgeworth-bench-'))
  const file = join(folder, 'trace.jsonl')
  writeFileSync(file, text)
  let next = 0
  const tasks = {
    parse: () => {
      for (const line of lines) JSON.parse(line)
    },
    validate: () => {
      for (const line of lines) if (!isTraceRow(JSON.parse(line))) throw new Error('refused')
    },
    decode: () => {
      for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) JSON.parse(line)
    },
    text: () => {
      if (drain(readRows(traceRows, 'trace.jsonl', [text])) !== ROWS) throw new Error('lost')
    },
    file: () => {
      if (drain(readRowsOf(traceRows, file)) !== ROWS) throw new Error('lost')
    },
    replay: () => {
      const files = all[next++ % all.length]
      if (files === undefined || replayRun(files)._tag !== 'Verified') throw new Error('differs')
    },
  }
  const rounds: Array<Times> = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeRound(tasks))
  rmSync(folder, { recursive: true })
  const ratio = (name: string, base: string): number =>
    median(rounds.map((times) => (times.get(name) ?? Number.NaN) / (times.get(base) ?? Number.NaN)))
  const time = (name: string): number =>
    median(rounds.map((times) => times.get(name) ?? Number.NaN))
  const bytes = Buffer.byteLength(text)
  console.log(`rows: ${ROWS} of ${all.length} runs, ${Math.round(bytes / ROWS)} bytes each`)
  console.log(`JSON.parse alone: ${Math.round(bytes / 1000 / time('parse'))} MB/s`)
  const print = (what: string, value: number, aim: string): void =>
    console.log(`${what}: ${value.toFixed(2)} (${aim})`)
  print('parse and validate, time over JSON.parse', ratio('validate', 'parse'), 'at most 1.3')
  print('full rows of a text, speed over JSON.parse', ratio('parse', 'text'), 'at least 0.6')
  print(
    'full rows of a file, speed over JSON.parse of lines in memory',
    ratio('parse', 'file'),
    'at least 0.6',
  )
  print(
    'full rows of a file, speed over readFile, split, JSON.parse',
    ratio('decode', 'file'),
    'for information',
  )
  console.log(`replays per second: ${Math.round(1000 / time('replay'))}`)
  console.log(`resident memory: ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
}
