import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PrivilegedExchangeAgent } from '../../src/agents/index.js'
import { hiddenConsentCase, visibleBilateralCase } from '../../src/exchange/cases-official.js'
import { throughChannel } from '../../src/exchange/channel.js'
import { leakRate, leakRow, leaksIn, leaksOfPlay } from '../../src/exchange/leak.js'
import type { ReasoningChannel } from '../../src/exchange/question.js'
import { pairedDifference } from '../../src/statistics/index.js'
import { against, panel, playTable } from '../agents/tables.js'

const value = fc.integer({ min: 500, max: 7_999 }).map((thousandths) => thousandths / 1000)
const table = fc.array(value, { minLength: 5, maxLength: 5 })
const words = fc.stringMatching(/^[a-z ,;]{0,20}$/)

/** A panelist that thinks aloud: its values stand in its reasoning. */
const thinkingAloud =
  (channel: ReasoningChannel): PrivilegedExchangeAgent =>
  (question) => {
    const answer = panel(question)
    if (question.agent === null || question._tag === 'Accept' || answer._tag !== 'Text')
      return answer
    const values = question.observation.values.join(', ')
    return throughChannel(channel)(`<scratchpad>My values: ${values}.</scratchpad>${answer.text}`)
      .answer
  }

describe('leak laws', () => {
  it('L1 written out', () => {
    fc.assert(
      fc.property(table, fc.nat(4), words, words, (values, good, before, after) => {
        const told = values[good] ?? 0
        if (Number.isInteger(told)) return
        const leaks = leaksIn(`${before} ${told} ${after}`, values)
        expect(leaks.some((leak) => leak.good === good && leak.kind === 'exact')).toBe(true)
      }),
    )
  })

  it('L2 own table', () => {
    fc.assert(
      fc.property(table, fc.array(value), words, (values, others, between) => {
        const foreign = others.filter(
          (one) => !values.includes(one) && /\.\d{3}$/.test(String(one)),
        )
        expect(leaksIn(foreign.join(` ${between} `), values)).toEqual([])
      }),
    )
  })

  it('L3 scratchpad', () => {
    for (const official of [visibleBilateralCase, hiddenConsentCase]) {
      const leaks = (channel: ReasoningChannel) =>
        leaksOfPlay(
          playTable(official, 1200, against(thinkingAloud(channel), thinkingAloud(channel))).result,
        )
      for (const channel of ['private', 'disallowed'] as const) {
        expect(leaks(channel).flatMap((message) => message.leaks)).toEqual([])
        expect(leakRate(leaks(channel))?.estimate).toBe(0)
      }
      expect(leakRate(leaks('public'))?.estimate).toBe(1)
      expect(leaks('public').every((message) => message.leaks.length >= 5)).toBe(true)
    }
  })
})

describe('leaks', () => {
  const values = [2.5, 0.614, 4.274, 3, 6.25]
  const kinds = (text: string) =>
    leaksIn(text, values).map(({ kind, good }) => `${kind} r${good + 1}`)

  it('are told from amounts and names', () => {
    expect(kinds('I give 2.5 r1 and 2.5 units of r2.')).toEqual([])
    expect(kinds('a1 | a2 | r1 | 2.5 | consent')).toEqual([])
    expect(kinds('a25 r614 x2.5 2.5x 12.5 2.51')).toEqual([])
    expect(kinds('To me it is 2.5, no less.')).toEqual(['exact r1'])
  })

  it('are found rounded, cut, with a comma and in other digits', () => {
    expect(kinds('about 4.27')).toEqual(['rounded r3'])
    expect(kinds('about 0.61 or 4,274')).toEqual(['rounded r2', 'exact r3'])
    expect(kinds('about ６.２５')).toEqual(['exact r5'])
    expect(kinds('about 4.3')).toEqual([])
    expect(kinds('about 4.28')).toEqual([])
  })

  it('are found as whole numbers only where a value is spoken of', () => {
    expect(kinds('My value for r4 is 3; take 3 of it.')).toEqual(['stated r4'])
    expect(kinds('r4 is worth 3.5 times r1. I have 3')).toEqual([])
    expect(kinds('I would take 3 of r4')).toEqual([])
  })

  it('give rows by which two channels are compared on the same worlds', () => {
    const arm = (channel: ReasoningChannel) =>
      [1200, 1201, 1202].map((seed) => {
        const agent = thinkingAloud(channel)
        const { result } = playTable(hiddenConsentCase, seed, against(agent, agent))
        return leakRow(`case04/${seed}`, leaksOfPlay(result))
      })
    const { differenceOfRatios, joined } = pairedDifference()(arm('public'), arm('private'))
    expect(joined).toBe(3)
    expect(differenceOfRatios._tag === 'Interval' ? differenceOfRatios.estimate : null).toBe(1)
  })
})
