import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { DEEPEST_JSON } from '../../src/core/json.js'
import { LONGEST_LINE } from '../../src/trace/read-failure.js'
import { recordRun } from '../../src/trace/record.js'
import { type ReplayReport, replayRun } from '../../src/trace/replay.js'
import { renderReport } from '../../src/trace/report.js'
import { type RunFileName, type RunFiles, runFileNames } from '../../src/trace/run-files.js'
import { exampleRun } from '../support/example-run.js'
import { describeReference, listReference } from '../support/reference.js'
import { readRun } from '../support/tampering.js'

const recorded = (mode: 'offline' | 'live'): RunFiles => {
  const files = recordRun(exampleRun(mode))
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

const live = recorded('live')
const textOf = (file: RunFileName): string => live.files[file] ?? ''

const replayWith = (file: RunFileName, change: (text: string) => string): ReplayReport =>
  replayRun({ ...live, files: { ...live.files, [file]: change(textOf(file)) } })

const replayWithout = (file: RunFileName): ReplayReport => {
  const { [file]: _, ...files } = live.files
  return replayRun({ ...live, files })
}

/** The tags and places of a report, without values. */
const places = (report: ReplayReport): ReadonlyArray<string> => {
  const tag = (found: { readonly _tag: string; readonly file: string; readonly line: number }) =>
    `${found._tag} ${found.file}:${found.line}`
  if (report._tag === 'Unreadable') return report.failures.map(tag)
  if (report._tag === 'Verified') return []
  return report.differences.map((found) => tag({ ...found, _tag: found.kind }))
}

const replaceIn =
  (from: string, to: string) =>
  (text: string): string => {
    if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`)
    return text.replace(from, to)
  }

describe('a directory that is no run', () => {
  it('is empty', () => {
    const report = replayRun({ name: 'nothing', files: {} })
    expect(places(report)).toEqual(['EmptyDirectory nothing:1'])
  })

  it.each([
    'run_meta.json',
    'config_snapshot.json',
    'trace.jsonl',
    'inference_manifest.jsonl',
  ] as const)('lacks %s', (file) => {
    expect(places(replayWithout(file))).toContain(`MissingFile ${file}:1`)
  })

  it.each(runFileNames)('has a byte order mark in %s', (file) => {
    const report = replayWith(file, (text) => `\uFEFF${text}`)
    expect(places(report)).toEqual([`ByteOrderMark ${file}:1`])
  })

  it.each([
    ['rounds', /"rounds": \d+/, 100_001],
    ['num_agents', /"num_agents": \d+/, 10_001],
  ] as const)('asks for more %s than any recorded run has', (key, member, count) => {
    const report = replayWith('config_snapshot.json', (text) => {
      if (!member.test(text)) throw new Error(`no ${key} in the snapshot`)
      return text.replace(member, `"${key}": ${count}`)
    })
    const told = renderReport(report).join('\n')
    expect(report._tag).not.toBe('Verified')
    expect(told).toContain(`at most ${count - 1} in a recorded run`)
  })

  it.each(runFileNames)('has carriage returns in %s', (file) => {
    const report = replayWith(file, (text) => text.replaceAll('\n', '\r\n'))
    expect(places(report)).toEqual([`LineEnding ${file}:1`])
  })

  it.each(runFileNames)('has no JSON in %s', (file) => {
    const report = replayWith(file, () => 'hello\n')
    expect(places(report)).toEqual([`NotJson ${file}:1`])
  })

  it.each(['run_meta.json', 'config_snapshot.json', 'summary.json'] as const)(
    'has a %s that was cut',
    (file) => {
      const text = textOf(file)
      for (const share of [0.1, 0.5, 0.9]) {
        const report = replayWith(file, () => text.slice(0, text.length * share))
        expect(report._tag).toBe('Unreadable')
        expect(places(report).every((place) => place.startsWith(`NotJson ${file}:`))).toBe(true)
      }
    },
  )

  it.each(runFileNames)('has a list where %s should be an object', (file) => {
    const report = replayWith(file, () => '[]\n')
    expect(places(report)).toEqual([`Malformed ${file}:1`])
  })

  it.each(['NaN', 'Infinity', '1e999', '-'])('has %s for a number', (token) => {
    const report = replayWith('trace.jsonl', (text) =>
      text.replace(/"welfare_after": [\d.]+/, `"welfare_after": ${token}`),
    )
    expect(report._tag).toBe('Unreadable')
    expect(places(report)[0]).toMatch(/^(NotJson|Malformed) trace\.jsonl:1$/)
  })

  it('says a key twice', () => {
    const report = replayWith(
      'trace.jsonl',
      replaceIn('"round_index": 2', '"round_index": 2, "round_index": 2'),
    )
    expect(places(report)).toEqual(['NotJson trace.jsonl:2'])
  })

  it('has a blank line between two rows', () => {
    const report = replayWith('trace.jsonl', replaceIn('}\n{', '}\n\n{'))
    expect(places(report)).toEqual(['NotJson trace.jsonl:2'])
  })

  it('is nested deeper than anybody reads', () => {
    const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const depth of [DEEPEST_JSON + 1, 100_000]) {
      const report = replayWith('run_meta.json', replaceIn('"argv": []', `"argv": ${deep(depth)}`))
      expect(report._tag).toBe('Unreadable')
      expect(places(report)).toContain('NotJson run_meta.json:2')
    }
  })

  it('has a line without an end', () => {
    const report = replayWith('trace.jsonl', (text) => `${text}${'x'.repeat(LONGEST_LINE + 1)}\n`)
    expect(places(report)).toEqual(['HugeLine trace.jsonl:4'])
  })

  it('was recorded under a schema that nobody knows', () => {
    const report = replayWith(
      'run_meta.json',
      replaceIn('"schema_version": "1.0"', '"schema_version": "9.0"'),
    )
    expect(places(report).map((place) => place.split(' ')[0])).toEqual(['UnknownVersion'])
  })

  it('claims two recorders at once', () => {
    const report = replayWith('run_meta.json', replaceIn('"python": null', '"python": "3.12.1"'))
    expect(places(report).map((place) => place.split(' ')[0])).toEqual(['MixedVersion'])
  })

  it('has a manifest of no version', () => {
    const report = replayWith(
      'run_meta.json',
      replaceIn('"manifest_schema_version": "1.2"', '"manifest_schema_version": null'),
    )
    expect(places(report).map((place) => place.split(' ')[0])).toEqual(['MixedVersion'])
  })

  it('was recorded by an interpreter that nobody knows', () => {
    const report = replayWith('run_meta.json', (text) =>
      text
        .replace(/ {2}"engine": \{[^}]*\},\n/, '')
        .replace('"python": null', '"python": "2.7.18"'),
    )
    expect(places(report).map((place) => place.split(' ')[0])).toEqual(['UnknownVersion'])
  })

  it('asks for a world that cannot be made', () => {
    const report = replayWith(
      'config_snapshot.json',
      replaceIn('"num_agents": 3', '"num_agents": 0'),
    )
    expect(report._tag).toBe('Unreadable')
    expect(renderReport(report).join('\n')).toContain('config_snapshot.json:17 num_agents')
  })
})

describe('a directory that says something else', () => {
  it('has another seed', () => {
    const report = replayWith('config_snapshot.json', replaceIn('"seed": 11', '"seed": 12'))
    expect(report._tag).toBe('Differs')
    const lines = renderReport(report)
    expect(
      lines.some(
        (line) =>
          line.includes('config_snapshot.json') &&
          line.includes(' seed: recorded 12, recomputed 11'),
      ),
    ).toBe(true)
    expect(
      lines.some(
        (line) =>
          line.startsWith('run_meta.json') && line.includes(' seed: recorded 11, recomputed 12'),
      ),
    ).toBe(true)
    expect(lines.some((line) => line.startsWith('trace.jsonl:1 event.welfare_after'))).toBe(true)
  })

  it('has a mechanism that was changed, told before what follows from it', () => {
    const report = replayWith('trace.jsonl', (text) => {
      const [before, after] = text.split('"verified_mechanism"')
      return `${before}"verified_mechanism"${after?.replace('"quantity": 1}', '"quantity": 3}')}${text.slice(
        (before ?? '').length + (after ?? '').length + '"verified_mechanism"'.length,
      )}`
    })
    const lines = renderReport(report).slice(1)
    expect(lines[0]).toBe(
      'trace.jsonl:1 verified_mechanism.transfers[0].quantity: recorded 3, recomputed 1 (value)',
    )
    expect(lines.some((line) => line.startsWith('trace.jsonl:1 event.agent_deltas["1"]'))).toBe(
      true,
    )
    expect(lines.some((line) => line.startsWith('summary.json'))).toBe(true)
  })

  it('has its rounds in another order', () => {
    const report = replayWith('trace.jsonl', (text) => {
      const [first = '', ...rest] = text.trimEnd().split('\n')
      return `${[...rest, first].join('\n')}\n`
    })
    expect(places(report)).toContain('order trace.jsonl:3')
  })

  it('lacks its last round', () => {
    const report = replayWith(
      'trace.jsonl',
      (text) => `${text.trimEnd().split('\n').slice(0, 2).join('\n')}\n`,
    )
    expect(report._tag).toBe('Differs')
    expect(places(report)).toContain('missing trace.jsonl:3')
  })

  it('has one round twice', () => {
    const report = replayWith('trace.jsonl', (text) => `${text}${text.trimEnd().split('\n')[2]}\n`)
    expect(places(report)).toContain('unexpected trace.jsonl:4')
  })

  it('lacks the newline at the end of a finished log', () => {
    expect(places(replayWith('trace.jsonl', (text) => text.trimEnd()))).toEqual([
      'layout trace.jsonl:3',
    ])
  })

  it('has one more member than its format', () => {
    const report = replayWith(
      'trace.jsonl',
      replaceIn('{"round_index": 2', '{"note": 1, "round_index": 2'),
    )
    expect(places(report)).toEqual(['unexpected trace.jsonl:2'])
  })

  it('has a member named like what every object inherits', () => {
    const report = replayWith(
      'trace.jsonl',
      replaceIn('{"round_index": 2', '{"__proto__": 1, "round_index": 2'),
    )
    expect(places(report)).toEqual(['unexpected trace.jsonl:2'])
  })

  it('has a number written otherwise only, which is no difference', () => {
    const report = replayWith('trace.jsonl', replaceIn('"confidence": 0.9,', '"confidence": 9e-1,'))
    expect(report._tag).toBe('Verified')
  })

  it('has members in another order than its recorder writes', () => {
    const report = replayWith(
      'trace.jsonl',
      replaceIn('{"round_index": 2, "controller_id": 1', '{"controller_id": 1, "round_index": 2'),
    )
    expect(places(report)).toEqual(['order trace.jsonl:2'])
  })

  it('has a prompt that does not have its hash', () => {
    const report = replayWith('inference_manifest.jsonl', replaceIn('What next', 'What now'))
    expect(places(report)).toEqual(['hash inference_manifest.jsonl:1'])
  })

  it('reports one difference a line, with file, line and path', () => {
    const report = replayWith('summary.json', (text) =>
      text.replace(/"gini_final": 0/, '"gini_final": 1'),
    )
    const [headline, ...lines] = renderReport(report)
    expect(headline).toBe('example__s11: 1 difference')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^summary\.json:\d+ gini_final: recorded 1\.\d+, recomputed 0\.\d+ \(value\)$/,
    )
  })
})

describe('a run that was killed', () => {
  it('is recognised by its status, and its rounds are usable', () => {
    const report = replayWith(
      'run_meta.json',
      replaceIn('"status": "complete"', '"status": "running"'),
    )
    expect(report).toMatchObject({ _tag: 'Killed', facts: { rounds: 3 }, differences: [] })
  })

  it('is recognised by a last line that was cut', () => {
    const report = replayWith('trace.jsonl', (text) => text.slice(0, -100))
    expect(report).toMatchObject({ _tag: 'Killed', facts: { rounds: 2 }, differences: [] })
    expect(renderReport(report)[0]).toBe(
      'example__s11: did not finish, 2 complete rounds, 0 differences',
    )
  })

  it('is recognised by the absence of its summary', () => {
    expect(replayWithout('summary.json')).toMatchObject({ _tag: 'Killed', facts: { rounds: 3 } })
  })

  it('may leave half a summary, which is none', () => {
    const half = textOf('summary.json').slice(0, 200)
    const running = textOf('run_meta.json').replace('"status": "complete"', '"status": "running"')
    const files = { ...live.files, 'run_meta.json': running, 'summary.json': half }
    expect(replayRun({ ...live, files })).toMatchObject({ _tag: 'Killed', facts: { rounds: 3 } })
  })

  it('still has every difference of its complete rounds named', () => {
    const report = replayWith('trace.jsonl', (text) =>
      text.slice(0, -100).replace('I take it.', 'I took it.'),
    )
    expect(report._tag).toBe('Killed')
    expect(places(report)).toEqual(['text trace.jsonl:1'])
  })

  it('may have been killed before its first round', () => {
    const { 'run_meta.json': meta = '', 'config_snapshot.json': snapshot = '' } = live.files
    const running = meta.replace('"status": "complete"', '"status": "running"')
    const report = replayRun({
      name: 'early',
      files: { 'run_meta.json': running, 'config_snapshot.json': snapshot },
    })
    expect(report).toMatchObject({ _tag: 'Killed', facts: { rounds: 0 }, differences: [] })
  })
})

describeReference('a recorded run whose version was changed', (folder) => {
  it('is told by its figures, where they show it', () => {
    const told = listReference(folder, 'runs_py314').map((name) => {
      const { files } = readRun(`${folder}/runs_py314`, name)
      const meta = (files['run_meta.json'] ?? '').replace(
        /"python": "3\.14[^"]*"/,
        '"python": "3.11.2"',
      )
      const report = replayRun({ name, files: { ...files, 'run_meta.json': meta } })
      return report._tag === 'Differs'
        ? report.differences.some((found) => found.kind === 'version')
        : null
    })
    expect(told.filter((one) => one === false)).toEqual([])
    expect(told.filter((one) => one === true).length).toBeGreaterThan(10)
  })
})
