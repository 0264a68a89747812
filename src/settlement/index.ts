/**
 * Settlement: transfers, mechanisms, the gates they pass, the ledger they move, and the record they leave.
 *
 * @module
 */
export * from './accounting.js'
export * from './audit-codec.js'
export * from './coordination-cost.js'
export * from './deltas.js'
export * from './event.js'
export * from './event-codec.js'
export * from './gate.js'
export * from './institution.js'
export * from './ledger.js'
export * from './market-shape.js'
export * from './mechanism.js'
export * from './mechanism-codec.js'
export * from './python-text.js'
export * from './refusal.js'
export * from './settle.js'
export * from './transfer.js'
export * from './verdict.js'
