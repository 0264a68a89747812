/**
 * Buyers: scripted policies, each a pure function of what a buyer observes, and one privileged planner.
 *
 * @module
 */

export * from './acceptance.js'
export * from './anchor-buyers.js'
export * from './best-response.js'
export * from './rubinstein.js'
export * from './tactic-buyers.js'
export * from './tactics.js'
