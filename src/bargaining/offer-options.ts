/**
 * Offer options: what is wrong with the declaration of how offers are written, as a caller in plain JavaScript may give it.
 *
 * @module
 */

/** What each option has to be; `budget` and `rounding` may be absent. */
const expectations: ReadonlyArray<readonly [string, string, (value: unknown) => boolean]> = [
  [
    'decimalMark',
    'dot, comma or undeclared',
    (value) => value === 'dot' || value === 'comma' || value === 'undeclared',
  ],
  [
    'currency',
    'a list of texts',
    (value) => Array.isArray(value) && value.every((word) => typeof word === 'string'),
  ],
  [
    'rounding',
    'refuse, up, down or nearest',
    (value) =>
      value === undefined || ['refuse', 'up', 'down', 'nearest'].some((one) => one === value),
  ],
  ['budget', 'a number of cents', (value) => value === undefined || typeof value === 'number'],
]

/**
 * Says what is expected of the first option that is malformed or that there is not; `null` where all are in order.
 *
 * @category operations
 * @since 0.1.0
 */
export const malformedOfferOptions = (options: unknown): string | null => {
  if (typeof options !== 'object' || options === null) return 'an object of options'
  const given = options as Readonly<Record<string, unknown>> // members are checked one by one
  const wrong = expectations.find(([key, , isSound]) => !isSound(given[key]))
  if (wrong !== undefined) return `${wrong[0]}: ${wrong[1]}`
  const names = expectations.map(([key]) => key)
  const stray = Object.keys(given).find((key) => given[key] !== undefined && !names.includes(key))
  return stray === undefined ? null : `no option ${stray}; there are ${names.join(', ')}`
}
