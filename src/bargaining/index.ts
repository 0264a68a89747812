/**
 * Bargaining: one buyer, one seller, one price.
 *
 * @module
 */

export * from './amount-text.js'
export * from './anchors.js'
export {
  type BargainingProblem,
  type HalfPlane,
  problemOfHalfPlanes,
  problemOfPoints,
  type UtilityPoint,
} from './bargaining-problem.js'
export * from './behaviour.js'
export * from './blindness.js'
export * from './buyers/index.js'
export * from './calibrated-worlds.js'
export * from './counterfactual.js'
export * from './dialogue/index.js'
export * from './generators.js'
export * from './hindsight.js'
export * from './offer-json.js'
export * from './offer-reading.js'
export * from './offer-text.js'
export * from './presets.js'
export * from './protocol.js'
export * from './recoverability.js'
export * from './rejected-sellers.js'
export * from './row-contradictions.js'
export * from './run-gate.js'
export * from './schedule-search.js'
export * from './screens.js'
export * from './scripted-seller.js'
export * from './seat-health.js'
export * from './seat-value.js'
export * from './seller.js'
export * from './seller-parameters.js'
export * from './sensitivity.js'
export * from './solution-list.js'
export * from './solution-set.js'
export * from './surplus.js'
export * from './world.js'
