import { expect, it } from 'vitest'
import { replayRun } from '../../src/trace/replay.js'
import { describeReference } from '../support/reference.js'
import { readRun } from '../support/tampering.js'

const letters = (text: string): ReadonlyArray<number> =>
  [...text].flatMap((letter, at) => (/[A-Za-z]/.test(letter) && text[at - 1] !== '\\' ? [at] : []))

describeReference('texts that no manifest vouches for', (folder) => {
  it.each([
    ['case01_visible_bilateral_ir__llm__s1200', 'final_text', 2],
    ['case01_visible_bilateral_ir__greedy__s1200', 'final_text', 1],
    ['case03_hidden_discovery__greedy__s1200', 'final_text', 4],
    ['case03_hidden_discovery__greedy__s1200', 'proposal_text', 0],
  ])('have every changed letter named: %s %s', (name, member, round) => {
    const run = readRun(`${folder}/runs`, name)
    const lines = (run.files['trace.jsonl'] ?? '').split('\n')
    const line = lines[round] ?? ''
    const start = line.indexOf(`"${member}": "`) + member.length + 5
    const raw = /^(?:[^"\\]|\\.)*/.exec(line.slice(start))?.[0] ?? ''
    const places = letters(raw)
    expect(places.length).toBeGreaterThan(20)
    const missed = places.filter((at) => {
      const other = raw[at] === 'q' ? 'x' : 'q'
      const changed = line.slice(0, start + at) + other + line.slice(start + at + 1)
      const text = lines.map((one, index) => (index === round ? changed : one)).join('\n')
      const report = replayRun({ ...run, files: { ...run.files, 'trace.jsonl': text } })
      return !(
        report._tag === 'Differs' &&
        report.differences.some((found) => found.line === round + 1 && found.path[0] === member)
      )
    })
    expect(missed.map((at) => raw.slice(Math.max(0, at - 9), at + 9))).toEqual([])
  })
})
