import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialCases } from '../../src/exchange/index.js'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

const sample = `${projectRoot}examples/runs`
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of one run of the sample, with one of its files changed. */
const tampered = (name: string, file: string, change: (text: string) => string): string => {
  const copy = join(folder, `${name}-${file}-${Math.abs(change.toString().length)}`)
  cpSync(`${sample}/${name}`, copy, { recursive: true })
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')))
  return copy
}

describe('edgeworth', () => {
  it('prints its help, and ends with 2 when it was told nothing', async () => {
    expect(await printed(['--help'])).toMatchObject({ code: 0 })
    const nothing = await printed([])
    expect(nothing.code).toBe(2)
    expect(nothing.out).toContain('usage: edgeworth COMMAND')
  })

  it('prints the version of the package', async () => {
    const manifest = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8')) as {
      version: string
    }
    expect(await printed(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  })

  it.each(['replay', 'score', 'world'])('tells about %s, with its exit codes', async (name) => {
    const help = await printed([name, '--help'])
    expect(help.code).toBe(0)
    expect(help.out).toContain(`usage: edgeworth ${name}`)
    expect(help.out).toContain('Exit codes:')
  })

  it.each([
    [['sell']],
    [['constructor']],
    [['replay']],
    [['replay', '--bogus', sample]],
    [['replay', '--sample', sample]],
    [['replay', '--most', '-1', sample]],
    [['score', sample, '--by', 'colour']],
    [['score', sample, '--by', 'agent,agent']],
    [['score', sample, '--bootstrap', 'many']],
    [['score', sample, '--bootstrap', '1e3']],
    [['score', sample, '--bootstrap', '99999999999']],
    [['score', sample, '--seed', '1.5']],
    [['score', sample, '--json', '--csv']],
    [['score', sample, '--summation', 'exact']],
    [['world']],
    [['world', 'a.json', 'b.json']],
    [['world', 'a.json', '--summation', 'none']],
  ])('does not understand %j: exit code 2 and one line that says why', async (argv) => {
    const said = await printed(argv)
    expect(said.code).toBe(2)
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^edgeworth[^\n]*\n$/)
  })
})

