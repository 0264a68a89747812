/**
 * Run files: one recorded episode as plain texts.
 *
 * A run directory holds up to five files. Two of them are documents (JSON with sorted members, two spaces a level, a
 * final newline), two are logs with one JSON object a line, and the summary is a document again. Here a directory is
 * just a name and the texts of its files, so that it can come from a disk, an archive, a database or a browser.
 *
 * | file                       | holds                                                       | when                |
 * | -------------------------- | ----------------------------------------------------------- | ------------------- |
 * | `run_meta.json`            | what ran: seed, overrides, seats, hashes, totals            | always              |
 * | `config_snapshot.json`     | the configuration after overrides                           | always              |
 * | `trace.jsonl`              | one row a round                                             | always              |
 * | `inference_manifest.jsonl` | one row per call of a model, with its response and its hash | live runs only      |
 * | `summary.json`             | welfare, counts, costs of the whole run                     | once a run finishes |
 *
 * @module
 */

/**
 * Names the files of a run directory, in the order in which a reader meets them.
 *
 * @category model
 * @since 0.1.0
 */
export const runFileNames = [
  'run_meta.json',
  'config_snapshot.json',
  'trace.jsonl',
  'inference_manifest.jsonl',
  'summary.json',
] as const

/**
 * Is the name of one file of a run directory.
 *
 * @category model
 * @since 0.1.0
 */
export type RunFileName = (typeof runFileNames)[number]

/**
 * Holds a run directory: its name and the text of each file that is there.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunFiles {
  readonly name: string
  readonly files: Readonly<Partial<Record<RunFileName, string>>>
}

/**
 * Orders file names as a run directory lists them; a name it does not know comes last.
 *
 * @category operations
 * @since 0.1.0
 */
export const fileRank = (file: string): number => {
  const rank = (runFileNames as ReadonlyArray<string>).indexOf(file)
  return rank === -1 ? runFileNames.length : rank
}
