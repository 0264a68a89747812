import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { makeWorld, type UtilityMode } from '../../src/economy/world.js'
import { privateAcceptance } from '../../src/exchange/private-acceptance.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { mechanismOf, recordAudit } from '../../src/trace/recorded-form.js'
import type { RecordedAudit, RecordedMechanism } from '../../src/trace/row-codec.js'
import { describeReference, readReference } from '../support/reference.js'

interface Case {
  readonly world: {
    readonly allocation: ReadonlyArray<ReadonlyArray<number>>
    readonly preferences: ReadonlyArray<ReadonlyArray<number>>
    readonly resource_names: ReadonlyArray<string>
    readonly utility_mode: UtilityMode
    readonly money_good_index: number | null
  }
  readonly mechanism: RecordedMechanism & { readonly proposer_id: number }
  readonly texts: Readonly<Record<string, string>>
  readonly modes: Readonly<
    Record<
      string,
      {
        readonly result_label: string
        readonly transfers_executed: number
        readonly audits: ReadonlyArray<RecordedAudit>
      }
    >
  >
}

const modes = [
  'llm_structured',
  'llm_structured_strict',
  'hybrid_block_bad',
  'deterministic_oracle',
  'off',
] as const

describeReference('private acceptance', (folder) => {
  const cases = readReference(folder, 'private_acceptance.json') as ReadonlyArray<Case>

  it('has cases to compare', () => {
    expect(cases.length).toBeGreaterThan(50)
  })

  it.each(modes)('audits and concludes as recorded under %s', (mode) => {
    const given = cases.map(({ world, mechanism, texts }) => {
      const made = makeWorld({
        allocation: world.allocation,
        preferences: world.preferences,
        resourceNames: world.resource_names,
        utilityMode: world.utility_mode,
        moneyGoodIndex: world.money_good_index,
      })
      if (isLeft(made)) return made.left
      const decisions = new Map(Object.entries(texts).map(([id, text]) => [Number(id), text]))
      const proposed = mechanismOf(mechanism, mechanism.proposer_id)
      const result = privateAcceptance(mode)(openLedger(made.right), proposed, decisions)
      return {
        result_label: result.mechanism.label,
        transfers_executed: result.mechanism.transfers.length,
        audits: result.audits.map(recordAudit),
      }
    })
    expect(given).toEqual(cases.map((one) => one.modes[mode]))
  })
})
