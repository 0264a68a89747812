import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import { readAgent, readQuantity } from '../../src/exchange/mechanism-fields.js'

const written = fc.tuple(
  fc.constantFrom('', 'a', 'A', 'agent ', ' a', 'x', '-', '#'),
  fc.nat(20),
  fc.constantFrom('', ' ', '.', ' and a3'),
)
const value: fc.Arbitrary<Json> = fc.oneof(
  written.map((parts) => parts.join('')),
  fc.double(),
  fc.integer(),
  fc.jsonValue() as fc.Arbitrary<Json>,
)

describe('laws of reading fields', () => {
  it('L1 strict is narrower', () => {
    fc.assert(
      fc.property(value, (given) => {
        const strict = readAgent('strict', given)
        if (strict !== null) expect(readAgent('recorded', given)).toBe(strict)
      }),
      { numRuns: 500 },
    )
  })

  it('L2 no boolean numbers', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom('strict', 'recorded'), (given, reading) => {
        expect(readQuantity(reading, given)).toBe(null)
      }),
    )
  })
})
