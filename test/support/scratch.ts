import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A folder of a test file's own, and paths in it that are not there yet, each another one. */
export interface Scratch {
  readonly root: () => string
  readonly fresh: () => string
}

/** Makes a folder before the tests of a file and removes it after them. */
export const scratchFolders = (name: string): Scratch => {
  let folder = ''
  let count = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `edgeworth-${name}-`))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    root: () => folder,
    fresh: () => {
      count += 1
      return join(folder, String(count))
    },
  }
}
