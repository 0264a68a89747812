/**
 * The exchange economy played as a game: texts, and what becomes of them.
 *
 * @module
 */
export * from './json-in-text.js'
export * from './mechanism-fields.js'
export * from './mechanism-reply.js'
export * from './mechanism-text.js'
