import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { printed } from '../support/commands.js'
import { scratchFolders } from '../support/scratch.js'

const { fresh } = scratchFolders('cli-score-sweep')

const sweep = async (): Promise<string> => {
  const out = fresh()
  const agents = ['--agents', 'no-op,greedy', '--seeds', '1200,1201']
  await printed(['run', 'case01', ...agents, '--out', out])
  return out
}

describe('edgeworth score of a sweep', () => {
  it('says nothing of a complete one, and how many games of any other are not scored', async () => {
    const out = await sweep()
    const by = ['--by', 'agent']
    expect((await printed(['score', out, ...by])).err).toBe('')
    rmSync(join(out, 'runs', 'case01_visible_bilateral_ir__greedy__s1201'), { recursive: true })
    const line = `edgeworth score: ${out}: 1 of 4 games not scored: 1 not played yet; edgeworth resume ${out} goes on\n`
    expect(await printed(['score', out, ...by])).toMatchObject({ code: 0, err: line })
    expect((await printed(['score', join(out, 'runs'), ...by, '--json'])).err).toBe(line)
    // A run by itself is no sweep.
    const one = join(out, 'runs', 'case01_visible_bilateral_ir__greedy__s1200')
    expect((await printed(['score', one])).err).toBe('')
  })

  it('tells failed games from those that are not played yet', async () => {
    const out = fresh()
    const dying = ['--model-command', 'exit 3', '--retries', '0', '--seeds', '1200']
    await printed(['run', 'case01', ...dying, '--out', out])
    const said = await printed(['score', out])
    expect(said.err).toContain(`${out}: 1 of 1 game not scored: 1 failed; edgeworth resume`)
    const stopped = fresh()
    mkdirSync(stopped)
    writeFileSync(join(stopped, 'STOP'), '')
    await printed(['run', 'case01', '--agents', 'no-op', '--seeds', '1..3', '--out', stopped])
    expect((await printed(['score', stopped])).err).toContain(
      '3 of 3 games not scored: 3 not played',
    )
  })

  it('scores nowhere what is withdrawn, and says how many that are', async () => {
    const out = await sweep()
    await printed(['resume', out, '--withdraw', 'no-op:case01_visible_bilateral_ir:1200=a slip'])
    const said = await printed(['score', out, '--by', 'agent', '--json'])
    expect(said.err).toBe(`edgeworth score: ${out}: 1 of 4 games not scored: 1 withdrawn\n`)
    expect(JSON.parse(said.out)).toMatchObject([
      { agent: 'edgeworth/greedy', score: { n: 2, droppedCounts: { withdrawn: 0 } } },
      { agent: 'edgeworth/no-op', score: { n: 1, droppedCounts: { withdrawn: 1 } } },
    ])
  })

  it('says which agents are pooled in one row', async () => {
    const out = await sweep()
    const line =
      'edgeworth score: 2 agents pooled (edgeworth/greedy, edgeworth/no-op); --by agent tells them apart\n'
    expect((await printed(['score', out])).err).toBe(line)
    expect((await printed(['score', out, '--by', 'case', '--csv'])).err).toBe(line)
    expect((await printed(['score', out, '--by', 'case,agent'])).err).toBe('')
  })
})
