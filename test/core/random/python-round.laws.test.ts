import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pythonRound } from '../../../src/core/random/python-round.js'

/** Writes |x| as an integer of `decimals` decimals, by multiplying the binary value out. */
const exactDecimal = (x: number): { readonly digits: bigint; readonly decimals: number } => {
  let value = Math.abs(x)
  let halvings = 0
  while (!Number.isInteger(value)) {
    value *= 2
    halvings += 1
  }
  return { digits: BigInt(value) * 5n ** BigInt(halvings), decimals: halvings }
}

/** Rounds by the written decimal: what is cut off is compared with a half digit by digit. */
const bruteRound = (x: number, places: number): number => {
  const { digits, decimals } = exactDecimal(x)
  const drop = decimals - places
  if (drop <= 0) return x
  const text = digits.toString().padStart(drop + 1, '0')
  const kept = BigInt(text.slice(0, -drop))
  const cut = text.slice(-drop)
  const half = `5${'0'.repeat(drop - 1)}`
  const up = cut > half || (cut === half && kept % 2n === 1n)
  const rounded = Number(`${kept + (up ? 1n : 0n)}e${-places}`)
  return x < 0 || Object.is(x, -0) ? -rounded : rounded
}

const nextUp = (x: number, steps: number): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps))
  return view.getFloat64(0)
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const ordinary = fc.double({ min: -1e6, max: 1e6, noNaN: true })
/** Floats at most a few steps from a tie at the given number of digits. */
const nearTies = fc
  .tuple(
    fc.integer({ min: 0, max: 1e7 }),
    fc.integer({ min: 0, max: 8 }),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([units, places, steps]) => nextUp(Number(`${units}.5e${-places}`), steps))

const places = fc.integer({ min: -12, max: 24 })

describe('the laws of rounding', () => {
  it('L1 nearest', () => {
    fc.assert(
      fc.property(fc.oneof(ordinary, nearTies), places, (x, digits) => {
        expect(pythonRound(x, digits)).toBe(bruteRound(x, digits))
      }),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(finite, fc.integer({ min: -308, max: 323 }), (x, digits) => {
        expect(pythonRound(x, digits)).toBe(bruteRound(x, digits))
      }),
      { numRuns: 500 },
    )
  })

  it('L2 idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(ordinary, nearTies, finite), places, (x, digits) => {
        const once = pythonRound(x, digits)
        expect(pythonRound(once, digits)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })

  it('L3 odd', () => {
    fc.assert(
      fc.property(fc.oneof(ordinary, nearTies, finite), places, (x, digits) => {
        expect(pythonRound(-x, digits)).toBe(-pythonRound(x, digits))
      }),
      { numRuns: 500 },
    )
  })

  it('L4 monotone', () => {
    fc.assert(
      fc.property(fc.oneof(ordinary, nearTies), fc.nat(1000), places, (x, steps, digits) => {
        const [low, high] = [Math.abs(x), nextUp(Math.abs(x), steps)]
        expect(pythonRound(low, digits)).toBeLessThanOrEqual(pythonRound(high, digits))
      }),
      { numRuns: 500 },
    )
  })
})
