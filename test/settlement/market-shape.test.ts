import { describe, expect, it } from 'vitest'
import { marketOf, resourceIndex } from '../../src/settlement/market-shape.js'

describe('the shape of a market', () => {
  it('names goods by position', () => {
    expect(marketOf(2, 3)).toEqual({ agents: 2, resourceNames: ['r1', 'r2', 'r3'] })
  })

  it('finds a good by its own name too, the position first', () => {
    const names = ['wheat', 'r1', 'money']
    expect(resourceIndex(names, 'r1')).toBe(0)
    expect(resourceIndex(names, 'money')).toBe(2)
    expect(resourceIndex(names, 'r3')).toBe(2)
  })

  it('does not find what is not there', () => {
    const names = ['r1', 'r2']
    for (const name of [
      'r0',
      'r3',
      'r',
      'r01',
      'r-1',
      'R1',
      '1',
      '',
      'r1 ',
      'r1.0',
      'r99999999999999999999',
    ]) {
      expect(resourceIndex(names, name)).toBe(null)
    }
  })

  it('finds the first good by its own name', () => {
    expect(resourceIndex(['wheat', 'r1'], 'wheat')).toBe(0)
  })

  it('takes no sign beside the digits for a digit', () => {
    const { resourceNames } = marketOf(1, 12)
    for (const name of ['r:', 'r1/', 'r1:']) expect(resourceIndex(resourceNames, name)).toBe(null)
  })
})
