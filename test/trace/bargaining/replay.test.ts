import { describe, expect, it } from 'vitest'
import { answerByBuyer, stubborn } from '../../../src/bargaining/index.js'
import { playWith, textAnswer } from '../../../src/core/episode/index.js'
import {
  bargainSetup,
  bargainsOf,
  bargainsToCsv,
  recordBargains,
  renderBargainReport,
  replayBargains,
  type SideTally,
  tallySides,
} from '../../../src/trace/bargaining/index.js'
import { drawnSetup, playedRun, setupOf, setups } from './runs.js'

const world = { id: 'w,"1"', value: 12094, cost: 8110, list: 16070 }
const setup = setupOf([world])
const played = playWith(answerByBuyer(stubborn))(bargainsOf(setup))
const recorded = recordBargains(setup)(played.log)
const files = recorded._tag === 'Right' ? recorded.right : null

describe('a recorded bargain', () => {
  it('is three small texts', () => {
    expect(files?.answers.split('\n')[0]).toBe(
      '{"answer":{"_tag":"Action","action":{"_tag":"Offer","price":12856}},"id":"w,\\"1\\"/buyer-1"}',
    )
    expect(files?.setup).toMatch(/^\{"buyer":"stubborn","disclosure":null,"drawn":null,/)
    expect(files?.summary).toContain('"_tag":"Deal"')
  })

  it('is a row of CSV', () => {
    const results = played._tag === 'Finished' ? played.result : []
    const [header, row] = bargainsToCsv({ game: 'anchored', setup, results }).split('\r\n')
    expect(header?.split(',').slice(0, 7)).toEqual(
      'world,value,cost,list,seller,buyer,outcome'.split(','),
    )
    expect(row).toMatch(/^"w,""1""",12094,8110,16070,calibrated,stubborn,/)
  })

  it('names an answer whose private text was changed, though nothing depends on it', () => {
    const run = playWith(() => textAnswer('I offer $100.', 'my value is 120'))(bargainsOf(setup))
    const kept = recordBargains(setup)(run.log)
    if (kept._tag === 'Left') throw new Error('not recorded')
    const answers = kept.right.answers.replace('value is 120', 'value is 121')
    expect(replayBargains({ ...kept.right, answers })).toMatchObject({
      _tag: 'Differs',
      differences: [{ file: 'answers.jsonl', line: 1 }],
    })
  })

  it('names a parameter of the seller that was changed', () => {
    if (files === null) throw new Error('not recorded')
    const changed = files.setup.replace('"concession":0.388', '"concession":0.389')
    const report = replayBargains({ ...files, setup: changed })
    expect(report._tag === 'Differs' && report.differences[0]).toEqual({
      file: 'setup.json',
      line: null,
      path: ['seller', 'parameters', 'concession'],
      recorded: 0.389,
      replayed: 0.388,
    })
  })

  it('names a number that is written in another way, with line and column', () => {
    if (files === null) throw new Error('not recorded')
    const changed = files.setup.replace('0.388', '0.38800000000000000001')
    const report = replayBargains({ ...files, setup: changed })
    expect(report._tag === 'Differs' && report.differences).toMatchObject([
      { file: 'setup.json', line: 1, path: ['column', changed.indexOf('0000000000') + 1] },
    ])
  })

  it.each([
    ['an answer added after the end', (text: string) => text + (text.split('\n')[0] ?? '') + '\n'],
    ['an answer left out', (text: string) => text.slice(text.indexOf('\n') + 1)],
    [
      'the last answer left out',
      (text: string) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
    ],
    ['nothing left', () => ''],
    ['an empty line', (text: string) => `\n${text}`],
  ])('is not verified with %s', (_what, change) => {
    if (files === null) throw new Error('not recorded')
    const report = replayBargains({ ...files, answers: change(files.answers) })
    expect(['Differs', 'Unreadable']).toContain(report._tag)
  })

  it.each(['', 'null', '[]', '{', '{"format":"edgeworth-bargains/2"}', '7'])(
    'is unreadable with the setup %j',
    (text) => {
      if (files === null) throw new Error('not recorded')
      const report = replayBargains({ ...files, setup: text })
      expect(report._tag === 'Unreadable' && report.failures[0]?.file).toBe('setup.json')
    },
  )

  it.each(['', 'null', '[]', '{}', '7', '"__proto__"'])(
    'is not verified with the summary %j',
    (text) => {
      if (files === null) throw new Error('not recorded')
      expect(['Differs', 'Unreadable']).toContain(replayBargains({ ...files, summary: text })._tag)
    },
  )

  it('is differing where the run is finished and its summary is gone', () => {
    if (files === null) throw new Error('not recorded')
    expect(replayBargains({ ...files, summary: null })).toMatchObject({
      _tag: 'Differs',
      differences: [{ file: 'summary.json' }],
    })
  })
})

describe('a setup', () => {
  it('is refused with every defect', () => {
    const parameters = { ...setup.seller.parameters, concession: 2 }
    const worlds = [world, world, { ...world, id: 'b', list: 1 }]
    const refused = bargainSetup({ ...setup, seller: { name: 's', parameters }, worlds })
    expect(refused._tag === 'Left' && refused.left.map(({ path }) => path.join('.'))).toEqual([
      'seller.parameters.concession',
      'worlds.2.list',
      'worlds.1.id',
    ])
  })

  it.each(['1e3', ' 1', '01', '-0', '', '9'.repeat(41)])(
    'names a seed in one way: not %j',
    (seed) => {
      const drawn = drawnSetup(1n, 1)
      if (drawn.drawn === null) throw new Error('not drawn')
      const refused = bargainSetup({ ...drawn, drawn: { ...drawn.drawn, seed } })
      expect(refused._tag === 'Left' && refused.left[0].path).toEqual(['drawn', 'seed'])
    },
  )

  it('without worlds is a run without answers', () => {
    const none = playedRun(1n, drawnSetup(1n, 0))
    expect(none.log).toEqual([])
    expect(replayBargains(none.files)).toMatchObject({ _tag: 'Verified', results: [] })
  })
})

describe.each(['live', 'symmetric'] as const)('a recorded %s run', (game) => {
  const run = playedRun(7n, setups[game](7n, 12))
  const report = replayBargains(run.files)

  it('is verified, and says how many bargains and answers it holds', () => {
    expect(report._tag).toBe('Verified')
    const bargains = game === 'live' ? 12 : 48
    expect(renderBargainReport('here')(report)).toEqual([
      `here: verified, ${bargains} ${game} bargains, ${run.log.length} answers`,
    ])
  })

  it('sums up both sides: shares, holds, vetoes and what could not be read', () => {
    const summary = JSON.parse(run.files.summary ?? '') as {
      readonly sides: Readonly<Record<'buyer' | 'seller', SideTally>>
      readonly surplus?: { readonly sePlus: { readonly value: number } }
      readonly table?: { readonly standings: ReadonlyArray<{ readonly participant: string }> }
    }
    const { buyer, seller } = summary.sides
    expect(buyer.turns + seller.turns).toBe(run.log.length)
    for (const side of [buyer, seller]) {
      for (const name of ['holds', 'unreadable', 'faults'] as const) {
        expect(side[name]).toBeGreaterThan(0)
      }
    }
    expect(seller.vetoes).toBeGreaterThan(0)
    if (game === 'live') expect(Number.isFinite(summary.surplus?.sePlus.value)).toBe(true)
    else {
      const names = summary.table?.standings.map(({ participant }) => participant)
      expect([...(names ?? [])].sort()).toEqual(['first', 'second'])
    }
  })

  it('is a table of CSV whose counts are those of the summary', () => {
    if (report._tag !== 'Verified') throw new Error(report._tag)
    const [header = '', ...rows] = bargainsToCsv(report).trimEnd().split('\r\n')
    const at = header.split(',').indexOf('seller_vetoes')
    const counted = rows.reduce((sum, row) => sum + Number(row.split(',')[at]), 0)
    expect(rows).toHaveLength(game === 'live' ? 12 : 48)
    expect(counted).toBe(tallySides(report.results).seller.vetoes)
  })

  it('names a veto that was taken out of the summary', () => {
    const summary = (run.files.summary ?? '').replace(/"vetoes":[1-9]\d*/, '"vetoes":0')
    const changed = replayBargains({ ...run.files, summary })
    expect(changed).toMatchObject({ _tag: 'Differs', differences: [{ file: 'summary.json' }] })
    expect(changed._tag === 'Differs' && changed.differences[0].path.at(-1)).toBe('vetoes')
  })

  it('is not verified as a run of another game', () => {
    const setup = run.files.setup.replace(`"game":"${game}"`, '"game":"anchored"')
    expect(replayBargains({ ...run.files, setup })._tag).toBe('Unreadable')
  })

  it('that was killed resumes from its whole lines', () => {
    const answers = run.files.answers.slice(0, -20)
    const killed = replayBargains({ ...run.files, answers, summary: null })
    expect(killed).toMatchObject({ _tag: 'Unfinished', game, cut: true })
    expect(renderBargainReport('here')(killed)[0]).toBe(
      `here: did not finish, ${run.log.length - 1} usable answers, a broken last line left out, 1 open question`,
    )
  })

  it('refuses parameters out of their range, with their place', () => {
    const given = setups[game](7n, 1)
    const refused = bargainSetup(
      given.game === 'symmetric'
        ? { ...given, rules: { ...given.rules, deadline: 0.5 } }
        : { ...given, rounds: 1 },
    )
    expect(refused._tag === 'Left' && refused.left[0].path.join('.')).toBe(
      game === 'live' ? 'rounds' : 'rules.deadline',
    )
  })
})
