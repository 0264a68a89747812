/**
 * Platform adapters: the aggregate efficiency ratio for the evaluators of LangSmith, Langfuse and Mastra.
 *
 * As in `adapters.ts` nothing is imported from a framework, and options are those of `adapter-item.ts`. Evaluators that
 * may return a list return an empty one for an item without a score, so that nothing is recorded for it. Langfuse alone
 * has a hook for the whole run: `toLangfuseRun` pools its items there, with the interval.
 *
 * | adapter         | framework                        | no score, by default                        |
 * | --------------- | -------------------------------- | ------------------------------------------- |
 * | `toOpenEvals`   | openevals, agentevals, LangSmith | an empty list                               |
 * | `toLangfuse`    | Langfuse, one item               | an empty list                               |
 * | `toLangfuseRun` | Langfuse, the whole run          | an empty list                               |
 * | `toMastra`      | Mastra                           | 0: a number is required                     |
 *
 * Laws
 *   L1 finite     no evaluator records a value that is not a finite number, whatever the output
 *
 * @module
 */

import {
  type AdapterItem,
  type AdapterOptions,
  explainScore,
  type ItemMetadata,
  type ItemScore,
  itemScorer,
  type NumericOptions,
  numericScorer,
  poolAER,
  rangeOf,
  rowOf,
  scoreDescription,
  scoreName,
} from './adapter-item.js'
import type { AerOptions } from './aer.js'
import type { AerOutcome } from './aer-outcome.js'

/**
 * Is one result of openevals, agentevals or LangSmith.
 *
 * @category model
 * @since 0.1.0
 */
export type OpenEvalsResult = {
  readonly key: string
  readonly score: number
  readonly comment: string
  readonly metadata: ItemMetadata
}

/**
 * Makes an evaluator for openevals, agentevals and LangSmith. An item without a score gives an empty list, unless
 * `undefinedAs` names a number.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toOpenEvals = <Output = unknown>(
  options: AdapterOptions<Output> = {},
): ((item: {
  readonly outputs: Output
  readonly inputs?: unknown
  readonly reference_outputs?: unknown
}) => OpenEvalsResult | Array<OpenEvalsResult>) => {
  const scoreOf = itemScorer(options)
  return ({ outputs, inputs, reference_outputs: expected }) => {
    const { score, explanation, metadata } = scoreOf({ output: outputs, input: inputs, expected })
    return score === null ? [] : { key: scoreName(options), score, comment: explanation, metadata }
  }
}

/**
 * Is one evaluation of Langfuse.
 *
 * @category model
 * @since 0.1.0
 */
export type LangfuseEvaluation<Metadata> = {
  readonly name: string
  readonly value: number
  readonly comment: string
  readonly metadata: Metadata
  readonly dataType: 'NUMERIC'
}

/**
 * Makes an item evaluator for a Langfuse experiment. An item without a score gives an empty list, unless `undefinedAs`
 * names a number.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toLangfuse = <Output = unknown>(
  options: AdapterOptions<Output> = {},
): ((item: {
  readonly output: Output
  readonly input?: unknown
  readonly expectedOutput?: unknown
}) => Promise<LangfuseEvaluation<ItemMetadata> | Array<LangfuseEvaluation<ItemMetadata>>>) => {
  const scoreOf = itemScorer(options)
  return async ({ output, input, expectedOutput: expected }) => {
    const { score, explanation, metadata } = scoreOf({ output, input, expected })
    if (score === null) return []
    const name = scoreName(options)
    return { name, value: score, comment: explanation, metadata, dataType: 'NUMERIC' }
  }
}

/**
 * Makes a run evaluator for a Langfuse experiment: the pooled score of all its items under the name `<name>_pooled`,
 * with the interval in the comment and the whole outcome as metadata. A run without a score gives an empty list.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toLangfuseRun = <Output = unknown>(
  options: Omit<AdapterOptions<Output>, 'undefinedAs'> & AerOptions = {},
): ((run: {
  readonly itemResults: ReadonlyArray<{
    readonly output: Output
    readonly input?: unknown
    readonly expectedOutput?: unknown
  }>
}) => Promise<LangfuseEvaluation<AerOutcome> | Array<LangfuseEvaluation<AerOutcome>>>) => {
  const toRow = rowOf(options)
  const range = rangeOf(options.range)
  const { bootstrap, summation } = options
  return async ({ itemResults }) => {
    const rows = itemResults.map(({ output, input, expectedOutput: expected }) =>
      toRow({ output, input, expected }),
    )
    const outcome = poolAER(rows, { bootstrap, summation })
    const value = outcome.status === 'ok' ? range(outcome.aer) : Number.NaN
    if (!Number.isFinite(value)) return []
    const name = `${scoreName(options)}_pooled`
    return { name, value, comment: explainScore(outcome), metadata: outcome, dataType: 'NUMERIC' }
  }
}

/**
 * Is what `toMastra` hands from its first step to the others.
 *
 * @category model
 * @since 0.1.0
 */
export type MastraStep = Omit<ItemScore, 'score'> & { readonly score: number }

/**
 * Makes the parts of a Mastra scorer: `createScorer(parts).preprocess(parts.preprocess)`, then `generateScore` and
 * `generateReason` in the same way.
 *
 * @category adapters
 * @since 0.1.0
 */
export const toMastra = <Output = unknown>(
  options: NumericOptions<Output> = {},
): {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly preprocess: (context: { readonly run: AdapterItem<Output> }) => MastraStep
  readonly generateScore: (context: {
    readonly results: { readonly preprocessStepResult: MastraStep }
  }) => number
  readonly generateReason: (context: {
    readonly results: { readonly preprocessStepResult: MastraStep }
  }) => string
} => {
  const scoreOf = numericScorer(options)
  return {
    id: scoreName(options).toLowerCase(),
    name: scoreName(options),
    description: scoreDescription,
    preprocess: ({ run }) => scoreOf(run),
    generateScore: ({ results }) => results.preprocessStepResult.score,
    generateReason: ({ results }) => results.preprocessStepResult.explanation,
  }
}
