import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The top folder of the project, with a closing slash. */
export const projectRoot: string = fileURLToPath(new URL('../../', import.meta.url))

/** Lists the files below a folder of the project whose name ends as given, sorted. */
export const filesBelow = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(`${projectRoot}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(projectRoot.length))
    .sort()

/** Reads one text file of the project. */
export const readProject = (file: string): string => readFileSync(`${projectRoot}${file}`, 'utf8')
