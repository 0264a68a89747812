/**
 * Why a configuration is not admitted, in words and figures.
 *
 * @module
 */
import type { Admission, AdmissionReason, Baselines } from '../oracle/index.js'

type Judged = Extract<Admission, { readonly _tag: 'Admitted' | 'Rejected' }>

/** What is closer than this is told as the same, as the filters take it. */
const ACCURACY = 1e-6

const figure = (value: number): string => value.toFixed(4)

/** A gain beside the information ceiling, so that the share needs no table. */
const ofCeiling = (value: number, { informationGain: ceiling }: Baselines): string =>
  ceiling > 0
    ? `${figure(value)} of ${figure(ceiling)}, ${(value / ceiling).toFixed(2)}`
    : figure(value)

const sentences: Readonly<Record<AdmissionReason, (found: Baselines) => string>> = {
  no_meaningful_surplus: (b) =>
    `there is nothing to gain: the information ceiling is ${figure(b.informationGain)}`,
  no_rational_path: () => 'in no round is there a deal by which nobody loses',
  random_too_good: (b) =>
    `swapping at random already earns more than half of the ceiling (${ofCeiling(b.randomGain, b)})`,
  greedy_too_good: (b) =>
    b.greedyGain >= b.informationGain - ACCURACY
      ? `the greedy floor reaches the ceiling (${ofCeiling(b.greedyGain, b)}): the best pair each round leaves nothing to be better at`
      : `the greedy floor earns more than .95 of the ceiling (${ofCeiling(b.greedyGain, b)}): hardly anything is left to be better at`,
  greedy_too_weak: (b) =>
    `the greedy floor earns less than .02 of the ceiling (${ofCeiling(b.greedyGain, b)}): next to nothing is gained by trading in pairs`,
  hidden_dominates: (b) =>
    `more than .98 of the ceiling comes from finding hidden partners (${ofCeiling(b.hiddenGain, b)})`,
  search_cost_too_high: (b) =>
    `searching costs all there is to gain (${figure(b.searchCost)} against ${figure(b.informationGain)})`,
  ordering: () => '',
}

const isBroken = ({ passed }: Judged['ordering'][number]): boolean => !passed

/**
 * Lists why a configuration is not admitted, a sentence for each reason. `names` says how the baselines are called.
 *
 * @category rendering
 * @since 0.1.0
 */
export const reasonsInWords = (
  { reasons, baselines, ordering }: Pick<Judged, 'reasons' | 'baselines' | 'ordering'>,
  names: Readonly<Record<keyof Baselines, string>>,
): ReadonlyArray<string> =>
  reasons.flatMap((reason) =>
    reason === 'ordering'
      ? ordering.filter(isBroken).map(({ left, leftValue, right, rightValue, strict }) => {
          const asked = strict ? 'below' : 'at most'
          return `ordering: the ${names[left]} (${figure(leftValue)}) is not ${asked} the ${names[right]} (${figure(rightValue)})`
        })
      : [`${reason}: ${sentences[reason](baselines)}`],
  )
