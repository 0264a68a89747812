import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFile, killedSweep, momentsOf, started } from '../../support/killed-sweep.js'
import { projectRoot } from '../../support/sources.js'

let folder = ''
let file = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-kill-'))
  file = await commandFile(folder)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(file, { force: true })
})

const fake = `node ${projectRoot}test/support/fake-model.mjs --wait 1 --cost 0.001`
const argv: ReadonlyArray<string> = [
  ...['run', 'case01', '--seeds', '1200..1207', '--concurrency', '1', '--workers', '2'],
  ...['--model-command', fake],
]

describe('a sweep that is killed', () => {
  it('loses nothing, doubles nothing and ends in the bytes of an unbroken one, after five kills', async () => {
    const unbroken = join(folder, 'unbroken')
    const whole = await started(file, [...argv, '--out', unbroken]).ended
    expect(whole.code, whole.err).toBe(0)
    const killed = await killedSweep({
      file,
      argv,
      unbroken,
      directory: join(folder, 'killed'),
      moments: momentsOf(5),
      workers: 2,
    })
    expect(killed.wrong).toEqual([])
    expect(killed.kills).toBe(5)
    expect(new Set(killed.moments.map(({ answers }) => answers)).size).toBeGreaterThan(2)
  })

  it('of bargains as well, after three kills, and every run that it left replays', async () => {
    const bargains = [
      ...['run', 'bargain:live-wide', 'bargain:calibrated', '--worlds', '12', '--workers', '2'],
      ...['--counterpart', 'command', '--model-command', fake],
    ]
    const unbroken = join(folder, 'unbroken-bargains')
    const whole = await started(file, [...bargains, '--out', unbroken]).ended
    expect(whole.code, whole.err).toBe(0)
    const directory = join(folder, 'killed-bargains')
    const moments = momentsOf(3)
    const killed = await killedSweep({
      ...{ file, argv: bargains, unbroken, directory, moments, workers: 2 },
    })
    expect(killed.wrong).toEqual([])
    expect(killed.kills).toBe(3)
    const replayed = await started(file, ['replay', directory]).ended
    expect(replayed.out).toContain('24 runs: 24 verified')
  })
})
