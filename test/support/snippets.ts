import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import ts from 'typescript'
import { projectRoot } from './sources.js'

/** One runnable piece of documentation: the `ts` blocks of a guide, or one `@example`. */
export interface Snippet {
  readonly name: string
  readonly code: string
}

const fences = /^[ \t]*```ts\n([\s\S]*?)^[ \t]*```/gm

/** The `ts` blocks of a guide, read as one module in the order of reading. */
export const snippetOfGuide = (name: string, markdown: string): Snippet => ({
  name,
  code: [...markdown.matchAll(fences)].map((match) => match[1] ?? '').join('\n'),
})

/** The `ts` blocks in the docstrings of a module, each a module of its own. */
export const snippetsOfSource = (file: string, source: string): ReadonlyArray<Snippet> => {
  const comments = [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].map((match) =>
    match[0].replace(/^[ \t]*\*(?: |$)/gm, ''),
  )
  return comments
    .flatMap((comment) => [...comment.matchAll(fences)].map((match) => match[1] ?? ''))
    .map((code, index) => ({ name: `${file} example ${index + 1}`, code }))
}

/** Turns `expression // => value` into a check and leaves `console.log(x) // => text` to be compared as text. */
const instrument = (code: string): string =>
  code
    .split('\n')
    .map((line, index) => {
      const match = /^(\s*)(.+?);?\s*\/\/ => (.+)$/.exec(line)
      if (match === null) return line
      const [, indent = '', expression = '', expected = ''] = match
      const text = JSON.stringify(expected.trim())
      if (expression.includes('console.log(')) {
        return `${indent}${expression.replace('console.log(', `globalThis.__said(${index}, ${text}, `)}`
      }
      return `${indent}globalThis.__same(${index}, ${text}, (${expression}))`
    })
    .join('\n')

const evaluated = (text: string): unknown => {
  try {
    return new Function(`return (${text})`)() as unknown
  } catch {
    return undefined
  }
}

const alias = (name: string): string =>
  name === 'edgeworth'
    ? `${projectRoot}src/index.ts`
    : name === 'edgeworth/trace/node'
      ? `${projectRoot}src/trace/node.ts`
      : name.replace(/^edgeworth\/(.+)$/, `${projectRoot}src/$1/index.ts`)

/** Runs a snippet; gives what differed from the `// =>` comments, and how many of them were checked. */
export const runSnippet = async (
  snippet: Snippet,
): Promise<{ readonly checked: number; readonly wrong: ReadonlyArray<string> }> => {
  const folder = `${projectRoot}node_modules/.cache/edgeworth-snippets/`
  mkdirSync(folder, { recursive: true })
  const name = snippet.name.replace(/[^A-Za-z0-9]+/g, '-')
  const entry = `${folder}${name}.ts`
  const out = `${folder}${name}.mjs`
  writeFileSync(entry, instrument(snippet.code))
  await build({
    entryPoints: [entry],
    outfile: out,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'silent',
    plugins: [
      {
        name: 'edgeworth',
        setup: (b) => {
          b.onResolve({ filter: /^edgeworth(\/|$)/ }, (args) => ({ path: alias(args.path) }))
        },
      },
    ],
  })
  let checked = 0
  const wrong: Array<string> = []
  const say = (line: number, expected: string, got: string): void => {
    checked += 1
    if (expected !== got) wrong.push(`line ${line + 1}: expected ${expected}, got ${got}`)
  }
  const hooks = globalThis as unknown as Record<string, unknown>
  hooks.__said = (line: number, expected: string, ...parts: ReadonlyArray<unknown>): void =>
    say(
      line,
      expected,
      parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '),
    )
  hooks.__same = (line: number, expected: string, got: unknown): void => {
    checked += 1
    if (!isDeepStrictEqual(evaluated(expected), got)) {
      wrong.push(`line ${line + 1}: expected ${expected}, got ${JSON.stringify(got)}`)
    }
  }
  const log = console.log
  console.log = () => undefined
  try {
    await import(/* @vite-ignore */ `${out}?${Math.random()}`)
  } finally {
    console.log = log
    rmSync(entry, { force: true })
    rmSync(out, { force: true })
  }
  return { checked, wrong }
}

/** Type-checks all snippets in one program; gives the errors as lines of text. */
export const typeErrors = (snippets: ReadonlyArray<Snippet>): ReadonlyArray<string> => {
  const config = ts.readConfigFile(`${projectRoot}tsconfig.json`, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, projectRoot)
  const options: ts.CompilerOptions = {
    ...parsed.options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    isolatedDeclarations: false,
    declaration: false,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
  }
  const files = new Map(
    snippets.map((snippet, index) => [
      `${projectRoot}test/snippet-${index}.ts`,
      { snippet, text: `export {}\n${snippet.code}` },
    ]),
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name)?.text ?? readFile(name)
  host.getSourceFile = (name, version, ...rest) => {
    const file = files.get(name)
    return file === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, file.text, version)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].flatMap(([name, { snippet }]) => {
    const source = program.getSourceFile(name)
    return ts.getPreEmitDiagnostics(program, source).map((diagnostic) => {
      const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
      const at = source?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0
      return `${snippet.name} line ${at}: ${message}`
    })
  })
}
