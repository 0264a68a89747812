import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFile, killedSweep, momentsOf, started } from '../support/killed-sweep.js'
import { projectRoot } from '../support/sources.js'

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

const argv: ReadonlyArray<string> = [
  ...['run', 'case01', '--seeds', '1200..1239', '--concurrency', '1', '--workers', '2'],
  ...['--model-command', `node ${projectRoot}test/support/fake-model.mjs --wait 1 --cost 0.001`],
]

describe('a sweep that is killed', () => {
  it('loses nothing, doubles nothing and ends in the bytes of an unbroken one, after fifty kills', async () => {
    const unbroken = join(folder, 'unbroken')
    const whole = await started(file, [...argv, '--out', unbroken]).ended
    expect(whole.code, whole.err).toBe(0)
    const killed = await killedSweep({
      file,
      argv,
      unbroken,
      directory: join(folder, 'killed'),
      moments: momentsOf(50),
      workers: 2,
    })
    expect(killed.wrong).toEqual([])
    expect(killed.kills).toBe(50)
    expect(new Set(killed.moments.map(({ answers }) => answers)).size).toBeGreaterThan(25)
  })
})
