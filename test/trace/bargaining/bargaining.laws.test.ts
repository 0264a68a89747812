import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BargainingWorld, BargainSide } from '../../../src/bargaining/index.js'
import { type Episode, openQuestions, playWith } from '../../../src/core/episode/index.js'
import { canonicalJson } from '../../../src/core/json.js'
import {
  askedOf,
  BARGAIN_FILE_NAMES,
  type BargainFiles,
  type BargainQuestion,
  type BargainReport,
  type BargainResult,
  bargainSetup,
  bargainsOf,
  bargainsToCsv,
  recordBargains,
  replayBargains,
  tallySides,
} from '../../../src/trace/bargaining/index.js'
import { anyRun, setupOf, setups, symmetricSetup } from './runs.js'

const anyGame = fc.constantFrom('anchored', 'live', 'symmetric')

const withText = (files: BargainFiles, file: keyof BargainFiles, text: string): BargainFiles => ({
  ...files,
  [file]: text,
})

/** The files and lines that a report names. */
const placesOf = (report: BargainReport): ReadonlyArray<string> => {
  switch (report._tag) {
    case 'Differs':
      return report.differences.map(({ file, line }) => `${file}:${line ?? ''}`)
    case 'Unreadable':
      return report.failures.map(({ file, line }) => `${file}:${line ?? ''}`)
    default:
      return []
  }
}

describe('setups of bargains', () => {
  it('L1 reread: the text of a setup and the setup give each other', () => {
    fc.assert(
      fc.property(anyGame, fc.bigInt({ min: -5n, max: 1000n }), fc.nat(5), (game, seed, count) => {
        const setup = setups[game](seed, count)
        const text = canonicalJson(setup)
        if (text._tag === 'Left') throw new Error('no text')
        const read = bargainSetup(JSON.parse(text.right))
        expect(read).toEqual({ _tag: 'Right', right: setup })
        expect(read._tag === 'Right' && canonicalJson(read.right)).toEqual(text)
      }),
    )
  })

  it('L2 drawn: worlds that the generator does not draw are refused with their place', () => {
    fc.assert(
      fc.property(
        anyGame,
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.nat(3),
        fc.constantFrom('value', 'cost', 'list'),
        fc.constantFrom(-1, 1),
        (game, seed, index, member: 'value' | 'cost' | 'list', by) => {
          const setup = setups[game](seed, 4)
          expect(bargainSetup(setup)._tag).toBe('Right')
          const worlds: ReadonlyArray<BargainingWorld> = setup.worlds.map((world, at) =>
            at === index ? { ...world, [member]: world[member] + by } : world,
          )
          const refused = bargainSetup({ ...setup, worlds })
          expect(refused._tag).toBe('Left')
          expect(refused._tag === 'Left' && refused.left[0].path).toEqual(['worlds', index, member])
          const legal = worlds.every(({ cost, list }) => cost <= list)
          const undrawn = bargainSetup({ ...setup, worlds, drawn: null })
          expect(undrawn._tag).toBe(legal ? 'Right' : 'Left')
        },
      ),
    )
  })
})

