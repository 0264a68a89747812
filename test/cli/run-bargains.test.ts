import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { printed } from '../support/commands.js'
import { scratchFolders } from '../support/scratch.js'
import { projectRoot } from '../support/sources.js'

const { fresh, root } = scratchFolders('cli-bargains')

const fake = `node ${projectRoot}test/support/fake-model.mjs`

describe('edgeworth run bargain:...', () => {
  it('plays scripts over worlds to the SE+ of edgeworth bargain, in runs that replay', async () => {
    const out = fresh()
    const said = await printed([
      ...['run', 'bargain:calibrated', '--agents', 'stubborn,accept-open', '--worlds', '30'],
      ...['--out', out, '--json'],
    ])
    expect(said.err).toBe('')
    expect(said.code).toBe(0)
    const summary = JSON.parse(said.out) as {
      readonly bargains: ReadonlyArray<{ readonly agent: string; readonly mean: number }>
    }
    const mean = summary.bargains.find(({ agent }) => agent === 'stubborn')?.mean
    const anchors = await printed(['bargain', '--seller', 'calibrated', '--fresh', '0', '--json'])
    const shown = JSON.parse(anchors.out) as {
      readonly anchors: ReadonlyArray<{ readonly here: { readonly sePlus: number } }>
    }
    expect(mean).toBe(shown.anchors[0]?.here.sePlus)
    expect((await printed(['replay', out])).out).toContain('60 runs: 60 verified')
    expect(readFileSync(join(out, 'results.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(60)
  })

  it.each([
    ['bargain:archetype2', ['--agents', 'linear']],
    ['bargain:calibrated-fresh', ['--agents', 'rubinstein', '--seeds', '7,9']],
    ['bargain:wide', []],
    ['bargain:live-calibrated', ['--counterpart', 'reactive']],
    ['bargain:symmetric', ['--agents', 'reference,global-clock']],
    ['bargain:symmetric', ['--model-command', fake, '--counterpart', 'command']],
  ])('plays %s with %j, and goes on with it', async (game, argv) => {
    const out = fresh()
    const worlds = argv.includes('--seeds') ? [] : ['--worlds', '2']
    const said = await printed(['run', game, ...argv, ...worlds, '--out', out])
    expect(said.err).toBe('')
    expect(said.code).toBe(0)
    expect((await printed(['replay', out])).code).toBe(0)
    rmSync(join(out, 'runs'), { recursive: true })
    const table = readFileSync(join(out, 'results.csv'), 'utf8')
    expect((await printed(['resume', out])).code).toBe(0)
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toBe(table)
  })

  it('reports a mute command as mute, without a mean, and ends with 1', async () => {
    const out = fresh()
    const said = await printed([
      ...['run', 'bargain:calibrated', '--model-command', `${fake} --mute`, '--worlds', '12'],
      ...['--out', out],
    ])
    expect(said.code).toBe(1)
    expect(said.err).toContain(
      'calibrated command 1: mute: under_test said nothing in 3 of 3 calls',
    )
    expect(said.err).toContain('stopped: too many games failed')
    expect(readFileSync(join(out, 'results.csv'), 'utf8').split('\r\n')[1]).toBe(
      'command,calibrated,,,,,,,0,0,0,0,0,0,8,4,0,0,0',
    )
  })

  it.each([
    [['bargain:nothing']],
    [['bargain:calibrated', 'case01']],
    [['case01', 'bargain:calibrated']],
    [['case01', '--worlds', '3']],
    [['case01', '--counterpart', 'linear']],
    [['bargain:calibrated', '--worlds', '31']],
    [['bargain:calibrated', '--worlds', '0']],
    [['bargain:wide', '--worlds', '3', '--seeds', '1']],
    [['bargain:calibrated', '--agents', 'greedy']],
    [['bargain:calibrated', '--agents', 'command']],
    [['bargain:calibrated', '--counterpart', 'linear']],
    [['bargain:calibrated', '--panel', 'scripted-ir']],
    [['bargain:live-wide', '--counterpart', 'reference']],
    [['bargain:live-wide', '--counterpart', 'command']],
    [['bargain:symmetric', 'bargain:wide']],
    [['bargain:symmetric', '--agents', 'stubborn']],
  ])('does not understand %j: exit code 2 and one line that says why', async (argv) => {
    const said = await printed(['run', ...argv, '--out', join(root(), 'refused')])
    expect(said.code).toBe(2)
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^edgeworth run: [^\n]+\n$/)
    expect(existsSync(join(root(), 'refused', 'results.jsonl'))).toBe(false)
  })
})