describe('edgeworth replay', () => {
  it('verifies every run of the sample', async () => {
    const said = await printed(['replay', sample])
    expect(said.code).toBe(0)
    expect(said.out).toMatch(/18 runs: 18 verified\n$/)
  })

  it('finds the sample without being told where it is', async () => {
    expect((await printed(['replay', '--sample'])).out).toContain('18 runs: 18 verified')
  })

  it('expands a pattern that the shell left alone', async () => {
    const said = await printed(['replay', `${sample}/open_*__s1`])
    expect(said.out).toContain('3 runs: 3 verified')
  })

  it('names the place of a changed digit and ends with 1', async () => {
    const copy = tampered('open_market__first_ir__s1', 'trace.jsonl', (text) =>
      text.replace(/"welfare_after": \d/, '"welfare_after": 9'),
    )
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/trace\.jsonl:\d event\.welfare_after: recorded 9[\d.]+, recomputed /)
    expect(said.out).toContain('1 run: 0 verified, 1 differ')
  })

  it('gives the same as JSON lines', async () => {
    const copy = tampered('open_market__first_ir__s2', 'summary.json', (text) =>
      text.replace(/"final_welfare": \d/, '"final_welfare": 3'),
    )
    const said = await printed(['replay', copy, '--json'])
    expect(said.code).toBe(1)
    expect(JSON.parse(said.out)).toMatchObject({
      _tag: 'Differs',
      differences: [{ file: 'summary.json', path: ['final_welfare'] }],
    })
  })

  it('shows as many differences as asked and counts the rest', async () => {
    const copy = tampered('open_market__terse__s1', 'config_snapshot.json', (text) =>
      text.replace('"seed": 1', '"seed": 8'),
    )
    const said = await printed(['replay', copy, '--most', '2'])
    expect(said.code).toBe(1)
    expect(said.out.split('\n').filter((line) => line.startsWith('  '))).toHaveLength(3)
    expect(said.out).toMatch(/\.\.\. and \d+ more/)
  })

  it.each([
    ['a path that is not there', () => join(folder, 'nowhere'), 'is not there'],
    ['an empty folder', () => mkdtempSync(join(folder, 'empty-')), 'holds no run'],
    ['a pattern without a match', () => join(folder, 'zzz*'), 'matches nothing'],
  ])('ends with 1 on %s', async (_what, path, reason) => {
    const said = await printed(['replay', path()])
    expect(said.code).toBe(1)
    expect(said.out).toContain(reason)
  })

  it('ends with 1 on a run that did not finish, and says how much of it is usable', async () => {
    const copy = tampered('open_market__first_ir__s3', 'trace.jsonl', (text) => text.slice(0, -40))
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toContain('did not finish, 2 complete rounds, 0 differences')
  })

  it('does not pass over a run behind a link, nor a folder in the place of a file', async () => {
    const tree = mkdtempSync(join(folder, 'links-'))
    const bad = tampered('open_market__first_ir__s2', 'summary.json', (text) =>
      text.replace(/"final_welfare": \d/, '"final_welfare": 4'),
    )
    cpSync(`${sample}/open_market__first_ir__s1`, join(tree, 'a'), { recursive: true })
    symlinkSync(bad, join(tree, 'b'))
    symlinkSync(tree, join(tree, 'loop'))
    mkdirSync(join(tree, 'c', 'trace.jsonl'), { recursive: true })
    const said = await printed(['replay', tree])
    expect(said.code).toBe(1)
    expect(said.out).toContain('3 runs: 1 verified, 1 differ, 1 unreadable')
  })

  it('looks at a run once, however often it is named', async () => {
    const said = await printed(['replay', sample, `${sample}/open_market__first_ir__s1`, '--quiet'])
    expect(said.out).toBe('18 runs: 18 verified\n')
  })

  it('refuses at once a configuration that no run can have', async () => {
    const copy = tampered('open_market__first_ir__s1', 'config_snapshot.json', (text) =>
      text.replace('"rounds": 3', '"rounds": 1000000000'),
    )
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toContain('rounds: expected at most 100000')
  })

  it('keeps quiet about clean runs when asked', async () => {
    expect((await printed(['replay', sample, '--quiet'])).out).toBe('18 runs: 18 verified\n')
  })

  it('shows progress to somebody who watches, and to nobody else', async () => {
    expect((await printed(['replay', sample, '--quiet'], true)).err).toContain('runs replayed: ')
    expect((await printed(['replay', sample, '--quiet'], false)).err).toBe('')
  })
})

describe('edgeworth score', () => {
  it('scores the sample by agent and case', async () => {
    const said = await printed(['score', sample, '--by', 'agent,case', '--csv'])
    expect(said.code).toBe(0)
    const [header, ...rows] = said.out.trimEnd().split('\r\n')
    expect(header).toBe(
      'agent,case,n,aer,low,high,clipped,realized,attainable,capture,degenerate,errors,tier,summation,engine,status',
    )
    expect(rows).toHaveLength(6)
    expect(rows[0]).toMatch(/^example\/terse,narrow_market,3,0\.36/)
  })

  it('gives the same numbers as text, CSV, Markdown and JSON', async () => {
    const base = ['score', sample]
    const [text, csv, md, json] = await Promise.all(
      [[], ['--csv'], ['--md'], ['--json']].map((more) => printed([...base, ...more])),
    )
    const [group] = JSON.parse(json?.out ?? '') as ReadonlyArray<{ score: { aer: number } }>
    const aer = group?.score.aer ?? Number.NaN
    expect(csv?.out).toContain(String(aer))
    expect(md?.out).toContain(`| ${aer} |`)
    expect(text?.out).toContain(aer.toFixed(4))
  })

  it('leaves the interval out when asked', async () => {
    const said = await printed(['score', sample, '--bootstrap', '0', '--json'])
    expect(JSON.parse(said.out)).toMatchObject([{ score: { interval: { _tag: 'NotAsked' } } }])
  })

  it('draws other resamples from another seed', async () => {
    const interval = async (seed: string): Promise<unknown> => {
      const said = await printed(['score', sample, '--seed', seed, '--bootstrap', '50', '--json'])
      return (JSON.parse(said.out) as ReadonlyArray<{ score: { interval: unknown } }>)[0]?.score
        .interval
    }
    expect(await interval('7')).toEqual(await interval('7'))
    expect(await interval('7')).not.toEqual(await interval('0'))
  })

  it('never scores a run that does not verify: it is counted, and the exit code is 1', async () => {
    const tree = mkdtempSync(join(folder, 'tree-'))
    for (const name of ['open_market__first_ir__s1', 'open_market__first_ir__s2']) {
      cpSync(`${sample}/${name}`, join(tree, name), { recursive: true })
    }
    const trace = join(tree, 'open_market__first_ir__s2', 'trace.jsonl')
    writeFileSync(trace, readFileSync(trace, 'utf8').replace(/"quantity": 1\b/, '"quantity": 2'))
    const said = await printed(['score', tree, '--json'])
    expect(said.code).toBe(1)
    expect(said.err).toContain('not scored')
    expect(JSON.parse(said.out)).toMatchObject([
      { score: { status: 'ok', n: 1, droppedCounts: { error: 1 } } },
    ])
  })

  it('ends with 1 where there is nothing to score', async () => {
    mkdirSync(join(folder, 'bare'), { recursive: true })
    const said = await printed(['score', join(folder, 'bare')])
    expect(said.code).toBe(1)
    expect(said.out).toContain('not_evaluable')
  })
})

