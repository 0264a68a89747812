import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markingInWords, reasoningChannels, throughChannel } from '../../src/exchange/channel.js'

const plain = fc.string().map((text) => text.replaceAll('<', '('))
const open = fc.constantFrom('<scratchpad>', '<think>', '< THINKING >', '<reasoning>')
const close = fc.constantFrom('</scratchpad>', '</think>', '</ Thinking>', '< / reasoning>')
const shielded = fc.constantFrom('disallowed' as const, 'private' as const)
const SECRET = 'the secret'

describe('channel laws', () => {
  it('L1 nothing hidden shown', () => {
    const hidden = fc.letrec<{ text: string; marked: string }>((tie) => ({
      text: fc.oneof({ maxDepth: 3 }, plain, tie('marked')),
      marked: fc
        .tuple(open, plain, fc.array(tie('text'), { maxLength: 3 }), close)
        .map(([start, before, inner, end]) => `${start}${before}${SECRET}${inner.join('')}${end}`),
    })).marked
    const pieces = fc.array(fc.oneof(plain, hidden), { maxLength: 6 })
    const slip = fc.constantFrom('none', 'unclosed', 'unopened', 'closed twice')
    fc.assert(
      fc.property(shielded, pieces, slip, open, close, (channel, parts, kind, start, end) => {
        const text = parts.join('')
        const raw =
          kind === 'unclosed'
            ? `${text}${start}${SECRET} and more`
            : kind === 'unopened'
              ? `${SECRET}${end}${text}`
              : kind === 'closed twice'
                ? `${SECRET}${start}noise${end}${SECRET}${end}${text}`
                : text
        const { answer } = throughChannel(channel)(raw)
        if (answer._tag !== 'Text') return expect.unreachable()
        expect(answer.text).not.toContain(SECRET)
        const count = raw.split(SECRET).length - 1
        expect((answer.private ?? '').split(SECRET).length - 1).toBe(count)
      }),
    )
  })

  it('L2 nothing lost', () => {
    fc.assert(
      fc.property(shielded, plain, plain, plain, (channel, before, hidden, after) => {
        expect(throughChannel(channel)(before)).toEqual({
          answer: { _tag: 'Text', text: before },
          violation: false,
        })
        const raw = `${before}<scratchpad>${hidden}</scratchpad>${after}`
        expect(throughChannel(channel)(raw)).toEqual({
          answer: { _tag: 'Text', text: `${before}${after}`.trim(), private: hidden },
          violation: channel === 'disallowed',
        })
      }),
    )
  })

  it('L3 no shield', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, open, close)), (parts) => {
        const raw = parts.join('')
        expect(throughChannel('public')(raw).answer).toEqual({ _tag: 'Text', text: raw })
      }),
    )
  })
})

describe('channels', () => {
  it('tell a model how to mark private reasoning and nothing else', () => {
    const told = reasoningChannels.filter((channel) => markingInWords(channel) !== '')
    expect(told).toEqual(['private'])
    expect(markingInWords('private')).toContain('<scratchpad>')
  })

  it('leave a reply of hidden text alone without a public word', () => {
    expect(throughChannel('private')('<think>all of it</think>').answer).toEqual({
      _tag: 'Text',
      text: '',
      private: 'all of it',
    })
  })
})
