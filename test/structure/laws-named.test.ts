import { describe, expect, it } from 'vitest'
import { filesBelow, readProject } from '../support/sources.js'

/** The laws a module header numbers, as `L1 name`. */
const lawsOf = (source: string): ReadonlyArray<string> => {
  const header = /^\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? ''
  return [...header.matchAll(/^ \*\s+(L\d+ [a-z][a-z-]*(?: [a-z-]+)*?)(?:\s{2,}|$)/gm)].map(
    (match) => match[1] ?? '',
  )
}

const modules = filesBelow('src', '.ts').map((file) => ({ file, source: readProject(file) }))
/** The tests of a module stand in the folder of `test` that mirrors its own. */
const testsOf = (file: string): string => {
  const folder = file.split('/')[1] ?? ''
  const where = `test/${folder}/`
  const own = tests.get(where) ?? filesBelow(where, '.ts').map(readProject).join('\n')
  tests.set(where, own)
  return own
}
const tests = new Map<string, string>()

describe('laws', () => {
  it('are stated in the headers of the modules', () => {
    expect(modules.flatMap(({ source }) => lawsOf(source)).length).toBeGreaterThan(40)
  })

  it('have a property test of the same name', () => {
    const untested = modules.flatMap(({ file, source }) =>
      lawsOf(source)
        .filter(
          (law) => !new RegExp(`\\b(?:it|test)[.\\w]*\\(\\s*['"\`]${law}\\b`).test(testsOf(file)),
        )
        .map((law) => `${file}: ${law}`),
    )
    expect(untested).toEqual([])
  })

  it('every module opens with a header', () => {
    const bare = modules
      .filter(({ file }) => !file.endsWith('index.ts'))
      .filter(({ source }) => !source.startsWith('/**'))
      .map(({ file }) => file)
    expect(bare).toEqual([])
  })
})
