import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { afterAll, describe, expect, it } from 'vitest'
import { readRowsOf, readRunDirectory, replayDirectory, walkRuns } from '../../src/trace/node.js'
import { recordRun } from '../../src/trace/record.js'
import { readRows, traceRows } from '../../src/trace/rows.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { exampleRun } from '../support/example-run.js'

const folder = mkdtempSync(join(tmpdir(), 'edgeworth-trace-'))
afterAll(() => rmSync(folder, { recursive: true }))

const recorded = (): RunFiles => {
  const files = recordRun(exampleRun('live'))
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

const write = (name: string, files: RunFiles['files']): string => {
  const directory = join(folder, name)
  mkdirSync(directory, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text)
  return directory
}

const trace = recorded().files['trace.jsonl'] ?? ''

describe('reading a run directory', () => {
  it('gives the very texts that were written', () => {
    const run = recorded()
    const directory = write('one', run.files)
    expect(readRunDirectory(directory)).toEqual({
      _tag: 'Right',
      right: { name: 'one', files: run.files },
    })
    expect(replayDirectory(directory)).toMatchObject({ _tag: 'Verified', run: { name: 'one' } })
  })

  it('refuses bytes that are no UTF-8, with the line', () => {
    const directory = write('latin', recorded().files)
    writeFileSync(
      join(directory, 'trace.jsonl'),
      Buffer.concat([Buffer.from('{}\n'), Buffer.from([0xe9, 10])]),
    )
    expect(replayDirectory(directory)).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ _tag: 'NotUtf8', file: 'trace.jsonl', line: 2 }],
    })
  })

  it('has nothing to say of a folder without a run, or of none', () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    for (const directory of [empty, join(folder, 'nowhere')]) {
      expect(replayDirectory(directory)).toMatchObject({
        _tag: 'Unreadable',
        failures: [{ _tag: 'EmptyDirectory' }],
      })
    }
  })

  it('refuses a file that is a folder', () => {
    const directory = join(folder, 'odd')
    mkdirSync(join(directory, 'trace.jsonl'), { recursive: true })
    expect(replayDirectory(directory)).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ _tag: 'MissingFile', file: 'trace.jsonl' }],
    })
  })

  it.skipIf(process.platform === 'win32')('refuses a pipe instead of waiting for it', () => {
    const directory = write('pipe', { ...recorded().files })
    const path = join(directory, 'trace.jsonl')
    rmSync(path)
    execFileSync('mkfifo', [path])
    expect(replayDirectory(directory)).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ _tag: 'MissingFile', file: 'trace.jsonl', value: 'no regular file' }],
    })
    expect([...readRowsOf(traceRows, path)]).toMatchObject([{ _tag: 'Refused', line: 1 }])
  })
})

describe('walking a tree', () => {
  it('finds every run below, sorted, and looks no deeper', () => {
    const { files } = recorded()
    for (const name of ['tree/b/run2', 'tree/b/run10', 'tree/a', 'tree/a/inner']) write(name, files)
    write('tree/c', {})
    const found = [...walkRuns(join(folder, 'tree'))].map((path) => path.slice(folder.length + 1))
    expect(found).toEqual(['tree/a', 'tree/b/run10', 'tree/b/run2'])
  })

  it('gives a run itself, and nothing for a path that is not there', () => {
    const run = write('alone', recorded().files)
    expect([...walkRuns(run)]).toEqual([run])
    expect([...walkRuns(join(folder, 'nowhere'))]).toEqual([])
  })
})

describe('reading a log row by row', () => {
  const path = join(folder, 'trace.jsonl')

  it('reads what the whole text gives, however long the lines are', () => {
    const long = trace.replace('So be it.', `So be it. ${'é'.repeat(700_000)}`)
    for (const text of [
      trace,
      `${trace}{"cut`,
      trace.trimEnd(),
      long,
      `${long}${trace}`,
      '',
      '\n',
      '{}\n',
    ]) {
      writeFileSync(path, text)
      const reads = [...readRowsOf(traceRows, path)]
      expect(reads).toEqual([...readRows(traceRows, 'trace.jsonl', [text])])
    }
  })

  it('refuses a line that is too long without keeping it, and reads on', () => {
    writeFileSync(path, trace.split('\n')[0] ?? '')
    for (let part = 0; part < 70; part++) writeFileSync(path, ' '.repeat(1 << 20), { flag: 'a' })
    writeFileSync(path, `x\n${trace}`, { flag: 'a' })
    const reads = [...readRowsOf(traceRows, path)]
    expect(reads.map((read) => read._tag)).toEqual(['Refused', 'Row', 'Row', 'Row'])
    expect(reads[0]).toMatchObject({ line: 1, failures: [{ _tag: 'HugeLine' }] })
  })

  it('refuses a line that is no UTF-8, and keeps a replacement character that was written', () => {
    const written = trace.replace('So be it.', 'So be it.\uFFFD')
    writeFileSync(path, Buffer.concat([Buffer.from(written), Buffer.from([34, 0xff, 34, 10])]))
    const reads = [...readRowsOf(traceRows, path)]
    expect(reads.map((read) => read._tag)).toEqual(['Row', 'Row', 'Row', 'Refused'])
    expect(reads[3]).toMatchObject({ line: 4, failures: [{ _tag: 'NotUtf8' }] })
  })

  it('refuses a file that is not there', () => {
    expect([...readRowsOf(traceRows, join(folder, 'nowhere.jsonl'))]).toMatchObject([
      { _tag: 'Refused', failures: [{ _tag: 'MissingFile', file: 'nowhere.jsonl' }] },
    ])
  })

  it('can be left early', () => {
    writeFileSync(path, trace)
    for (const read of readRowsOf(traceRows, path)) {
      expect(read._tag).toBe('Row')
      break
    }
  })
})
