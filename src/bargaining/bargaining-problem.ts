/**
 * BargainingProblem: a convex set of utilities of two players, and what they have without an agreement.
 *
 * The set is given by half-planes a.u <= b or by points whose convex hull it is, and cut to what gives each player at
 * least its disagreement utility d. The ideal point holds each player's largest utility in that part.
 *
 * Laws
 *   L1 corners    every corner lies in every half-plane and at or above the disagreement
 *   L2 hull       points and the half-planes of their hull make the same problem
 *   L3 refused    a set that is unbounded above, or has no point at or above the disagreement, is no problem
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'

/**
 * Holds the utilities of the two players.
 *
 * @category model
 * @since 0.1.0
 */
export type UtilityPoint = readonly [first: number, second: number]

/**
 * Bounds a set: all u with normal.u <= bound.
 *
 * @category model
 * @since 0.1.0
 */
export interface HalfPlane {
  readonly normal: UtilityPoint
  readonly bound: number
}

/**
 * Describes a problem: the disagreement point, the half-planes of the set above it, its corners, and the ideal point.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainingProblem {
  readonly disagreement: UtilityPoint
  readonly halfPlanes: ReadonlyArray<HalfPlane>
  readonly corners: ReadonlyArray<UtilityPoint>
  readonly ideal: UtilityPoint
}

/**
 * Sets the share of a set's extent within which distances count as nothing.
 *
 * @category model
 * @since 0.1.0
 */
export const TOLERANCE = 1e-12

/**
 * Multiplies two points, part by part, and adds.
 *
 * @category operations
 * @since 0.1.0
 */
export const dot = (a: UtilityPoint, b: UtilityPoint): number => a[0] * b[0] + a[1] * b[1]

/**
 * Gives the length by which tolerances are scaled: the sum of parts, which is the same on every engine.
 *
 * @category operations
 * @since 0.1.0
 */
export const sizeOf = ([x, y]: UtilityPoint): number => Math.abs(x) + Math.abs(y)

const wrong = (path: Failure['path'], value: unknown, expected: string) =>
  failure('BadProblem', path, value, expected)

const isFinitePoint = (value: unknown): value is UtilityPoint =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part))

/**
 * Gives the extent of a set by which tolerances are scaled.
 *
 * @category operations
 * @since 0.1.0
 */
export const extentOf = (halfPlanes: ReadonlyArray<HalfPlane>, d: UtilityPoint): number =>
  halfPlanes.reduce(
    (extent, { normal, bound }) => Math.max(extent, Math.abs(bound) / sizeOf(normal)),
    Math.max(Math.abs(d[0]), Math.abs(d[1]), Number.MIN_VALUE),
  )

const holds = (slack: number, { normal, bound }: HalfPlane, u: UtilityPoint): boolean =>
  dot(normal, u) <= bound + slack * sizeOf(normal)

const crossing = (a: HalfPlane, b: HalfPlane): UtilityPoint | null => {
  const determinant = a.normal[0] * b.normal[1] - a.normal[1] * b.normal[0]
  if (Math.abs(determinant) <= TOLERANCE * sizeOf(a.normal) * sizeOf(b.normal)) {
    return null
  }
  return [
    (a.bound * b.normal[1] - b.bound * a.normal[1]) / determinant,
    (b.bound * a.normal[0] - a.bound * b.normal[0]) / determinant,
  ]
}

/** A set above d is unbounded iff some direction with no negative part leads along every half-plane. */
const isUnbounded = (halfPlanes: ReadonlyArray<HalfPlane>): boolean => {
  const along = halfPlanes.flatMap(
    ({ normal: [x, y] }): ReadonlyArray<UtilityPoint> => [
      [-y, x],
      [y, -x],
    ],
  )
  const directions: ReadonlyArray<UtilityPoint> = [[1, 0], [0, 1], ...along]
  return directions.some(
    (way) =>
      way[0] >= 0 &&
      way[1] >= 0 &&
      way[0] + way[1] > 0 &&
      halfPlanes.every(
        ({ normal }) => dot(normal, way) <= TOLERANCE * sizeOf(normal) * sizeOf(way),
      ),
  )
}

const turn = (o: UtilityPoint, a: UtilityPoint, b: UtilityPoint): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

const chain = (sorted: ReadonlyArray<UtilityPoint>): ReadonlyArray<UtilityPoint> => {
  const kept: Array<UtilityPoint> = []
  for (const next of sorted) {
    for (;;) {
      const [before, last] = [kept.at(-2), kept.at(-1)]
      if (before === undefined || last === undefined || turn(before, last, next) > 0) break
      kept.pop()
    }
    kept.push(next)
  }
  return kept.slice(0, -1)
}

/** The corners of the convex hull, counter-clockwise (Andrew's monotone chain). */
const hullOf = (points: ReadonlyArray<UtilityPoint>): ReadonlyArray<UtilityPoint> => {
  const sorted = [...points]
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .filter((p, place, all) => p[0] !== all[place - 1]?.[0] || p[1] !== all[place - 1]?.[1])
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain([...sorted].reverse())]
}

