import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  gatedRun,
  marginPolicy,
  type Negotiator,
  neverConcede,
  playSeatings,
  roundRobin,
  runGate,
  symmetricWorlds,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const keeping = (keep: number): Negotiator =>
  sound(marginPolicy({ margin: 4000, keep }, `keep ${keep}`))
const policies = [
  keeping(0.4),
  keeping(0.6),
  keeping(0.8),
  keeping(0.9),
  acceptAnything,
  neverConcede,
]
const runs = fc
  .tuple(
    fc.shuffledSubarray(policies, { minLength: 1, maxLength: 4 }),
    fc.bigInt({ min: 0n, max: 50n }),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([models, seed, count]) => playSeatings()(roundRobin(models)(symmetricWorlds(seed, count))))
const options = { splits: 20 }
const few = { numRuns: 40 }

describe('the laws of the run gate', () => {
  it('L1 all or nothing', () => {
    let reported = 0
    fc.assert(
      fc.property(runs, (rows) => {
        const run = gatedRun(options)(rows)
        const all = run.checks.every(({ verdict }) => verdict === 'pass')
        if (all) reported += 1
        expect(run._tag).toBe(all ? 'Reported' : 'Withheld')
        expect('table' in run).toBe(all)
      }),
      { numRuns: 80, seed: 5 },
    )
    expect(reported).toBeGreaterThan(0)
  })

  it('L2 row order', () => {
    const both = runs.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray([...rows], { minLength: rows.length, maxLength: rows.length }),
      ),
    )
    fc.assert(
      fc.property(both, ([rows, shuffled]) => {
        const verdicts = (list: typeof rows) =>
          runGate(options)(list).map(({ check, verdict, n }) => [check, verdict, n])
        expect(verdicts(shuffled)).toEqual(verdicts(rows))
      }),
      few,
    )
  })

  it('L3 gate withdrawn', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 50n }), fc.constantFrom(...policies), (seed, gone) => {
        const worlds = symmetricWorlds(seed, 6)
        const rows = playSeatings()(roundRobin(policies)(worlds))
        const without = playSeatings()(
          roundRobin(policies.filter((policy) => policy !== gone))(worlds),
        )
        const withdrawn = new Map([[gone.name, 'a broken connection']])
        expect(runGate({ ...options, withdrawn })(rows)).toEqual(runGate(options)(without))
      }),
      { numRuns: 15 },
    )
  })
})
