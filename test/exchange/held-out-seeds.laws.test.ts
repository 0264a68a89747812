import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { encodeLog } from '../../src/core/index.js'
import { configToSnapshot } from '../../src/economy/index.js'
import { caseAt } from '../../src/exchange/case.js'
import {
  developmentSeeds,
  hiddenDiscoveryCase,
  visibleBilateralCase,
} from '../../src/exchange/cases-official.js'
import { heldOutSeeds, opensCommitment, saltCommitment } from '../../src/exchange/held-out-seeds.js'
import { against, panel, playTable } from '../agents/tables.js'

const salts = fc.string({ unit: 'grapheme-ascii', minLength: 16, maxLength: 80 })
const seedsOf = (
  salt: string,
  count: number,
  market = visibleBilateralCase,
): ReadonlyArray<number> => {
  const seeds = heldOutSeeds(salt, market, count)
  return isLeft(seeds) ? expect.unreachable() : seeds.right
}

describe('held-out seed laws', () => {
  it('L1 derived', () => {
    fc.assert(
      fc.property(salts, fc.nat(12), fc.nat(12), (salt, few, more) => {
        expect(seedsOf(salt, few + more).slice(0, few)).toEqual(seedsOf(salt, few))
      }),
    )
  })

  it('L2 distinct', () => {
    fc.assert(
      fc.property(salts, (salt) => {
        const seeds = seedsOf(salt, 30)
        expect(new Set([...developmentSeeds, ...seeds]).size).toBe(60)
        expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true)
      }),
    )
  })

  it('L3 case apart', () => {
    fc.assert(
      fc.property(salts, (salt) => {
        const both = [...seedsOf(salt, 20), ...seedsOf(salt, 20, hiddenDiscoveryCase)]
        expect(new Set(both).size).toBe(40)
      }),
    )
  })

  it('L4 no salt', () => {
    fc.assert(
      fc.property(salts, (salt) => {
        const commitment = saltCommitment(salt)
        const shown = JSON.stringify([seedsOf(salt, 30), commitment])
        expect(shown).not.toContain(salt)
        expect(shown).not.toContain(Buffer.from(salt).toString('hex'))
      }),
    )
  })

  it('L5 opening', () => {
    fc.assert(
      fc.property(salts, salts, (salt, other) => {
        const commitment = saltCommitment(salt)
        if (isLeft(commitment)) return expect.unreachable()
        expect(opensCommitment(commitment.right, salt)).toBe(true)
        expect(opensCommitment(commitment.right, other)).toBe(salt === other)
      }),
    )
  })
})

describe('held-out seeds', () => {
  it('are what HMAC-SHA256 of another implementation gives', () => {
    const salt = 'sixteen characters or more'
    const expected = [0, 1, 2].map((counter) =>
      Number.parseInt(
        createHmac('sha256', salt)
          .update(`${visibleBilateralCase.hash}/${counter}`)
          .digest('hex')
          .slice(0, 12),
        16,
      ),
    )
    expect(seedsOf(salt, 3)).toEqual(expected)
  })

  it('leave no trace of the salt in anything that a play leaves behind', () => {
    const salt = 'not to be found 0123456789'
    const [seed = 0] = seedsOf(salt, 1)
    const config = caseAt(visibleBilateralCase, seed)
    const { result, asked } = playTable(visibleBilateralCase, seed, against(panel))
    const log = encodeLog(asked.map(([{ id }, answer]) => ({ id, answer })))
    const artefacts = JSON.stringify([configToSnapshot(config), result, log, asked])
    expect(artefacts).toContain(String(seed))
    const forms = [salt, Buffer.from(salt).toString('hex'), Buffer.from(salt).toString('base64')]
    for (const form of forms) expect(artefacts).not.toContain(form)
  })

  it('refuse a guessable salt without repeating it, and a number that is none', () => {
    const refused = heldOutSeeds('swordfish', visibleBilateralCase, 1.5)
    expect(isLeft(refused) ? refused.left.map((f) => f._tag) : []).toEqual(['WeakSalt', 'BadCount'])
    expect(JSON.stringify(refused)).not.toContain('swordfish')
    expect(heldOutSeeds('a salt with \ud800 in it', visibleBilateralCase, 1)._tag).toBe('Left')
    expect(saltCommitment('swordfish')._tag).toBe('Left')
    expect(opensCommitment('', 'swordfish')).toBe(false)
  })
})
