import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { decode } from '../../../src/core/codec.js'
import {
  type Answer,
  AnswerCodec,
  actionAnswer,
  decodeLog,
  encodeLog,
  type FaultKind,
  faultAnswer,
  type Log,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { type Json, jsonOf } from '../../../src/core/json.js'

const string = fc.string({ unit: 'binary' })
const json = fc.jsonValue({
  stringUnit: 'binary',
  noNegativeZero: true,
} as never) as fc.Arbitrary<Json>
const kinds: ReadonlyArray<FaultKind> = ['timeout', 'threw', 'empty', 'refused']
const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  fc.tuple(string, fc.option(string, { nil: undefined })).map(([a, b]) => textAnswer(a, b)),
  json
    .filter(
      (value) => !JSON.stringify(value, (_, v) => (Object.is(v, -0) ? '-0' : v)).includes('-0'),
    )
    .map(actionAnswer),
  fc.tuple(fc.constantFrom(...kinds), string).map(([a, b]) => faultAnswer(a, b)),
)
const anyLog: fc.Arbitrary<Log> = fc.array(fc.record({ id: string, answer: anyAnswer }), {
  maxLength: 6,
})

const textOf = (log: Log): string => {
  const text = encodeLog(log)
  return isRight(text) ? text.right : expect.unreachable('every entry is JSON')
}

describe('answer codec', () => {
  it('L1 faithful', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const decoded = decode(AnswerCodec)(answer)
        expect(decoded).toEqual({ _tag: 'Right', right: answer })
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isRight(decode(AnswerCodec)(value))).toBe(false)
      }),
    )
  })

  it.each<readonly [string, unknown, ReadonlyArray<string | number>]>([
    ['no object', null, []],
    ['no tag', { text: 'x' }, ['_tag']],
    ['another tag', { _tag: 'Vote', text: 'x' }, ['_tag']],
    ['a text without text', { _tag: 'Text' }, ['text']],
    [
      'a private text that is undefined',
      { _tag: 'Text', text: '', private: undefined },
      ['private'],
    ],
    ['a misspelt private text', { _tag: 'Text', text: '', Private: 'hush' }, ['Private']],
    [
      'a fault that reads as text',
      { _tag: 'Fault', fault: 'timeout', detail: '', text: 'yes' },
      ['text'],
    ],
    ['an unknown fault', { _tag: 'Fault', fault: 'bored', detail: '' }, ['fault']],
    ['a fault inherited by name', { _tag: 'Fault', fault: 'toString', detail: '' }, ['fault']],
    ['an action of NaN', { _tag: 'Action', action: { price: Number.NaN } }, ['action', 'price']],
    ['an action of nothing', { _tag: 'Action' }, ['action']],
    [
      'an action with a hole',
      { _tag: 'Action', action: { a: [1, undefined] } },
      ['action', 'a', 1],
    ],
    ['an action that is a date', { _tag: 'Action', action: new Date(0) }, ['action']],
  ])('refuses %s, at its place', (_name, value, path) => {
    const decoded = decode(AnswerCodec)(value)
    if (isRight(decoded)) expect.unreachable('it is refused')
    const places = decoded.left.map((f) => f.path.map(String).join('.'))
    expect(places).toContain(path.map(String).join('.'))
  })
})

describe('log text', () => {
  it('L1 inverse', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        expect(decodeLog(textOf(log))).toEqual({ _tag: 'Right', right: log })
      }),
    )
  })

  it('L2 canonical', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([k, v]) => [k, reversed(v)]),
            )
          : value
    fc.assert(
      fc.property(anyLog, (log) => {
        // The members stand in another order; nothing else differs.
        expect(textOf(reversed(log) as Log)).toBe(textOf(log))
      }),
    )
    expect(textOf([{ id: 'a', answer: textAnswer('yes', 'hm') }])).toBe(
      '{"answer":{"_tag":"Text","private":"hm","text":"yes"},"id":"a"}\n',
    )
  })

  it('L3 append', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (one, other) => {
        expect(textOf([...one, ...other])).toBe(textOf(one) + textOf(other))
      }),
    )
  })

  it('L4 defects', () => {
    const lines = anyLog.map((log) =>
      textOf(log)
        .split('\n')
        .filter((line) => line !== ''),
    )
    const bad = fc.constantFrom(
      '',
      ' ',
      '{',
      'null',
      '[]',
      '{"id":"a"}',
      '{"id":1,"answer":null}',
      'NaN',
    )
    fc.assert(
      fc.property(lines, bad, bad, fc.nat(9), fc.nat(9), (good, one, other, i, j) => {
        const mixed = [...good]
        mixed.splice(i % (good.length + 1), 0, `${one} `)
        mixed.splice(j % (mixed.length + 1), 0, `${other} `)
        const wrong = mixed.flatMap((line, index) => (good.includes(line) ? [] : [index]))
        const decoded = decodeLog(mixed.join('\n'))
        if (isRight(decoded)) expect.unreachable('two lines are wrong')
        expect([...new Set(decoded.left.map((f) => f.path[0]))]).toEqual(wrong)
      }),
    )
  })

  it('recognises a line that a crash has cut', () => {
    const text = textOf([
      { id: 'a', answer: textAnswer('yes') },
      { id: 'b', answer: actionAnswer({ price: 61 }) },
    ])
    const cut = decodeLog(text.slice(0, -5))
    expect(cut).toMatchObject({
      left: [{ _tag: 'Malformed', path: [1], expected: 'a line of JSON' }],
    })
    expect(decodeLog(text.slice(0, -1))).toEqual(decodeLog(text))
    expect(decodeLog('')).toEqual({ _tag: 'Right', right: [] })
  })

  it('refuses to write what JSON cannot hold, with the index of every such entry', () => {
    const nan = { id: 'a', answer: actionAnswer(Number.NaN) }
    const lone = { id: 'b', answer: textAnswer('\ud800') }
    const encoded = encodeLog([{ id: 'ok', answer: textAnswer('') }, nan, lone])
    if (isRight(encoded)) expect.unreachable('two entries are refused')
    expect(encoded.left.map((f) => f.path)).toEqual([
      [1, 'answer', 'action'],
      [2, 'answer', 'text'],
    ])
    expect(isRight(jsonOf(lone.answer))).toBe(true)
  })
})
