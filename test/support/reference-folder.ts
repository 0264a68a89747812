import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Every script of the project runs in its top folder. */
const beside = resolve('../shared/reference')

/** The folder of recorded reference data, or `null` where it is absent. */
export const referenceFolder: string | null =
  [process.env.EDGEWORTH_REFERENCE, beside].find(
    (folder): folder is string => folder !== undefined && existsSync(folder),
  ) ?? null
