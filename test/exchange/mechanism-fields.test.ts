import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import {
  readAgent,
  readConfidence,
  readQuantity,
  readResource,
  readTruth,
  readWords,
} from '../../src/exchange/mechanism-fields.js'

describe('an agent', () => {
  const table: ReadonlyArray<readonly [Json, number | null, number | null]> = [
    [2, 2, 2],
    [1.0, 1, 1],
    [0, 0, 0],
    [-3, -3, -3],
    ['2', 2, 2],
    ['a2', 2, 2],
    ['A2', 2, 2],
    [' agent 12 ', 12, 12],
    ['a1 (seller)', null, 1],
    ['a1->a2', null, 1],
    ['x7', null, 7],
    ['-3', null, 3],
    ['buyer', null, null],
    ['', null, null],
    [1.5, null, 1],
    [true, null, 1],
    [false, null, 0],
    [null, null, null],
    [[4], null, 4],
    [{ id: 5 }, null, 5],
  ]

  it.each(table)('%j is read strictly as %j and as recorded as %j', (value, strict, recorded) => {
    expect(readAgent('strict', value)).toBe(strict)
    expect(readAgent('recorded', value)).toBe(recorded)
  })
})

describe('a good', () => {
  const names = ['r1', 'r2', 'money']
  const table: ReadonlyArray<readonly [Json, string | null, string | null]> = [
    ['r2', 'r2', 'r2'],
    [2, 'r2', 'r2'],
    ['2', 'r2', 'r2'],
    ['resource 4', 'r4', 'r4'],
    ['money', 'money', null],
    ['r-1', null, 'r1'],
    ['10 units of r3', null, 'r10'],
    [true, null, 'r1'],
    [null, null, null],
  ]

  it.each(table)('%j is read strictly as %j and as recorded as %j', (value, strict, recorded) => {
    expect(readResource('strict', value, names)).toBe(strict)
    expect(readResource('recorded', value, names)).toBe(recorded)
  })
})

describe('a quantity', () => {
  const table: ReadonlyArray<readonly [Json, number | null, number | null]> = [
    [2, 2, 2],
    [1.0, 1, 1],
    [49.5, 49.5, 49.5],
    [-50, -50, -50],
    ['2.50', 2.5, 2.5],
    [' 2 ', 2, 2],
    ['2.0', 2, 2],
    ['1e-3', 0.001, 0.001],
    ['.5', 0.5, 0.5],
    ['1,000', 1000, null],
    ['12,345,678.5', 12345678.5, null],
    ['1,00', null, null],
    ['1.127,54', null, null],
    ['1_000', null, 1000],
    ['three', null, null],
    ['3 units', null, null],
    ['Infinity', null, null],
    ['nan', null, null],
    ['', null, null],
    [true, null, null],
    [false, null, null],
    [null, null, null],
    [[2], null, null],
  ]

  it.each(table)('%j is read strictly as %j and as recorded as %j', (value, strict, recorded) => {
    expect(readQuantity('strict', value)).toBe(strict)
    expect(readQuantity('recorded', value)).toBe(recorded)
  })
})

describe('a confidence', () => {
  const table: ReadonlyArray<readonly [Json, number | null, number | null]> = [
    [0.75, 0.75, 0.75],
    ['0.75', 0.75, 0.75],
    [1, 1, 1],
    [5, null, 5],
    [-1, null, -1],
    ['high', null, null],
    ['nan', null, null],
    [Number.POSITIVE_INFINITY, null, null],
    [true, null, 1],
    [null, null, null],
  ]

  it.each(table)('%j is read strictly as %j and as recorded as %j', (value, strict, recorded) => {
    expect(readConfidence('strict', value)).toBe(strict)
    expect(readConfidence('recorded', value)).toBe(recorded)
  })
})

describe('a truth and a text', () => {
  it('are themselves when read strictly', () => {
    expect([true, false, 'true', 1, null].map((value) => readTruth('strict', value))).toEqual([
      true,
      false,
      null,
      null,
      null,
    ])
    expect(['x', 5, null].map((value) => readWords('strict', value))).toEqual(['x', null, null])
  })

  it('are what Python makes of them when read as recorded', () => {
    expect(['false', 0, null, []].map((value) => readTruth('recorded', value))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(['x', 5, null].map((value) => readWords('recorded', value))).toEqual(['x', '5', 'None'])
  })
})
