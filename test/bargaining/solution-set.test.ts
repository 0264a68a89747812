import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BargainingProblem,
  type BargainingSolution,
  egalitarian,
  type HalfPlane,
  kalaiSmorodinsky,
  nashSolution,
  problemOfHalfPlanes,
  problemOfPoints,
  type UtilityPoint,
  utilitarian,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const base: HalfPlane = { normal: [1 / 10, 1 / 5], bound: 1 }
const triangle = sound(problemOfHalfPlanes([base], [0, 0]))
const cut = sound(problemOfHalfPlanes([base, { normal: [1, 0], bound: 6 }], [0, 0]))

const pointOf = (solution: BargainingSolution): UtilityPoint => {
  if (solution._tag === 'Point') return solution.utilities
  throw new Error(JSON.stringify(solution))
}

const near = (solution: BargainingSolution, [a, b]: UtilityPoint, digits = 9): void => {
  expect(pointOf(solution)[0]).toBeCloseTo(a, digits)
  expect(pointOf(solution)[1]).toBeCloseTo(b, digits)
}

describe('solutions on the set u1/10 + u2/5 <= 1', () => {
  it('are (5, 2.5), (5, 2.5) and (3.333, 3.333)', () => {
    near(nashSolution()(triangle), [5, 2.5])
    near(kalaiSmorodinsky(triangle), [5, 2.5])
    near(egalitarian(triangle), [10 / 3, 10 / 3])
    near(utilitarian(triangle), [10, 0])
  })

  it('move for Kalai-Smorodinsky alone when u1 <= 6 is added', () => {
    near(nashSolution()(cut), [5, 2.5])
    near(kalaiSmorodinsky(cut), [3.75, 3.125])
    near(egalitarian(cut), [10 / 3, 10 / 3])
    near(utilitarian(cut), [6, 2])
  })

  it('give the weightier player more', () => {
    near(nashSolution([3, 1])(triangle), [7.5, 1.25])
    near(nashSolution([1, 3])(triangle), [2.5, 3.75])
    expect(nashSolution([0, 1])(triangle)._tag).toBe('NoSolution')
    expect(nashSolution([Number.NaN, 1])(triangle)._tag).toBe('NoSolution')
  })

  it('name the whole edge where every point of it has the largest sum', () => {
    const price = sound(
      problemOfPoints(
        [
          [0, 4],
          [4, 0],
        ],
        [0, 0],
      ),
    )
    const solution = utilitarian(price)
    expect(solution._tag).toBe('Edge')
  })
})

describe('bargaining problems', () => {
  const tagsOf = (planes: ReadonlyArray<HalfPlane>, d: UtilityPoint) => {
    const made = problemOfHalfPlanes(planes, d)
    return made._tag === 'Left' ? made.left.map(({ path }) => path.join('.')) : []
  }

  it('name every malformed number', () => {
    expect(tagsOf([{ normal: [0, 0], bound: Number.NaN }], [Number.NaN, 0])).toEqual([
      '0.normal',
      '0.bound',
      'disagreement',
    ])
  })

  it('refuse a set that is unbounded above, or has nothing to agree on', () => {
    expect(tagsOf([{ normal: [1, 0], bound: 5 }], [0, 0])).toEqual(['halfPlanes'])
    expect(tagsOf([{ normal: [1, -1], bound: 5 }], [0, 0])).toEqual(['halfPlanes'])
    expect(tagsOf([base], [11, 0])).toEqual(['disagreement'])
    expect(problemOfPoints([], [0, 0])._tag).toBe('Left')
    expect(problemOfPoints([[1, Number.NaN]], [0, 0])._tag).toBe('Left')
  })

  it('can be a single point', () => {
    const one = sound(problemOfPoints([[3, 4]], [1, 1]))
    near(nashSolution()(one), [3, 4])
    near(kalaiSmorodinsky(one), [3, 4])
  })

  it('have no Nash solution where nobody or only one can gain', () => {
    const stuck = sound(problemOfPoints([[1, 1]], [1, 1]))
    expect(nashSolution()(stuck)).toMatchObject({ _tag: 'NoSolution' })
    const oneSided = sound(
      problemOfPoints(
        [
          [1, 1],
          [5, 1],
        ],
        [1, 1],
      ),
    )
    expect(nashSolution()(oneSided)).toMatchObject({ _tag: 'NoSolution' })
    near(kalaiSmorodinsky(oneSided), [5, 1])
  })

  it('have a Kalai-Smorodinsky solution even where the disagreement is outside the set', () => {
    near(
      kalaiSmorodinsky(
        sound(
          problemOfPoints(
            [
              [1, 10],
              [10, 1],
            ],
            [0, 0],
          ),
        ),
      ),
      [5.5, 5.5],
    )
  })
})

