import { readFileSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Json, JsonRecord } from '../../src/core/json.js'
import { recordRun } from '../../src/trace/record.js'
import type { RunToRecord } from '../../src/trace/recording.js'
import { replayRun } from '../../src/trace/replay.js'
import type { RunFileName, RunFiles } from '../../src/trace/run-files.js'
import { writeJson } from '../../src/trace/write.js'
import { exampleRun } from '../support/example-run.js'
import { describeReference } from '../support/reference.js'
import { projectRoot } from '../support/sources.js'
import { readRun } from '../support/tampering.js'

const files = [
  ['run_meta.json', 'document'],
  ['trace.jsonl', 'trace'],
  ['inference_manifest.jsonl', 'manifest'],
  ['summary.json', 'document'],
] as const

type Steps = ReadonlyArray<string | number>

interface Edit {
  readonly file: RunFileName
  /** The field, with `*` for an index and for the number of an agent. */
  readonly field: string
  readonly apply: () => RunFiles
}

/** Paths of all values without members of their own, in lists of the first one; an empty list or object is one. */
const leavesOf = (value: Json, path: Steps = []): ReadonlyArray<Steps> => {
  if (typeof value !== 'object' || value === null) return [path]
  // The first of a list stands for all of them.
  const keys = Array.isArray(value) ? value.slice(0, 1).map(() => 0) : Object.keys(value)
  if (keys.length === 0) return [path]
  return keys.flatMap((key) => leavesOf((value as JsonRecord)[key] ?? null, [...path, key]))
}

const valueAt = (value: Json, path: Steps): Json =>
  path.reduce<Json>((inner, key) => (inner as JsonRecord)[key] ?? null, value)

const withValue = (value: Json, path: Steps, other: Json): Json => {
  const [key, ...rest] = path
  if (key === undefined) return other
  const inner = withValue((value as JsonRecord)[key] ?? null, rest, other)
  if (Array.isArray(value)) return value.map((element, index) => (index === key ? inner : element))
  return { ...(value as JsonRecord), [key]: inner }
}

const othersOf = (value: Json): ReadonlyArray<Json> => {
  if (value === null) return ['x', 11]
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return [Array.isArray(value) ? ['x'] : { x: 'x' }]
  const words = [`${value} x`, 'Entirely other words.']
  return words.filter((word) => word !== value)
}

const linesOf = (file: RunFileName, text: string): ReadonlyArray<string> =>
  file.endsWith('.jsonl') ? text.split('\n').slice(0, -1) : [text]

const fieldOf = (path: Steps): string =>
  path.map((key) => (/^\d+$/.test(String(key)) ? '*' : key)).join('.')

/** A few changes of each value of each file but the snapshot, whose hash vouches for all of it; of a log one row. */
const editsOf = (run: RunFiles): ReadonlyArray<Edit> =>
  files.flatMap(([file, layout]) => {
    const text = run.files[file]
    if (text === undefined) return []
    const lines = linesOf(file, text)
    const end = layout === 'document' ? '' : '\n'
    return lines.flatMap((line, at) => {
      if (at !== Math.min(1, lines.length - 1)) return []
      const json = JSON.parse(line) as Json
      return leavesOf(json).flatMap((path) =>
        othersOf(valueAt(json, path)).map((other) => ({
          file,
          field: fieldOf(path),
          apply: () => {
            const edited = writeJson(layout, withValue(json, path, other))
            const all = lines.map((one, index) => (index === at ? edited : one) + end)
            return { ...run, files: { ...run.files, [file]: all.join('') } }
          },
        })),
      )
    })
  })

/** The fields in which some edit went unseen, each once, as `file field`. */
const unseenIn = (run: RunFiles): ReadonlySet<string> => {
  expect(replayRun(run)._tag).toBe('Verified')
  const unseen = editsOf(run).filter(({ apply }) => replayRun(apply())._tag === 'Verified')
  return new Set(unseen.map(({ file, field }) => `${file} ${field}`))
}

