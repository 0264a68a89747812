/**
 * Transient: which errors of an HTTP client are worth another attempt.
 *
 * Clients of providers throw errors with the status of the response (`status`, `statusCode`) and its headers. Without a
 * status the request has not come through.
 *
 * | error                              | another attempt                                     |
 * | ---------------------------------- | --------------------------------------------------- |
 * | without a status                   | after the usual wait                                |
 * | 408, 409, 425, 429, 500 and above  | after `retry-after`, where the provider says it     |
 * | any other status                   | none: the request itself is wrong                   |
 *
 * @module
 */

const MILLISECONDS = 1000

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined

const headerOf = (headers: unknown, name: string): unknown => {
  const get = memberOf(headers, 'get')
  return typeof get === 'function' ? get.call(headers, name) : memberOf(headers, name)
}

const waitOf = (error: unknown): number | null => {
  const headers = memberOf(error, 'headers') ?? memberOf(error, 'responseHeaders')
  const given = headerOf(headers, 'retry-after')
  const seconds = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds)
    ? seconds * MILLISECONDS
    : null
}

const isTransient = (status: number): boolean =>
  status === 408 || status === 409 || status === 425 || status === 429 || status >= 500

/**
 * Tells whether an error is worth another attempt, as `retryOn` of the limits of a run asks: `true`, or the wait in
 * milliseconds that the provider asks for.
 *
 * @example
 * ```ts
 * import { retryTransient } from 'edgeworth/run'
 *
 * retryTransient({ status: 401 }) // => false
 * retryTransient({ status: 429, headers: { 'retry-after': '2' } }) // => 2000
 * retryTransient(new TypeError('fetch failed')) // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const retryTransient = (error: unknown): boolean | number => {
  const status = memberOf(error, 'status') ?? memberOf(error, 'statusCode')
  if (typeof status !== 'number') return true
  if (!isTransient(status)) return false
  return waitOf(error) ?? true
}
