import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  firstProposerEffectStands,
  fourCells,
  globalClock,
  marginPolicy,
  type Negotiator,
  neverConcede,
  playSeatings,
  referenceArm,
  referencePolicy,
  resultTable,
  roundRobin,
  symmetricWorlds,
} from '../../../src/bargaining/index.js'
import { sound } from '../arbitraries.js'

const worlds = symmetricWorlds(0n, 3000)
const keeping = (keep: number): Negotiator =>
  sound(marginPolicy({ margin: 4000, keep }, `keep ${keep}`))

const selfPlay = (policy: Negotiator, seed = 0n) =>
  resultTable(
    playSeatings()(
      (seed === 0n ? worlds : symmetricWorlds(seed, 3000)).flatMap(fourCells(policy, policy)),
    ),
  )

describe('figures of the reference policy on 3,000 worlds', () => {
  it.each([0n, 1n, 2n, 3n, 4n])('capture exactly .5, effect -.069, deals .71, seed %d', (seed) => {
    const { meanShare, positions, dealRate } = selfPlay(referencePolicy, seed)
    expect(meanShare).toBe(0.5)
    expect(Math.abs((positions.opener.effect ?? 0) + 0.069)).toBeLessThanOrEqual(0.004)
    expect(positions.side.effect).toBe(0)
    // A rate of .71 on 3,000 worlds has a standard deviation of .0083 (both cells share the last turn).
    expect(Math.abs((dealRate ?? 0) - 0.71)).toBeLessThanOrEqual(0.0166)
  })

  it('has a deal rate of .71 within .01 with seed 0, and on 15,000 worlds', () => {
    expect(Math.abs((selfPlay(referencePolicy).dealRate ?? 0) - 0.71)).toBeLessThanOrEqual(0.01)
    const rates = [0n, 1n, 2n, 3n, 4n].map((seed) => selfPlay(referencePolicy, seed).dealRate ?? 0)
    expect(Math.abs(rates.reduce((all, rate) => all + rate, 0) / 5 - 0.71)).toBeLessThanOrEqual(
      0.01,
    )
  })

  it('keeps the raw first-proposer effect, which three fixtures do not show', () => {
    const stands = (policy: Negotiator) =>
      firstProposerEffectStands(selfPlay(policy).positions.opener)
    expect(stands(referencePolicy)).toBe(true)
    expect(stands(acceptAnything)).toBe(false)
    expect(stands(neverConcede)).toBe(false)
    expect(stands(globalClock)).toBe(false)
  })

  it('rewards skill in order: the capture against the reference rises with r', () => {
    const keeps = [0.5, 0.6, 0.7, 0.8, 0.9]
    const { standings } = resultTable(playSeatings()(referenceArm(keeps.map(keeping))(worlds)))
    const captureOf = (name: string): number => {
      const standing = standings.find(({ participant }) => participant === name)
      return standing?.status === 'scored' ? standing.capture : Number.NaN
    }
    const captures = keeps.map((keep) => captureOf(`keep ${keep}`))
    const sorted = [...captures].sort((a, b) => a - b)
    expect(captures).toEqual(sorted)
    // Published: .398 and .590. The exact values of this policy are .3955 and .5950.
    expect(Math.abs((captures[0] ?? 0) - 0.398)).toBeLessThanOrEqual(0.008)
    expect(Math.abs((captures[4] ?? 0) - 0.59)).toBeLessThanOrEqual(0.008)
  })

  it('cancels the seats in a round-robin, in which every cell is even and every position bounded', () => {
    const policies = [keeping(0.5), referencePolicy, keeping(0.9)]
    const table = resultTable(playSeatings()(roundRobin(policies)(worlds.slice(0, 600))))
    expect(table.meanShare).toBe(0.5)
    expect(table.standings.map(({ participant }) => participant)).toEqual([
      'keep 0.9',
      'reference',
      'keep 0.5',
    ])
    for (const standing of table.standings) {
      expect(standing.status === 'scored' && standing.cells.balanced).toBe(true)
      expect(standing.status === 'scored' && standing.positions.side.within).toBe(true)
    }
    expect(table.positions.opener.within).toBe(true)
    expect(Math.abs(table.positions.side.effect ?? 1)).toBeLessThan(1e-4)
  })
})
