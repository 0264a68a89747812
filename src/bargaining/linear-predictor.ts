/**
 * LinearPredictor: the best linear predictor of one number from others, by least squares.
 *
 * Columns are centred and made orthogonal one after the other (modified Gram-Schmidt); a column that is, up to rounding,
 * a combination of those before it is given weight 0. A prediction on cases that were not fitted says how much the
 * inputs reveal; `crossPredicted` predicts each half of the cases from a fit on the other half.
 *
 * Laws
 *   L1 exact        a target that is a linear function of the inputs is predicted up to rounding
 *   L2 orthogonal   on the fitted cases the errors are uncorrelated with every input
 *   L3 collinear    repeating an input changes no prediction
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'

/**
 * Holds one case: the numbers that are seen, and the number to be predicted.
 *
 * @category model
 * @since 0.1.0
 */
export interface Case {
  readonly inputs: ReadonlyArray<number>
  readonly target: number
}

/**
 * Predicts the target from inputs of the same number and order as those fitted.
 *
 * @category model
 * @since 0.1.0
 */
export type Predictor = (inputs: ReadonlyArray<number>) => number

const total = sum('neumaier')

const meanOf = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : total(values) / values.length

const dot = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  total(a.map((value, index) => value * (b[index] ?? 0)))

/** A column whose rest is below this share of its length is a combination of the columns before it. */
const COLLINEAR = 1e-9

/** One orthogonal direction: what it is made of in terms of the centred columns, and its values on the cases. */
interface Direction {
  readonly recipe: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  readonly squared: number
}

const directionsOf = (columns: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<Direction> => {
  const directions: Array<Direction> = []
  columns.forEach((column, place) => {
    let values = column
    let recipe: ReadonlyArray<number> = columns.map((_, index) => (index === place ? 1 : 0))
    for (const direction of directions) {
      const share = dot(values, direction.values) / direction.squared
      values = values.map((value, row) => value - share * (direction.values[row] ?? 0))
      recipe = recipe.map((part, index) => part - share * (direction.recipe[index] ?? 0))
    }
    const squared = dot(values, values)
    if (squared > COLLINEAR * COLLINEAR * dot(column, column) && squared > 0) {
      directions.push({ recipe, values, squared })
    }
  })
  return directions
}

/**
 * Fits the best linear predictor, with a constant, to cases. Without cases it predicts 0.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fitLinear = (cases: ReadonlyArray<Case>): Predictor => {
  const width = cases[0]?.inputs.length ?? 0
  const centre = meanOf(cases.map((one) => one.target))
  const means = Array.from({ length: width }, (_, place) =>
    meanOf(cases.map((one) => one.inputs[place] ?? 0)),
  )
  const columns = means.map((mean, place) => cases.map((one) => (one.inputs[place] ?? 0) - mean))
  const target = cases.map((one) => one.target - centre)
  const weights = new Array<number>(width).fill(0)
  for (const { recipe, values, squared } of directionsOf(columns)) {
    const strength = dot(target, values) / squared
    recipe.forEach((part, place) => {
      weights[place] = (weights[place] ?? 0) + strength * part
    })
  }
  return (inputs) =>
    centre +
    total(weights.map((weight, place) => weight * ((inputs[place] ?? 0) - (means[place] ?? 0))))
}

/**
 * Predicts every case from a fit on the other half of the cases (even places from the odd ones, and the reverse), so
 * that no case is predicted from itself. Results are in the order of the cases.
 *
 * @category operations
 * @since 0.1.0
 */
export const crossPredicted =
  (fit: (cases: ReadonlyArray<Case>) => Predictor) =>
  (cases: ReadonlyArray<Case>): ReadonlyArray<number> => {
    const half = (rest: number): Predictor => fit(cases.filter((_, index) => index % 2 === rest))
    const fromOdd = half(1)
    const fromEven = half(0)
    return cases.map((one, index) => (index % 2 === 0 ? fromOdd : fromEven)(one.inputs))
  }
