import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleRuns } from '../../examples/record-sample/sample.js'
import { replayRun } from '../../src/trace/index.js'
import { walkRuns } from '../../src/trace/node.js'
import { projectRoot } from '../support/sources.js'

const runs = sampleRuns()

describe('the sample that ships with the package', () => {
  it('is what the library records today, byte for byte', () => {
    const onDisk = [...walkRuns(`${projectRoot}examples/runs`)].map((folder) =>
      folder.split('/').at(-1),
    )
    expect(onDisk).toEqual(runs.map(({ name }) => name))
    for (const { name, files } of runs) {
      for (const [file, text] of Object.entries(files)) {
        expect(readFileSync(`${projectRoot}examples/runs/${name}/${file}`, 'utf8')).toBe(text)
      }
    }
  })

  it.each(runs.map((run) => [run.name, run] as const))('verifies: %s', (_name, run) => {
    expect(replayRun(run)).toMatchObject({ _tag: 'Verified' })
  })

  it('has rounds that settle, rounds that a private decision stops, and agents that decide badly', () => {
    const trace = runs
      .filter(({ name }) => name.includes('__terse__'))
      .map(({ files }) => files['trace.jsonl'] ?? '')
      .join('')
    expect(trace).toContain('"applied": true')
    expect(trace).toContain('private_acceptance_rejected')
    expect(trace).toContain('wrong_sign_positive_approval')
  })
})
