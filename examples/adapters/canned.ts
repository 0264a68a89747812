const MECHANISM = JSON.stringify({
  transfers: [
    { from: 1, to: 2, resource: 'r1', quantity: 1 },
    { from: 2, to: 1, resource: 'r2', quantity: 1 },
  ],
  consenting_agents: [1, 2],
  confidence: 0.9,
})

const VERDICT = JSON.stringify({ verifier_ok: true, confidence: 0.9 })

/** Stands in for a model: it compiles one swap, finds it right, and says the same of everything else. */
export const answerInWords = (_system: string, prompt: string): string => {
  if (prompt.includes('The compiled mechanism:')) return VERDICT
  if (prompt.includes('Agents: 1 to')) return MECHANISM
  return 'ADDRESSEES: all agents\nMESSAGE: a1 and a2 swap one r1 for one r2.'
}
