/**
 * Pin check: what became of the pins of a run, written into its `run_meta.json`.
 *
 * | member  | holds                                                                              |
 * | ------- | ---------------------------------------------------------------------------------- |
 * | `ok`    | whether no pin has drifted; a run with one that has is never written               |
 * | `seats` | of each seat with a pin: its place in the roles, the pin, `held` or `unverifiable` |
 *
 * A run without pins has `null` there.
 *
 * Laws
 *   L1 only pins   nothing of the files changes but `pin_check`
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { pinsStand, type SeatPin } from '../exchange/seat-pins.js'
import type { RunFiles } from '../trace/run-files.js'
import { writeJson } from '../trace/write.js'

const checked = ({ place, outcome }: SeatPin): ReadonlyArray<JsonRecord> => {
  if (outcome._tag === 'Unpinned') return []
  return [{ seat: place, pin: outcome.pin, status: outcome._tag.toLowerCase() }]
}

/**
 * Gives the pin check of a run as JSON, `null` without a pin.
 *
 * @category constructors
 * @since 0.1.0
 */
export const pinCheckOf = (pins: ReadonlyArray<SeatPin>): Json => {
  const seats = pins.flatMap(checked)
  return seats.length === 0 ? null : { ok: pinsStand(pins), seats }
}

/**
 * Writes the pin check of a run into its files.
 *
 * @category operations
 * @since 0.1.0
 */
export const withPinCheck =
  (pins: ReadonlyArray<SeatPin>) =>
  (run: RunFiles): RunFiles => {
    const check = pinCheckOf(pins)
    const text = run.files['run_meta.json']
    if (check === null || text === undefined) return run
    // The library has just written it, as an object.
    const meta = JSON.parse(text) as JsonRecord
    const written = writeJson('document', { ...meta, pin_check: check })
    return { ...run, files: { ...run.files, 'run_meta.json': written } }
  }
