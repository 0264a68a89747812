import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleBargains } from '../../../examples/record-sample/bargains.js'
import { BARGAIN_FILE_NAMES, replayBargains } from '../../../src/trace/bargaining/index.js'
import { replayBargainDirectory, walkRuns } from '../../../src/trace/node.js'
import { projectRoot } from '../../support/sources.js'

const folder = `${projectRoot}examples/bargains`
const runs = sampleBargains()

describe('the bargains that ship with the package', () => {
  it('are what the library records today, byte for byte', () => {
    expect([...walkRuns(folder)]).toEqual(runs.map(({ name }) => `${folder}/${name}`))
    for (const { name, files } of runs) {
      for (const part of ['setup', 'answers', 'summary'] as const) {
        const text = readFileSync(`${folder}/${name}/${BARGAIN_FILE_NAMES[part]}`, 'utf8')
        expect(text).toBe(files[part])
      }
    }
  })

  it.each(runs.map(({ name }) => name))('verifies: %s', (name) => {
    expect(replayBargainDirectory(`${folder}/${name}`)).toMatchObject({ _tag: 'Verified' })
  })

  it('has deals and impasses, vetoes, silence, and words that cannot be read', () => {
    const live = runs.find(({ name }) => name === 'live__in_words')
    const report = live === undefined ? null : replayBargains(live.files)
    if (report?._tag !== 'Verified' || report.game !== 'live') throw new Error('not verified')
    const outcomes = report.results.map(({ transcript }) => transcript.outcome._tag)
    expect(new Set(outcomes)).toEqual(new Set(['Deal', 'NoDeal']))
    const counts = report.results.map(({ counts }) => counts)
    expect(counts.some(({ seller }) => seller.unreadable > 0)).toBe(true)
    expect(counts.some(({ seller }) => seller.vetoes > 0)).toBe(true)
    expect(counts.some(({ buyer }) => buyer.faults > 0)).toBe(true)
  })
})
