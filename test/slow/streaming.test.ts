import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { must } from '../support/packed.js'
import { projectRoot } from '../support/sources.js'

const EPISODES = 20_000
const LIMIT = 150 * 1024 * 1024

const sample = `${projectRoot}examples/runs`
const folder = mkdtempSync(join(tmpdir(), 'edgeworth-stream-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A tree of many runs: the sample over and over, its files linked and not copied. */
const grow = (): string => {
  const tree = join(folder, 'tree')
  const names = readdirSync(sample)
  for (let index = 0; index < EPISODES; index++) {
    const name = names[index % names.length] ?? ''
    const run = join(tree, String(Math.floor(index / 500)).padStart(3, '0'), `${index}-${name}`)
    mkdirSync(run, { recursive: true })
    for (const file of readdirSync(join(sample, name))) {
      linkSync(join(sample, name, file), join(run, file))
    }
  }
  return tree
}

describe('a tree of many runs', () => {
  it('is replayed and scored in flat memory', () => {
    const tree = grow()
    const watch = join(folder, 'watch.mjs')
    writeFileSync(
      watch,
      "import { writeFileSync } from 'node:fs'\nprocess.on('exit', () => writeFileSync(process.env.RSS_FILE, String(process.resourceUsage().maxRSS * 1024)))\n",
    )
    const rssFile = join(folder, 'rss')
    process.env.RSS_FILE = rssFile
    const started = performance.now()
    process.env.NODE_OPTIONS = `--import ${watch}`
    const asked = ['score', tree, '--by', 'agent,case', '--csv']
    const out = must(`${projectRoot}dist/cli/main.js`, asked, folder)
    delete process.env.NODE_OPTIONS
    const seconds = (performance.now() - started) / 1000
    const rss = Number(must('cat', [rssFile], folder))
    console.log(
      `${EPISODES} episodes: ${seconds.toFixed(1)} s, ${(EPISODES / seconds).toFixed(0)} a second, at most ${(rss / 1048576).toFixed(0)} MB`,
    )
    const scored = out
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .reduce((total, row) => total + Number(row.split(',')[2]), 0)
    expect(scored).toBe(EPISODES)
    expect(rss).toBeLessThan(LIMIT)
  })
})
