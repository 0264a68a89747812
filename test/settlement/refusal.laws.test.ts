import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feasibility, rationality } from '../../src/settlement/gate.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { renderRefusal } from '../../src/settlement/refusal.js'
import { reasonsOf } from '../../src/settlement/verdict.js'
import { hostileMechanism, world } from './arbitraries.js'

describe('laws of refusal reasons', () => {
  it('L1 one line', () => {
    fc.assert(
      fc.property(world, hostileMechanism, (w, mechanism) => {
        const ledger = openLedger(w)
        const reasons = [
          ...reasonsOf(feasibility(ledger, mechanism)),
          ...reasonsOf(rationality(ledger, mechanism)),
        ]
        for (const reason of reasons) expect(renderRefusal(reason)).toMatch(/^[^\n]+$/)
      }),
    )
  })
})
