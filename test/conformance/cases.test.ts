import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { configToSnapshot, readExchangeConfig } from '../../src/economy/index.js'
import { caseHash } from '../../src/exchange/case.js'
import { officialCases, officialRoles } from '../../src/exchange/cases-official.js'
import { readRoles } from '../../src/exchange/roles.js'
import { describeReference, readReference } from '../support/reference.js'

describeReference('the official cases', (folder) => {
  for (const official of officialCases) {
    const json = readReference(folder, `configs/cases_v0/${official.name}.json`)
    const read = readExchangeConfig(json)

    it(`${official.name} is the recorded one but for the words of its description`, () => {
      expect(read._tag).toBe('Right')
      if (isLeft(read)) return
      const { description: _words, ...recorded } = configToSnapshot(read.right)
      const { description, ...ours } = configToSnapshot(official.config)
      expect(ours).toEqual(recorded)
      expect(description).toBe('')
      expect(official.hash).toBe(caseHash(read.right))
    })

    it(`${official.name} seats whom the recorded one seats`, () => {
      if (isLeft(read)) return expect.unreachable()
      expect(readRoles(read.right.roles, read.right.numAgents)).toEqual({
        _tag: 'Right',
        right: officialRoles,
      })
    })
  }

  for (const swap of ['extract', 'optimal'] as const) {
    it(`reads the recorded panel swap ${swap}`, () => {
      const file = `configs/cases_v0/case01_visible_bilateral_ir__panel_${swap}.json`
      const read = readExchangeConfig(readReference(folder, file))
      if (isLeft(read)) return expect.unreachable()
      const roles = readRoles(read.right.roles, 5)
      expect(isLeft(roles) ? null : roles.right.panel).toEqual([
        { agents: [2, 3, 4, 5], policy: { kind: `scripted_bilateral_${swap}` } },
      ])
    })
  }
})
