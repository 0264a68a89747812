import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultExchangeConfig, type ExchangeConfig } from '../../src/economy/config.js'
import { defaultProtocol } from '../../src/economy/protocol.js'
import { respondersWithoutText } from '../../src/economy/visibility.js'
import {
  isNoneSection,
  publicActionHeadings,
  saysSomething,
  sectionOf,
} from '../../src/exchange/public-action.js'
import { respondersTo, solicitsTogether, targetedAgents } from '../../src/exchange/solicitation.js'

const words = fc
  .array(fc.constantFrom('a2', 'please', 'accept', 'everyone', 'r1', 'for', 'none of it', '3.5'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.join(' '))

const envelopes = fc.tuple(...publicActionHeadings.map(() => words)).map((sections) => ({
  sections,
  text: publicActionHeadings.map((heading, index) => `${heading}:\n${sections[index]}`).join('\n'),
}))

describe('public action laws', () => {
  it('L1 section read', () => {
    fc.assert(
      fc.property(envelopes, ({ sections, text }) => {
        expect(publicActionHeadings.map((heading) => sectionOf(text, heading))).toEqual(sections)
      }),
    )
  })

  it('L2 none folded', () => {
    const around = fc
      .array(fc.constantFrom('`', ' ', '\n', '.'), { maxLength: 4 })
      .map((marks) => marks.join(''))
    const values = fc.constantFrom(
      'none',
      'No response requested',
      'n/a',
      'not requested',
      'a2',
      'nonesuch',
    )
    fc.assert(
      fc.property(values, around, around, (value, before, after) => {
        expect(isNoneSection(`${before}${value}${after}`)).toBe(isNoneSection(value))
      }),
    )
  })

  it('reads hostile texts in time that grows with their length', () => {
    const started = performance.now()
    for (const text of [
      '\n'.repeat(200_000),
      ' '.repeat(200_000),
      'SETTLEMENT '.repeat(20_000),
      'MESSAGE:'.repeat(20_000),
      `SETTLEMENT:x${'.'.repeat(200_000)}!`,
      `SETTLEMENT:x${'\u2003.'.repeat(100_000)}!`,
    ]) {
      expect(saysSomething(text, 'SETTLEMENT')).toBe(text.includes('x'))
      expect(sectionOf(text, 'SETTLEMENT').length).toBeLessThanOrEqual(text.length)
      expect(solicitsTogether([text])).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

const configs: fc.Arbitrary<ExchangeConfig> = fc
  .record({
    numAgents: fc.integer({ min: 1, max: 5 }),
    responseScope: fc.constantFrom(
      'all' as const,
      'visible_only' as const,
      'solicited_public' as const,
    ),
    visibilityMode: fc.constantFrom('full_public' as const, 'limited_contact' as const),
    visibleAgentsPerAgent: fc.constantFrom(null, 0, 1, 3),
    publicBroadcast: fc.boolean(),
  })
  .map(({ numAgents, ...protocol }) => ({
    ...defaultExchangeConfig,
    numAgents,
    protocol: { ...defaultProtocol, ...protocol },
  }))

const messages = fc.oneof(
  envelopes.map(({ text }) => text),
  fc.constantFrom(
    'ADDRESSEES: a1, a2, agent 3, a9\nRESPONSE REQUEST: reply',
    'everyone, respond!',
    '',
  ),
)

describe('solicitation laws', () => {
  it('L1 never itself', () => {
    fc.assert(
      fc.property(
        configs,
        fc.nat(),
        fc.array(messages, { maxLength: 3 }),
        (config, some, texts) => {
          const controller = (some % config.numAgents) + 1
          const responders = respondersTo(config)(controller, texts)
          expect(responders).not.toContain(controller)
          expect(responders).toEqual([...new Set(responders)].sort((a, b) => a - b))
          for (const text of texts) {
            expect(targetedAgents(text, config.numAgents, controller)).not.toContain(controller)
          }
        },
      ),
    )
  })

  it('L2 visible at least', () => {
    fc.assert(
      fc.property(configs, fc.nat(), (config, some) => {
        const controller = (some % config.numAgents) + 1
        expect(respondersTo(config)(controller, [])).toEqual(
          respondersWithoutText(config)(controller),
        )
      }),
    )
  })

  it('targets those it names, and nobody it does not ask for anything', () => {
    const ask = (request: string): string =>
      `ADDRESSEES: a3, agent 2, a9\nRESPONSE REQUEST: ${request}`
    expect(targetedAgents(ask('please accept'), 4, 1)).toEqual([2, 3])
    expect(targetedAgents(ask('none'), 4, 1)).toEqual([])
    expect(targetedAgents(ask('hm'), 4, 1)).toEqual([])
  })
})
