import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { isManifestRow, ManifestRow } from '../../src/trace/manifest-codec.js'
import { recordRun } from '../../src/trace/record.js'
import { isTraceRow, TraceRow } from '../../src/trace/row-codec.js'
import { manifestRows, type RowRead, readRows, traceRows } from '../../src/trace/rows.js'
import { exampleRun } from '../support/example-run.js'

const files = recordRun(exampleRun('live'))
const { 'trace.jsonl': trace = '', 'inference_manifest.jsonl': manifest = '' } =
  files._tag === 'Right' ? files.right.files : {}
const goodLines = trace.trimEnd().split('\n')

const lines = fc.array(
  fc
    .oneof(fc.constantFrom(...goodLines), fc.json(), fc.string({ maxLength: 12 }))
    .map((line) => line.replaceAll('\n', ' ')),
  { maxLength: 8 },
)

const read = (chunks: Iterable<string>): ReadonlyArray<RowRead<TraceRow>> => [
  ...readRows(traceRows, 'trace.jsonl', chunks),
]

/** A value like a row, with one member changed at random, deep or shallow. */
const nearRows = (good: ReadonlyArray<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...good),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(null, -1, 1.5, 'x', true, [], {}),
    )
    .map(([row, member, inner, value]) => {
      const copy = structuredClone(row) as Record<string, unknown>
      const keys = Object.keys(copy)
      const key = keys[member % keys.length] ?? ''
      const below = copy[key]
      if (typeof below === 'object' && below !== null && inner % 2 === 0) {
        const innerKeys = Object.keys(below)
        const innerKey = innerKeys[inner % Math.max(1, innerKeys.length)] ?? 'none'
        ;(below as Record<string, unknown>)[innerKey] = value
      } else if (inner % 3 === 0) delete copy[key]
      else copy[key] = value
      return copy
    })

describe('row laws', () => {
  it('L1 lines', () => {
    fc.assert(
      fc.property(lines, (list) => {
        const reads = read([list.map((line) => `${line}\n`).join('')])
        expect(reads.map((one) => one.line)).toEqual(list.map((_, index) => index + 1))
        expect(reads.every((one) => one._tag !== 'Cut')).toBe(true)
      }),
    )
  })

  it('L2 chunks', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 6 })
    fc.assert(
      fc.property(lines, cuts, fc.boolean(), (list, places, ended) => {
        const text = list.join('\n') + (ended ? '\n' : '')
        const at = [...places.map((place) => place % (text.length + 1)), 0, text.length]
        const sorted = at.sort((a, b) => a - b)
        const chunks = sorted.map((start, index) => text.slice(start, sorted[index + 1] ?? start))
        expect(read(chunks)).toEqual(read([text]))
      }),
    )
  })

  it('L3 agreement', () => {
    const rows = goodLines.map((line): unknown => JSON.parse(line))
    const calls = manifest
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    fc.assert(
      fc.property(fc.oneof(nearRows(rows), fc.constantFrom(...rows), fc.jsonValue()), (value) => {
        expect(isTraceRow(value)).toBe(isRight(decode(TraceRow)(value)))
        const [one] = read([`${JSON.stringify(value)}\n`])
        expect(one?._tag === 'Row').toBe(isTraceRow(value))
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.oneof(nearRows(calls), fc.constantFrom(...calls)), (value) => {
        expect(isManifestRow(value)).toBe(isRight(decode(ManifestRow)(value)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('reading rows', () => {
  it('explains a refused row with its file, line and path', () => {
    const bad = (goodLines[1] ?? '').replace('"proposer_id": 1', '"proposer_id": "1"')
    const [, second, third] = read([`${goodLines[0]}\n${bad}\n${goodLines[2]}\n`])
    expect(second).toMatchObject({
      _tag: 'Refused',
      failures: [
        {
          _tag: 'Malformed',
          file: 'trace.jsonl',
          line: 2,
          path: ['event', 'proposer_id'],
          value: '1',
        },
      ],
    })
    expect(third?._tag).toBe('Row')
  })

  it('tells a line that was cut from one that is wrong', () => {
    const half = trace.slice(0, 40)
    expect(read([half])).toEqual([{ _tag: 'Cut', line: 1, text: half }])
    expect(read([`${half}\n`])[0]?._tag).toBe('Refused')
  })

  it('gives nothing for an empty log', () => {
    expect(read([''])).toEqual([])
    expect(read([])).toEqual([])
  })

  it('reads a manifest by its own format', () => {
    const reads = [...readRows(manifestRows, 'inference_manifest.jsonl', [manifest])]
    expect(reads.length).toBeGreaterThan(20)
    expect(reads.every((one) => one._tag === 'Row')).toBe(true)
  })

  it('refuses a byte order mark and a carriage return by name', () => {
    const tags = (text: string): ReadonlyArray<string> =>
      read([text]).flatMap((one) =>
        one._tag === 'Refused' ? one.failures.map((found) => found._tag) : [],
      )
    expect(tags(`\uFEFF${goodLines[0]}\n`)).toEqual(['ByteOrderMark'])
    expect(tags(`${goodLines[0]}\r\n`)).toEqual(['LineEnding'])
  })
})
