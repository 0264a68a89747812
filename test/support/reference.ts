import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { referenceFolder } from './reference-folder.js'

export { referenceFolder }

/** Declares a suite that reads the reference data, or says once that it was skipped. */
export const describeReference = (name: string, suite: (folder: string) => void): void => {
  if (referenceFolder === null) {
    describe(name, () => {
      it.skip('skipped: no reference data')
    })
    return
  }
  const folder = referenceFolder
  describe(name, () => suite(folder))
}

/** Reads one JSON file of the reference data. */
export const readReference = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))

/** Lists the names in a folder of the reference data, sorted. */
export const listReference = (folder: string, below: string): ReadonlyArray<string> =>
  readdirSync(`${folder}/${below}`).sort()
