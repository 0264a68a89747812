import { describe, expect, it } from 'vitest'
import { jsonObjectInText } from '../../src/exchange/json-in-text.js'

const found = (text: string): unknown => {
  const object = jsonObjectInText(text)
  return object._tag === 'Right' ? object.right : null
}

describe('the JSON object in a text', () => {
  it('is the whole text when that is an object, whatever its strings hold', () => {
    expect(found('{"price":80,"message":"ok {deal}"}')).toEqual({ price: 80, message: 'ok {deal}' })
    expect(found(' \n{"a":"}"}\t')).toEqual({ a: '}' })
  })

  it('is the first that parses otherwise', () => {
    expect(found('I think {"price": 90} is too much, so {"price": 80}')).toEqual({ price: 90 })
    expect(found('text { not json } then {"a":1} tail')).toEqual({ a: 1 })
    expect(found('```json\n{"a":{"b":[1,{}]}}\n```')).toEqual({ a: { b: [1, {}] } })
    expect(found('“{"a":1}”')).toEqual({ a: 1 })
  })

  it('counts braces in quotes too, so that one of them can hide everything', () => {
    expect(found('{"a":"}"} {"b":1}')).toBe(null)
    expect(found('say {"a":"{"} {"b":1}')).toBe(null)
  })

  it('lets the depth fall below zero', () => {
    expect(found('} {"a":1}')).toBe(null)
    expect(found('} { {"a":1} }')).toEqual({ a: 1 })
    expect(found('} {} {"a":1}')).toBe(null)
  })

  it('is neither a list, nor a scalar, nor what is cut off', () => {
    for (const text of ['[1,200,300]', '"x"', '90', 'true', 'null', '', '   ', '{"a":1', 'none']) {
      expect(found(text)).toBe(null)
    }
    expect(found('[{"a":1}]')).toEqual({ a: 1 })
  })

  it('is not read from what JSON does not have', () => {
    expect(found('{"a":NaN}')).toBe(null)
    expect(found('{"a":1e400} {"a":1}')).toEqual({ a: 1 })
    expect(found("{'a':1}")).toBe(null)
    expect(found('{"a":1,}')).toBe(null)
  })

  it('keeps the last of two equal keys, and a key named __proto__', () => {
    expect(found('{"a":1,"a":2}')).toEqual({ a: 2 })
    const object = jsonObjectInText('{"__proto__":{"a":1}}')
    expect(object._tag === 'Right' && Object.keys(object.right)).toEqual(['__proto__'])
  })

  it('bears texts that nest without end or hold nothing but braces', () => {
    const deep = 100_000
    expect(found('{"a":'.repeat(deep) + '1' + '}'.repeat(deep))).toBe(null)
    expect(found('{'.repeat(deep))).toBe(null)
    expect(found('}'.repeat(deep) + '{"a":1}')).toBe(null)
    expect(found('{x}'.repeat(5_000) + '{"a":1}')).toEqual({ a: 1 })
  })

  it('that is missing is one failure, with the text', () => {
    expect(jsonObjectInText('no deal')).toEqual({
      _tag: 'Left',
      left: [
        {
          _tag: 'NoJsonObject',
          path: [],
          value: 'no deal',
          expected: 'a JSON object in the text',
        },
      ],
    })
  })
})
