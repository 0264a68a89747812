import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installPacked, runCommand } from '../support/packed.js'
import { projectRoot } from '../support/sources.js'

/** What a cell printed or showed, by kind of output. */
interface Output {
  readonly output_type: string
  readonly text?: string | ReadonlyArray<string>
  readonly data?: Readonly<Record<string, string | ReadonlyArray<string>>>
}

interface Notebook {
  readonly cells: ReadonlyArray<{
    readonly cell_type: string
    readonly source: string | ReadonlyArray<string>
    readonly outputs?: ReadonlyArray<Output>
  }>
}

const nbconvert = '/usr/bin/jupyter-nbconvert'
const notebook = `${projectRoot}examples/notebooks/scripted-seller.ipynb`

/** Why the notebook cannot be executed here; `null` where it can. */
const missing = (): string | null => {
  if (!existsSync(nbconvert)) return `there is no ${nbconvert}`
  return existsSync(`${projectRoot}dist/run/index.d.cts`) ? null : 'the project is not built'
}

const reason = missing()
if (reason !== null) console.log(`skipped: the notebook is not executed, ${reason}`)

/** As the notebook says. It brings 90 MB and a TypeScript of its own, so it is no development dependency. */
const installKernel = (folder: string): string | null => {
  const args = ['install', '-E', '--no-audit', '--no-fund', '--prefer-offline', 'tslab@1.0.22']
  runCommand('npm', args, folder)
  const kernel = join(folder, 'node_modules', '.bin', 'tslab')
  return existsSync(kernel) ? kernel : null
}

const linesOf = (text: string | ReadonlyArray<string> | undefined): string =>
  typeof text === 'string' ? text : (text ?? []).join('')

const read = (file: string): Notebook => JSON.parse(readFileSync(file, 'utf8')) as Notebook

/** All that the cells of a notebook printed, and all that they showed. */
const shownBy = ({ cells }: Notebook): { readonly printed: string; readonly html: string } => {
  const outputs = cells.flatMap((cell) => cell.outputs ?? [])
  return {
    printed: outputs.map(({ text }) => linesOf(text)).join(''),
    html: outputs.map(({ data }) => linesOf(data?.['text/html'])).join(''),
  }
}

/** Executes a notebook beside the installed library; gives what nbconvert said and the executed notebook. */
const executed = (folder: string, kernel: string, name: string) => {
  const specification = join(folder, 'jupyter', 'kernels', 'tslab')
  mkdirSync(specification, { recursive: true })
  writeFileSync(
    join(specification, 'kernel.json'),
    JSON.stringify({
      argv: [kernel, 'kernel', '--config-path', '{connection_file}'],
      display_name: 'TypeScript',
      language: 'typescript',
    }),
  )
  const args = ['--to', 'notebook', '--execute', name, '--output', `executed-${name}`]
  const ran = runCommand(nbconvert, args, folder, {
    JUPYTER_PATH: join(folder, 'jupyter'),
    JUPYTER_CONFIG_DIR: join(folder, 'jupyter-config'),
  })
  return { ran, notebook: ran.code === 0 ? read(join(folder, `executed-${name}`)) : null }
}

describe('the notebook of the scripted seller', () => {
  it('holds its outputs, as they are read without executing it', () => {
    const { printed, html } = shownBy(read(notebook))
    expect(printed).toContain('SE+ of this bargain')
    expect(html).toMatch(/^<svg[^>]*>.*<\/svg>$/s)
  })

  it.skipIf(reason !== null)(
    `is executed by nbconvert with the packed library${reason === null ? '' : ` (skipped: ${reason})`}`,
    (context) => {
      const { folder } = installPacked()
      try {
        const kernel = installKernel(folder)
        if (kernel === null) {
          console.log('skipped: the notebook is not executed, tslab cannot be installed')
          return context.skip('tslab cannot be installed')
        }
        copyFileSync(notebook, join(folder, 'scripted-seller.ipynb'))
        const { ran, notebook: result } = executed(folder, kernel, 'scripted-seller.ipynb')
        expect(`${ran.code} ${ran.code === 0 ? '' : ran.err.slice(-3000)}`).toBe('0 ')
        if (result === null) throw new Error('nbconvert wrote no notebook')
        const { printed, html } = shownBy(result)
        const figures = (name: string): ReadonlyArray<string> =>
          (printed.split('\n').find((line) => line.startsWith(name)) ?? '').match(
            /-?\d+\.\d{3}/g,
          ) ?? []
        expect(figures('accept the opening')[0]).toBe('-0.565')
        expect(figures('stubborn')[0]).toBe('0.188')
        expect(printed).toMatch(/stubborn +0\.188 +21 of 30/)
        expect(figures('best fixed schedule')[0]).toBe('0.468')
        expect(figures('hindsight, exact')[0]).toBe('0.613')
        expect(figures('pay cost')[0]).toBe('1.000')
        expect(printed).toContain('best schedule: 0.5, 0.8, 0.95 of the standing ask')
        expect(html).toContain('<svg')
        // What stands in the file is what the cells give now.
        expect(shownBy(read(notebook))).toEqual({ printed, html })

        // The kernel does check: a notebook with a mistake in it is not executed.
        const wrong = readFileSync(notebook, 'utf8').replace('offer(8035)', "offer('8035')")
        writeFileSync(join(folder, 'wrong.ipynb'), wrong)
        expect(executed(folder, kernel, 'wrong.ipynb').ran.code).toBe(1)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    300_000,
  )
})
