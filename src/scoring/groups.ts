/**
 * Groups: rows split by a key, in an order that no machine's language settings can change.
 *
 * Laws
 *   L1 partition  every row is in exactly one group, and rows keep their order within it
 *   L2 canonical  groups ascend by the code units of their keys, whatever the order of the rows
 *
 * @module
 */

/**
 * Holds the rows of one key.
 *
 * @category model
 * @since 0.1.0
 */
export interface Group<Row> {
  readonly key: string
  readonly rows: ReadonlyArray<Row>
}

/**
 * Compares texts by their UTF-16 code units; negative, zero or positive.
 *
 * @category instances
 * @since 0.1.0
 */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Splits rows by a key; the groups ascend by the key's code units.
 *
 * @category operations
 * @since 0.1.0
 */
export const groupsBy =
  <Row>(keyOf: (row: Row) => string) =>
  (rows: ReadonlyArray<Row>): ReadonlyArray<Group<Row>> => {
    const groups = new Map<string, Array<Row>>()
    for (const row of rows) {
      const key = keyOf(row)
      const known = groups.get(key)
      if (known === undefined) groups.set(key, [row])
      else known.push(row)
    }
    return [...groups]
      .map(([key, members]) => ({ key, rows: members }))
      .sort((a, b) => byCodeUnits(a.key, b.key))
  }
