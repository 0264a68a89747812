// Mutates the code and holds every survivor against the list: npm run mutation [-- FILE-PATTERN...]
//   npm run mutation -- 'src/settlement/*.ts'
import { spawnSync } from 'node:child_process'

const patterns = process.argv.slice(2)
const report = 'reports/mutation.json'
const only = patterns.length === 0 ? [] : ['--mutate', patterns.join(',')]
const run = (command, ...words) => spawnSync(command, words, { stdio: 'inherit' }).status ?? 1

process.exitCode =
  run('npx', 'stryker', 'run', '.config/stryker.config.json', ...only) ||
  run(process.execPath, 'test/support/run.mjs', 'test/mutation/check.ts', report)
