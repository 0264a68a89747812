import { existsSync, readFileSync } from 'node:fs'
import { renderPath } from '../../src/core/failure.js'
import type { ReplayReport } from '../../src/trace/replay.js'
import { type RunFileName, type RunFiles, runFileNames } from '../../src/trace/run-files.js'

/** One small change to one file of a run directory, and the lines on which it can be seen. */
export interface Tampering {
  readonly kind: 'digit' | 'letter' | 'drop' | 'swap'
  readonly file: RunFileName
  readonly lines: ReadonlyArray<number>
  /** The path of the changed value, as `renderPath` writes it; empty where a line is more than one value. */
  readonly path: string
  readonly what: string
  readonly apply: () => RunFiles
}

/** A random number from 0 up to 1, so that a sample can be seeded. */
export type Draw = () => number

/** A small generator of its own, so that tests do not rest on the generators they test. */
export const seededDraw = (seed: number): Draw => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Reads a run directory as plain texts, by the test's own means. */
export const readRun = (folder: string, name: string): RunFiles => ({
  name,
  files: Object.fromEntries(
    runFileNames
      .filter((file) => existsSync(`${folder}/${name}/${file}`))
      .map((file) => [file, readFileSync(`${folder}/${name}/${file}`, 'utf8')]),
  ),
})

interface Token {
  readonly type: 'number' | 'text'
  readonly start: number
  readonly end: number
  readonly path: string
}

const step = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** Finds the numbers and texts of a JSON text with their paths; keys are left out. */
const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  const space = (): void => {
    while (' \n\t\r'.includes(text[at] ?? '-')) at += 1
  }
  const quoted = (): string => {
    const start = at
    at += 1
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    return text.slice(start, at)
  }
  const container = (close: string, inner: (index: number) => void): void => {
    at += 1
    space()
    for (let index = 0; text[at] !== close; index += 1) {
      if (text[at] === ',') at += 1
      space()
      inner(index)
      space()
    }
    at += 1
  }
  const value = (path: string): void => {
    space()
    const start = at
    if (text[at] === '{') {
      container('}', () => {
        const key = JSON.parse(quoted()) as string
        space()
        at += 1
        value(step(path, key))
      })
    } else if (text[at] === '[') {
      container(']', (index) => value(step(path, index)))
    } else if (text[at] === '"') {
      quoted()
      tokens.push({ type: 'text', start, end: at, path })
    } else {
      while (/[^,\]}\s]/.test(text[at] ?? ',')) at += 1
      if (/[\d-]/.test(text[start] ?? '')) tokens.push({ type: 'number', start, end: at, path })
    }
  }
  value('')
  return tokens
}

const splice = (text: string, start: number, end: number, middle: string): string =>
  text.slice(0, start) + middle + text.slice(end)

const withText = (run: RunFiles, file: RunFileName, text: string): RunFiles => ({
  ...run,
  files: { ...run.files, [file]: text },
})

/** The parts of a file that are JSON texts: its lines, or the whole of a document. */
const partsOf = (
  file: RunFileName,
  text: string,
): ReadonlyArray<{ readonly start: number; readonly text: string }> => {
  if (!file.endsWith('.jsonl')) return [{ start: 0, text }]
  let start = 0
  return text
    .split('\n')
    .map((line) => {
      const part = { start, text: line }
      start += line.length + 1
      return part
    })
    .filter((part) => part.text !== '')
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const isNumber = (token: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(token)

/** Another token by one changed digit, with another value: the digits are tried from a drawn one on. */
const otherNumber = (token: string, draw: Draw): string | null => {
  const from = Math.floor(draw() * token.length)
  const shift = 1 + Math.floor(draw() * 9)
  for (let index = 0; index < token.length; index += 1) {
    const at = (from + index) % token.length
    const digit = token[at] ?? ''
    if (!/\d/.test(digit)) continue
    for (let extra = 0; extra < 9; extra += 1) {
      const next = String((Number(digit) + ((shift + extra - 1) % 9) + 1) % 10)
      const other = splice(token, at, at + 1, next)
      if (isNumber(other) && Number(other) !== Number(token)) return other
    }
  }
  return null
}

/** One changed digit in every number of a file. */
export const digitTamperings = (
  run: RunFiles,
  file: RunFileName,
  draw: Draw,
): ReadonlyArray<Tampering> => {
  const text = run.files[file]
  if (text === undefined) return []
  return partsOf(file, text).flatMap((part) =>
    tokensOf(part.text)
      .filter((token) => token.type === 'number')
      .flatMap((token) => {
        const start = part.start + token.start
        const end = part.start + token.end
        const other = otherNumber(text.slice(start, end), draw)
        if (other === null) return []
        return [
          {
            kind: 'digit' as const,
            file,
            lines: [lineAt(text, start)],
            path: token.path,
            what: `${text.slice(start, end)} became ${other}`,
            apply: () => withText(run, file, splice(text, start, end, other)),
          },
        ]
      }),
  )
}

/** The places of letters in a JSON text's raw form that are not part of an escape. */
const lettersIn = (raw: string): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = 1; at < raw.length - 1; at += 1) {
    if (raw[at] === '\\') at += raw[at + 1] === 'u' ? 5 : 1
    else if (/[A-Za-z]/.test(raw[at] ?? '')) places.push(at)
  }
  return places
}

const otherLetter = (letter: string, draw: Draw): string => {
  const base = letter >= 'a' ? 97 : 65
  const shift = 1 + Math.floor(draw() * 25)
  return String.fromCharCode(base + ((letter.charCodeAt(0) - base + shift) % 26))
}

