import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeExchangeConfig } from '../../src/economy/index.js'
import { caseAt, caseHash, caseOf } from '../../src/exchange/case.js'
import { officialCases, visibleBilateralCase } from '../../src/exchange/cases-official.js'

const { config } = visibleBilateralCase

describe('case laws', () => {
  it('L1 content', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.boolean(), (seed, description, seated) => {
        const other = { ...config, seed, description, roles: seated ? config.roles : null }
        expect(caseHash(other)).toBe(visibleBilateralCase.hash)
      }),
    )
  })

  it('L2 sensitive', () => {
    const changes: ReadonlyArray<Parameters<typeof makeExchangeConfig>[0]> = [
      { name: 'another' },
      { rounds: 5 },
      { numAgents: 6 },
      { controllers: [1, 2] },
      { utilityMode: 'linear' },
      { protocol: { ...config.protocol, atomicCommit: false } },
      { protocol: { ...config.protocol, visibilitySeed: 47 } },
      { institutionPressure: { searchCostPerPublicRound: 1 } },
    ]
    const hashes = changes.map((change) => {
      const made = makeExchangeConfig({ ...config, ...change })
      return made._tag === 'Right' ? caseHash(made.right) : null
    })
    expect(hashes).not.toContain(null)
    expect(new Set([visibleBilateralCase.hash, ...hashes]).size).toBe(changes.length + 1)
  })
})

describe('cases', () => {
  it('have four different hashes, which this text pins', () => {
    expect(officialCases.map(({ hash }) => hash.slice(0, 12))).toEqual([
      '0f65e84f3714',
      'dbbc6da0bfce',
      '6f644ce7035a',
      '6c5f848fb1a0',
    ])
  })

  it('are played over seeds', () => {
    expect(caseAt(visibleBilateralCase, 1200)).toEqual({ ...config, seed: 1200 })
    expect(caseOf('x', caseAt(visibleBilateralCase, 1200)).hash).toBe(visibleBilateralCase.hash)
  })

  it('hash a name that has no canonical JSON too', () => {
    expect(caseHash({ ...config, name: 'a\ud800' })).toMatch(/^[0-9a-f]{64}$/)
  })
})