describe('games of setups', () => {
  it('L1 asked: the participant that is named holds the side that is asked, in that cell', () => {
    fc.assert(
      fc.property(anyRun, fc.bigInt({ min: 0n, max: 99n }), ({ policy }, seed) => {
        const setup = symmetricSetup(seed, 2)
        const asked: Array<readonly [string, string | null, BargainSide]> = []
        const played = playWith((id, question: BargainQuestion) => {
          asked.push([id, askedOf(setup)(id), question.seat])
          return policy(id, question)
        })(bargainsOf(setup))
        if (played._tag !== 'Finished') throw new Error(played._tag)
        const names = new Map<string, Readonly<Record<BargainSide, string>>>(
          played.result.map((one) => [`${one.worldId}/${one.cell}`, one.seats] as const),
        )
        expect(names.size).toBe(8)
        for (const { cell, opener, seats } of played.result) {
          const [held, place] = cell.split('-')
          expect(seats[held === 'buyer' ? 'buyer' : 'seller']).toBe('first')
          // With a published list price the seller opens in every cell.
          if (!setup.rules.listPublished) expect(opener === held).toBe(place === 'opening')
        }
        for (const [id, name, seat] of asked) {
          const seats = names.get(id.slice(0, id.lastIndexOf('/')))
          expect(name).toBe(seats?.[seat])
        }
        expect(new Set(asked.map(([, name]) => name)).size).toBe(2)
      }),
      { numRuns: 30 },
    )
  })

  it('L1 held: a side has at least as many holds as turns with a defect', () => {
    const seen = { holds: 0, vetoes: 0, unreadable: 0, faults: 0 }
    fc.assert(
      fc.property(anyRun, ({ setup, policy }) => {
        const played = playWith(policy)(bargainsOf(setup))
        if (played._tag !== 'Finished') throw new Error(played._tag)
        for (const side of ['buyer', 'seller'] as const) {
          const { turns, holds, unreadable, faults, vetoes, refused } = tallySides(played.result)[
            side
          ]
          const defects = unreadable + faults + vetoes + refused
          expect(holds).toBeGreaterThanOrEqual(defects)
          expect(turns).toBeGreaterThanOrEqual(holds)
          seen.holds += holds - defects
          seen.vetoes += vetoes
          seen.unreadable += unreadable
          seen.faults += faults
        }
      }),
    )
    // Holds of every kind, chosen ones too, were there to be counted.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  })
})

describe('records of bargains', () => {
  it('L1 pure record: equal runs have equal bytes', () => {
    fc.assert(
      fc.property(anyRun, ({ setup, log, files }) => {
        const again = recordBargains(structuredClone(setup))(structuredClone(log))
        expect(again).toEqual({ _tag: 'Right', right: files })
        expect(files.summary).not.toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it('L2 grown: a longer run begins with the shorter one', () => {
    fc.assert(
      fc.property(anyRun, fc.nat(), ({ setup, log, files }, cut) => {
        const shorter = recordBargains(setup)(log.slice(0, cut % (log.length + 1)))
        expect(shorter._tag).toBe('Right')
        if (shorter._tag === 'Left') return
        expect(files.answers.startsWith(shorter.right.answers)).toBe(true)
        expect(shorter.right.setup).toBe(files.setup)
      }),
      { numRuns: 40 },
    )
  })
})

describe('replays of bargains', () => {
  it('L1 verified: a recorded run gives the results of the play', () => {
    fc.assert(
      fc.property(anyRun, ({ setup, log, files, policy }) => {
        const played = playWith(policy)(bargainsOf(setup))
        expect(replayBargains(files)).toEqual({
          _tag: 'Verified',
          game: setup.game,
          setup,
          log,
          // Bargains of different worlds do not touch each other: any order gives these results.
          results: played._tag === 'Finished' && played.result,
        })
      }),
      { numRuns: 40 },
    )
  })

  it('L2 named: a changed digit is found, and its file and line are named', () => {
    const found = new Set<string>()
    fc.assert(
      fc.property(
        anyRun,
        fc.constantFrom<keyof BargainFiles>('setup', 'answers', 'summary'),
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        ({ setup, log, files }, file, drawn, place, by) => {
          // Without the generator a changed amount is a legal setup, and only the replay can tell.
          const given = drawn ? files : recordBargains({ ...setup, drawn: null })(log)
          const before = '_tag' in given ? (given._tag === 'Right' ? given.right : files) : given
          const text = before[file] ?? ''
          const digits = [...text.matchAll(/\d/g)]
          const digit = digits[place % Math.max(1, digits.length)]
          if (digit === undefined) return
          const changed = String((Number(digit[0]) + by) % 10)
          const after = text.slice(0, digit.index) + changed + text.slice(digit.index + 1)
          const report = replayBargains(withText(before, file, after))
          expect(['Differs', 'Unreadable']).toContain(report._tag)
          found.add(`${file} ${report._tag}`)
          const places = placesOf(report)
          const name = BARGAIN_FILE_NAMES[file]
          const line = text.slice(0, digit.index).split('\n').length
          const named =
            file === 'answers'
              ? places.includes(`${name}:${line}`)
              : // The summary keeps copies: which of the two was changed is for the reader to say.
                places.some((one) => one.startsWith(name)) ||
                (file === 'summary' && places.some((one) => /^(setup|answers)/.test(one)))
          expect({ places, name, line, named }).toMatchObject({ named: true })
        },
      ),
      { numRuns: 300 },
    )
    expect([...found].sort()).toEqual(
      [
        'answers Differs',
        'setup Differs',
        'setup Unreadable',
        'summary Differs',
        ...[...found].filter((one) => one === 'summary Unreadable' || one === 'answers Unreadable'),
      ].sort(),
    )
  })

  it('L3 any prefix: a cut run resumes, and played on it is the whole run', () => {
    fc.assert(
      fc.property(anyRun, fc.nat(), ({ files, policy }, cut) => {
        const answers = files.answers.slice(0, cut % files.answers.length)
        const report = replayBargains({ ...files, answers, summary: null })
        expect(report._tag).toBe('Unfinished')
        if (report._tag !== 'Unfinished') return
        expect(report.cut).toBe(!(answers === '' || answers.endsWith('\n')))
        const open: Episode<BargainQuestion, ReadonlyArray<BargainResult>> = report.episode
        const rest = playWith(policy)(open)
        const whole = recordBargains(report.setup)([...report.log, ...rest.log])
        expect(whole._tag).toBe('Right')
        if (whole._tag === 'Left') return
        const verified = replayBargains(whole.right)
        const before = replayBargains(files)
        expect(verified._tag).toBe('Verified')
        expect(verified._tag === 'Verified' && verified.results).toEqual(
          before._tag === 'Verified' && before.results,
        )
        expect(openQuestions(open).size).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })
})

describe('bargains as CSV', () => {
  it('L1 rectangular: every row has as many cells as the header', () => {
    const cells = (line: string): number =>
      [...line.matchAll(/(?:^|,)(?:"(?:[^"]|"")*"|[^",]*)/g)].length
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (id, buyer) => {
        const world = { id, value: 12094, cost: 8110, list: 16070 }
        const setup = { ...setupOf([world]), buyer }
        const accepting = playWith(() => ({ _tag: 'Text', text: 'ACCEPT' }))
        const played = accepting(bargainsOf(setup))
        if (played._tag !== 'Finished') throw new Error('unfinished')
        const csv = bargainsToCsv({ game: 'anchored', setup, results: played.result })
        const quoted = csv.match(/(?:"(?:[^"]|"")*"|[^"])*?\r\n/g) ?? []
        expect(quoted.join('')).toBe(csv)
        expect(new Set(quoted.map((line) => cells(line.slice(0, -2)))).size).toBe(1)
      }),
    )
  })
})