/** The tables of the guide: the fields of every run, and those of runs without hashes of rows. */
const [everywhere = [], elsewhere = []] = ((): ReadonlyArray<ReadonlyArray<string>> => {
  const guide = readFileSync(`${projectRoot}docs/guides/replay.md`, 'utf8')
  const section = guide.split('\n## ').find((one) => one.startsWith('What is not checked')) ?? ''
  const tables = section.split('\n\n').filter((part) => part.startsWith('|'))
  return tables.map((table) =>
    table
      .split('\n')
      .slice(2)
      .flatMap((row) => {
        const [, file = '', fields = ''] = row.split('|')
        const names = [...fields.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
        return names.map((name) => `${file.replaceAll('`', '').trim()} ${name}`)
      }),
  )
})()

const isBelow = (field: string, listed: string): boolean =>
  field === listed || field.startsWith(`${listed}.`)

const unlisted = (unseen: Iterable<string>, listed: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...unseen].filter((field) => !listed.some((name) => isBelow(field, name)))

const recorded = (run: RunToRecord): RunFiles => {
  const made = recordRun(run)
  if (isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

const withMeta = (run: RunFiles, change: (meta: JsonRecord) => JsonRecord): RunFiles => {
  const meta = JSON.parse(run.files['run_meta.json'] ?? '') as JsonRecord
  return {
    ...run,
    files: { ...run.files, 'run_meta.json': writeJson('document', change(meta)) },
  }
}

/** The same run as another recorder would have it: without an engine, and so without hashes of rows. */
const ofAnother = (run: RunFiles): RunFiles =>
  withMeta(run, ({ engine: _, ...meta }) => ({ ...meta, python: '3.12.1' }))

const withoutHashes = (run: RunFiles): RunFiles =>
  withMeta(run, (meta) => {
    const { manifest_sha256: _, trace_sha256: __, ...engine } = meta['engine'] as JsonRecord
    return { ...meta, engine }
  })

/** Nobody is asked in private in an offline run of another recorder. */
const unasked = (run: RunToRecord): RunToRecord => ({
  ...run,
  config: { ...run.config, protocol: { ...run.config.protocol, privateAcceptanceCheck: false } },
})

const published = (run: RunFiles): RunFiles => ({
  ...run,
  files: {
    ...run.files,
    'inference_manifest.jsonl': (run.files['inference_manifest.jsonl'] ?? '').replace(
      /"prompt": "[^"]*"/g,
      '"prompt": ""',
    ),
  },
})

const ours = [recorded(exampleRun('offline')), recorded(exampleRun('live'))]
const others = [
  ofAnother(recorded(unasked(exampleRun('offline')))),
  ofAnother(recorded(exampleRun('live'))),
  published(ofAnother(recorded(exampleRun('live')))),
]

describe('a single edit', () => {
  it('of any field of a run of our own is seen, or the guide lists the field', () => {
    const unseen = ours.flatMap((run) => [...unseenIn(run)])
    expect(unlisted(unseen, everywhere)).toEqual([])
    const stale = everywhere.filter((name) => !unseen.some((field) => isBelow(field, name)))
    // Overrides are unseen where they say what the snapshot says.
    expect(stale).toEqual(['run_meta.json overrides.controllers', 'run_meta.json overrides.rounds'])
  })

  it('of any field of a run of another recorder is seen, or the guide lists the field', () => {
    const unseen = others.flatMap((run) => [...unseenIn(run)])
    expect(unlisted(unseen, [...everywhere, ...elsewhere])).toEqual([])
    const stale = elsewhere.filter((name) => !unseen.some((field) => isBelow(field, name)))
    expect(stale).toEqual([])
  })

  it('of a run of our own without hashes of rows is seen as in runs of other recorders', () => {
    const unseen = ours.flatMap((run) => [...unseenIn(withoutHashes(run))])
    expect(unlisted(unseen, [...everywhere, ...elsewhere])).toEqual([])
  })

  it('of an override is unseen only where it repeats the snapshot', () => {
    const [run] = ours
    if (run === undefined) throw new Error('no run')
    const overriding = (overrides: JsonRecord) =>
      replayRun(withMeta(run, (meta) => ({ ...meta, overrides })))._tag
    expect(overriding({ controllers: [1], rounds: 3, seed: 11 })).toBe('Verified')
    expect(overriding({ controllers: [2], rounds: null, seed: null })).toBe('Differs')
    expect(overriding({ controllers: null, rounds: 2, seed: null })).toBe('Differs')
    expect(overriding({ controllers: null, rounds: null, seed: 12 })).toBe('Differs')
  })
})

describeReference('a single edit of a recorded run', (folder) => {
  it.each([
    'case02_multiparty_clearing__offline__s1200',
    'case01_visible_bilateral_ir__greedy__s1200',
    'core_atomic_ir_clean__llm__s1200',
  ])('is seen, or the guide lists the field: %s', (name) => {
    const unseen = unseenIn(readRun(`${folder}/runs`, name))
    expect(unlisted(unseen, [...everywhere, ...elsewhere])).toEqual([])
  })
})
