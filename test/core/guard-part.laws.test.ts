import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MemberPart, objectCheck } from '../../src/core/guard-part.js'

const names = ['a', 'b', 'c', 'd', 'toString', '__proto__'] as const
const keys = fc.subarray([...names])
const part = (key: string): MemberPart => ({ key, kind: 'other', check: () => true })

/** Objects with the given own members in any order, over prototypes that have others. */
const value = fc
  .tuple(
    fc.shuffledSubarray([...names]),
    fc.constantFrom<object | null>(Object.prototype, null, { a: 1 }, { b: 1, c: undefined }),
    fc.constantFrom<unknown>(1, undefined),
  )
  .map(([own, prototype, member]) => {
    const made: object = Object.create(prototype) as object
    for (const key of own) {
      Object.defineProperty(made, key, { value: member, enumerable: true })
    }
    return made
  })

describe('laws of the parts of guards', () => {
  it('L1 presence', () => {
    fc.assert(
      fc.property(keys, keys, fc.boolean(), value, (required, optional, isClosed, u) => {
        const accepts = objectCheck(required.map(part), optional.map(part), isClosed)
        const hasRequired = required.every((key) => Object.hasOwn(u, key))
        const known: ReadonlyArray<string> = [...required, ...optional]
        const hasNoOther = Object.keys(u).every((key) => known.includes(key))
        expect(accepts(u)).toBe(hasRequired && (!isClosed || hasNoOther))
        const refusing = optional.map((key) => ({ ...part(key), check: () => false }))
        const hasOptional = optional.some((key) => Object.hasOwn(u, key))
        expect(objectCheck([], refusing, false)(u)).toBe(!hasOptional)
      }),
      { numRuns: 1_000 },
    )
  })
})
