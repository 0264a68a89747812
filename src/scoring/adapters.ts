/**
 * Adapters: the aggregate efficiency ratio in the shapes that evaluation frameworks ask of a scorer.
 *
 * Nothing is imported from a framework; every adapter returns a plain function or record of the structure that the
 * framework documents. Options are those of `adapter-item.ts`. A world that offered nothing, or an output that cannot
 * be read, has no score; what stands for it depends on what the framework takes:
 *
 * | adapter              | range           | no score, by default                                               |
 * | -------------------- | --------------- | ------------------------------------------------------------------ |
 * | `toAutoevals`        | any             | `null`: not scored (evalite and Langfuse's bridge count it as 0)   |
 * | `toBraintrust`       | [0, 1], clamped | `null`: left out of the mean; the raw ratio is in the metadata     |
 * | `toPromptfoo`        | any             | 0 and not passed, with the reason: a number is required            |
 * | `toEvalite`          | any             | 0: a number is required, and it counts in the average              |
 * | `toVitestEvalsJudge` | any             | `null`: shown as 0, fails a threshold                              |
 *
 * The functions that return promises do so because their framework's type asks for one; they await nothing.
 *
 * Laws
 *   L1 finite     no adapter gives a score that is neither a finite number nor null, whatever the output
 *   L2 braintrust scores for Braintrust are within [0, 1] or null under every option
 *
 * @module
 */

import {
  type AdapterItem,
  type AdapterOptions,
  type ItemMetadata,
  itemScorer,
  type NumericOptions,
  numericScorer,
  rangeOf,
  scoreDescription,
  scoreName,
} from './adapter-item.js'
import { clipScore } from './aer.js'

/**
 * Makes the scorer that autoevals users, Braintrust's `Eval`, evalite (as a function) and Langfuse (through its
 * autoevals bridge) take: `async ({ output }) => ({ name, score, metadata })`.
 *
 * @example
 * ```ts
 * import { toAutoevals } from 'edgeworth/scoring'
 * const scorer = toAutoevals({ range: 'clamp01' })
 * const output = { world: '1200', tier: 'wstar_grid', realized: 12, attainable: 8 }
 * const { score, metadata } = await scorer({ output })
 * score // => 1
 * metadata.aer // => 1.5
 * ```
 *
 * @category adapters
 * @since 0.1.0
 */
export const toAutoevals = <Output = unknown>(
  options: AdapterOptions<Output> = {},
): ((item: AdapterItem<Output>) => Promise<{
  readonly name: string
  readonly score: number | null
  readonly metadata: ItemMetadata
}>) => {
  const scoreOf = itemScorer(options)
  return async (item) => {
    const { score, metadata } = scoreOf(item)
    return { name: scoreName(options), score, metadata }
  }
}

/**
 * Makes a scorer for Braintrust's server, which refuses scores outside [0, 1]: whatever `range` gives is clamped, and
 * the raw ratio is in the metadata.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toBraintrust = <Output = unknown>(
  options: AdapterOptions<Output> = {},
): ReturnType<typeof toAutoevals<Output>> => {
  const range = rangeOf(options.range)
  const { undefinedAs } = options
  return toAutoevals<Output>({
    ...options,
    range: (aer) => clipScore(range(aer)),
    undefinedAs: typeof undefinedAs === 'number' ? clipScore(undefinedAs) : null,
  })
}

/**
 * Makes an assertion function for promptfoo, which gives a `GradingResult`. An item without a score does not pass. The
 * least passing score is `config.min` of the assertion, else `threshold`; without either every score passes, because a
 * negative score is a result and not a fault.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toPromptfoo = <Output = unknown>(
  options: NumericOptions<Output> & { readonly threshold?: number | undefined } = {},
): ((
  output: Output,
  context?: {
    readonly vars?: unknown
    readonly config?: Readonly<Record<string, unknown>> | undefined
  },
) => {
  readonly pass: boolean
  readonly score: number
  readonly reason: string
  readonly namedScores: Record<string, number>
  readonly metadata: ItemMetadata
}) => {
  const scoreOf = numericScorer(options)
  return (output, context) => {
    const item = scoreOf({ output, input: context?.vars })
    const asked = context?.config?.min
    const least = typeof asked === 'number' ? asked : (options.threshold ?? -Infinity)
    return {
      pass: item.scored && item.score >= least,
      score: item.score,
      reason: item.explanation,
      namedScores: { [scoreName(options)]: item.score },
      metadata: item.metadata,
    }
  }
}

/**
 * Makes the options of evalite's `createScorer`. Its function form takes `toAutoevals` as it stands.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toEvalite = <Output = unknown>(
  options: NumericOptions<Output> = {},
): {
  readonly name: string
  readonly description: string
  readonly scorer: (item: AdapterItem<Output>) => {
    readonly score: number
    readonly metadata: ItemMetadata
  }
} => {
  const scoreOf = numericScorer(options)
  return {
    name: scoreName(options),
    description: scoreDescription,
    scorer: (item) => {
      const { score, metadata } = scoreOf(item)
      return { score, metadata }
    },
  }
}

/**
 * Makes the function that `createJudge(name, judge)` of vitest-evals takes. Its metadata is JSON and has a `rationale`.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toVitestEvalsJudge = <Output = unknown>(
  options: AdapterOptions<Output> = {},
): ((context: AdapterItem<Output>) => {
  readonly score: number | null
  readonly metadata: ItemMetadata & { readonly rationale: string }
}) => {
  const scoreOf = itemScorer(options)
  return (item) => {
    const { score, explanation, metadata } = scoreOf(item)
    return { score, metadata: { ...metadata, rationale: explanation } }
  }
}
