import { expect, it } from 'vitest'
import { replayRun } from '../../src/trace/replay.js'
import { describeReference, listReference } from '../support/reference.js'
import {
  allTamperings,
  describeTampering,
  isNamed,
  readRun,
  seededDraw,
} from '../support/tampering.js'

describeReference('every small change to a recorded run', (folder) => {
  const runs = ['runs', 'runs_py314'].flatMap((parent) =>
    listReference(folder, parent).map((name) => [`${parent}/${name}`, parent, name] as const),
  )

  it.each(runs)('is named in %s', (_, parent, name) => {
    const run = readRun(`${folder}/${parent}`, name)
    const missed: Array<string> = []
    let tried = 0
    for (const tampering of allTamperings(run, seededDraw(name.length))) {
      const report = replayRun(tampering.apply())
      tried += 1
      if (!isNamed(report, tampering)) missed.push(describeTampering(tampering, report))
    }
    expect(tried).toBeGreaterThan(500)
    expect(missed).toEqual([])
  })
})
