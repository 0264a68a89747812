import fc from 'fast-check'
import { type Either, isRight, map } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Failures } from '../../src/core/failure.js'
import {
  addCents,
  type Cents,
  centsFromInteger,
  centsOf,
  compareCents,
  renderCents,
  subtractCents,
  zeroCents,
} from '../../src/core/money.js'

const cents: fc.Arbitrary<Cents> = fc
  .oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000, max: 1_000 }))
  .map((count) => centsFromInteger(count))
  .filter(isRight)
  .map((read) => read.right)

/** A decimal literal with up to six decimals, and its exact value in millionths. */
const literal = fc
  .tuple(fc.boolean(), fc.nat(1_000_000), fc.nat(999_999), fc.integer({ min: 0, max: 6 }))
  .map(([isNegative, whole, millionths, decimals]) => {
    const fraction = String(millionths).padStart(6, '0').slice(0, decimals)
    const sign = isNegative ? '-' : ''
    const text = sign + String(whole) + (fraction === '' ? '' : `.${fraction}`)
    const size = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
    return { text, exact: isNegative ? -size : size }
  })

const valueOf = (read: Either<Failures, Cents>): number | null =>
  isRight(read) ? read.right : null

describe('laws of money', () => {
  it('L1 inverse', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(valueOf(centsOf()(renderCents(amount)))).toBe(amount)
      }),
    )
  })

  it('L2 group', () => {
    fc.assert(
      fc.property(cents, cents, cents, (a, b, c) => {
        expect(addCents(a, b)).toEqual(addCents(b, a))
        expect(valueOf(addCents(a, zeroCents))).toBe(a)
        const ab = addCents(a, b)
        const bc = addCents(b, c)
        if (isRight(ab)) expect(valueOf(subtractCents(ab.right, b))).toBe(a)
        if (!isRight(ab) || !isRight(bc)) return
        expect(addCents(ab.right, c)).toEqual(addCents(a, bc.right))
        // The sum in unbounded integers says when there is one, and which.
        const total = BigInt(a) + BigInt(b) + BigInt(c)
        const isInRange = total >= -(2n ** 53n) + 1n && total <= 2n ** 53n - 1n
        expect(valueOf(addCents(ab.right, c))).toBe(isInRange ? Number(total) : null)
      }),
      { numRuns: 1_000 },
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(cents, cents, cents, (a, b, c) => {
        expect(compareCents(a, b) + compareCents(b, a)).toBe(0)
        expect(compareCents(a, b) === 0).toBe(a === b)
        if (compareCents(a, b) <= 0 && compareCents(b, c) <= 0) {
          expect(compareCents(a, c)).toBeLessThanOrEqual(0)
        }
        const moved = [addCents(a, c), addCents(b, c)]
        const [x, y] = moved
        if (x !== undefined && y !== undefined && isRight(x) && isRight(y)) {
          expect(compareCents(x.right, y.right)).toBe(compareCents(a, b))
        }
      }),
    )
  })

  it('L4 rounding', () => {
    fc.assert(
      fc.property(literal, ({ text, exact }) => {
        const [down, up, nearest] = (['down', 'up', 'nearest'] as const).map((rounding) =>
          BigInt(valueOf(centsOf(rounding)(text)) ?? Number.NaN),
        ) as [bigint, bigint, bigint]
        const cent = 10_000n
        expect(down * cent <= exact && exact <= up * cent).toBe(true)
        expect(up - down).toBe(exact % cent === 0n ? 0n : 1n)
        const twice = 2n * (nearest * cent - exact)
        expect(twice >= -cent && twice <= cent).toBe(true)
        if (twice === cent || twice === -cent) expect(nearest % 2n).toBe(0n)
      }),
      { numRuns: 1_000 },
    )
  })

  it('L4 rounding of ties goes to the even cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (count) => {
        const tie = `${renderCents(count as Cents)}5`
        const read = valueOf(centsOf('nearest')(tie)) ?? Number.NaN
        expect(Math.abs(read % 2)).toBe(0)
        expect(Math.abs(read - count)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('L5 number', () => {
    const plain = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
      .filter((x) => !String(x).includes('e'))
    const priced = fc.integer({ min: -1e9, max: 1e9 }).map((count) => count / 100)
    fc.assert(
      fc.property(fc.oneof(plain, priced), (x) => {
        const outcome = (amount: number | string): unknown => {
          const read = map<Cents, number>((c) => c)(centsOf()(amount))
          return isRight(read) ? read.right : read.left.map((f) => f._tag)
        }
        expect(outcome(x)).toEqual(outcome(String(x)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('L6 grid', () => {
    fc.assert(
      fc.property(literal, ({ text, exact }) => {
        const read = centsOf()(text)
        expect(isRight(read)).toBe(exact % 10_000n === 0n)
        if (isRight(read)) expect(BigInt(read.right) * 10_000n).toBe(exact)
      }),
      { numRuns: 1_000 },
    )
  })
})