const coordinate = fc.double({ min: 0.5, max: 100, noNaN: true })
const corners = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 7 })
/** Comprehensive sets: with every point all that is below it. */
const problems: fc.Arbitrary<BargainingProblem> = corners.map((points) =>
  sound(
    problemOfPoints(
      [
        [0, 0],
        ...points.flatMap(
          ([x, y]): ReadonlyArray<UtilityPoint> => [
            [x, y],
            [x, 0],
            [0, y],
          ],
        ),
      ],
      [0, 0],
    ),
  ),
)
const rules = [
  ['nash', nashSolution()],
  ['weighted nash', nashSolution([2, 1])],
  ['kalai-smorodinsky', kalaiSmorodinsky],
  ['egalitarian', egalitarian],
] as const

const scaled = (problem: BargainingProblem, a: UtilityPoint, b: UtilityPoint): BargainingProblem =>
  sound(
    problemOfPoints(
      problem.corners.map(([x, y]): UtilityPoint => [a[0] * x + b[0], a[1] * y + b[1]]),
      [a[0] * problem.disagreement[0] + b[0], a[1] * problem.disagreement[1] + b[1]],
    ),
  )

/** The best of very many points on the edges. */
const sampled = (problem: BargainingProblem, worth: (x: number, y: number) => number): number => {
  let best = 0
  problem.corners.forEach(([x, y], place) => {
    const [u, v] = problem.corners[(place + 1) % problem.corners.length] ?? [x, y]
    for (let step = 0; step <= 200; step += 1) {
      const t = step / 200
      best = Math.max(best, worth(x + t * (u - x), y + t * (v - y)))
    }
  })
  return best
}

describe('the laws of bargaining problems', () => {
  it('L1 corners', () => {
    fc.assert(
      fc.property(problems, ({ corners: made, halfPlanes, disagreement: d }) => {
        expect(made.length).toBeGreaterThan(2)
        for (const [x, y] of made) {
          expect(x).toBeGreaterThanOrEqual(d[0])
          expect(y).toBeGreaterThanOrEqual(d[1])
          for (const { normal, bound } of halfPlanes) {
            expect(normal[0] * x + normal[1] * y).toBeLessThanOrEqual(
              bound + 1e-7 * (1 + Math.abs(bound)),
            )
          }
        }
      }),
    )
  })

  it('L2 hull', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const again = sound(problemOfPoints(problem.corners, problem.disagreement))
        expect(again.ideal[0]).toBeCloseTo(problem.ideal[0], 7)
        expect(again.ideal[1]).toBeCloseTo(problem.ideal[1], 7)
        const area = ({ corners: all }: BargainingProblem): number =>
          all.reduce((total, [x, y], place) => {
            const [u, v] = all[(place + 1) % all.length] ?? [x, y]
            return total + (x * v - u * y) / 2
          }, 0)
        expect(area(again)).toBeCloseTo(area(problem), 4)
      }),
    )
  })

  it('L3 refused', () => {
    fc.assert(
      fc.property(corners, fc.double({ min: 0, max: 0.99, noNaN: true }), (points, share) => {
        const beyond: UtilityPoint = [Math.max(...points.map(([x]) => x)) + 0.1, 0]
        expect(problemOfPoints(points, beyond)._tag).toBe('Left')
        // A half-plane whose edge rises leaves the set open above.
        expect(problemOfHalfPlanes([{ normal: [1, -share], bound: 5 }], [0, 0])._tag).toBe('Left')
      }),
    )
  })
})

