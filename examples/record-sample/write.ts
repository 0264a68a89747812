/** Writes the sample to `examples/runs`. Run it with `npm run sample` after a change of the recorded format. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { sampleRuns } from './sample.js'

const [, , folder = 'examples/runs'] = process.argv
rmSync(folder, { recursive: true, force: true })
for (const { name, files } of sampleRuns()) {
  mkdirSync(`${folder}/${name}`, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}/${name}/${file}`, text)
}
