// Reads reports of mutation runs: the score of each file, survivors without a reason, reasons without a survivor.
//   node test/support/run.mjs test/mutation/check.ts REPORT...
import { readFileSync } from 'node:fs'
import { compare, type Mutant, mutantsOf, type Report, tally } from './survivor.js'
import { survivors } from './survivors.js'

const LEAST = 85
const percent = ({ killed, counted }: { killed: number; counted: number }): string =>
  counted === 0 ? '-' : ((100 * killed) / counted).toFixed(1)

const byFile = (mutants: ReadonlyArray<Mutant>): ReadonlyMap<string, ReadonlyArray<Mutant>> => {
  const files = new Map<string, Array<Mutant>>()
  for (const mutant of mutants) files.set(mutant.file, [...(files.get(mutant.file) ?? []), mutant])
  return files
}

const mutants = process.argv
  .slice(2)
  .flatMap((path) => mutantsOf(JSON.parse(readFileSync(path, 'utf8')) as Report))
const { unlisted, stale } = compare(mutants, survivors)
for (const [file, of] of byFile(mutants)) {
  const counts = tally(of)
  console.log(`${percent(counts).padStart(6)} %  ${counts.killed}/${counts.counted}  ${file}`)
}
const all = tally(mutants)
console.log(`${percent(all).padStart(6)} %  ${all.killed}/${all.counted}  all files`)
for (const { file, line, code, becomes } of unlisted)
  console.log(`survived without a reason: ${file}:${line}: ${code} -> ${becomes}`)
for (const name of stale) console.log(`listed, but killed: ${name}`)
if (unlisted.length > 0 || all.killed < (all.counted * LEAST) / 100) process.exitCode = 1