const problemOf = (
  given: ReadonlyArray<HalfPlane>,
  d: UtilityPoint,
): Either<Failures<'BadProblem'>, BargainingProblem> => {
  const halfPlanes: ReadonlyArray<HalfPlane> = [
    ...given,
    { normal: [-1, 0], bound: -d[0] },
    { normal: [0, -1], bound: -d[1] },
  ]
  if (isUnbounded(halfPlanes)) {
    return left([wrong(['halfPlanes'], given, 'a set that is bounded above')])
  }
  const slack = 4 * TOLERANCE * extentOf(halfPlanes, d)
  const crossings = halfPlanes.flatMap((a, place) =>
    halfPlanes.slice(place + 1).flatMap((b) => crossing(a, b) ?? []),
  )
  const pairs = crossings.flatMap(
    (part, place): ReadonlyArray<UtilityPoint> =>
      place % 2 === 0 ? [[part, crossings[place + 1] ?? 0]] : [],
  )
  const inside = pairs.filter((u) => halfPlanes.every((plane) => holds(slack, plane, u)))
  const corners = hullOf(
    inside.map((u): UtilityPoint => [Math.max(u[0], d[0]), Math.max(u[1], d[1])]),
  )
  if (corners.length === 0) {
    return left([wrong(['disagreement'], d, 'a point of the set at or above the disagreement')])
  }
  const ideal: UtilityPoint = [
    corners.reduce((most, u) => Math.max(most, u[0]), d[0]),
    corners.reduce((most, u) => Math.max(most, u[1]), d[1]),
  ]
  return right({ disagreement: d, halfPlanes, corners, ideal })
}

/**
 * Makes a problem from half-planes. Fails with every number that is not finite and every normal of length 0, and where
 * the set is unbounded above or has no point at or above the disagreement.
 *
 * @example
 * ```ts
 * import { kalaiSmorodinsky, problemOfHalfPlanes } from 'edgeworth/bargaining'
 * const problem = problemOfHalfPlanes(
 *   [{ normal: [1, 2], bound: 10 }, { normal: [1, 0], bound: 6 }],
 *   [0, 0],
 * )
 * problem._tag === 'Right' ? kalaiSmorodinsky(problem.right) : problem // => { _tag: 'Point', utilities: [3.75, 3.125] }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const problemOfHalfPlanes = (
  halfPlanes: ReadonlyArray<HalfPlane>,
  disagreement: UtilityPoint,
): Either<Failures<'BadProblem'>, BargainingProblem> => {
  const found: Array<Failure<'BadProblem'>> = halfPlanes.flatMap((plane, index) => {
    const normal = isFinitePoint(plane.normal) && sizeOf(plane.normal) > 0
    return [
      ...(normal ? [] : [wrong([index, 'normal'], plane.normal, 'two finite numbers, not both 0')]),
      ...(Number.isFinite(plane.bound) ? [] : [wrong([index, 'bound'], plane.bound, 'a number')]),
    ]
  })
  if (!isFinitePoint(disagreement)) {
    found.push(wrong(['disagreement'], disagreement, 'two finite numbers'))
  }
  const failures = nonEmpty(found)
  return failures === null ? problemOf(halfPlanes, disagreement) : left(failures)
}

/**
 * Lists the edges between consecutive corners, the last one back to the first.
 *
 * @category operations
 * @since 0.1.0
 */
export const edgesOf = (
  corners: ReadonlyArray<UtilityPoint>,
): ReadonlyArray<readonly [UtilityPoint, UtilityPoint]> =>
  corners.map((from, place) => [from, corners[(place + 1) % corners.length] ?? from])

/** The half-planes of a hull; a hull that is an edge or a point is closed at its ends. */
const planesOf = (corners: ReadonlyArray<UtilityPoint>): ReadonlyArray<HalfPlane> => {
  const sides = edgesOf(corners).map(([from, to]): HalfPlane => {
    const normal: UtilityPoint = [to[1] - from[1], from[0] - to[0]]
    return { normal, bound: dot(normal, from) }
  })
  const [first, second] = corners
  if (first === undefined) return []
  if (corners.length === 1 || second === undefined) {
    return (
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const
    ).map((normal) => ({
      normal,
      bound: dot(normal, first),
    }))
  }
  if (corners.length > 2) return sides
  const way: UtilityPoint = [second[0] - first[0], second[1] - first[1]]
  const back: UtilityPoint = [-way[0], -way[1]]
  return [
    ...sides,
    { normal: way, bound: dot(way, second) },
    { normal: back, bound: dot(back, first) },
  ]
}

/**
 * Makes a problem from points: the set is their convex hull. Fails as `problemOfHalfPlanes` does, and without a point.
 *
 * @category constructors
 * @since 0.1.0
 */
export const problemOfPoints = (
  points: ReadonlyArray<UtilityPoint>,
  disagreement: UtilityPoint,
): Either<Failures<'BadProblem'>, BargainingProblem> => {
  const bad = points.flatMap((u, index) =>
    isFinitePoint(u) ? [] : [wrong([index], u, 'two finite numbers')],
  )
  if (points.length === 0) bad.push(wrong([], points, 'at least one point'))
  const failures = nonEmpty(bad)
  return failures === null
    ? problemOfHalfPlanes(planesOf(hullOf(points)), disagreement)
    : left(failures)
}
