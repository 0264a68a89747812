import { describe, expect, it } from 'vitest'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

const sample = `${projectRoot}examples/runs`

describe('a device in place of a configuration', () => {
  it.each(['world', 'admit'])('is refused by %s without being read', async (command) => {
    const said = await printed([command, '/dev/null'])
    expect(said.code).not.toBe(0)
    expect(said.out + said.err).toContain('/dev/null: a device, not a file')
  })
})

describe('the engine of a score', () => {
  it.each([
    [['--engine', 'cpython'], 'cpython'],
    [['--engine', 'keyed'], 'keyed'],
    [['--bootstrap', '0'], ''],
  ])('stands in its column: %j', async (options, engine) => {
    const said = await printed(['score', sample, '--csv', ...options])
    const [header = '', ...rows] = said.out.trimEnd().split('\r\n')
    const column = header.split(',').indexOf('engine')
    expect(column).toBeGreaterThan(0)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row.split(',')[column]))).toEqual(new Set([engine]))
  })
})
