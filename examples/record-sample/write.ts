/**
 * Writes the samples to `examples/runs` and `examples/bargains`. Run it with `npm run sample` after a change of a
 * recorded format.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { BARGAIN_FILE_NAMES } from 'edgeworth/trace'
import { sampleBargains } from './bargains.js'
import { sampleRuns } from './sample.js'

const [, , folder = 'examples/runs', bargains = 'examples/bargains'] = process.argv

const write = (directory: string, file: string, text: string): void => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(`${directory}/${file}`, text)
}

for (const old of [folder, bargains]) rmSync(old, { recursive: true, force: true })
for (const { name, files } of sampleRuns()) {
  for (const [file, text] of Object.entries(files)) write(`${folder}/${name}`, file, text)
}
for (const { name, files } of sampleBargains()) {
  for (const part of ['setup', 'answers', 'summary'] as const) {
    const text = files[part]
    if (text !== null) write(`${bargains}/${name}`, BARGAIN_FILE_NAMES[part], text)
  }
}
