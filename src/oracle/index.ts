/**
 * Oracles: what was attainable. Exact optima with proofs, information-constrained ceilings, floors, and admission.
 *
 * @module
 */

export * from './ablation.js'
export * from './admission.js'
export * from './bayesian-frontier.js'
export * from './bilateral.js'
export * from './certificate.js'
export * from './continuous-optimum.js'
export * from './exact-mean.js'
export * from './friction.js'
export * from './gap-decomposition.js'
export * from './greedy-floor.js'
export * from './inference-oracle.js'
export * from './multiparty.js'
export * from './pool-options.js'
export * from './pressure.js'
export * from './proposal-classifier.js'
export * from './protocol-oracle.js'
export * from './random-floor.js'
export * from './regret.js'
export * from './settlement-plan.js'
export * from './tau-screen.js'
export * from './trade-problem.js'
export * from './wbayes-exact.js'
export * from './wbayes-monte-carlo.js'
