/**
 * Paired ablation: whether two configurations differ in one declared knob and in nothing else.
 *
 * An effect can be put down to a knob only where everything else is equal, seeds included. Names and descriptions may
 * differ. Knobs are named as in the JSON of a configuration, with dots: `protocol.partial_clearing`.
 *
 * Laws
 *   L1 same both ways   exchanging the configurations gives the same verdict
 *   L2 one knob         changing exactly one knob of a configuration makes a pair for that knob
 *   L3 two knobs        changing two makes none
 *
 * @module
 */
import type { Json } from '../core/json.js'
import { configToSnapshot, type ExchangeConfig } from '../economy/index.js'

/**
 * Names the verdicts: a pair, or what else differs (`others`) and whether the knob itself does (`knobDiffers`).
 *
 * @category model
 * @since 0.1.0
 */
export type AblationVerdict =
  | { readonly _tag: 'Paired'; readonly knob: string }
  | {
      readonly _tag: 'NotPaired'
      readonly knob: string
      readonly knobDiffers: boolean
      readonly others: ReadonlyArray<string>
    }

const LABELS: ReadonlySet<string> = new Set(['name', 'description', 'protocol.name'])

const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths at which two values differ; lists count as one value. */
const differing = (
  a: Json | undefined,
  b: Json | undefined,
  path: string,
): ReadonlyArray<string> => {
  if (!isMap(a) || !isMap(b)) return JSON.stringify(a) === JSON.stringify(b) ? [] : [path]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  return keys.flatMap((key) => differing(a[key], b[key], path === '' ? key : `${path}.${key}`))
}

/**
 * Lists the knobs in which two configurations differ, names and descriptions aside, in alphabetical order.
 *
 * @category operations
 * @since 0.1.0
 */
export const differingKnobs = (
  first: ExchangeConfig,
  second: ExchangeConfig,
): ReadonlyArray<string> =>
  differing(configToSnapshot(first), configToSnapshot(second), '').filter(
    (path) => !LABELS.has(path),
  )

/**
 * Checks that two configurations form a pair for one knob. A knob that is an object is meant whole.
 *
 * @example
 * ```ts
 * import { defaultExchangeConfig, defaultProtocol } from 'edgeworth/economy'
 * import { pairedAblation } from 'edgeworth/oracle'
 *
 * const treated = { ...defaultExchangeConfig, protocol: { ...defaultProtocol, partialClearing: true } }
 * pairedAblation('protocol.partial_clearing')(defaultExchangeConfig, treated)._tag // => 'Paired'
 * const careless = { ...treated, seed: 24 }
 * const verdict = pairedAblation('protocol.partial_clearing')(defaultExchangeConfig, careless)
 * verdict._tag === 'NotPaired' ? verdict.others : [] // => ['seed']
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const pairedAblation =
  (knob: string) =>
  (first: ExchangeConfig, second: ExchangeConfig): AblationVerdict => {
    const paths = differingKnobs(first, second)
    const isKnob = (path: string): boolean => path === knob || path.startsWith(`${knob}.`)
    const others = paths.filter((path) => !isKnob(path))
    const knobDiffers = paths.some(isKnob)
    return knobDiffers && others.length === 0
      ? { _tag: 'Paired', knob }
      : { _tag: 'NotPaired', knob, knobDiffers, others }
  }
