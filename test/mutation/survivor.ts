/**
 * Survivors: the mutants of scoring, settlement and statistics that no test kills, each with the reason why.
 *
 * A mutant is named by its file, the code it replaces and what it puts there, so that the list outlives moved lines. A
 * reason is one of `reasons`; a survivor without one is a test that is missing.
 */

/** Why a mutant may survive. */
export const reasons = {
  equal: 'the same results for every input: the changed code cannot be told apart',
  guarded:
    'the case it changes is refused or settled before this line, or after it, in the same way',
  faster: 'a short cut: without it the same result is computed the long way',
  wording: 'words of a message for people; the tag, the path and the value stay checked',
  slow: 'a bound so large that a test at the bound takes too long',
  rounding: 'differs in the last bits only, below what a tolerance or a table can see',
  'type-only': 'a case that the types rule out and only plain JavaScript could reach',
} as const

export type Reason = keyof typeof reasons

/** A mutant that may survive: code, what replaces it, why, and how often the pair occurs in the file (1 if not said). */
export interface Survivor {
  readonly code: string
  readonly becomes: string
  readonly reason: Reason
  readonly note?: string
  readonly times?: number
}

/** A mutant of a report, with its code and what became of it. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly code: string
  readonly becomes: string
  readonly status: string
}

interface ReportedMutant {
  readonly replacement?: string
  readonly status: string
  readonly location: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly line: number; readonly column: number }
  }
}

/** The report of a mutation run, as far as it is read here. */
export interface Report {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: ReadonlyArray<ReportedMutant> }>
  >
}

const LONGEST = 120
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`
}

const codeAt = (source: string, { start, end }: ReportedMutant['location']): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, i) =>
      line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : line.length),
    )
    .join('\n')
}

/** The mutants of a report. */
export const mutantsOf = ({ files }: Report): ReadonlyArray<Mutant> =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ replacement, status, location }) => ({
      file,
      line: location.start.line,
      code: oneLine(codeAt(source, location)),
      becomes: oneLine(replacement ?? ''),
      status,
    })),
  )

const killed = new Set(['Killed', 'Timeout'])
const alive = new Set(['Survived', 'NoCoverage'])

/** How many mutants counted and how many were killed. */
export const tally = (mutants: ReadonlyArray<Mutant>): { killed: number; counted: number } => {
  const dead = mutants.filter(({ status }) => killed.has(status)).length
  return { killed: dead, counted: dead + mutants.filter(({ status }) => alive.has(status)).length }
}

const nameOf = (file: string, code: string, becomes: string): string =>
  `${file}: ${code} -> ${becomes}`

/** The survivors that the list does not hold, and the entries of the list that no survivor answers to. */
export const compare = (
  mutants: ReadonlyArray<Mutant>,
  listed: Readonly<Record<string, ReadonlyArray<Survivor>>>,
): { readonly unlisted: ReadonlyArray<Mutant>; readonly stale: ReadonlyArray<string> } => {
  const left = new Map<string, number>()
  for (const [file, survivors] of Object.entries(listed))
    for (const { code, becomes, times = 1 } of survivors) {
      const name = nameOf(file, code, becomes)
      left.set(name, (left.get(name) ?? 0) + times)
    }
  const seen = new Set(mutants.map(({ file }) => file))
  const unlisted = mutants.filter(({ file, code, becomes, status }) => {
    if (!alive.has(status)) return false
    const name = nameOf(file, code, becomes)
    const times = left.get(name) ?? 0
    left.set(name, times - 1)
    return times <= 0
  })
  const stale = [...left].filter(
    ([name, times]) => times > 0 && seen.has(name.slice(0, name.indexOf(': '))),
  )
  return { unlisted, stale: stale.map(([name]) => name) }
}
