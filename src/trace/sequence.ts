/**
 * Sequence: comparing a list of names that was recorded with the list that was expected.
 *
 * A line that was dropped, added or moved should be named once, where it happened, and not once more for every line
 * after it. Two exchanged lines are told as such. Otherwise the longest part of the recording that is in order stays, and
 * what is not in it was moved, is missing, or was never expected. Names that occur several times are told apart by
 * their count.
 *
 * Laws
 *   L1 equal      a list compared with itself has no slip
 *   L2 dropped    a list that lacks one of its distinct names has exactly one slip, at that name's index
 *   L3 swapped    a list with two of its distinct names exchanged has exactly two slips, at their indexes
 *   L4 rotated    a list whose first name was put last has exactly one slip, at the end, if it has three names or more
 *
 * @module
 */

/**
 * Is one place where a recorded list departs from the expected one. `index` is the place in the recorded list.
 *
 * @category model
 * @since 0.1.0
 */
export type Slip =
  | { readonly _tag: 'Missing'; readonly index: number; readonly expected: string }
  | { readonly _tag: 'Unexpected'; readonly index: number; readonly found: string }
  | {
      readonly _tag: 'Moved'
      readonly index: number
      readonly found: string
      readonly expected: string
    }

/** Where each recorded name was expected, the k-th occurrence of a name where its k-th was; `null` where nowhere. */
const placesOf = (
  recorded: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
): ReadonlyArray<number | null> => {
  const due = new Map<string, Array<number>>()
  for (const [place, name] of expected.entries()) {
    const places = due.get(name)
    if (places === undefined) due.set(name, [place])
    else places.push(place)
  }
  const used = new Map<string, number>()
  return recorded.map((name) => {
    const count = used.get(name) ?? 0
    used.set(name, count + 1)
    return due.get(name)?.[count] ?? null
  })
}

/** The indexes of a longest increasing subsequence, by patience sorting; `null` is never part of it. */
const inOrder = (places: ReadonlyArray<number | null>): ReadonlySet<number> => {
  const tops: Array<number> = []
  const before: Array<number | undefined> = []
  for (const [index, place] of places.entries()) {
    if (place === null) continue
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[tops[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    before[index] = tops[low - 1]
    tops[low] = index
  }
  const kept = new Set<number>()
  for (let index = tops.at(-1); index !== undefined; index = before[index]) kept.add(index)
  return kept
}

const exchanged = (
  recorded: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
): ReadonlyArray<Slip> | null => {
  if (recorded.length !== expected.length) return null
  const places = recorded.flatMap((name, index) => (name === expected[index] ? [] : [index]))
  const [a, b] = places
  if (a === undefined || b === undefined || places.length > 2) return null
  if (recorded[a] !== expected[b] || recorded[b] !== expected[a]) return null
  return [a, b].map((index) => ({
    _tag: 'Moved',
    index,
    found: recorded[index] ?? '',
    expected: expected[index] ?? '',
  }))
}

const compareSlips = (a: Slip, b: Slip): number => a.index - b.index

/**
 * Lists where the recorded names depart from the expected ones, in order of place.
 *
 * @category operations
 * @since 0.1.0
 */
export const slips = (
  recorded: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
): ReadonlyArray<Slip> => {
  const swap = exchanged(recorded, expected)
  if (swap !== null) return swap
  const places = placesOf(recorded, expected)
  const kept = inOrder(places)
  const stray = recorded.flatMap((found, index): ReadonlyArray<Slip> => {
    if (kept.has(index)) return []
    return places[index] === null
      ? [{ _tag: 'Unexpected', index, found }]
      : [{ _tag: 'Moved', index, found, expected: expected[index] ?? '' }]
  })
  const seen = new Set(places)
  const anchors = [...kept].sort((a, b) => a - b)
  const missing = expected.flatMap((name, place): ReadonlyArray<Slip> => {
    if (seen.has(place)) return []
    // It is missing before the first name in order that was expected after it.
    const index = anchors.find((anchor) => (places[anchor] ?? 0) > place) ?? recorded.length
    return [{ _tag: 'Missing', index, expected: name }]
  })
  return [...stray, ...missing].sort(compareSlips)
}
