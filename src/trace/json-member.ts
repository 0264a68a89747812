/**
 * JSON member: looking into JSON by a path without knowing its shape.
 *
 * @module
 */
import type { Path } from '../core/failure.js'
import type { Json } from '../core/json.js'

/**
 * Gives the value at a path, or `undefined` where the path leaves the value; only own members count.
 *
 * @category operations
 * @since 0.1.0
 */
export const memberAt = (value: Json, path: Path): Json | undefined => {
  let inner: Json | undefined = value
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return undefined
    // Own members of JSON are JSON, be the container an array or an object.
    inner = (inner as { readonly [step: string | number]: Json })[step]
  }
  return inner
}
