import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  makeFolderUnsafe,
  openLog,
  readDurable,
  readLog,
  sweepPartial,
  writeDirectory,
  writeDurably,
} from '../../../src/run/node/durable.js'
import { scratchFolders } from '../../support/scratch.js'

const { fresh } = scratchFolders('durable')

const anyText = fc.string({ unit: 'binary', maxLength: 200 })
const anyLine = anyText.filter((text) => !text.includes('\n'))

describe('durable files', () => {
  it('L1 whole text', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const at = fresh()
        mkdirSync(at)
        const path = join(at, 'text')
        expect(readDurable(path)).toEqual({ _tag: 'Right', right: null })
        for (const text of [first, second]) {
          expect(writeDurably(path, text)._tag).toBe('Right')
          expect(readDurable(path)).toEqual({ _tag: 'Right', right: text })
        }
        expect(readdirSync(at)).toEqual(['text'])
      }),
      { numRuns: 20 },
    )
  })

  it('L2 whole folder', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const at = join(fresh(), 'run')
        expect(writeDirectory(at, { 'a.json': text, 'b.json': undefined })._tag).toBe('Right')
        const again = writeDirectory(at, { 'a.json': `${text}!` })
        expect(again._tag === 'Left' ? again.left[0]._tag : '').toBe('AlreadyThere')
        expect(readdirSync(at)).toEqual(['a.json'])
        expect(readFileSync(join(at, 'a.json'), 'utf8')).toBe(text)
        expect(readdirSync(join(at, '..'))).toEqual(['run'])
      }),
      { numRuns: 20 },
    )
  })

  it('L3 torn line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { maxLength: 5 }),
        fc.nat(),
        anyLine,
        async (lines, cut, next) => {
          const path = join(fresh(), 'log')
          const first = await openLog(path)
          if (first._tag === 'Left') throw new Error('not opened')
          await Promise.all(lines.map(first.right.append))
          await first.right.close()
          expect(readLog(path)).toEqual({ _tag: 'Right', right: lines })
          const bytes = readFileSync(path)
          const kept = cut % (bytes.length + 1)
          writeFileSync(path, bytes.subarray(0, kept))
          const whole = bytes.subarray(0, kept).filter((byte) => byte === 10).length
          const again = await openLog(path)
          if (again._tag === 'Left') throw new Error('not opened again')
          expect(again.right.lines).toEqual(lines.slice(0, whole))
          await again.right.append(next)
          await again.right.close()
          expect(readLog(path)).toEqual({ _tag: 'Right', right: [...lines.slice(0, whole), next] })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('removes what a stop has left, and nothing else', () => {
    const at = fresh()
    mkdirSync(join(at, '.run-aB3dE6', 'run'), { recursive: true })
    mkdirSync(join(at, 'run'))
    writeFileSync(join(at, '.results.jsonl-partial'), '{')
    writeFileSync(join(at, '.hidden'), '')
    sweepPartial(at)
    expect(readdirSync(at)).toEqual(['.hidden', 'run'])
  })

  it('says why nothing could be written or read', async () => {
    const file = fresh()
    writeFileSync(file, '\xff', 'latin1')
    const tags = [
      writeDurably(join(file, 'below'), ''),
      writeDirectory(join(file, 'below'), {}),
      readDurable(file),
      await openLog(join(file, 'log')),
    ].map((found) => (found._tag === 'Left' ? found.left[0]._tag : 'none'))
    expect(tags).toEqual(['NotWritten', 'NotWritten', 'NotRead', 'NotWritten'])
    expect(existsSync(`${file}-`)).toBe(false)
  })

  it('makes folders one by one, and ends where none can be made', () => {
    const deep = join(fresh(), 'a', 'b')
    makeFolderUnsafe(deep)
    makeFolderUnsafe(deep)
    expect(readdirSync(deep)).toEqual([])
    const file = join(deep, 'file')
    writeFileSync(file, '')
    const link = join(deep, 'link')
    symlinkSync(join(deep, 'nowhere'), link)
    // `/proc` refuses a folder as if that above it were not there.
    const refused = ['/proc/none/below', '/dev/null/below', file, join(file, 'below'), link]
    for (const path of refused) expect(() => makeFolderUnsafe(path)).toThrow(/^E[A-Z]+: /)
    expect(writeDirectory('/proc/none/below/run', {})._tag).toBe('Left')
  })
})
