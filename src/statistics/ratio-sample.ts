/**
 * The sample of a ratio of sums: its jackknife and its studentized deviations.
 *
 * Both need every world. The jackknife leaves out one world at a time. The studentized deviations use the delta-method
 * standard error of a ratio (Cochran, Sampling Techniques, 1977, chapter 6), sqrt(sum of (x - r y)^2) / sum of y, of the
 * worlds and of each resample; it is computed from residuals at the estimate, where little cancels.
 *
 * Laws
 *   L1 left-out     each jackknife value is the ratio of the sums without that world
 *   L2 no spread    worlds of one ratio have equal jackknife values and no standard error
 *
 * @module
 */

import type { NoIntervalReason } from './interval.js'
import type { StudentizedSample } from './interval-ends.js'

/**
 * Gives the ratio of the sums without each world in turn, or the reason why one of them has no denominator.
 *
 * @category operations
 * @since 0.1.0
 */
export const jackknifeRatios = (
  columns: Float64Array,
  least: number,
): Float64Array | NoIntervalReason => {
  let above = 0
  let below = 0
  for (let i = 0; i < columns.length; i += 2) {
    above += columns[i] as number
    below += columns[i + 1] as number
  }
  const ratios = new Float64Array(columns.length / 2)
  for (let i = 0; i < ratios.length; i += 1) {
    const denominator = below - (columns[2 * i + 1] as number)
    if (!(denominator > least)) return 'jackknife_undefined'
    ratios[i] = (above - (columns[2 * i] as number)) / denominator
  }
  return ratios
}

/**
 * Lays out, for residuals e = x - estimate * y, the columns (e^2, e y) and (y^2, 0).
 *
 * @category operations
 * @since 0.1.0
 */
export const squareColumns = (
  columns: Float64Array,
  estimate: number,
): readonly [Float64Array, Float64Array] => {
  const first = new Float64Array(columns.length)
  const second = new Float64Array(columns.length)
  for (let i = 0; i < columns.length; i += 2) {
    const y = columns[i + 1] as number
    const off = (columns[i] as number) - estimate * y
    first[i] = off * off
    first[i + 1] = off * y
    second[i] = y * y
  }
  return [first, second]
}

/** The sum of squared residuals at the estimate plus `shift`, never below 0. */
const squaresAt = (shift: number, ee: number, ey: number, yy: number): number =>
  Math.max(0, ee - 2 * shift * ey + shift * shift * yy)

/** What rounding may leave of a sum of squares that is 0. */
const NEGLIGIBLE = 1e-24

/**
 * Gives the studentized deviations of the replicates that have a denominator and a standard error.
 *
 * @category operations
 * @since 0.1.0
 */
export const studentizedRatios = (
  columns: Float64Array,
  estimate: number,
  least: number,
  sums: readonly [Float64Array, Float64Array, Float64Array],
): StudentizedSample => {
  const [firstSquares, secondSquares] = squareColumns(columns, estimate)
  let [ee, yy, total] = [0, 0, 0]
  for (let i = 0; i < columns.length; i += 2) {
    ee += firstSquares[i] as number
    yy += secondSquares[i] as number
    total += columns[i + 1] as number
  }
  const none = NEGLIGIBLE * (ee + estimate * estimate * yy)
  if (ee <= none) return { deviations: new Float64Array(0), standardError: 0 }
  const [ratioSums, crossSums, lengthSums] = sums
  const deviations = new Float64Array(ratioSums.length / 2)
  let kept = 0
  for (let i = 0; i < ratioSums.length; i += 2) {
    const denominator = ratioSums[i + 1] as number
    if (!(denominator > least)) continue
    const shift = (ratioSums[i] as number) / denominator - estimate
    const squares = squaresAt(
      shift,
      crossSums[i] as number,
      crossSums[i + 1] as number,
      lengthSums[i] as number,
    )
    if (squares <= none) continue
    deviations[kept] = (shift * denominator) / Math.sqrt(squares)
    kept += 1
  }
  return { deviations: deviations.slice(0, kept), standardError: Math.sqrt(ee) / total }
}
