/** Property-tests the rule beside it. The battery finds the bug and shows the smallest mechanism that has it. */
import { checkLaws, type LawVerdict, settlementLaws } from 'edgeworth/laws'
import { oneByOne } from './rule.js'

export const verdicts: ReadonlyArray<LawVerdict> = checkLaws(settlementLaws(oneByOne), {
  seed: 7,
  numRuns: 1000,
})

for (const verdict of verdicts) {
  if (verdict._tag === 'Holds') console.log(`holds   ${verdict.law}`)
  else
    console.log(
      `BROKEN  ${verdict.law}: ${verdict.message}`,
      JSON.stringify(verdict.counterexample),
    )
}
