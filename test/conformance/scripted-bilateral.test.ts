import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { privilegedBilateralSwap, swapMechanism } from '../../src/agents/index.js'
import { controllerOf, readExchangeConfig, worldOf } from '../../src/economy/index.js'
import { openLedger, settle } from '../../src/settlement/index.js'
import { recordMechanism, type TraceRow } from '../../src/trace/index.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

describeReference('the first individually rational swap', (folder) => {
  const runs = listReference(folder, 'runs').filter((name) => name.includes('__offline__'))

  it.each(runs)('is what the scripted panel settled in every round of %s', (name) => {
    const config = readExchangeConfig(readReference(folder, `runs/${name}/config_snapshot.json`))
    if (config._tag === 'Left') throw new Error('the snapshot did not decode')
    const world = worldOf(config.right)
    if (world._tag === 'Left') throw new Error('no world')
    const rows = readFileSync(`${folder}/runs/${name}/trace.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as TraceRow)
    let ledger = openLedger(world.right)
    for (const row of rows) {
      const controller = controllerOf(config.right)(row.round_index)
      const partners = ledger.allocation
        .map((_, i) => i + 1)
        .filter((agent) => agent !== controller)
      const swap = privilegedBilateralSwap('first_ir', 'plain')(ledger, controller, partners)
      if (swap === null) {
        expect(row.verified_mechanism.transfers).toEqual([])
        continue
      }
      const mechanism = swapMechanism(controller, swap)
      expect(recordMechanism(mechanism)).toEqual(row.verified_mechanism)
      const settled = settle({ roundIndex: row.round_index, summation: 'plain' })(ledger, mechanism)
      expect(settled.event.welfareAfter).toBe(row.event.welfare_after)
      ledger = settled.ledger
    }
    expect(rows).toHaveLength(config.right.rounds)
  })
})
