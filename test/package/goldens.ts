import { sha256Hex } from 'edgeworth/core'
import { logOf, playthrough, scenarios } from '../exchange/playthrough.js'

/** A line per golden playthrough, played anew: its file, the hash of its bytes, and its last line, the hash of the trace. */
export const goldenLines = (): ReadonlyArray<string> =>
  scenarios.map((one) => {
    const text = playthrough(one, logOf(one))
    return `golden ${one.name} ${sha256Hex(text)} ${text.trimEnd().split('\n').at(-1)}`
  })
