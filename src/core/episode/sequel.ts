/**
 * Sequel: what follows an episode.
 *
 * The steps that are still to come stand in a balanced sequence beside the machine that is asking. Chaining to a chain
 * prolongs the sequence, so no machine is ever wrapped twice, and a step that asks more puts its own sequence before the
 * rest: O(log n) each, for chains built from the left as from the right, and on every branch alike.
 *
 * @module
 */
import type { Continuation, Machine, Move, State } from './transition.js'
import { concat, first, type Tree, withoutFirst } from './tree.js'

/** Runs continuations until one of them asks or none is left. */
const resume = (result: unknown, queue: Tree<Continuation>): State => {
  let value = result
  let rest = queue
  while (rest !== null) {
    const next = first(rest)(value)
    rest = withoutFirst(rest)
    if (next._tag === 'Machine') return followed(next, rest)
    value = next.result
  }
  return { _tag: 'Ended', result: value }
}

/**
 * Lets continuations follow a machine.
 *
 * @category operations
 * @since 0.1.0
 */
export const followed = (machine: Machine, queue: Tree<Continuation>): Machine => {
  if (queue === null) return machine
  const { shape } = machine
  const head = shape._tag === 'Then' ? shape.head : machine
  const rest = shape._tag === 'Then' ? concat(shape.rest, queue) : queue
  const lift = ({ next, changes }: Move): Move =>
    next._tag === 'Machine'
      ? { next: followed(next, rest), changes }
      : { next: resume(next.result, rest), changes: null }
  return {
    _tag: 'Machine',
    shape: { _tag: 'Then', head, rest },
    source: head.source,
    route: (id) => ({ _tag: 'Inside', part: head, id, lift }),
  }
}
