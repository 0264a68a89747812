import { describe, expect, it } from 'vitest'
import { compare, mutantsOf, type Report, tally } from './survivor.js'
import { survivors } from './survivors.js'

const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})
const report: Report = {
  files: {
    'src/a.ts': {
      source: 'const a = x < 0\nconst b = x < 0\n',
      mutants: [
        { replacement: 'x <= 0', status: 'Survived', location: at(1, 11, 16) },
        { replacement: 'x <= 0', status: 'NoCoverage', location: at(2, 11, 16) },
        { replacement: 'x >= 0', status: 'Killed', location: at(1, 11, 16) },
        { replacement: 'true', status: 'Timeout', location: at(1, 11, 16) },
        { replacement: 'false', status: 'Ignored', location: at(1, 11, 16) },
      ],
    },
  },
}
const entry = { code: 'x < 0', becomes: 'x <= 0', reason: 'equal' } as const

describe('survivors', () => {
  const mutants = mutantsOf(report)

  it('names a mutant by the code it replaces', () => {
    expect(mutants[0]).toEqual({
      file: 'src/a.ts',
      line: 1,
      code: 'x < 0',
      becomes: 'x <= 0',
      status: 'Survived',
    })
  })

  it('counts timeouts as killed and leaves the ignored out', () => {
    expect(tally(mutants)).toEqual({ killed: 2, counted: 4 })
  })

  it('finds a survivor without a reason, as often as it survives', () => {
    expect(compare(mutants, {}).unlisted).toHaveLength(2)
    expect(compare(mutants, { 'src/a.ts': [entry] }).unlisted.map(({ line }) => line)).toEqual([2])
    expect(compare(mutants, { 'src/a.ts': [{ ...entry, times: 2 }] })).toEqual({
      unlisted: [],
      stale: [],
    })
  })

  it('finds a reason whose mutant is killed, in files of the report', () => {
    const gone = { ...entry, becomes: 'x >= 0' }
    const twice = { ...entry, times: 2 }
    expect(compare(mutants, { 'src/a.ts': [twice, gone] }).stale).toEqual([
      'src/a.ts: x < 0 -> x >= 0',
    ])
    expect(compare(mutants, { 'src/a.ts': [twice], 'src/b.ts': [gone] }).stale).toEqual([])
  })

  it('lists each mutant once', () => {
    for (const [file, listed] of Object.entries(survivors)) {
      const names = listed.map(({ code, becomes }) => `${file}: ${code} -> ${becomes}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
