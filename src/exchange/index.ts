/**
 * The exchange economy played as a game: texts, and what becomes of them.
 *
 * @module
 */
export * from './acceptance-decision.js'
export * from './atomic-commit.js'
export * from './call-name.js'
export * from './case.js'
export * from './cases-official.js'
export * from './exchange-episode.js'
export * from './exchange-result.js'
export * from './held-out-seeds.js'
export * from './json-in-text.js'
export * from './mechanism-fields.js'
export * from './mechanism-reply.js'
export * from './mechanism-text.js'
export * from './moves.js'
export * from './population.js'
export * from './private-acceptance.js'
export * from './public-action.js'
export * from './public-action-text.js'
export * from './question.js'
export * from './roles.js'
export * from './seat.js'
export * from './seat-defectors.js'
export * from './seat-pins.js'
export * from './solicitation.js'
