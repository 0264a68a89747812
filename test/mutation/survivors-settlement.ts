import type { Survivor } from './survivor.js'

/** The survivors of src/settlement, by file. */
export const settlementSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {}
