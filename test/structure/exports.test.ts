import { describe, expect, it } from 'vitest'
import { filesBelow, readProject } from '../support/sources.js'

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>
}

const manifest = JSON.parse(readProject('package.json')) as Manifest
const subpaths = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'))

describe('the public face', () => {
  it('has an entry in package.json for every folder with an index, and for the file readers', () => {
    const folders = filesBelow('src', 'index.ts')
      .map((file) => /^src\/([^/]+)\/index\.ts$/.exec(file)?.[1])
      .filter((folder) => folder !== undefined && folder !== 'cli')
      .map((folder) => `./${folder}`)
    expect([...subpaths].sort()).toEqual(['.', './run/node', './trace/node', ...folders].sort())
  })

  it('gives every subpath a typesVersions entry for old resolvers', () => {
    const listed = Object.keys(manifest.typesVersions['*'] ?? {}).map((name) => `./${name}`)
    expect(listed.sort()).toEqual(subpaths.filter((name) => name !== '.').sort())
  })

  it('is built entry by entry by tsup', () => {
    const config = readProject('tsup.config.ts')
    const missing = subpaths
      .map((name) => (name === '.' ? 'index' : name.slice(2)))
      .filter(
        (name) => !config.includes(`src/${name}.ts`) && !config.includes(`src/${name}/index.ts`),
      )
    expect(missing).toEqual([])
  })

  it('is documented entry by entry by typedoc', () => {
    const config = readProject('typedoc.json')
    const missing = subpaths
      .map((name) => (name === '.' ? 'index' : name.slice(2)))
      .filter(
        (name) => !config.includes(`src/${name}.ts`) && !config.includes(`src/${name}/index.ts`),
      )
    expect(missing).toEqual([])
  })
})