describe('edgeworth world', () => {
  const config = `${sample}/open_market__first_ir__s1/config_snapshot.json`

  it('shows the world of a configuration', async () => {
    const said = await printed(['world', config])
    expect(said.code).toBe(0)
    expect(said.out).toContain('open_market, seed 1: 5 agents, 5 goods, concave_separable')
    expect(said.out).toContain('attainable gain')
  })

  it('takes an official case by the beginning of its name, and one world only', async () => {
    const [official] = officialCases
    const named = await printed(['world', 'case01', '--seed', '1200'])
    expect(named).toMatchObject({ code: 0, err: '' })
    expect(named.out).toContain(`${official?.config.name}, seed 1200: `)
    const all = await printed(['world', 'official'])
    expect(all).toMatchObject({ code: 2, out: '' })
    expect(all.err).toContain(`official names ${officialCases.length} worlds; name one`)
    const none = await printed(['world', 'case99'])
    expect(none).toMatchObject({ code: 1, out: '' })
  })

  it('shows another one for another seed, seed 0 and a word included', async () => {
    const worlds = await Promise.all(
      [[], ['--seed', '0'], ['--seed', '2'], ['--seed', 'market']].map(
        async (more) => (await printed(['world', config, '--json', ...more])).out,
      ),
    )
    expect(new Set(worlds).size).toBe(4)
    expect(JSON.parse(worlds[1] ?? '')).toMatchObject({ seed: 0 })
  })

  it.each(['', ' ', '1.0', '1e3', '0x10'])('takes %j for no seed', async (seed) => {
    const said = await printed(['world', config, `--seed=${seed}`])
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said.err).toContain(`a whole number or a word, not ${JSON.stringify(seed)}`)
  })

  it.skipIf(process.platform === 'win32')('reads no device', async () => {
    const said = await printed(['world', '/dev/zero'])
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said.err).toContain('a device, not a file')
  })

  it('says which keys it ignored', async () => {
    const file = join(folder, 'camel.json')
    writeFileSync(
      file,
      '{"numAgents": 2, "_note": "x", "protocol": {"colour": "red", "name": "n"}}',
    )
    const said = await printed(['world', file])
    expect(said.code).toBe(0)
    expect(said.err.split('\n').map((line) => line.split(': ')[1]?.split(' ')[0])).toEqual([
      'numAgents',
      'protocol.colour',
      undefined,
    ])
  })

  it.each([
    ['a file that is not there', 'nowhere.json', null, 'nowhere.json: '],
    ['a file that is no JSON', 'broken.json', '{', 'not JSON'],
    [
      'a configuration with two defects',
      'bad.json',
      '{"rounds": 0, "num_agents": -1}',
      'rounds: expected',
    ],
  ])('ends with 1 on %s', async (_what, name, text, reason) => {
    const file = join(folder, name)
    if (text !== null) writeFileSync(file, text)
    const said = await printed(['world', file])
    expect(said.code).toBe(1)
    expect(said.out).toBe('')
    expect(said.err).toContain(reason)
  })
})
