import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offlineAnswer } from '../../src/agents/index.js'
import type { ExchangeConfig } from '../../src/economy/index.js'
import { officialCases } from '../../src/exchange/index.js'
import { regretSteps } from '../../src/oracle/index.js'
import { recordExchange, type StepReach } from '../../src/trace/index.js'

import { marketOfSetup, playThrough } from '../exchange/market-play.js'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

const sample = `${projectRoot}examples/runs`
const one = `${sample}/open_market__first_ir__s1`
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-oracle-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of a run whose trace was changed. */
const withTrace = (name: string, change: (text: string) => string): string => {
  const copy = join(folder, name)
  cpSync(one, copy, { recursive: true })
  const trace = join(copy, 'trace.jsonl')
  writeFileSync(trace, change(readFileSync(trace, 'utf8')))
  return copy
}

/** An official case as the scripted panel plays it, written as a run directory. */
const writtenCase = (index: number, more: Partial<ExchangeConfig> = {}): string => {
  const found = officialCases[index]
  if (found === undefined) throw new Error('no such case')
  const game = marketOfSetup({ config: { ...found.config, roles: null, ...more } })
  const answer = offlineAnswer()
  const run = recordExchange()(playThrough(game, (_id, question) => answer(question)).result)
  if (isLeft(run)) throw new Error(JSON.stringify(run.left))
  const directory = join(folder, `case-${index}`)
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(run.right.files)) {
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const cellsOf = (csv: string): ReadonlyArray<ReadonlyArray<string>> =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

describe('edgeworth oracle', () => {
  it('tells every step of every round of a run', async () => {
    const said = await printed(['oracle', one, '--show', 'regret', '--csv'])
    expect(said.code).toBe(0)
    const [header, ...rows] = cellsOf(said.out)
    expect(header?.join(',')).toBe('run,round,controller,step,attainable,attained,regret,oracle')
    expect(rows.map((row) => [row[1], row[3]])).toEqual(
      ['1', '2', '3'].flatMap((round) => regretSteps.map((step) => [round, step])),
    )
    for (const [, , , , attainable, attained, regret, oracle] of rows) {
      expect(Number(regret)).toBe(Math.max(0, Number(attainable) - Number(attained)))
      expect(oracle).toBe('exact')
    }
  })

  it('answers first in one row a run, with the totals of its rounds', async () => {
    const said = await printed(['oracle', '--sample', '--csv'])
    const [header, ...rows] = cellsOf(said.out)
    expect(header?.join(',')).toBe(
      'run,rounds,within reach,applied,communication,proposal,acceptance,finalization,lost most in,oracle',
    )
    expect(rows).toHaveLength(18)
    const each = cellsOf((await printed(['oracle', one, '--show', 'regret', '--csv'])).out)
    const own = rows.find(([name]) => name === 'open_market__first_ir__s1') ?? []
    const lost = regretSteps.map((step) =>
      each.reduce((total, row) => total + (row[3] === step ? Number(row[6]) : 0), 0),
    )
    expect(own.slice(4, 8).map(Number)).toEqual(lost.map((total) => expect.closeTo(total, 9)))
    expect(own[8]).toBe(regretSteps[lost.indexOf(Math.max(...lost))])
  })

  it('gives the same numbers as text, CSV, Markdown and JSON', async () => {
    const [text, csv, md, json] = await Promise.all(
      [
        ['--show', 'regret'],
        ['--show', 'regret', '--csv'],
        ['--show', 'regret', '--md'],
        ['--json'],
      ].map((more) => printed(['oracle', one, ...more])),
    )
    const [document] = JSON.parse(json?.out ?? '') as ReadonlyArray<{
      status: string
      run: { name: string }
      regret: { rounds: ReadonlyArray<{ steps: ReadonlyArray<StepReach> }>; total: object }
      subgames: Readonly<Record<string, { count: number }>>
      dimensions: { proposal: { count: number } }
      solicitation: { rounds: ReadonlyArray<unknown> }
    }>
    expect(document).toMatchObject({ status: 'ok', run: { name: 'open_market__first_ir__s1' } })
    const reach = document?.regret.rounds[0]?.steps[0]?.attainable ?? Number.NaN
    expect(reach).toBeGreaterThan(0)
    expect(csv?.out).toContain(`,${reach},`)
    expect(md?.out).toContain(`| ${reach} |`)
    expect(text?.out).toContain(reach.toFixed(4))
    expect(document?.solicitation.rounds).toHaveLength(3)
    expect(document?.dimensions.proposal.count).toBe(document?.subgames.bilateral_offer?.count)
  })

  it.each([
    ['subgames', 'run,type,count,nontrivial,solved,applied,actual,frontier,gap,ratio'],
    ['dimensions', 'run,dimension,count,nontrivial,solved,applied,actual,frontier,gap,ratio'],
    ['solicitation', 'run,round,controller,sees,hidden,activated,used,applied'],
  ])('shows %s', async (table, header) => {
    const said = await printed(['oracle', one, '--show', table, '--csv'])
    expect(said.code).toBe(0)
    const [first, ...rows] = cellsOf(said.out)
    expect(first?.join(',')).toBe(header)
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toHaveLength(first?.length ?? 0)
  })

  it('shows the five dimensions by name', async () => {
    const said = await printed(['oracle', one, '--show', 'dimensions', '--csv'])
    expect(cellsOf(said.out).map((row) => row[1])).toEqual([
      'dimension',
      'D1 disclosure',
      'D2 inference',
      'D3 proposal',
      'D4 acceptance',
      'D5 reuse',
    ])
  })

  it('answers for the whole sample', async () => {
    const said = await printed(['oracle', '--sample', '--csv'])
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(
      new Set(
        cellsOf(said.out)
          .slice(1)
          .map((row) => row[0]),
      ).size,
    ).toBe(18)
  })

  it('refuses a run that was tampered with, and answers for the others', async () => {
    const bad = withTrace('tampered', (text) => text.replace(/"quantity": 1\b/, '"quantity": 2'))
    const said = await printed(['oracle', bad, one, '--json'])
    expect(said.code).toBe(1)
    expect(said.err).toContain(`${bad}: not judged: `)
    expect(JSON.parse(said.out)).toMatchObject([
      { folder: bad, status: 'not_verified' },
      { folder: one, status: 'ok' },
    ])
    expect(JSON.parse(said.out)[0]).not.toHaveProperty('regret')
  })

  it('refuses a run that did not finish', async () => {
    const said = await printed(['oracle', withTrace('cut', (text) => text.slice(0, -40))])
    expect(said.code).toBe(1)
    expect(said.err).toContain('did not finish')
    expect(said.out).not.toContain('exact')
  })

  it.each([
    ['a path that is not there', 'nowhere', 'is not there'],
    ['a pattern without a match', 'zzz*', 'matches nothing'],
    ['an empty folder', 'bare', 'holds no run'],
  ])('ends with 1 on %s', async (_what, name, reason) => {
    mkdirSync(join(folder, 'bare'), { recursive: true })
    const said = await printed(['oracle', join(folder, name)])
    expect(said.code).toBe(1)
    expect(said.err).toContain(reason)
  })

  it('leaves runs of bargains out and says so', async () => {
    const said = await printed(['oracle', `${projectRoot}examples/bargains`, one])
    expect(said.code).toBe(0)
    expect(said.err).toMatch(/\d+ runs? of bargains left out/)
  })

  it('marks what a small budget only bounds', async () => {
    const run = writtenCase(1)
    const marks = async (
      ...more: ReadonlyArray<string>
    ): Promise<ReadonlySet<string | undefined>> => {
      const said = await printed(['oracle', run, '--show', 'regret', '--csv', ...more])
      expect(said).toMatchObject({ code: 0, err: '' })
      return new Set(
        cellsOf(said.out)
          .slice(1)
          .map((row) => row[7]),
      )
    }
    expect(await marks()).toEqual(new Set(['exact']))
    expect(await marks('--nodes', '1')).toContain('bounded')
  })

  it('says that no oracle is exact for some utilities, and shows the subgames of such a run', async () => {
    const run = writtenCase(0, { utilityMode: 'complementary_bundle' })
    const said = await printed(['oracle', run, '--show', 'subgames'])
    expect(said.code).toBe(1)
    expect(said.err).toBe(`${run}: no exact oracle: ComplementaryBundle\n`)
    expect(said.out).toContain('bilateral_offer')
  })

  it('tells about itself, with its exit codes', async () => {
    const help = await printed(['oracle', '--help'])
    expect(help.code).toBe(0)
    expect(help.out).toContain('usage: edgeworth oracle')
    expect(help.out).toContain('Exit codes:')
    for (const line of help.out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  it.each([
    [[]],
    [[one, '--json', '--csv']],
    [[one, '--show', 'toString']],
    [[one, '--show', '']],
    [[one, '--show', 'subgames', '--json']],
    [[one, '--nodes', '0']],
    [[one, '--nodes', '1e3']],
    [[one, '--sample']],
    [[one, '--bogus']],
  ])('does not understand %j: exit code 2 and one line that says why', async (argv) => {
    const said = await printed(['oracle', ...argv])
    expect(said.code).toBe(2)
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^edgeworth oracle: [^\n]*\n$/)
  })
})