/** One changed letter in every text of a file whose path begins as given. */
export const letterTamperings = (
  run: RunFiles,
  file: RunFileName,
  beginnings: ReadonlyArray<string>,
  draw: Draw,
): ReadonlyArray<Tampering> => {
  const text = run.files[file]
  if (text === undefined) return []
  return partsOf(file, text).flatMap((part) =>
    tokensOf(part.text)
      .filter((token) => token.type === 'text')
      .filter((token) => beginnings.some((beginning) => token.path.startsWith(beginning)))
      .flatMap((token) => {
        const start = part.start + token.start
        const raw = text.slice(start, part.start + token.end)
        const letters = lettersIn(raw)
        const place = letters[Math.floor(draw() * letters.length)]
        if (place === undefined) return []
        const letter = raw[place] ?? ''
        const other = otherLetter(letter, draw)
        return [
          {
            kind: 'letter' as const,
            file,
            lines: [lineAt(text, start)],
            path: token.path,
            what: `${letter} became ${other} at ${place} of ${raw.slice(0, 30)}`,
            apply: () => withText(run, file, splice(text, start + place, start + place + 1, other)),
          },
        ]
      }),
  )
}

const linesOf = (text: string): ReadonlyArray<string> => text.slice(0, -1).split('\n')

const joined = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join('')

/** Of several equal lines in a row nobody can tell which one is gone. */
const equalLinesAround = (lines: ReadonlyArray<string>, index: number): ReadonlyArray<number> => {
  let first = index
  let last = index
  while (lines[first - 1] === lines[index]) first -= 1
  while (lines[last + 1] === lines[index]) last += 1
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset + 1)
}

/** Every line of a file dropped in turn. */
export const dropTamperings = (run: RunFiles, file: RunFileName): ReadonlyArray<Tampering> => {
  const text = run.files[file]
  if (text === undefined) return []
  const lines = linesOf(text)
  return lines.map((line, index) => ({
    kind: 'drop',
    file,
    lines: equalLinesAround(lines, index),
    path: '',
    what: `dropped ${line.slice(0, 60)}`,
    apply: () => withText(run, file, joined(lines.filter((_, other) => other !== index))),
  }))
}

/** Every line of a file exchanged with the next one and, in a log, with another one further on, where the two differ. */
export const swapTamperings = (
  run: RunFiles,
  file: RunFileName,
  draw: Draw,
): ReadonlyArray<Tampering> => {
  const text = run.files[file]
  if (text === undefined) return []
  const lines = linesOf(text)
  const pairs = lines.flatMap((_, index) => {
    const next = [index, index + 1] as const
    const far = index + 2 + Math.floor(draw() * (lines.length - index - 2))
    const inLog = file.endsWith('.jsonl') && far > index + 1 && far < lines.length
    return inLog ? [next, [index, far] as const] : [next]
  })
  return pairs
    .filter(([a, b]) => lines[b] !== undefined && lines[a] !== lines[b])
    .map(([a, b]) => ({
      kind: 'swap',
      file,
      lines: [a + 1, b + 1],
      path: '',
      what: `exchanged ${lines[a]?.slice(0, 40)} and ${lines[b]?.slice(0, 40)}`,
      apply: () =>
        withText(
          run,
          file,
          joined(
            lines.map((line, index) =>
              index === a ? (lines[b] ?? '') : index === b ? (lines[a] ?? '') : line,
            ),
          ),
        ),
    }))
}

const traceTexts = ['communication_texts', 'proposal_text', 'response_texts', 'final_text']

/** Every kind of change that a replay has to notice, over all files of a run. */
export const allTamperings = (run: RunFiles, draw: Draw): ReadonlyArray<Tampering> => [
  ...(['trace.jsonl', 'config_snapshot.json', 'summary.json'] as const).flatMap((file) =>
    digitTamperings(run, file, draw),
  ),
  ...letterTamperings(run, 'inference_manifest.jsonl', ['response'], draw).filter(
    (one) => one.path === 'response',
  ),
  ...(run.files['inference_manifest.jsonl'] === undefined
    ? []
    : letterTamperings(run, 'trace.jsonl', traceTexts, draw)),
  ...runFileNames.flatMap((file) => dropTamperings(run, file)),
  ...runFileNames.flatMap((file) => swapTamperings(run, file, draw)),
]

interface Named {
  readonly file: string
  readonly line: number
  readonly path: ReadonlyArray<string | number>
}

const namedIn = (report: ReplayReport): ReadonlyArray<Named> => {
  switch (report._tag) {
    case 'Verified':
      return []
    case 'Unreadable':
      return report.failures
    case 'Differs':
    case 'Killed':
      return report.differences
  }
}

/**
 * Whether a report names the place of a tampering: its file, its line (for a dropped or exchanged line, one of the lines
 * around it) and, where one value was changed, its path.
 */
export const isNamed = (report: ReplayReport, tampering: Tampering): boolean => {
  const around = tampering.kind === 'drop' || tampering.kind === 'swap' ? 1 : 0
  return namedIn(report).some(
    (found) =>
      found.file === tampering.file &&
      tampering.lines.some((line) => Math.abs(line - found.line) <= around) &&
      (tampering.path === '' || renderPath(found.path) === tampering.path),
  )
}

/** Says what was changed and what the replay made of it, for a test that fails. */
export const describeTampering = (tampering: Tampering, report: ReplayReport): string =>
  `${tampering.kind} in ${tampering.file}:${tampering.lines.join(',')} ${tampering.path}: ${tampering.what} -> ${report._tag}`
