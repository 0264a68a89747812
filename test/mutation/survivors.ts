import type { Survivor } from './survivor.js'
import { modelSurvivors } from './survivors-models.js'
import { numericSurvivors } from './survivors-numeric.js'
import { scoringSurvivors } from './survivors-scoring.js'
import { settlementSurvivors } from './survivors-settlement.js'
import { statisticsSurvivors } from './survivors-statistics.js'

/** Every mutant that may survive, by file. */
export const survivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {
  ...modelSurvivors,
  ...numericSurvivors,
  ...scoringSurvivors,
  ...settlementSurvivors,
  ...statisticsSurvivors,
}
