import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

const folder = mkdtempSync(join(tmpdir(), 'edgeworth-record-'))
const run = join(folder, 'made', 'run')
const few = ['bargain', '--seller', 'calibrated', '--worlds', '5', '--fresh', '0']

beforeAll(async () => {
  const said = await printed([...few, '--record', run])
  expect(said.code).toBe(0)
  expect(said.err).toBe(`recorded 5 bargains in ${run}\n`)
  expect(said.out).toContain('chosen: stubborn')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = ['answers.jsonl', 'setup.json', 'summary.json'] as const

/** A copy of the run with one of its files changed, or without it. */
const changed = (
  name: string,
  file: (typeof files)[number],
  change: (text: string) => string | null,
): string => {
  const copy = join(folder, name)
  cpSync(run, copy, { recursive: true })
  const text = change(readFileSync(join(copy, file), 'utf8'))
  if (text === null) rmSync(join(copy, file))
  else writeFileSync(join(copy, file), text)
  return copy
}

describe('edgeworth bargain --record', () => {
  it('leaves three files and nothing beside them', () => {
    expect(readdirSync(run).sort()).toEqual([...files])
    expect(readdirSync(join(folder, 'made'))).toEqual(['run'])
  })

  it('writes the same bytes every time', async () => {
    const other = join(folder, 'again')
    await printed([...few, '--record', other])
    for (const file of files) {
      expect(readFileSync(join(other, file), 'utf8')).toBe(readFileSync(join(run, file), 'utf8'))
    }
  })

  it('records what the anchor table says of the chosen buyer', async () => {
    const { out } = await printed([...few, '--json'])
    const shown = JSON.parse(out) as {
      readonly anchors: ReadonlyArray<{ readonly here: { readonly sePlus: number } }>
    }
    const summary = JSON.parse(readFileSync(join(run, 'summary.json'), 'utf8')) as {
      readonly surplus: { readonly sePlus: { readonly value: number } }
    }
    expect(summary.surplus.sePlus.value).toBe(shown.anchors[0]?.here.sePlus)
  })

  it.each([
    ['wide', 'schedule'],
    ['archetype2', 'linear'],
    ['calibrated', 'rubinstein'],
  ])('records worlds that %s draws from a seed, and names the seed', async (seller, buyer) => {
    const directory = join(folder, `${seller}-${buyer}`)
    const argv = ['--seller', seller, '--buyer', buyer, '--seed', '9', '--worlds', '4']
    await printed(['bargain', ...argv, '--fresh', '0', '--record', directory])
    const setup = JSON.parse(readFileSync(join(directory, 'setup.json'), 'utf8')) as {
      readonly drawn: { readonly seed: string } | null
    }
    expect(setup.drawn?.seed).toBe('9')
    expect((await printed(['replay', directory])).code).toBe(0)
  })

  it('never writes over what is there, an empty folder included', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    for (const there of [run, empty]) {
      const before = readdirSync(there)
      const said = await printed([...few, '--record', there])
      expect(said).toEqual({
        code: 2,
        out: '',
        err: `edgeworth bargain: ${there} is there already\n`,
      })
      expect(readdirSync(there)).toEqual(before)
    }
  })

  it('ends with 1, and leaves nothing, where it cannot write', async () => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, 'a file')
    const said = await printed([...few, '--record', join(blocked, 'run')])
    expect(said.code).toBe(1)
    expect(said.err).toMatch(/^edgeworth bargain: not recorded: [^\n]+\n$/)
    expect(readFileSync(blocked, 'utf8')).toBe('a file')
  })

  it('prints the bargains as CSV, one row a world, and no anchors', async () => {
    const { code, out } = await printed([...few, '--bargains'])
    expect(code).toBe(0)
    const rows = out.trimEnd().split('\r\n')
    expect(rows[0]).toMatch(/^world,value,cost,list,seller,buyer,outcome,price,/)
    expect(rows).toHaveLength(6)
    expect(rows[1]).toContain(',12094,8110,16070,calibrated,stubborn,')
  })
})

describe('edgeworth replay of bargains', () => {
  it('verifies a recorded run, also below a folder', async () => {
    const said = await printed(['replay', join(folder, 'made')])
    expect(said.code).toBe(0)
    expect(said.out).toMatch(
      /^run: verified, 5 anchored bargains, \d+ answers\n1 run: 1 verified\n$/,
    )
  })

  it('names file, line and path of what was changed, and ends with 1', async () => {
    const copy = changed('answered', 'answers.jsonl', (text) =>
      text.replace(/"price":1/, '"price":2'),
    )
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/answers\.jsonl:\d+ answers\.?\[?\d+/)
    expect(said.out).toContain('1 run: 0 verified, 1 differ')
    const json = JSON.parse((await printed(['replay', copy, '--json'])).out) as object
    expect(json).toMatchObject({
      folder: copy,
      kind: 'bargains',
      _tag: 'Differs',
      differences: expect.arrayContaining([
        expect.objectContaining({ file: 'answers.jsonl', line: expect.any(Number) }),
      ]) as unknown,
    })
  })

  it('says how much of a killed run is usable, and ends with 1', async () => {
    const copy = changed('killed', 'answers.jsonl', (text) => text.slice(0, -30))
    rmSync(join(copy, 'summary.json'))
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toMatch(
      /killed: did not finish, \d+ usable answers, a broken last line left out, 1 open question\n1 run: 0 verified, 1 unfinished/,
    )
    expect(JSON.parse((await printed(['replay', copy, '--json'])).out)).toMatchObject({
      _tag: 'Unfinished',
      open: 1,
      cut: true,
    })
  })

  it.each([
    ['no setup', 'setup.json', () => null, 'setup.json:1'],
    ['a setup that is no JSON', 'setup.json', () => '{', 'setup.json'],
    ['a broken answer', 'answers.jsonl', (text: string) => `${text}{\n`, 'answers.jsonl:'],
  ] as const)('is unreadable with %s: exit code 1', async (what, file, change, place) => {
    const copy = changed(what.replaceAll(' ', '-'), file, change)
    const said = await printed(['replay', copy])
    expect(said.code).toBe(1)
    expect(said.out).toContain('1 run: 0 verified, 1 unreadable')
    expect(said.out).toContain(place)
  })

  it('goes through a tree of both kinds', async () => {
    const tree = join(folder, 'tree')
    cpSync(run, join(tree, 'bargains'), { recursive: true })
    const market = 'open_market__first_ir__s1'
    cpSync(`${projectRoot}examples/runs/${market}`, join(tree, market), { recursive: true })
    expect((await printed(['replay', tree])).out).toContain('2 runs: 2 verified')
    const scored = await printed(['score', tree, '--json'])
    expect(scored.code).toBe(0)
    expect(scored.err).toMatch(/^edgeworth score: 1 run of bargains left out: [^\n]+\n$/)
    expect(JSON.parse(scored.out)).toMatchObject([{ score: { n: 1 } }])
  })

  it('has no score where there are bargains alone: exit code 1, and it is said', async () => {
    const said = await printed(['score', run])
    expect(said.code).toBe(1)
    expect(said.err).toContain('1 run of bargains left out')
  })
})