describe('the laws of bargaining solutions', () => {
  it('L1 rational', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        for (const [, rule] of rules) {
          const [x, y] = pointOf(rule(problem))
          expect(x).toBeGreaterThanOrEqual(problem.disagreement[0] - 1e-9)
          expect(y).toBeGreaterThanOrEqual(problem.disagreement[1] - 1e-9)
          for (const { normal, bound } of problem.halfPlanes) {
            expect(normal[0] * x + normal[1] * y).toBeLessThanOrEqual(
              bound + 1e-7 * (1 + Math.abs(bound)),
            )
          }
        }
      }),
    )
  })

  it('L1 rational: each is the best by its own measure among sampled points', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const [n1, n2] = pointOf(nashSolution()(problem))
        expect(n1 * n2).toBeGreaterThanOrEqual(sampled(problem, (x, y) => x * y) * (1 - 1e-9))
        const [w1, w2] = pointOf(nashSolution([2, 1])(problem))
        expect(w1 * w1 * w2).toBeGreaterThanOrEqual(
          sampled(problem, (x, y) => x * x * y) * (1 - 1e-9),
        )
        const [e1, e2] = pointOf(egalitarian(problem))
        expect(Math.min(e1, e2)).toBeGreaterThanOrEqual(sampled(problem, Math.min) * (1 - 1e-9))
        const [k1, k2] = pointOf(kalaiSmorodinsky(problem))
        const [a1, a2] = problem.ideal
        expect(k1 / a1).toBeCloseTo(k2 / a2, 7)
        expect(k1 / a1).toBeGreaterThanOrEqual(
          sampled(problem, (x, y) => Math.min(x / a1, y / a2)) - 1e-7,
        )
      }),
    )
  })

  it('L2 affine', () => {
    const scale = fc.tuple(
      fc.double({ min: 0.2, max: 5, noNaN: true }),
      fc.double({ min: 0.2, max: 5, noNaN: true }),
    )
    const origin = fc.tuple(
      fc.double({ min: -50, max: 50, noNaN: true }),
      fc.double({ min: -50, max: 50, noNaN: true }),
    )
    let moved = 0
    fc.assert(
      fc.property(problems, scale, origin, (problem, a, b) => {
        const other = scaled(problem, a, b)
        for (const rule of [nashSolution(), nashSolution([2, 1]), kalaiSmorodinsky]) {
          const [x, y] = pointOf(rule(problem))
          near(rule(other), [a[0] * x + b[0], a[1] * y + b[1]], 4)
        }
        const [x, y] = pointOf(egalitarian(problem))
        const [u, v] = pointOf(egalitarian(other))
        if (Math.abs(a[0] * x + b[0] - u) + Math.abs(a[1] * y + b[1] - v) > 0.01) moved += 1
      }),
    )
    expect(moved).toBeGreaterThan(10)
  })

  it('L3 irrelevant', () => {
    let moved = 0
    fc.assert(
      fc.property(problems, fc.double({ min: 0.01, max: 1, noNaN: true }), (problem, share) => {
        const [x, y] = pointOf(nashSolution()(problem))
        const most = x + share * (problem.ideal[0] - x)
        const smaller = sound(
          problemOfHalfPlanes(
            [...problem.halfPlanes, { normal: [1, 0], bound: most }],
            problem.disagreement,
          ),
        )
        near(nashSolution()(smaller), [x, y], 5)
        const [before, after] = [
          pointOf(kalaiSmorodinsky(problem)),
          pointOf(kalaiSmorodinsky(smaller)),
        ]
        if (Math.abs(before[0] - after[0]) > 0.01) moved += 1
      }),
    )
    expect(moved).toBeGreaterThan(5)
  })

  it('L4 symmetric', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const swapped = sound(
          problemOfPoints(
            problem.corners.map(([x, y]): UtilityPoint => [y, x]),
            [problem.disagreement[1], problem.disagreement[0]],
          ),
        )
        for (const rule of [nashSolution(), kalaiSmorodinsky, egalitarian]) {
          const [x, y] = pointOf(rule(problem))
          near(rule(swapped), [y, x], 5)
        }
      }),
    )
  })

  it('L5 price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100000 }),
        fc.integer({ min: 1, max: 100000 }),
        (cost, zone) => {
          const value = cost + zone
          // A price p gives the buyer value - p and the seller p - cost.
          const problem = sound(
            problemOfPoints(
              [
                [zone, 0],
                [0, zone],
              ],
              [0, 0],
            ),
          )
          for (const rule of [nashSolution(), kalaiSmorodinsky, egalitarian]) {
            const [buyer] = pointOf(rule(problem))
            expect(value - buyer).toBeCloseTo((value + cost) / 2, 6)
          }
        },
      ),
    )
  })
})
