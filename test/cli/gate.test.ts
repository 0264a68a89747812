import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParticipantRow } from '../../src/bargaining/index.js'
import { printed } from '../support/commands.js'
import { projectRoot } from '../support/sources.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edgeworth-gate-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const models = ['alpha', 'beta', 'gamma'] as const
const counts = { turns: 4, unreadable: 0, faults: 0, vetoes: 0, refused: 0 }

/** Three models of different strength in all four cells of ten worlds, with a deal in four of five negotiations. */
const rows: ReadonlyArray<ParticipantRow> = Array.from({ length: 10 }, (_, world) =>
  models.flatMap((one, at) =>
    models.slice(at + 1).flatMap((other, next) =>
      (['buyer', 'seller'] as const).flatMap((side) =>
        [true, false].flatMap((opened): ReadonlyArray<ParticipantRow> => {
          const share = 0.5 + 0.1 * (next + 1) + 0.001 * world
          const isDeal = (world + at) % 5 > 0
          const named = { worldId: `w${world}`, counts }
          const theirs = side === 'buyer' ? 'seller' : 'buyer'
          return [
            {
              ...named,
              participant: one,
              counterpart: other,
              side,
              opened,
              share: isDeal ? share : null,
            },
            {
              ...named,
              participant: other,
              counterpart: one,
              side: theirs,
              opened: !opened,
              share: isDeal ? 1 - share : null,
            },
          ]
        }),
      ),
    ),
  ),
).flat()

const csvOf = (list: ReadonlyArray<ParticipantRow>): string =>
  [
    'participant,counterpart,world,side,opened,share,turns,unreadable,faults,vetoes,refused',
    ...list.map(
      ({ participant, counterpart, worldId, side, opened, share, counts: c }) =>
        `"${participant}",${counterpart},${worldId},${side},${opened},${share ?? ''},${c.turns},${c.unreadable},${c.faults},${c.vetoes},${c.refused}`,
    ),
  ].join('\r\n')

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const checks = [
  'cell_balance',
  'deal_rate',
  'unreadable_turns',
  'reservation_vetoes',
  'split_half',
  'opener_effect',
  'side_effect',
]

describe('edgeworth gate', () => {
  it('prints every check of a list of rows, and passes what passes', async () => {
    const said = await printed(['gate', file('rows.json', JSON.stringify(rows))])
    expect(said.err).toBe('')
    expect(
      said.out
        .split('\n')
        .slice(0, 7)
        .map((line) => line.split(':')[0]),
    ).toEqual(checks)
    expect(said.out).toContain('120 negotiations: may be reported')
    expect(said.code).toBe(0)
  })

  it('reads the same from CSV', async () => {
    const json = await printed(['gate', file('rows.json', JSON.stringify(rows))])
    expect(await printed(['gate', file('rows.csv', csvOf(rows))])).toEqual(json)
    expect(await printed(['gate', file('end.csv', `${csvOf(rows)}\r\n`)])).toEqual(json)
  })

  it('withholds a run that fails a check, and says which', async () => {
    const unread = rows.map((row) =>
      row.participant === 'beta' ? { ...row, counts: { ...counts, unreadable: 1 } } : row,
    )
    const path = file('unread.json', JSON.stringify(unread))
    const said = await printed(['gate', path])
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/unreadable_turns: fail, .*beta/)
    expect(said.out).toContain('withheld because of unreadable_turns')
    const json = await printed(['gate', path, '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ _tag: 'Withheld', because: ['unreadable_turns'] })
    // A participant that is no model is in no share of bad turns.
    expect((await printed(['gate', path, '--fixed', 'beta'])).out).toMatch(/unreadable_turns: pass/)
    const without = await printed(['gate', path, '--withdraw', 'beta=a broken prompt'])
    expect(without.out).toMatch(/unreadable_turns: pass/)
    expect(without.out).toContain(
      '\n40 negotiations (80 more withdrawn): withheld because of split_half\n',
    )
  })

  it.each(['fixed', 'withdraw'])('knows nobody of --%s whom no row has', async (option) => {
    const path = file('known.json', JSON.stringify(rows))
    const given = option === 'fixed' ? 'beta,nobody' : 'beta=x,nobody=y'
    const said = await printed(['gate', path, `--${option}`, given])
    expect(said).toEqual({
      code: 2,
      out: '',
      err: `edgeworth gate: --${option}: "nobody" is not one of the participants: alpha, beta, gamma\n`,
    })
  })

  it('says which values the columns of a row have', async () => {
    const { out } = await printed(['gate', '--help'])
    for (const part of ['buyer or seller', 'true or false', 'empty in .csv', 'NAME=REASON']) {
      expect(out).toContain(part)
    }
  })

  it('takes recorded negotiations, and says what it does not take', async () => {
    const said = await printed(['gate', `${projectRoot}examples/bargains`])
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/cell_balance: pass/)
    expect(said.err).toContain('anchored__stubborn: no run of symmetric negotiations')
  })

  it('reports nothing of rows that contradict each other, and names them', async () => {
    const [first, second, ...others] = rows
    const disputed = [first, { ...second, share: 0.5 }, ...others]
    const said = await printed(['gate', file('disputed.json', JSON.stringify(disputed))])
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said.err).toMatch(
      /disputed\.json: \[1\]\.share: expected no deal, beside alpha as buyer against beta in w0, opening, got 0\.5 \(DealDisputed\)\n$/,
    )
    const half = file('half.csv', csvOf(rows.filter((_, at) => at % 2 === 0)))
    const more = await printed(['gate', half, '--json'])
    expect(more.code).toBe(1)
    expect(more.err).toContain('half.csv: [0]: expected a row of the seller too')
    expect(more.err).toContain('and 100 more contradictions')
    expect(Object.keys(JSON.parse(more.out) as object)).toEqual([
      '_tag',
      'checks',
      'failures',
      'refused',
    ])
    // The second of two files has places of its own.
    const twice = await printed([
      'gate',
      file('a.json', JSON.stringify(rows)),
      file('b.json', JSON.stringify(rows.slice(0, 2))),
    ])
    expect(twice.err).toMatch(/b\.json: \[0\]: expected no second row of alpha as buyer/)
  })

  it('refuses rows that are none, with the place', async () => {
    const bad = JSON.stringify([{ ...rows[0], opened: 'perhaps' }])
    const said = await printed(['gate', file('bad.json', bad)])
    expect(said.code).toBe(1)
    expect(said.err).toMatch(/bad\.json: .*opened/)
    const csv = csvOf(rows.slice(0, 1)).replace('true', 'perhaps')
    expect((await printed(['gate', file('bad.csv', csv)])).err).toMatch(/bad\.csv: .*opened/)
    expect((await printed(['gate', join(folder, 'none.csv')])).err).toContain('none.csv')
  })

  it.each([[[]], [['x', '--splits', '0']], [['x', '--withdraw', 'a']], [['x', '--seed', 'y']]])(
    'does not understand %j',
    async (argv) => {
      const said = await printed(['gate', ...argv])
      expect(said.code).toBe(2)
      expect(said.err).toMatch(/^edgeworth gate: [^\n]*\n$/)
    },
  )
})
