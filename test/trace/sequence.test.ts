import { describe, expect, it } from 'vitest'
import { slips } from '../../src/trace/sequence.js'

describe('slips', () => {
  it('names a dropped name once, where it was', () => {
    expect(slips(['a', 'c', 'd'], ['a', 'b', 'c', 'd'])).toEqual([
      { _tag: 'Missing', index: 1, expected: 'b' },
    ])
  })

  it('names a dropped last name after the end', () => {
    expect(slips(['a'], ['a', 'b'])).toEqual([{ _tag: 'Missing', index: 1, expected: 'b' }])
  })

  it('names both of two exchanged names', () => {
    expect(slips(['a', 'd', 'c', 'b'], ['a', 'b', 'c', 'd'])).toEqual([
      { _tag: 'Moved', index: 1, found: 'd', expected: 'b' },
      { _tag: 'Moved', index: 3, found: 'b', expected: 'd' },
    ])
  })

  it('names an added name and a repeated one', () => {
    expect(slips(['a', 'x', 'b', 'b'], ['a', 'b'])).toEqual([
      { _tag: 'Unexpected', index: 1, found: 'x' },
      { _tag: 'Unexpected', index: 3, found: 'b' },
    ])
  })

  it('names a changed name as unexpected and its own as missing', () => {
    expect(slips(['a', 'x', 'c'], ['a', 'b', 'c'])).toEqual([
      { _tag: 'Unexpected', index: 1, found: 'x' },
      { _tag: 'Missing', index: 2, expected: 'b' },
    ])
  })

  it('has nothing to say about nothing', () => {
    expect(slips([], [])).toEqual([])
  })

  it('takes a long list in order of its length', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => String(index))
    expect(slips(names.slice(1), names)).toEqual([{ _tag: 'Missing', index: 0, expected: '0' }])
  })
})
