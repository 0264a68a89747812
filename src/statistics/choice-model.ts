/**
 * ChoiceModel: maximum likelihood where each contest chooses one of several options.
 *
 * The chance of an option is proportional to exp(x'theta). Bradley-Terry is the contest of two players, Davidson's
 * (1970) form adds the tie as a third option, Plackett-Luce (1959, 1975) is a row of contests among those not yet
 * placed. The log likelihood of each is concave. Hunter's (2004) minorise-maximise steps bring the strengths near: a
 * player's strength becomes its wins over the sum of n / (total strength) of the contests it is an option of. Newton's
 * method with halved steps then reaches the maximum; the inverse of its matrix is the covariance. Strengths are known
 * up to a common shift, and are given with mean 0.
 *
 * Laws
 *   L1 stationary   at the maximum every player is expected to win as often as it did
 *   L2 centred      strengths add up to 0
 *   L3 ascent       no minorise-maximise step lowers the likelihood
 *
 * @module
 */

/**
 * Describes an option: the parameters that it has, with their coefficients, and how often it was chosen.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChoiceOption {
  readonly parts: ReadonlyArray<readonly [parameter: number, coefficient: number]>
  readonly chosen: number
}

/**
 * Is a contest: the options that it was decided between.
 *
 * @category model
 * @since 0.1.0
 */
export type Contest = ReadonlyArray<ChoiceOption>

/**
 * Holds a fit. `theta` are the parameters, those of the players first; `covariance` is laid out row by row.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChoiceFit {
  readonly theta: ReadonlyArray<number>
  readonly covariance: Float64Array
  readonly logLikelihood: number
}

const scoreOf = (option: ChoiceOption, theta: ReadonlyArray<number>): number =>
  option.parts.reduce((sum, [k, x]) => sum + x * (theta[k] as number), 0)

/** The chances of the options, and the log of their sum. */
const chancesOf = (
  contest: Contest,
  theta: ReadonlyArray<number>,
): readonly [ReadonlyArray<number>, number] => {
  const scores = contest.map((option) => scoreOf(option, theta))
  const top = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - top))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return [weights.map((weight) => weight / all), top + Math.log(all)]
}

/**
 * Gives the log likelihood of parameters.
 *
 * @category operations
 * @since 0.1.0
 */
export const logLikelihood =
  (contests: ReadonlyArray<Contest>) =>
  (theta: ReadonlyArray<number>): number =>
    contests.reduce((sum, contest) => {
      const [, whole] = chancesOf(contest, theta)
      return contest.reduce(
        (value, option) => value + option.chosen * (scoreOf(option, theta) - whole),
        sum,
      )
    }, 0)

const centred = (theta: ReadonlyArray<number>, players: number): ReadonlyArray<number> => {
  const mean = theta.slice(0, players).reduce((sum, value) => sum + value, 0) / players
  return theta.map((value, k) => (k < players ? value - mean : value))
}

/**
 * Takes `steps` of Hunter's minorise-maximise algorithm from given log strengths. For contests whose options are single
 * players, each of whom was chosen at least once.
 *
 * @category operations
 * @since 0.1.0
 */
export const minoriseMaximise =
  (contests: ReadonlyArray<Contest>, players: number) =>
  (steps: number, from: ReadonlyArray<number>): ReadonlyArray<number> => {
    const wins = new Array<number>(players).fill(0)
    for (const { parts, chosen } of contests.flat()) {
      const player = parts[0]?.[0] ?? 0
      wins[player] = (wins[player] as number) + chosen
    }
    let theta = from
    for (let step = 0; step < steps; step += 1) {
      const strengths = theta.map((value) => Math.exp(value))
      const rates = new Array<number>(players).fill(0)
      for (const contest of contests) {
        const members = contest.map(({ parts }) => parts[0]?.[0] ?? 0)
        const times = contest.reduce((sum, { chosen }) => sum + chosen, 0)
        const rate = times / members.reduce((sum, member) => sum + (strengths[member] as number), 0)
        for (const member of members) rates[member] = (rates[member] as number) + rate
      }
      theta = centred(
        wins.map((won, player) => Math.log(won / (rates[player] as number))),
        players,
      )
    }
    return theta
  }

