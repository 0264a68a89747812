/**
 * `edgeworth verify`: a submission at rest.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { verifySubmission } from '../run/node/verify.js'
import { type OptionTable, readArguments } from './arguments.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted, failuresInWords } from './words.js'

export const verifyHelp = `usage: edgeworth verify DIR... [--json]

Verifies submissions at rest, asking nobody: every file against its hash, every run against
its replay, every game against the answers that were kept, every result against its run, and
the report against the rest. A change of one byte anywhere is found. Whoever changes all of
it so that it agrees again has made another submission; against that, publish the SHA-256 of
the report.

  --json   one JSON object a submission

Exit codes: 0 all of them are what they say; 1 one is not; 2 the command was not understood.
`

/**
 * Declares the options of `edgeworth verify`.
 *
 * @category model
 * @since 0.1.0
 */
export const verifyOptions: OptionTable = {
  json: 'switch',
}

/**
 * Runs `edgeworth verify`.
 *
 * @category commands
 * @since 0.1.0
 */
export const verifyCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const args = readArguments(argv, verifyOptions)
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth verify: ${reason}\n`)
    return 2
  }
  if (isLeft(args)) return refuse(args.left)
  const { operands, given } = args.right
  if (operands.length === 0) return refuse('name the directory of a submission')
  let wrong = 0
  for (const directory of operands) {
    const found = await verifySubmission(directory)
    const findings = isLeft(found)
      ? [
          {
            what: 'unread',
            where: directory,
            detail: failuresInWords(found.left),
          },
        ]
      : found.right
    wrong += findings.length === 0 ? 0 : 1
    if (given('json')) {
      terminal.out(`${JSON.stringify({ directory, verified: findings.length === 0, findings })}\n`)
      continue
    }
    const verdict =
      findings.length === 0 ? 'verified' : `not verified, ${counted(findings.length, 'finding')}`
    terminal.out(`${directory}: ${verdict}\n`)
    for (const { what, where, detail } of findings) {
      terminal.out(`  ${where}: ${what}: ${detail}\n`)
    }
  }
  return wrong === 0 ? 0 : 1
}
