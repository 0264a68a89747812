/**
 * Call name: the natural key of everything that is ever asked in an exchange.
 *
 * A round asks in a fixed order of roles. The name of one question is `r{round}:{role}:a{agent}:{n}`, or
 * `r{round}:{role}:-:{n}` for the compiler and the verifier, which are nobody's agent; `n` counts questions of the same
 * round, role and agent from 0. Questions of an episode, calls in a manifest and entries of a log share these names.
 *
 * Laws
 *   L1 distinct name   different keys have different names
 *
 * @module
 */

/**
 * Names what is asked, in the order in which a round asks.
 *
 * @category model
 * @since 0.1.0
 */
export const callRoles = [
  'communication',
  'proposal',
  'response',
  'finalization',
  'compiler',
  'verifier',
  'private_acceptance',
] as const

/**
 * Is the name of what is asked.
 *
 * @category model
 * @since 0.1.0
 */
export type CallRole = (typeof callRoles)[number]

/**
 * Writes the name of a call: `r1:response:a3:0`, or `r1:compiler:-:0` for a call that is nobody's.
 *
 * @category operations
 * @since 0.1.0
 */
export const callName = (
  round: number,
  role: CallRole,
  agent: number | null,
  repetition: number,
): string => `r${round}:${role}:${agent === null ? '-' : `a${agent}`}:${repetition}`
