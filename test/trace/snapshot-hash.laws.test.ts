import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { renderPath } from '../../src/core/failure.js'
import { type Document, readDocument } from '../../src/trace/documents.js'
import { AnyObject } from '../../src/trace/json-codec.js'
import { RunMeta } from '../../src/trace/meta-codec.js'
import { recordRun } from '../../src/trace/record.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { snapshotHashDifferences } from '../../src/trace/snapshot-hash.js'
import { arbitraryRun } from '../support/arbitrary-run.js'
import { digitTamperings, seededDraw } from '../support/tampering.js'

const filesOf = arbitraryRun.map((run) => {
  const files = recordRun(run)
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
})

const documents = ({ files }: RunFiles): readonly [Document<RunMeta>, Document<unknown>] => {
  const meta = readDocument(RunMeta, 'run_meta.json', files['run_meta.json'] ?? '')
  const snapshot = readDocument(
    AnyObject,
    'config_snapshot.json',
    files['config_snapshot.json'] ?? '',
  )
  if (isLeft(meta) || isLeft(snapshot)) throw new Error('unreadable')
  return [meta.right, snapshot.right]
}

describe('snapshot hash laws', () => {
  it('L1 undone', () => {
    fc.assert(
      fc.property(filesOf, fc.nat(), (files, seed) => {
        const draw = seededDraw(seed)
        const tamperings = digitTamperings(files, 'config_snapshot.json', draw)
        const tampering = tamperings[seed % tamperings.length]
        if (tampering === undefined) throw new Error('no number')
        const found = snapshotHashDifferences(...documents(tampering.apply()))
        const [former, changed] = tampering.what.split(' became ')
        expect(found.map((one) => [one.kind, one.file, renderPath(one.path)])).toEqual([
          ['hash', 'run_meta.json', 'config.resolved_sha256'],
          ['value', 'config_snapshot.json', tampering.path],
        ])
        expect([found[1]?.recomputed, found[1]?.recorded]).toEqual([
          Number(former),
          Number(changed),
        ])
      }),
      { numRuns: 40 },
    )
  })

  it('L2 untouched', () => {
    fc.assert(
      fc.property(filesOf, (files) => {
        expect(snapshotHashDifferences(...documents(files))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('names the snapshot as a whole where more was changed than one place', () => {
    const [files] = fc.sample(filesOf, { numRuns: 1, seed: 1 })
    if (files === undefined) throw new Error('no run')
    const text = (files.files['config_snapshot.json'] ?? '').replace(
      'exchange_experiment',
      'another name',
    )
    const found = snapshotHashDifferences(
      ...documents({ ...files, files: { ...files.files, 'config_snapshot.json': text } }),
    )
    expect(found[1]).toMatchObject({
      kind: 'hash',
      file: 'config_snapshot.json',
      line: 1,
      path: [],
    })
  })
})
