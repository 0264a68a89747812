import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExchangeConfig, worldOf } from '../../src/economy/index.js'
import { officialCases } from '../../src/exchange/index.js'
import { admit } from '../../src/oracle/index.js'
import { sound } from '../economy/arbitraries.js'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-admit-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const official = (index: number): { readonly name: string; readonly config: ExchangeConfig } => {
  const found = officialCases[index]
  if (found === undefined) throw new Error('no such case')
  return found
}

const market = {
  name: 'small market',
  num_agents: 4,
  num_resources: 4,
  rounds: 2,
  controllers: [1],
  seed: 5,
  utility_mode: 'concave_separable',
}

describe('edgeworth admit', () => {
  it('judges the official cases by name, with the verdict of the library', async () => {
    const said = await printed(['admit', 'official', '--json'])
    const documents = JSON.parse(said.out) as ReadonlyArray<{ _tag: string; name: string }>
    expect(documents.map((one) => one.name)).toEqual(officialCases.map(({ config }) => config.name))
    for (const [index, document] of documents.entries()) {
      const { config } = official(index)
      const admission = admit(config, sound(worldOf(config)), 'neumaier')
      expect(document).toMatchObject(JSON.parse(JSON.stringify(admission)))
    }
    const isClean = documents.every((one) => one._tag === 'Admitted')
    expect(said.code).toBe(isClean ? 0 : 1)
  })

  it('prints floors, ceilings, ordering, every filter and the pressures', async () => {
    const said = await printed(['admit', official(2).name])
    expect(said.out).toContain(`${official(2).config.name}, seed `)
    for (const part of [
      'random floor',
      'greedy floor',
      'protocol ceiling',
      'information ceiling',
      'ordering',
      'no_meaningful_surplus',
      'search_cost_too_high',
      'pressures: hidden_counterparties, public_solicitation',
    ])
      expect(said.out).toContain(part)
  })

  it('ends with 0 where a configuration is admitted', async () => {
    const said = await printed(['admit', written('good.json', JSON.stringify(market))])
    expect(said.out).toContain('small market, seed 5: admitted')
    expect(said.out).not.toContain('FAILS')
    expect(said).toMatchObject({ code: 0, err: '' })
  })

  it('ends with 1 and names the filters where one is not', async () => {
    const alone = { ...market, num_agents: 1, num_resources: 1 }
    const said = await printed(['admit', written('alone.json', JSON.stringify(alone))])
    expect(said.code).toBe(1)
    expect(said.out).toContain('not admitted')
    const failed = said.out.split('\n').filter((line) => line.trimEnd().endsWith('FAILS'))
    expect(failed.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['no_meaningful_surplus', 'no_rational_path', 'ordering']),
    )
  })

  it('says first why one is not, in words and figures', async () => {
    const said = await printed(['admit', official(0).name])
    const [headline, ...lines] = said.out.split('\n')
    expect(headline).toMatch(/^case01.*: not admitted$/)
    expect(lines.slice(0, 3)).toEqual([
      '  greedy_too_good: the greedy floor reaches the ceiling (107.8174 of 107.8174, 1.00): the best pair each round leaves nothing to be better at',
      '  ordering: the greedy floor (107.8174) is not below the information ceiling (107.8174)',
      '',
    ])
    const alone = { ...market, num_agents: 1, num_resources: 1 }
    const nothing = await printed(['admit', written('nothing.json', JSON.stringify(alone))])
    expect(nothing.out).toContain('\n  no_meaningful_surplus: there is nothing to gain: ')
    expect(nothing.out).toContain('\n  no_rational_path: in no round is there a deal')
    const good = await printed(['admit', written('good.json', JSON.stringify(market))])
    expect(good.out.split('\n')[1]).toBe('')
  })

  it('judges another world for another seed', async () => {
    const file = written('seeds.json', JSON.stringify(market))
    const outs = await Promise.all(
      ['5', '6', 'word'].map(async (seed) => (await printed(['admit', file, '--seed', seed])).out),
    )
    expect(new Set(outs).size).toBe(3)
    expect(outs[2]).toContain('seed word')
  })

  it('refuses to judge utilities that no exact oracle takes', async () => {
    const bundles = { ...market, utility_mode: 'complementary_bundle' }
    const file = written('bundles.json', JSON.stringify(bundles))
    const said = await printed(['admit', file])
    expect(said.code).toBe(1)
    expect(said.out).toBe('small market, seed 5: cannot be judged exactly: ComplementaryBundle\n')
    expect(JSON.parse((await printed(['admit', file, '--json'])).out)).toMatchObject([
      { _tag: 'Refused', reason: { _tag: 'ComplementaryBundle' } },
    ])
  })

  it('judges the rest where one file is bad, and ends with 1', async () => {
    const good = written('rest.json', JSON.stringify({ ...market, colour: 'red' }))
    const bad = written('bad.json', '{"rounds": 0, "num_agents": -1}')
    const said = await printed(['admit', bad, good, '--json'])
    expect(said.code).toBe(1)
    expect(said.err).toContain(`${bad}: rounds: expected`)
    expect(said.err).toContain('colour is no key of a configuration and was ignored')
    expect(JSON.parse(said.out)).toMatchObject([{ name: 'small market', _tag: 'Admitted' }])
  })

  it.each([
    ['nothing of that name', () => 'case99', 'there is no case "case99"'],
    ['text that is no JSON', () => written('broken.json', '{'), 'not JSON'],
    ['a pattern without a match', () => join(folder, 'zzz*'), 'matches nothing'],
    ['a folder', () => projectRoot, 'EISDIR'],
    [
      'more rounds than end',
      () => written('long.json', '{"rounds": 1000000000}'),
      'more than 100000',
    ],
    ['a bad seed', () => `${written('seed.json', '{}')}`, 'a whole number or a word'],
  ])('ends with 1 on %s', async (_what, operand, reason) => {
    const said = await printed([
      'admit',
      operand(),
      ...(_what === 'a bad seed' ? ['--seed=1.5'] : []),
    ])
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said.err).toContain(reason)
  })

  it('expands a pattern of files', async () => {
    for (const name of ['p1.conf', 'p2.conf']) written(name, JSON.stringify({ ...market, name }))
    const said = await printed(['admit', join(folder, 'p*.conf'), '--json'])
    expect(JSON.parse(said.out)).toMatchObject([{ name: 'p1.conf' }, { name: 'p2.conf' }])
  })

  it('tells about itself, with its exit codes', async () => {
    const help = await printed(['admit', '--help'])
    expect(help.code).toBe(0)
    expect(help.out).toContain('usage: edgeworth admit')
    expect(help.out).toContain('Exit codes:')
  })

  it.each([
    [[]],
    [['a.json', '--summation', 'exact']],
    [['a.json', '--csv']],
    [['a.json', '--nodes', '0']],
  ])('does not understand %j: exit code 2 and one line that says why', async (argv) => {
    const said = await printed(['admit', ...argv])
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toMatch(/^edgeworth admit: [^\n]*\n$/)
  })
})
