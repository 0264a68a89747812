import { readFileSync } from 'node:fs'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { failure } from '../../src/core/failure.js'
import { sha256Hex } from '../../src/core/hash.js'
import { readJsonSource } from '../../src/core/json-source.js'
import {
  pythonCompactJson,
  pythonFloatRepr,
  pythonIndentedJson,
} from '../../src/core/python-json.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

const compact = (text: string): string => {
  const source = readJsonSource(text)
  return isLeft(source) ? 'refused' : pythonCompactJson(source.right)
}

describe('the compact text of Python', () => {
  it('has a space after commas and colons, sorted keys and escapes outside ASCII', () => {
    expect(compact('{"b":[1,2.50,{}],"a":{"é":"€\\u0001\\u007f\\n","😀":"/"},"_":[]}')).toBe(
      '{"_": [], "a": {"\\u00e9": "\\u20ac\\u0001\\u007f\\n", "\\ud83d\\ude00": "/"}, "b": [1, 2.50, {}]}',
    )
  })

  it('keeps the tokens of numbers', () => {
    expect(compact('[0.0, -0.0, 1e-05, 1E5, 1.0, 1]')).toBe('[0.0, -0.0, 1e-05, 1E5, 1.0, 1]')
  })

  it('sorts keys by code point, not by code unit', () => {
    expect(compact('{"😀":1,"\ufb33":2,"z":3}')).toBe('{"z": 3, "\\ufb33": 2, "\\ud83d\\ude00": 1}')
  })

  it('writes words and texts at the top', () => {
    expect(['null', 'true', 'false', '"a\\"\\\\"', '7'].map(compact)).toEqual([
      'null',
      'true',
      'false',
      '"a\\"\\\\"',
      '7',
    ])
  })
})

describe('a float of Python', () => {
  it.each<[number, string]>([
    [0, '0.0'],
    [-0, '-0.0'],
    [5, '5.0'],
    [-5, '-5.0'],
    [0.1, '0.1'],
    [1e-4, '0.0001'],
    [0.00012345, '0.00012345'],
    [1e-5, '1e-05'],
    [-1.5e-5, '-1.5e-05'],
    [9.999999999999999e-5, '9.999999999999999e-05'],
    [1e-10, '1e-10'],
    [1e15, '1000000000000000.0'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [12345678901234568, '1.2345678901234568e+16'],
    [1e20, '1e+20'],
    [1e21, '1e+21'],
    [1e22, '1e+22'],
    [1.5e300, '1.5e+300'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [5e-324, '5e-324'],
    [2.2250738585072014e-308, '2.2250738585072014e-308'],
    [0.1 + 0.2, '0.30000000000000004'],
    [52.48116004815442, '52.48116004815442'],
    [123456789.125, '123456789.125'],
  ])('%d is written %s', (x, text) => {
    expect(pythonFloatRepr(x)).toEqual(right(text))
  })

  it('is finite', () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(pythonFloatRepr(x)).toEqual(left([failure('NotFinite', [], x, 'a finite number')]))
    }
  })
})

describe('the indented text of Python', () => {
  it('has two spaces a level, sorted keys, and empty containers on one line', () => {
    expect(
      pythonIndentedJson({
        b: [1, 2.5, -0, 1e21],
        a: { é: null, d: {} },
        c: [],
        '😀': true,
        '\ufb33': '"',
      }),
    ).toEqual(
      right(
        [
          '{',
          '  "a": {',
          '    "d": {},',
          '    "\\u00e9": null',
          '  },',
          '  "b": [',
          '    1,',
          '    2.5,',
          '    0,',
          '    1e+21',
          '  ],',
          '  "c": [],',
          '  "\\ufb33": "\\"",',
          '  "\\ud83d\\ude00": true',
          '}',
        ].join('\n'),
      ),
    )
  })

  it('refuses what is not JSON, and escapes lone surrogates', () => {
    expect(pythonIndentedJson({ a: [Number.NaN] })).toEqual(
      left([failure('NotJson', ['a', 0], Number.NaN, 'a finite number')]),
    )
    expect(pythonIndentedJson('\ud800')).toEqual(right('"\\ud800"'))
  })
})

describeReference('recorded configurations', (folder) => {
  const directories = ['runs', 'runs_py314'].flatMap((group) =>
    listReference(folder, group).map((name) => `${group}/${name}`),
  )

  it('are all there', () => {
    expect(directories).toHaveLength(51)
  })

  it.each(directories)('%s: the snapshot has the recorded hash', (directory) => {
    const meta = readReference(folder, `${directory}/run_meta.json`) as {
      readonly config: { readonly resolved_sha256: string }
    }
    const snapshot = readFileSync(`${folder}/${directory}/config_snapshot.json`, 'utf8')
    expect(sha256Hex(compact(snapshot))).toBe(meta.config.resolved_sha256)
  })
})
