// Runs a TypeScript program of the project: node test/support/run.mjs FILE [ARGUMENT...]
import { mkdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'

const [node, , file, ...rest] = process.argv
const folder = fileURLToPath(new URL('../../node_modules/.cache/edgeworth-run/', import.meta.url))
mkdirSync(folder, { recursive: true })
const program = `${folder}${basename(file).replace(/\.ts$/, '')}.mjs`
await bundle(resolve(file), program)
process.argv = [node, program, ...rest]
await import(pathToFileURL(program).href)
