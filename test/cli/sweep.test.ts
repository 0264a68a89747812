import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepProgress } from '../../src/cli/sweep.js'
import { seedsOf } from '../../src/cli/sweep-arguments.js'
import { wayOn } from '../../src/cli/sweep-end.js'
import { configToSnapshot, defaultExchangeConfig } from '../../src/economy/index.js'
import { printed } from '../support/commands.js'
import { commandFile, keptIn, started, textsBelow } from '../support/killed-sweep.js'
import { scratchFolders } from '../support/scratch.js'
import { projectRoot } from '../support/sources.js'

const { fresh, root } = scratchFolders('cli-sweep')

const fake = `node ${projectRoot}test/support/fake-model.mjs`

describe('edgeworth run', () => {
  it('plays built-in agents offline, and what it wrote is replayed and scored', async () => {
    const out = fresh()
    const said = await printed([
      ...['run', 'case01', '--agents', 'greedy,no-op', '--seeds', '1200..1203', '--out', out],
    ])
    expect(said.err).toBe('')
    expect(said.code).toBe(0)
    expect(said.out).toMatch(/greedy +case01_visible_bilateral_ir +0\.8078/)
    expect((await printed(['replay', out])).out).toContain('8 runs: 8 verified')
    const scored = await printed(['score', out, '--by', 'agent', '--json'])
    expect(scored.code).toBe(0)
    const groups = JSON.parse(scored.out) as ReadonlyArray<Record<string, unknown>>
    expect(groups.map(({ agent }) => agent)).toEqual(['edgeworth/greedy', 'edgeworth/no-op'])
    const csv = readFileSync(join(out, 'results.csv'), 'utf8')
    expect(csv.split('\r\n')[0]).toBe(
      'agent,case,dev_aer,dev_low,dev_high,engine,dev_n,held_out_aer,held_out_n,ok,failed,missing,withdrawn,degenerate,cost_usd,unpriced',
    )
    expect(said.out).toContain(
      'as their runs record them: greedy is edgeworth/greedy, no-op is edgeworth/no-op.\n',
    )
    expect(said.out).toMatch(/edgeworth score gives\nthese with --engine auto/)
    const same = await printed(['score', out, '--by', 'agent', '--csv', '--engine', 'auto'])
    const ends = (text: string, agent: string, from: number): ReadonlyArray<string> =>
      text
        .split('\r\n')
        .find((line) => line.startsWith(agent))
        ?.split(',')
        .slice(from, from + 3) ?? []
    expect(ends(csv, 'greedy', 2)).toEqual(ends(same.out, 'edgeworth/greedy', 2))
    expect(csv).toMatch(/\r\ngreedy(,[^,]*){4},multinomial,4,/)
  })

  it('calls what nobody knows the price of unpriced, at the terminal and in the table', async () => {
    const out = fresh()
    const argv = ['--seeds', '1200', '--out', out]
    const said = await printed(['run', 'case01', '--model-command', fake, ...argv])
    expect(said.out).toMatch(/ unpriced +8\n/)
    // No interval of one world, so no engine; no price, so no cost.
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toMatch(
      /\r\ncommand,[^,]+,[\d.]+,,,,1,.*,,8\r\n$/,
    )
    expect(said.out).not.toContain('--engine auto')
    const paid = await printed([
      ...['run', 'case01', '--model-command', `${fake} --cost 0.5`, '--seeds', '1200'],
      ...['--out', fresh()],
    ])
    expect(paid.out).toMatch(/ 4 +0\n/)
  })

  it('says that a pin is confirmed by no answer', async () => {
    const unnamed = `${fake} --unnamed`
    const argv = ['--pin', 'fake-1', '--out']
    const line = 'the pin fake-1 is confirmed by no answer in 2 games: the replies name no model\n'
    const players = ['--model-command', unnamed, '--seeds', '1200,1201']
    const out = fresh()
    const said = await printed(['run', 'case01', ...players, ...argv, out])
    expect([said.code, said.err]).toEqual([0, line])
    expect((await printed(['resume', out])).err).toBe(line)
    const bargains = ['run', 'bargain:wide', '--model-command', unnamed, '--worlds', '2']
    expect((await printed([...bargains, ...argv, fresh()])).err).toBe(line)
    const named = ['run', 'case01', '--model-command', fake, '--seeds', '1200']
    expect((await printed([...named, ...argv, fresh()])).err).toBe('')
    const submission = fresh()
    const submitted = await printed([
      ...['submit', 'case01', '--agent', 'mine', ...players, ...argv, submission],
    ])
    expect([submitted.code, submitted.err]).toEqual([0, line])
    const report = readFileSync(join(submission, 'report.json'), 'utf8')
    expect(JSON.parse(report)).toMatchObject({ unconfirmed_pins: { 'fake-1': 2 } })
    expect(await printed(['verify', submission])).toMatchObject({ code: 0, err: '' })
  })

  it('ends when there is a file STOP, and says that it has to be deleted first', async () => {
    const out = fresh()
    mkdirSync(out)
    writeFileSync(join(out, 'STOP'), '')
    const argv = ['run', 'case01', '--agents', 'no-op', '--seeds', '1200', '--out', out]
    const way = `stopped: there is a file STOP; delete ${join(out, 'STOP')} first, then edgeworth resume ${out} goes on\n`
    expect(await printed(argv)).toMatchObject({ code: 1, err: way })
    expect(await printed(['resume', out])).toMatchObject({ code: 1, err: way })
    rmSync(join(out, 'STOP'))
    expect(await printed(['resume', out])).toMatchObject({ code: 0, err: '' })
    expect((await printed(['resume', '--help'])).out).toContain('when that file is deleted')
  })

  it.each([
    ['budget', 'edgeworth resume d goes on, without a budget or with a larger one'],
    ['aborted', 'edgeworth resume d goes on'],
    ['pin_drift', 'edgeworth resume d --retry-failed goes on when the cause is mended'],
    ['errors', 'edgeworth resume d --retry-failed goes on when the cause is mended'],
    ['replay_differs', 'look into that run, then edgeworth resume d --retry-failed goes on'],
    ['journal', 'make room or mend the file, then edgeworth resume d --retry-failed goes on'],
  ] as const)('tells the way on that the guide tells: %s', (status, way) => {
    expect(wayOn(status, 'd')).toBe(way)
    const guide = readFileSync(`${projectRoot}docs/guides/sweeps.md`, 'utf8')
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${status}\` `)) ?? ''
    expect(row.includes('--retry-failed')).toBe(way.includes('--retry-failed'))
  })

  it('plays a command as a model, against a panel and an environment of the same command', async () => {
    const out = fresh()
    const said = await printed([
      ...['run', 'case02', '--model-command', `${fake} --cost 0.5`, '--model', 'vendor/m'],
      ...['--panel', 'command', '--environment', 'command', '--seeds', '1200', '--out', out],
      ...['--pin', 'fake-1', '--json'],
    ])
    expect(said.code).toBe(0)
    const summary = JSON.parse(said.out) as {
      readonly seats: Record<string, { calls: number; cost_usd: number }>
    }
    for (const seat of ['under_test', 'panel', 'env']) {
      const { calls = 0, cost_usd = 0 } = summary.seats[seat] ?? {}
      expect(calls).toBeGreaterThan(0)
      expect(cost_usd).toBe(calls * 0.5)
    }
    const drifted = await printed([
      ...['run', 'case02', '--model-command', fake, '--pin', 'fake-2', '--seeds', '1200,1201'],
      ...['--out', fresh()],
    ])
    expect(drifted.code).toBe(1)
    expect(drifted.err).toContain('stopped: another model answered than the pinned one')
  })

  it('ends with 1 and a way on when the budget is used up, and resume goes on', async () => {
    const out = fresh()
    const argv = ['run', 'case01', '--model-command', `${fake} --cost 1`, '--seeds', '1200..1201']
    const said = await printed([...argv, '--out', out, '--budget-usd', '9'])
    expect(said.code).toBe(1)
    expect(said.err).toContain(`stopped: the budget is used up; edgeworth resume ${out} goes on`)
    const on = await printed(['resume', out])
    expect(on.code).toBe(0)
    const whole = fresh()
    await printed([...argv, '--out', whole])
    const isBytes = (path: string): boolean => !path.startsWith('journal/')
    expect(textsBelow(out, isBytes)).toEqual(textsBelow(whole, isBytes))
  })

  it('tells of a command that dies, and retries it when that is asked for', async () => {
    const out = fresh()
    const script = join(root(), 'model.sh')
    writeFileSync(script, 'exit 7\n')
    const argv = [
      'run',
      'case01',
      '--model-command',
      `sh ${script}`,
      '--retries',
      '0',
      '--seeds',
      '1200',
    ]
    const said = await printed([...argv, '--out', out])
    expect(said.code).toBe(1)
    expect(said.err).toMatch(/1200: faults: .*ended with code 7/)
    writeFileSync(script, `exec ${fake}\n`)
    expect((await printed(['resume', out])).code).toBe(1)
    expect((await printed(['resume', out, '--retry-failed'])).code).toBe(0)
  })

  it('takes an agent back with a reason', async () => {
    const out = fresh()
    await printed([
      'run',
      'case01',
      '--agents',
      'no-op,scripted-ir',
      '--seeds',
      '1200',
      '--out',
      out,
    ])
    const said = await printed(['resume', out, '--withdraw', 'no-op=another prompt', '--json'])
    expect(said.code).toBe(0)
    expect(JSON.parse(said.out)).toMatchObject({
      counts: { ok: 1, withdrawn: 1 },
      withdrawn: [{ agent: 'no-op', reason: 'another prompt', seed: 1200 }],
    })
    expect((await printed(['resume', out, '--withdraw', 'nobody=x'])).code).toBe(2)
    expect((await printed(['resume', root()])).err).toBe(
      `edgeworth resume: ${root()}/sweep.json: not there; expected the directory of a sweep\n`,
    )
  })

  it.skipIf(!existsSync('/proc/self'))('says at once where nothing can be written', async () => {
    const argv = ['run', 'case01', '--agents', 'no-op', '--seeds', '1', '--out', '/proc/none/deep']
    const said = await printed(argv)
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toMatch(/^edgeworth run: \/proc\/none\/deep: cannot be written: .*\n$/)
  })

  it('plays the configuration of the guide, which has no key that is ignored', async () => {
    const guide = readFileSync(`${projectRoot}docs/guides/sweeps.md`, 'utf8')
    const file = join(root(), 'guide.json')
    writeFileSync(file, /```json\n([^`]*)```/.exec(guide)?.[1] ?? '')
    expect(await printed(['world', file])).toMatchObject({ code: 0, err: '' })
    const argv = ['run', file, '--agents', 'greedy', '--seeds', '1', '--out', fresh()]
    expect(await printed(argv)).toMatchObject({ code: 0, err: '' })
    // Every key of its table is one that configurations are written with.
    const snapshot = configToSnapshot(defaultExchangeConfig)
    const members: Readonly<Record<string, unknown>> = {
      ...snapshot,
      roles: null,
      ...Object.fromEntries(
        Object.entries(snapshot.protocol ?? {}).map(([key, value]) => [`protocol.${key}`, value]),
      ),
    }
    const [, table = ''] = guide.split('| key  ')
    const keys = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (`[^|]*`) /gm)].flatMap((row) =>
      (row[1] ?? '').split(', ').map((key) => key.replaceAll('`', '').replace(/^\./, 'protocol.')),
    )
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter((key) => !Object.hasOwn(members, key))).toEqual([])
  })

  it('says what to add to a file that leaves the controllers out', async () => {
    const file = join(root(), 'three.json')
    writeFileSync(file, '{"num_agents": 3}')
    const said = await printed(['run', file, '--out', fresh()])
    expect(said.code).toBe(2)
    expect(said.err).toContain('add "controllers": [1]')
    writeFileSync(file, '{"num_agents": 3, "controllers": [4]}')
    expect((await printed(['run', file, '--out', fresh()])).err).not.toContain('add "controllers"')
  })

  it('reads a case from a file', async () => {
    const file = join(root(), 'small.json')
    writeFileSync(
      file,
      JSON.stringify({
        name: 'small',
        num_agents: 3,
        num_resources: 3,
        rounds: 1,
        controllers: [2],
      }),
    )
    const said = await printed([
      'run',
      file,
      '--agents',
      'greedy',
      '--seeds',
      '5',
      '--out',
      fresh(),
    ])
    expect(said.out).toContain('small')
    expect(said.code).toBe(0)
  })

  it('shows how far it is to who watches: games, what is left, and the cost', async () => {
    const argv = ['run', 'case01', '--agents', 'no-op', '--seeds', '1200..1202', '--out', fresh()]
    const { err } = await printed(argv, true)
    expect(err).toMatch(/games: 2 \(of 3 \[#{13}\.{7}\] \d+s left, \$0\.0000\)/)
    const at = { jobs: 40, before: 10, done: 20, seconds: 130, costUsd: 1.5 }
    expect(sweepProgress(at)).toBe('of 40 [##########..........] 4m 20s left, $1.5000')
    expect(sweepProgress({ ...at, unpriced: 3 })).toContain('$1.5000 and 3 calls unpriced')
    expect(sweepProgress({ ...at, costUsd: 0, unpriced: 3 })).toContain('left, unpriced')
    expect(sweepProgress({ ...at, done: 10 })).toContain('no estimate yet')
    expect(sweepProgress({ ...at, seconds: 7200 })).toContain('4h 0m left')
  })

  it('stops cleanly at an interrupt, and goes on to the bytes of an unbroken sweep', async () => {
    const file = await commandFile(root())
    const argv = ['run', 'case01', '--seeds', '1200..1203', '--concurrency', '1']
    const model = ['--model-command', `${fake} --wait 5`]
    const whole = fresh()
    expect((await started(file, [...argv, ...model, '--out', whole]).ended).code).toBe(0)
    const out = fresh()
    const { child, ended } = started(file, [...argv, ...model, '--out', out])
    // Once: a second interrupt does not wait for a clean stop.
    const timer = setInterval(() => {
      if ([...keptIn(out).values()].flat().length <= 12) return
      clearInterval(timer)
      child.kill('SIGINT')
    }, 5)
    const { code, err } = await ended
    clearInterval(timer)
    expect(code).toBe(1)
    expect(err).toContain('stopped: it was called off')
    expect(existsSync(join(out, 'lock'))).toBe(false)
    expect((await started(file, ['resume', out]).ended).code).toBe(0)
    expect(textsBelow(out)).toEqual(textsBelow(whole))
    rmSync(file)
  })
})

describe('edgeworth submit and verify', () => {
  it('report a submission, and find it tampered with', async () => {
    const out = fresh()
    const said = await printed([
      ...['submit', 'case01', 'case04', '--agent', 'mine', '--model-command', fake],
      ...['--seeds', '1200', '--out', out],
    ])
    expect(said.err).toBe('')
    expect(said.code).toBe(0)
    expect(said.out).toMatch(/^case set [0-9a-f]{64}\nwstar_grid: AER /)
    expect(said.out).toContain('replays: 2 runs, 2 from their answers alone')
    expect(await printed(['verify', out])).toMatchObject({ code: 0, out: `${out}: verified\n` })
    const results = join(out, 'results.jsonl')
    writeFileSync(results, readFileSync(results, 'utf8').replace('"realized":', '"realized":1'))
    const found = await printed(['verify', out])
    expect(found.code).toBe(1)
    expect(found.out).toContain('results.jsonl: changed')
    expect(found.out).toContain('row: its run comes to another result')
    const none = await printed(['verify', root()])
    expect(none.code).toBe(1)
    expect(none.out).toContain(`: not verified, 1 finding\n`)
    expect(none.out).toContain('report.json: not there; expected the report of a submission\n')
  })

  it('do not score a command that cannot be started, dies, or writes what is no reply', async () => {
    for (const command of ['nosuchcmd', `${fake} --die 1`, 'cat /dev/zero | tr "\\\\0" "a\\\\n"']) {
      const said = await printed([
        ...['submit', 'case01', '--agent', 'x', '--model-command', command, '--retries', '0'],
        ...['--seeds', '1200..1201', '--out', fresh()],
      ])
      expect(said.out).toContain('harness errors: 2 of 2 games (faults 2), not scored\n')
      expect(said.out).not.toContain('AER')
      expect(said.err).toContain('1200: faults: ')
      expect(said.code).toBe(1)
    }
  })

  it('score a command that says nothing, and tell that nobody knows what it cost', async () => {
    const silent = await printed([
      ...['submit', 'case01', '--agent', 'x', '--model-command', `${fake} --mute`],
      ...['--seeds', '1200', '--out', fresh()],
    ])
    expect(silent.code).toBe(0)
    expect(silent.out).toContain('wstar_grid: AER 0.0000')
    expect(silent.out).toContain('harness errors: 0 of 1 game')
    expect(silent.out).toMatch(/under_test: \d+ calls, \d+ blank, unpriced\n/)
  })

  it('hold a submitted command to the budget and the pin', async () => {
    const argv = (command: string, ...more: ReadonlyArray<string>): ReadonlyArray<string> => [
      ...['submit', 'case01', '--agent', 'x', '--model-command', command],
      ...['--seeds', '1200', '--out', fresh(), ...more],
    ]
    const dear = await printed(argv(`${fake} --cost 0.5`, '--budget-usd', '1'))
    expect([dear.code, dear.err]).toEqual([1, expect.stringContaining('the budget is used up')])
    const long = await printed(argv(fake, '--budget-tokens', '100'))
    expect([long.code, long.err]).toEqual([1, expect.stringContaining('the budget is used up')])
    const other = await printed(argv(fake, '--pin', 'fake-2'))
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('fake-2 is pinned')])
    const paid = await printed(argv(`${fake} --cost 0.5`, '--pin', 'fake-1', '--budget-usd', '9'))
    expect(paid.code).toBe(0)
    expect(paid.out).toMatch(/under_test: 8 calls, 0 blank, \$4\.0000\n/)
  })

  it('refuse a command line with all that is wrong with it', async () => {
    const said = await printed([
      ...['submit', 'case09', 'case01', 'case01', '--agents', 'x', '--panel', 'none'],
      ...['--seeds', '1,x', '--retries=-1', '--timeout', '0', '--budget-usd', 'much'],
    ])
    expect(said.code).toBe(2)
    for (const part of [
      ...['--out', 'case09', '--panel takes', '--seeds takes', '--retries takes'],
      ...['--timeout takes', '--budget-usd takes', 'name it by --agent', 'Twice'],
    ]) {
      expect(said.err).toContain(part)
    }
  })

  it('refuse a submission with everything that is wrong with it', async () => {
    const file = join(root(), 'bad.json')
    writeFileSync(
      file,
      JSON.stringify({
        name: 'bad name',
        num_agents: 2,
        num_resources: 2,
        rounds: 1,
        controllers: [1],
      }),
    )
    const said = await printed([
      'submit',
      file,
      '--agent',
      'greedy',
      '--seeds',
      '1,1',
      '--out',
      fresh(),
    ])
    expect(said.code).toBe(2)
    expect(said.err).toContain('NotAName')
    expect(said.err).toContain('Twice')
  })
})

