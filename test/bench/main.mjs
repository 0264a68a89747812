// Runs the benchmarks named on the command line (all without names): node test/bench/main.mjs [name...]
import { mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from '../support/bundle.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = fileURLToPath(new URL('../../node_modules/.cache/edgeworth-bench/', import.meta.url))
mkdirSync(out, { recursive: true })
const wanted = process.argv.slice(2)
const files = readdirSync(here)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.includes(file.replace('.bench.ts', '')))
  .sort()

for (const file of files) {
  const outfile = `${out}${file.replace('.ts', '.mjs')}`
  await bundle(`${here}${file}`, outfile)
  console.log(`\n== ${file}`)
  const { run } = await import(pathToFileURL(outfile).href)
  await run()
}
