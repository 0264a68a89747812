import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { developmentSeeds, officialCases } from '../../src/exchange/index.js'
import { isGoodForSeat, ownGain } from '../../src/exchange/seat-gain.js'
import { deltaOfIn, inDoubles, type Mechanism, type Transfer } from '../../src/settlement/index.js'
import { against, panel, playTable } from '../agents/tables.js'
import { arbitraryTransfers } from '../support/arbitrary-transfers.js'

const settlements = fc.array(arbitraryTransfers, { minLength: 1, maxLength: 4 })
const cases = fc.constantFrom(...officialCases)
const seeds = fc.constantFrom(...developmentSeeds)
const few = { numRuns: 12 }
const settling = (rows: ReadonlyArray<Transfer>): Mechanism => ({
  proposerId: 1,
  label: '',
  summary: '',
  transfers: rows,
  consentingAgents: [],
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})

describe('seat gain', () => {
  it('L1 true gain', () => {
    fc.assert(
      fc.property(cases, seeds, settlements, (official, seed, rows) => {
        const { asked } = playTable(official, seed, against(panel))
        for (const [question] of asked) {
          if (question._tag !== 'Communicate' && question._tag !== 'Respond') continue
          const { ledger, summation } = question.hidden
          const delta = deltaOfIn(inDoubles(summation))(ledger, settling(rows))
          expect(ownGain(question.observation, rows)).toBe(delta(question.agent))
        }
      }),
      few,
    )
  })

  it('knows what is good for a seat only where something is received and held', () => {
    const { asked } = playTable(officialCases[0] ?? expect.unreachable(), 1200, against(panel))
    const question = asked[0]?.[0]
    if (question?._tag !== 'Communicate') return expect.unreachable()
    const view = question.observation
    const give = { from: 1, to: 2, resource: 'r1', quantity: 1 }
    const get = { from: 2, to: 1, resource: 'r3', quantity: 5 }
    expect(isGoodForSeat(view, [give, get])).toBe(true)
    expect(isGoodForSeat(view, [give])).toBe(false)
    // To be rid of a good is a gain here, and still nothing is received.
    const burdened = { ...view, values: [-1, 1, 1, 1, 1] }
    expect(ownGain(burdened, [give])).toBeGreaterThan(0)
    expect(isGoodForSeat(burdened, [give])).toBe(false)
    expect(isGoodForSeat(view, [{ ...give, quantity: 11 }, get])).toBe(false)
    expect(isGoodForSeat(view, [{ ...give, resource: 'unknown' }, get])).toBe(true)
  })
})
