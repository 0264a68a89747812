import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intraclass } from '../../src/statistics/intraclass.js'
import { meanTest } from '../../src/statistics/mean-test.js'
import { planWorlds } from '../../src/statistics/planning.js'
import { type ModelScore, spearmanBrown, splitHalf } from '../../src/statistics/split-half.js'
import { tagged } from './tagged.js'

const small = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 5 })
const pOf = (first: ReadonlyArray<number>, second: ReadonlyArray<number>) =>
  tagged(meanTest()(first, second), 'PermutationTest')

describe('the laws of the test of means', () => {
  it('L1 exchange', () => {
    fc.assert(
      fc.property(small, small, (first, second) => {
        const found = pOf(first, second)
        const turned = pOf(second, first)
        expect(turned.p).toBeCloseTo(found.p, 12)
        expect(turned.estimate).toBeCloseTo(-found.estimate, 12)
      }),
    )
  })

  it('L2 shift', () => {
    fc.assert(
      fc.property(small, small, fc.integer({ min: -1000, max: 1000 }), (first, second, by) => {
        const shift = (list: ReadonlyArray<number>) => list.map((value) => value + by / 7)
        expect(pOf(shift(first), shift(second)).p).toBeCloseTo(pOf(first, second).p, 12)
      }),
    )
  })

  it('L3 at least', () => {
    fc.assert(
      fc.property(small, small, (first, second) => {
        const { p, arrangements } = pOf(first, second)
        // The twin: every way to label the values, by bits.
        const all = [...first, ...second]
        const difference = (mask: number) => {
          const chosen = all.filter((_, i) => (mask >> i) & 1)
          const rest = all.filter((_, i) => !((mask >> i) & 1))
          const mean = (list: ReadonlyArray<number>) =>
            list.reduce((a, b) => a + b, 0) / list.length
          return Math.abs(mean(chosen) - mean(rest))
        }
        const masks = Array.from({ length: 1 << all.length }, (_, mask) => mask).filter(
          (mask) => all.filter((_, i) => (mask >> i) & 1).length === first.length,
        )
        const observed = difference((1 << first.length) - 1)
        const beyond = masks.filter((mask) => difference(mask) >= observed - 1e-9).length
        expect(arrangements).toBe(masks.length)
        expect(p).toBeCloseTo(beyond / masks.length, 12)
        expect(p >= 1 / arrangements && p <= 1).toBe(true)
      }),
    )
  })
})

const rows = fc.array(
  fc.record({
    model: fc.constantFrom('a', 'b', 'c', 'd'),
    world: fc.constantFrom('u', 'v', 'w', 'x', 'y'),
    score: fc.option(fc.integer({ min: 0, max: 20 })),
  }),
  { minLength: 1, maxLength: 40 },
)

describe('the laws of split halves', () => {
  it('L1 row order', () => {
    const shuffled = rows.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(splitHalf({ splits: 20 })(other)).toEqual(splitHalf({ splits: 20 })(list))
      }),
    )
  })

  it('L2 step-up', () => {
    const times = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(fc.double({ min: -0.01, max: 1, noNaN: true }), times, times, (r, m, n) => {
        const once = spearmanBrown(m)(r) ?? Number.NaN
        expect(spearmanBrown(n)(once) ?? Number.NaN).toBeCloseTo(
          spearmanBrown(m * n)(r) ?? Number.NaN,
          9,
        )
        expect(spearmanBrown(1)(r)).toBeCloseTo(r, 15)
      }),
    )
  })

  it('L3 three models', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const found = splitHalf({ splits: 5 })(list)
        const models = new Set(list.filter((row) => row.score !== null).map((row) => row.model))
        if (models.size < 3) expect(found._tag).toBe('NotEvaluable')
        if (found._tag === 'Reliability') expect(Math.abs(found.estimate)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('L4 certain rank', () => {
    const skills = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(skills, fc.integer({ min: 2, max: 9 }), (list, worlds) => {
        const scores = list.flatMap((score, m) =>
          Array.from(
            { length: worlds },
            (_, w): ModelScore => ({ model: `m${m}`, world: `w${w}`, score }),
          ),
        )
        const found = tagged(splitHalf({ splits: 10 })(scores), 'Reliability')
        expect(found.estimate).toBeCloseTo(1, 12)
        expect(found.steppedUp).toBeCloseTo(1, 12)
      }),
    )
  })
})

