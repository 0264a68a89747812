/**
 * Prints the tables of the arms over the development seeds: `node test/support/run.mjs examples/arms/print.ts`, with a
 * number of seeds to play fewer.
 */
import { developmentSeeds } from 'edgeworth/exchange'
import { margins, phrasingTax, playArms, scoreTable } from './arms.js'

const [, , count = String(developmentSeeds.length)] = process.argv
const rows = playArms(developmentSeeds.slice(0, Number(count)))
const tables = [scoreTable(rows), phrasingTax(rows), margins(rows)]
process.stdout.write(`${tables.map((table) => table.join('\n')).join('\n\n')}\n`)
