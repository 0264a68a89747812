import type { Survivor } from './survivor.js'

/** The survivors of src/statistics, by file. */
export const statisticsSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {}