const tables = fc.integer({ min: 2, max: 4 }).chain((raters) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: raters, maxLength: raters }), {
    minLength: 2,
    maxLength: 6,
  }),
)
const estimate = (
  form: 'ICC(1)' | 'ICC(A,1)' | 'ICC(C,1)',
  table: ReadonlyArray<ReadonlyArray<number>>,
) => {
  const found = intraclass(form)(table)
  return found._tag === 'Intraclass' ? found.estimate : null
}

describe('the laws of intraclass correlation', () => {
  it('L1 forgiving', () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 50 }), (table, bias) => {
        const before = estimate('ICC(C,1)', table)
        const after = estimate(
          'ICC(C,1)',
          table.map(([first = 0, ...rest]) => [first + bias, ...rest]),
        )
        // A table that did not vary at all may vary by the bias alone: then nothing is left to be consistent about.
        if (before === null || after === null) return
        expect(after).toBeCloseTo(before, 8)
      }),
    )
  })

  it('L2 affine', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('ICC(1)', 'ICC(A,1)', 'ICC(C,1)'), (table, form) => {
        const before = estimate(form, table)
        const after = estimate(
          form,
          table.map((row) => row.map((score) => 5 - 3 * score)),
        )
        if (before === null) expect(after).toBeNull()
        else expect(after ?? Number.NaN).toBeCloseTo(before, 8)
      }),
    )
  })

  it('L3 at most one', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('ICC(1)', 'ICC(A,1)', 'ICC(C,1)'), (table, form) => {
        expect(estimate(form, table) ?? 0).toBeLessThanOrEqual(1)
        const agreed = estimate(
          form,
          table.map(([first = 0]) => [first, first, first]),
        )
        if (agreed !== null) expect(agreed).toBeCloseTo(1, 12)
      }),
    )
  })
})

describe('the laws of planning', () => {
  const pilots = fc.array(
    fc.record({
      numerator: fc.integer({ min: -20, max: 20 }),
      denominator: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 2, maxLength: 20 },
  )
  const planned = (
    target: number,
    pilot: ReadonlyArray<{ numerator: number; denominator: number }>,
  ) => {
    const plan = planWorlds(target)(pilot)
    return plan._tag === 'SamplePlan' ? plan : null
  }

  it('L1 square law', () => {
    fc.assert(
      fc.property(pilots, (pilot) => {
        const whole = planned(0.1, pilot)
        const half = planned(0.05, pilot)
        if (whole === null || half === null || whole.worlds <= 2) return
        expect(half.worlds).toBeLessThanOrEqual(4 * whole.worlds)
        expect(half.worlds).toBeGreaterThan(4 * (whole.worlds - 1))
      }),
    )
  })

  it('L2 scale', () => {
    fc.assert(
      fc.property(pilots, (pilot) => {
        const scaled = pilot.map(({ numerator, denominator }) => ({
          numerator: numerator * 8,
          denominator,
        }))
        expect(planned(0.8, scaled)?.worlds).toBe(planned(0.1, pilot)?.worlds)
      }),
    )
  })

  it('L3 enough', () => {
    fc.assert(
      fc.property(pilots, fc.double({ min: 0.01, max: 1, noNaN: true }), (pilot, target) => {
        const plan = planned(target, pilot)
        if (plan === null) return
        const at = (worlds: number) => (plan.halfWidth * Math.sqrt(plan.n)) / Math.sqrt(worlds)
        expect(at(plan.worlds)).toBeLessThanOrEqual(target * (1 + 1e-9))
        if (plan.worlds > 2) expect(at(plan.worlds - 1)).toBeGreaterThan(target * (1 - 1e-9))
      }),
    )
  })
})
