/**
 * Sequence: comparing a list of names that was recorded with the list that was expected.
 *
 * A line that was dropped, added or moved should be named once, where it happened, and not once more for every line
 * after it. So the two lists are walked together: a name that comes too early while the ones before it come nowhere
 * later means that those are missing here; while they do come later, lines were moved.
 *
 * Laws
 *   L1 equal      a list compared with itself has no slip
 *   L2 dropped    a list that lacks one of its distinct names has exactly one slip, at that name's index
 *   L3 swapped    a list with two of its distinct names exchanged has exactly two slips, at their indexes
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

const tally = (names: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const take = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) - 1)
}

const holds = (counts: Map<string, number>, name: string): boolean => (counts.get(name) ?? 0) > 0

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
  const found: Array<Slip> = []
  const later = tally(recorded)
  const ahead = tally(expected)
  let next = 0
  const miss = (index: number, name: string): void => {
    take(ahead, name)
    next += 1
    found.push({ _tag: 'Missing', index, expected: name })
  }
  recorded.forEach((name, index) => {
    take(later, name)
    for (
      let wanted = expected[next];
      wanted !== undefined && wanted !== name && holds(ahead, name) && !holds(later, wanted);
      wanted = expected[next]
    ) {
      miss(index, wanted)
    }
    const wanted = expected[next]
    if (wanted === undefined || (wanted !== name && holds(later, wanted) && !holds(ahead, name))) {
      found.push({ _tag: 'Unexpected', index, found: name })
      return
    }
    take(ahead, wanted)
    next += 1
    if (wanted !== name) found.push({ _tag: 'Moved', index, found: name, expected: wanted })
  })
  const seen = tally(recorded)
  const due = tally(expected)
  for (let wanted = expected[next]; wanted !== undefined; wanted = expected[next]) {
    const enough = (seen.get(wanted) ?? 0) >= (due.get(wanted) ?? 0)
    if (enough) next += 1
    else miss(recorded.length, wanted)
  }
  return found
}
