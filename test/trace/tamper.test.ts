import { describe, expect, it } from 'vitest'
import { recordRun } from '../../src/trace/record.js'
import { replayRun } from '../../src/trace/replay.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { exampleRun } from '../support/example-run.js'
import { describeReference, listReference } from '../support/reference.js'
import {
  allTamperings,
  describeTampering,
  isNamed,
  readRun,
  seededDraw,
  type Tampering,
} from '../support/tampering.js'

/** A few drawn changes of every kind in every file. */
const sample = (run: RunFiles, each: number, seed: number): ReadonlyArray<Tampering> => {
  const draw = seededDraw(seed)
  const all = allTamperings(run, draw)
  const kinds = [...new Set(all.map((one) => `${one.kind} ${one.file}`))]
  return kinds.flatMap((kind) => {
    const same = all.filter((one) => `${one.kind} ${one.file}` === kind)
    return Array.from({ length: each }, () => same[Math.floor(draw() * same.length)]).filter(
      (one): one is Tampering => one !== undefined,
    )
  })
}

const missedIn = (tamperings: ReadonlyArray<Tampering>): ReadonlyArray<string> =>
  tamperings.flatMap((tampering) => {
    const report = replayRun(tampering.apply())
    return isNamed(report, tampering) ? [] : [describeTampering(tampering, report)]
  })

describeReference('a sample of small changes to recorded runs', (folder) => {
  const runs = ['runs', 'runs_py314'].flatMap((parent) =>
    listReference(folder, parent).map(
      (name, index) => [`${parent}/${name}`, parent, name, index] as const,
    ),
  )

  it.each(runs)('is named in %s', (_, parent, name, index) => {
    const tamperings = sample(readRun(`${folder}/${parent}`, name), 1, index)
    expect(tamperings.length).toBeGreaterThan(10)
    expect(missedIn(tamperings)).toEqual([])
  })
})

describe('small changes to a run of our own', () => {
  it.each(['offline', 'live'] as const)('are named in a run recorded %s', (mode) => {
    const files = recordRun(exampleRun(mode))
    if (files._tag === 'Left') throw new Error(JSON.stringify(files.left))
    expect(replayRun(files.right)._tag).toBe('Verified')
    const tamperings = sample(files.right, 12, 3)
    expect(tamperings.length).toBeGreaterThan(100)
    expect(missedIn(tamperings)).toEqual([])
  })
})
