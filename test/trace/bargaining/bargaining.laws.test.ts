import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BargainingWorld } from '../../../src/bargaining/index.js'
import { openQuestions, playWith } from '../../../src/core/episode/index.js'
import { canonicalJson } from '../../../src/core/json.js'
import {
  BARGAIN_FILE_NAMES,
  type BargainFiles,
  type BargainReport,
  bargainSetup,
  bargainsOf,
  bargainsToCsv,
  recordBargains,
  replayBargains,
} from '../../../src/trace/bargaining/index.js'
import { anyRun, drawnSetup, setupOf } from './runs.js'

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
      return report.failures.map(
        ({ file, expected }) => `${file}:${/\(line (\d+)\)$/.exec(expected)?.[1] ?? ''}`,
      )
    default:
      return []
  }
}

describe('setups of bargains', () => {
  it('L1 reread: the text of a setup and the setup give each other', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -5n, max: 1000n }), fc.nat(5), (seed, count) => {
        const setup = drawnSetup(seed, count)
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
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.nat(3),
        fc.constantFrom('value', 'cost', 'list'),
        fc.constantFrom(-1, 1),
        (seed, index, member: 'value' | 'cost' | 'list', by) => {
          const setup = drawnSetup(seed, 4)
          expect(bargainSetup(setup)._tag).toBe('Right')
          const worlds: ReadonlyArray<BargainingWorld> = setup.worlds.map((world, at) =>
            at === index ? { ...world, [member]: world[member] + by } : world,
          )
          const refused = bargainSetup({ ...setup, worlds })
          expect(refused._tag).toBe('Left')
          expect(refused._tag === 'Left' && refused.left[0].path).toEqual(['worlds', index, member])
          expect(bargainSetup({ ...setup, worlds, drawn: null })._tag).toBe('Right')
        },
      ),
    )
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
        const rest = playWith(policy)(report.episode)
        const whole = recordBargains(report.setup)([...report.log, ...rest.log])
        expect(whole._tag).toBe('Right')
        if (whole._tag === 'Left') return
        const verified = replayBargains(whole.right)
        const before = replayBargains(files)
        expect(verified._tag).toBe('Verified')
        expect(verified._tag === 'Verified' && verified.results).toEqual(
          before._tag === 'Verified' && before.results,
        )
        expect(openQuestions(report.episode).size).toBeGreaterThan(0)
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
        const csv = bargainsToCsv(setup)(played.result)
        const quoted = csv.match(/(?:"(?:[^"]|"")*"|[^"])*?\r\n/g) ?? []
        expect(quoted.join('')).toBe(csv)
        expect(new Set(quoted.map((line) => cells(line.slice(0, -2)))).size).toBe(1)
      }),
    )
  })
})
