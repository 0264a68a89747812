import { readFileSync } from 'node:fs'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { readMechanism } from '../../src/exchange/mechanism-reply.js'
import { applyVerifier, compileMechanism } from '../../src/exchange/mechanism-text.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import { mechanismToJson } from '../../src/settlement/mechanism-codec.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

interface RecordedTransfer {
  readonly from: number | boolean
  readonly to: number | boolean
}

interface RecordedMechanism {
  readonly proposer_id?: number
  readonly transfers: ReadonlyArray<RecordedTransfer>
}

interface RecordedParses {
  readonly num_agents: number
  readonly num_resources: number
  readonly proposer_id: number
  readonly cases: ReadonlyArray<
    | { readonly text: string; readonly ok: true; readonly mechanism: RecordedMechanism }
    | { readonly text: string; readonly ok: false; readonly error: string }
  >
}

/** The recording keeps a boolean where a model wrote one for an agent; it counts as that number. */
const withNumbers = ({ transfers, ...rest }: RecordedMechanism): unknown => ({
  ...rest,
  transfers: transfers.map((row) => ({ ...row, from: Number(row.from), to: Number(row.to) })),
})

describeReference('recorded replies of compilers', (folder) => {
  const recorded = readReference(folder, 'parse_mechanism.json') as RecordedParses
  const context = {
    proposerId: recorded.proposer_id,
    market: marketOf(recorded.num_agents, recorded.num_resources),
    reading: 'recorded',
  } as const

  const numbered = recorded.cases.map((one, index) => [index, one] as const)

  it.each(numbered)('read with the same verdict and mechanism: %i', (_, one) => {
    const read = readMechanism(one.text, context)
    expect(isRight(read)).toBe(one.ok)
    if (isLeft(read) || !one.ok) return
    const { proposer_id, ...mechanism } = one.mechanism
    expect(read.right.proposerId).toBe(proposer_id)
    expect(mechanismToJson(read.right)).toEqual(withNumbers(mechanism))
  })

  it('hold 39 texts of which 17 are mechanisms', () => {
    expect(recorded.cases.length).toBe(39)
    expect(recorded.cases.filter(({ ok }) => ok).length).toBe(17)
  })
})

interface ManifestRow {
  readonly role: string
  readonly round_index: number | null
  readonly response: string
}

interface TraceRow {
  readonly round_index: number
  readonly controller_id: number
  readonly compiled_mechanism: RecordedMechanism
  readonly verified_before_private_acceptance: RecordedMechanism
}

const rowsOf = (path: string): ReadonlyArray<unknown> =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describeReference('recorded runs of models', (folder) => {
  const runs = listReference(folder, 'runs').filter((name) => !name.includes('__offline__'))

  it('compile and verify to the recorded mechanisms', () => {
    let compared = 0
    for (const run of runs) {
      const path = `${folder}/runs/${run}`
      const config = readReference(folder, `runs/${run}/config_snapshot.json`) as {
        readonly num_agents: number
        readonly num_resources: number
      }
      const manifest = rowsOf(`${path}/inference_manifest.jsonl`) as ReadonlyArray<ManifestRow>
      const replies = (role: string): ReadonlyArray<string> =>
        manifest.filter((row) => row.role === role).map((row) => row.response)
      const compilers = replies('compiler')
      const verifiers = replies('verifier')
      const rounds = rowsOf(`${path}/trace.jsonl`) as ReadonlyArray<TraceRow>
      expect([compilers.length, verifiers.length]).toEqual([rounds.length, rounds.length])
      for (const [index, round] of rounds.entries()) {
        const compiled = compileMechanism(compilers[index] ?? '', {
          proposerId: round.controller_id,
          market: marketOf(config.num_agents, config.num_resources),
          reading: 'recorded',
          publicStateUpdatePresent: false,
        })
        expect(mechanismToJson(compiled)).toEqual(round.compiled_mechanism)
        const verified = applyVerifier(compiled, verifiers[index] ?? '', { reading: 'recorded' })
        expect(mechanismToJson(verified)).toEqual(round.verified_before_private_acceptance)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
