/**
 * JSON members whose shape a run directory leaves open: anything that JSON can say, and any JSON object.
 *
 * Values that came out of `JSON.parse` are JSON all the way down, so that only absence has to be told from presence.
 *
 * @module
 */
import * as t from 'io-ts'
import type { Json, JsonRecord } from '../core/json.js'

/**
 * Reads any JSON value; only an absent member is refused.
 *
 * @category codec
 * @since 0.1.0
 */
export const AnyJson: t.Type<Json> = new t.Type<Json>(
  'a JSON value',
  // The input was parsed as JSON, hence anything that is there is JSON.
  (u): u is Json => u !== undefined,
  // The same reason holds for this cast.
  (u, context) => (u === undefined ? t.failure(u, context) : t.success(u as Json)),
  (value) => value,
)

/**
 * Reads a JSON object of open shape.
 *
 * @category codec
 * @since 0.1.0
 */
export const AnyObject: t.Type<JsonRecord> = new t.Type<JsonRecord>(
  'a JSON object',
  (u): u is JsonRecord => typeof u === 'object' && u !== null && !Array.isArray(u),
  (u, context) =>
    // The input was parsed as JSON, hence an object holds JSON.
    typeof u === 'object' && u !== null && !Array.isArray(u)
      ? t.success(u as JsonRecord)
      : t.failure(u, context),
  (value) => value,
)
