import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BARGAIN_FILE_NAMES, type BargainFiles } from '../../../src/trace/bargaining/index.js'
import {
  kindOfRun,
  readBargainDirectory,
  replayBargainDirectory,
  walkRuns,
} from '../../../src/trace/node.js'
import { playedRun, setups } from './runs.js'

const folder = mkdtempSync(join(tmpdir(), 'edgeworth-bargains-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, files: Partial<BargainFiles>): string => {
  const directory = join(folder, name)
  mkdirSync(directory, { recursive: true })
  for (const part of ['setup', 'answers', 'summary'] as const) {
    const text = files[part]
    if (typeof text === 'string') writeFileSync(join(directory, BARGAIN_FILE_NAMES[part]), text)
  }
  return directory
}

const { files } = playedRun(3n, setups.symmetric(3n, 2))

describe('a directory of bargains', () => {
  it.each(['anchored', 'live', 'symmetric'] as const)('is read and verified: %s', (game) => {
    const run = playedRun(5n, setups[game](5n, 3))
    const directory = write(game, run.files)
    expect(readBargainDirectory(directory)).toEqual({ _tag: 'Right', right: run.files })
    expect(replayBargainDirectory(directory)).toMatchObject({ _tag: 'Verified', game })
  })

  it('without a summary is unfinished, whatever its last line', () => {
    const directory = write('killed', {
      ...files,
      answers: files.answers.slice(0, -9),
      summary: null,
    })
    expect(replayBargainDirectory(directory)).toMatchObject({ _tag: 'Unfinished', cut: true })
  })

  it('without its setup or its answers is unreadable, and both are named', () => {
    const directory = write('bare', { summary: files.summary })
    expect(replayBargainDirectory(directory)).toMatchObject({
      _tag: 'Unreadable',
      failures: [
        { _tag: 'MissingFile', file: 'setup.json' },
        { _tag: 'MissingFile', file: 'answers.jsonl' },
      ],
    })
  })

  it('with bytes that are no UTF-8 is unreadable, with the line', () => {
    const directory = write('latin', files)
    writeFileSync(
      join(directory, 'answers.jsonl'),
      Buffer.concat([Buffer.from('{}\n'), Buffer.from([0xe9, 10])]),
    )
    expect(replayBargainDirectory(directory)).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ _tag: 'NotUtf8', file: 'answers.jsonl', line: 2 }],
    })
  })
})

describe('a tree of runs of both kinds', () => {
  it('is walked in order, and tells the kinds apart', () => {
    write('tree/b', files)
    write('tree/a/run', { setup: files.setup, answers: '' })
    mkdirSync(join(folder, 'tree/c'))
    writeFileSync(join(folder, 'tree/c/run_meta.json'), '{}')
    mkdirSync(join(folder, 'tree/d'))
    writeFileSync(join(folder, 'tree/d/summary.json'), '{}')
    const found = [...walkRuns(join(folder, 'tree'))].map((path) => [
      path.slice(folder.length + 6),
      kindOfRun(path),
    ])
    expect(found).toEqual([
      ['a/run', 'bargains'],
      ['b', 'bargains'],
      ['c', 'market'],
      ['d', 'market'],
    ])
  })

  it('looks below a folder that holds a file called setup.json and no answers', () => {
    const outer = write('outer', { setup: '{"of": "something else"}' })
    write('outer/run', files)
    expect([...walkRuns(outer)]).toEqual([join(outer, 'run')])
  })

  it('leaves a market run with a stray setup a market run', () => {
    const directory = write('mixed', files)
    writeFileSync(join(directory, 'trace.jsonl'), '')
    expect(kindOfRun(directory)).toBe('market')
  })
})
