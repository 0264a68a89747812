import fc from 'fast-check'
import { left, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  actionAnswer,
  answerQuestion,
  ask,
  type FaultKind,
  faultAnswer,
  type Heard,
  heard,
  matchAnswer,
  readAnswer,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { failure } from '../../../src/core/failure.js'
import type { Json } from '../../../src/core/json.js'

const kinds: ReadonlyArray<FaultKind> = ['timeout', 'threw', 'empty', 'refused']
const json = fc.jsonValue() as fc.Arbitrary<Json>
const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  fc
    .tuple(fc.string(), fc.option(fc.string(), { nil: undefined }))
    .map(([a, b]) => textAnswer(a, b)),
  json.map(actionAnswer),
  fc.tuple(fc.constantFrom(...kinds), fc.string()).map(([a, b]) => faultAnswer(a, b)),
)

describe('answer', () => {
  it('L1 privacy', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (said, thought) => {
        const open = textAnswer(said)
        const shielded = textAnswer(said, thought)
        expect(heard(shielded)).toEqual(open)
        const game = ask('q', 'what?', (answer) => JSON.stringify(answer))
        expect(answerQuestion('q', shielded)(game)).toEqual(answerQuestion('q', open)(game))
      }),
    )
  })

  it('L2 channels', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const called: Array<string> = []
        const on = matchAnswer({
          text: (text): Heard => (called.push('Text'), { _tag: 'Text', text }),
          action: (action): Heard => (called.push('Action'), { _tag: 'Action', action }),
          fault: (fault, detail): Heard => (called.push('Fault'), { _tag: 'Fault', fault, detail }),
        })
        expect(on(answer)).toEqual(heard(answer))
        expect(called).toEqual([answer._tag])
        const reading = readAnswer<unknown>({
          text: (text) => (called.push('read Text'), right(text)),
          action: (action) => (called.push('read Action'), right(action)),
        })(answer)
        expect(called.slice(1)).toEqual(answer._tag === 'Fault' ? [] : [`read ${answer._tag}`])
        if (answer._tag === 'Fault') {
          expect(reading).toEqual({ ...answer, _tag: 'Faulted' })
        } else {
          const value = answer._tag === 'Text' ? answer.text : answer.action
          expect(reading).toEqual({ _tag: 'Understood', value })
        }
      }),
    )
  })

  it('L3 faults', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string(), (fault, detail) => {
        for (const readers of [
          {},
          { text: () => right(1) },
          { action: () => right(1), text: () => right(1) },
        ]) {
          expect(readAnswer(readers)(faultAnswer(fault, detail))).toEqual({
            _tag: 'Faulted',
            fault,
            detail,
          })
        }
      }),
    )
  })

  it('finds an answer in a channel without a reader unreadable, and says which was expected', () => {
    const words = readAnswer({ text: () => right('deal') })
    expect(words(actionAnswer({ accept: true }))).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ _tag: 'WrongChannel', value: { accept: true }, expected: 'an answer in words' }],
    })
    const moves = readAnswer({ action: () => right('deal') })
    expect(moves(textAnswer('{"accept": true}'))).toMatchObject({
      _tag: 'Unreadable',
      failures: [{ value: '{"accept": true}', expected: 'a structured action' }],
    })
  })

  it('hands a reader the text to the last blank', () => {
    expect(readAnswer({ text: (said) => right(said) })(textAnswer(' deal\n'))).toEqual({
      _tag: 'Understood',
      value: ' deal\n',
    })
  })

  it('keeps the failures of a reader', () => {
    const failures = [failure('NoPrice', ['price'], 'cheap', 'a number')] as const
    expect(readAnswer({ text: () => left(failures) })(textAnswer('cheap'))).toEqual({
      _tag: 'Unreadable',
      failures,
    })
  })
})
