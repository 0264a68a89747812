import type { Survivor } from './survivor.js'

/** The survivors of src/scoring, by file. */
export const scoringSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {}