describe('edgeworth run, submit, resume and verify', () => {
  it.each([
    [['run']],
    [['run', 'case01', '--out', '']],
    [['run', 'case', '--out', 'x']],
    [['run', 'case09', '--out', 'x']],
    [['run', 'case01', '--out', 'x', '--agents', 'nobody']],
    [['run', 'case01', '--out', 'x', '--agents', 'greedy', '--panel', 'greedy']],
    [['run', 'case01', '--out', 'x', '--agents', 'command']],
    [['run', 'case01', '--out', 'x', '--panel', 'command']],
    [['run', 'case01', '--out', 'x', '--seeds', '5..1']],
    [['run', 'case01', '--out', 'x', '--seeds', '1.5']],
    [['run', 'case01', '--out', 'x', '--workers', '0']],
    [['run', 'case01', '--out', 'x', '--budget-usd', 'much']],
    [['run', 'case01', '--out', 'x', '--environment', 'none']],
    [['resume']],
    [['resume', '/nowhere']],
    [['submit', 'case01', '--out', 'x']],
    [['submit', 'case01', '--out', 'x', '--agents', 'greedy']],
    [['verify']],
  ])('do not understand %j: exit code 2 and one line that says why', async (argv) => {
    const said = await printed(argv)
    expect(said.code).toBe(2)
    expect(said.out).toBe('')
    expect(said.err).toMatch(/^edgeworth[^\n]*\n$/)
    expect(existsSync('x')).toBe(false)
  })

  it.each(['run', 'resume', 'submit', 'verify', 'gate'])(
    'tell about themselves: %s',
    async (name) => {
      const help = await printed([name, '--help'])
      expect(help.code).toBe(0)
      expect(help.out).toContain(`usage: edgeworth ${name}`)
      expect(help.out).toContain('Exit codes:')
      expect(help.out.split('\n').every((line) => line.length <= 100)).toBe(true)
    },
  )

  it('promise the same journals of a sweep that went on only where one question is out at a time', async () => {
    const help = await printed(['resume', '--help'])
    expect(help.out).toContain('The runs and the results are the same, byte for byte')
    expect(help.out).toContain('journals of a sweep with --concurrency 1')
  })

  it('read lists of seeds', () => {
    expect(seedsOf('1200..1202,7, -1')).toEqual({ _tag: 'Right', right: [1200, 1201, 1202, 7, -1] })
    expect(seedsOf('1..200000')._tag).toBe('Left')
    expect(seedsOf('')._tag).toBe('Left')
  })
})
