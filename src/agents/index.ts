/**
 * Agents: scripted policies. Those named `privileged` read what an agent in a game could not see.
 *
 * @module
 */
export * from './exchange-agent.js'
export * from './in-actions.js'
export * from './no-op.js'
export * from './offline-panel.js'
export * from './offline-panel.js'
export * from './panelist.js'
export * from './privileged-bilateral.js'
export * from './privileged-controller.js'
export * from './random-agents.js'
export * from './roles-table.js'
export * from './rows-in-text.js'
export * from './scripted-compiler.js'
export * from './submitted.js'
export * from './voice.js'
