/**
 * Agents: scripted policies. Those named `privileged` read what an agent in a game could not see.
 *
 * @module
 */
export * from './privileged-bilateral.js'
