/**
 * Positive definite systems, by Cholesky factorisation (Golub and Van Loan 2013, section 4.2).
 *
 * Laws
 *   L1 solved  the solution of a well-conditioned system, multiplied by the matrix, gives the right side within 1e-9
 *
 * @module
 */

const at = (xs: Float64Array, index: number): number => xs[index] as number

/** Relative size of a pivot below which a direction does not matter: the matrix is then only semidefinite. */
const SMALLEST_PIVOT = 1e-14

/**
 * Solves `matrix * x = right` for a symmetric positive semidefinite matrix of the given side, row by row in one array.
 * Directions without curvature get 0. `null` where something is not finite. The inputs are left alone.
 *
 * @category operations
 * @since 0.1.0
 */
export const solvePositive = (
  matrix: Float64Array,
  right: Float64Array,
  side: number,
): Float64Array | null => {
  const lower = Float64Array.from(matrix)
  for (let i = 0; i < side; i++) {
    const diagonal = at(lower, i * side + i)
    let pivot = diagonal
    for (let k = 0; k < i; k++) pivot -= at(lower, i * side + k) * at(lower, i * side + k)
    const flat = !(pivot > SMALLEST_PIVOT * SMALLEST_PIVOT * Math.max(1, diagonal))
    const root = flat ? Number.POSITIVE_INFINITY : Math.sqrt(pivot)
    lower[i * side + i] = root
    for (let j = i + 1; j < side; j++) {
      let rest = at(matrix, j * side + i)
      for (let k = 0; k < i; k++) rest -= at(lower, j * side + k) * at(lower, i * side + k)
      lower[j * side + i] = rest / root
    }
  }
  const x = Float64Array.from(right)
  for (let i = 0; i < side; i++) {
    let rest = at(x, i)
    for (let k = 0; k < i; k++) rest -= at(lower, i * side + k) * at(x, k)
    x[i] = rest / at(lower, i * side + i)
  }
  for (let i = side - 1; i >= 0; i--) {
    let rest = at(x, i)
    for (let k = i + 1; k < side; k++) rest -= at(lower, k * side + i) * at(x, k)
    x[i] = rest / at(lower, i * side + i)
  }
  return x.every(Number.isFinite) ? x : null
}