/** Gradient and negated second derivatives of the log likelihood, with a unit fixed along the common shift. */
const derivatives = (
  contests: ReadonlyArray<Contest>,
  theta: ReadonlyArray<number>,
  players: number,
): readonly [Float64Array, Float64Array] => {
  const size = theta.length
  const gradient = new Float64Array(size)
  const information = new Float64Array(size * size)
  for (let i = 0; i < players; i += 1) {
    for (let j = 0; j < players; j += 1) information[i * size + j] = 1 / players
  }
  const add = (i: number, j: number, value: number): void => {
    information[i * size + j] = (information[i * size + j] as number) + value
  }
  for (const contest of contests) {
    const [chances] = chancesOf(contest, theta)
    const times = contest.reduce((sum, { chosen }) => sum + chosen, 0)
    const mean = new Map<number, number>()
    contest.forEach(({ parts, chosen }, o) => {
      const chance = chances[o] as number
      for (const [k, x] of parts) {
        gradient[k] = (gradient[k] as number) + x * (chosen - times * chance)
        mean.set(k, (mean.get(k) ?? 0) + chance * x)
        for (const [l, y] of parts) add(k, l, times * chance * x * y)
      }
    })
    for (const [k, x] of mean) for (const [l, y] of mean) add(k, l, -times * x * y)
  }
  return [gradient, information]
}

/** Inverts a symmetric positive definite matrix by Gauss and Jordan, or gives `null` where it is singular. */
const inverse = (matrix: Float64Array, size: number): Float64Array | null => {
  const a = matrix.slice()
  for (let k = 0; k < size; k += 1) {
    const pivot = a[k * size + k] as number
    if (!(pivot > 1e-13 * (matrix[k * size + k] as number))) return null
    a[k * size + k] = 1
    for (let j = 0; j < size; j += 1) a[k * size + j] = (a[k * size + j] as number) / pivot
    for (let i = 0; i < size; i += 1) {
      if (i === k) continue
      const factor = a[i * size + k] as number
      a[i * size + k] = 0
      for (let j = 0; j < size; j += 1) {
        a[i * size + j] = (a[i * size + j] as number) - factor * (a[k * size + j] as number)
      }
    }
  }
  return a
}

const MOST_STEPS = 200
const MOST_HALVINGS = 40

/**
 * Fits the parameters by Newton's method from a start; `null` where it does not settle, as where no maximum exists.
 *
 * @category operations
 * @since 0.1.0
 */
export const fitChoices =
  (contests: ReadonlyArray<Contest>, players: number) =>
  (from: ReadonlyArray<number>): ChoiceFit | null => {
    const likelihood = logLikelihood(contests)
    let theta = centred(from, players)
    let value = likelihood(theta)
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const size = theta.length
      const [gradient, information] = derivatives(contests, theta, players)
      const solved = inverse(information, size)
      if (solved === null) return null
      const move = theta.map((_, i) =>
        gradient.reduce((sum, g, j) => sum + (solved[i * size + j] as number) * g, 0),
      )
      const largest = move.reduce((most, part) => Math.max(most, Math.abs(part)), 0)
      if (!Number.isFinite(largest)) return null
      let scale = 1
      let next = theta.map((old, i) => old + (move[i] as number))
      // Near the maximum the likelihood is flat to the last bit; a full step is then right.
      for (let h = 0; h < MOST_HALVINGS && largest > 1e-6 && likelihood(next) < value; h += 1) {
        scale /= 2
        const part = scale
        next = theta.map((old, i) => old + part * (move[i] as number))
      }
      theta = centred(next, players)
      value = likelihood(theta)
      if (largest <= 1e-11) {
        // The shift was fixed by a unit along (1, ..., 1)/sqrt(players): take that out of the covariance again.
        const covariance = solved.map((entry, at) =>
          at % size < players && Math.floor(at / size) < players ? entry - 1 / players : entry,
        )
        return { theta, covariance, logLikelihood: value }
      }
    }
    return null
  }
