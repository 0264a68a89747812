import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import {
  pythonText,
  pythonTruth,
  readPythonFloat,
  readPythonInteger,
} from '../../src/settlement/python-text.js'

describe('the Python text of a JSON value', () => {
  const table: ReadonlyArray<readonly [Json, string]> = [
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
    [5, '5'],
    [-0, '0'],
    [2.5, '2.5'],
    [1e16, '1e+16'],
    [1e22, '1e+22'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [1e-100, '1e-100'],
    ['as it is', 'as it is'],
    [[1, 'a', null], "[1, 'a', None]"],
    [[], '[]'],
    [['\u009f \uffff'], "['\\x9f \\uffff']"],
    [{ k: [true], "it's": 'say "hi"' }, `{'k': [True], "it's": 'say "hi"'}`],
    [[`both ' and "`], `['both \\' and "']`],
    [
      ['\\ \n \r \t \u0007 \u00a0 \u2028 \u{e0001} é'],
      "['\\\\ \\n \\r \\t \\x07 \\xa0 \\u2028 \\U000e0001 é']",
    ],
  ]

  it.each(table)('is written as Python does: %j', (value, text) => {
    expect(pythonText(value)).toBe(text)
  })
})

describe('reading as Python does', () => {
  it('reads integers', () => {
    const table: ReadonlyArray<readonly [Json, number | null]> = [
      [3, 3],
      [3.9, 3],
      [-3.9, -3],
      [true, 1],
      [' 12 ', 12],
      ['+1_000', 1000],
      ['1__0', null],
      ['3.5', null],
      ['soon', null],
      ['', null],
      [null, null],
      [[3], null],
      [Number.POSITIVE_INFINITY, null],
    ]
    for (const [value, integer] of table) expect(readPythonInteger(value)).toBe(integer)
  })

  it('reads finite decimal literals', () => {
    const table: ReadonlyArray<readonly [string, number | null]> = [
      ['2.50', 2.5],
      [' 2 ', 2],
      ['1e-3', 0.001],
      ['.5', 0.5],
      ['5.', 5],
      ['-1_0.5', -10.5],
      ['1,000', null],
      ['three', null],
      ['Infinity', null],
      ['nan', null],
      ['1e400', null],
      ['', null],
      ['0x10', null],
      ['.', null],
    ]
    for (const [text, number] of table) expect(readPythonFloat(text)).toBe(number)
  })

  it('tells true from false', () => {
    const truths: ReadonlyArray<Json> = [true, 1, -1, 'false', ' ', [0], { a: null }]
    const falsehoods: ReadonlyArray<Json> = [false, 0, -0, null, '', [], {}]
    expect(truths.map(pythonTruth)).toEqual(truths.map(() => true))
    expect(falsehoods.map(pythonTruth)).toEqual(falsehoods.map(() => false))
  })
})
