/**
 * Replay of the configuration: the snapshot against its hash, and `run_meta.json` against the snapshot.
 *
 * | member of `run_meta.json`          | recomputed from                                                        |
 * | ---------------------------------- | ---------------------------------------------------------------------- |
 * | `config.resolved_sha256`           | the snapshot's tokens                                                  |
 * | `config.name`, `seed`, `overrides` | the snapshot                                                           |
 * | `run_id`                           | ends in the seed where it ends in `__s` and digits                     |
 * | `roles`, `models`                  | the seats of the snapshot                                              |
 *
 * The other members say when, where and how a run was started; nothing else in the directory depends on them.
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { configToSnapshot } from '../economy/config.js'
import { compareAt, type Difference } from './difference.js'
import { lineIn } from './documents.js'
import type { RunMeta } from './meta-codec.js'
import type { ReplayContext } from './replay-context.js'
import type { Seating } from './seats.js'
import { snapshotHashDifferences } from './snapshot-hash.js'

const rolesEcho = (seating: Seating): JsonRecord => ({
  roles_schema_version: '1.0',
  seats: seating.map(({ seat, agents, kind, model, pin }) => ({
    agents,
    kind,
    model,
    pin_resolved_model: pin,
    seat,
  })),
})

const modelsEcho = (seating: Seating): JsonRecord => ({
  seats: seating.map(({ seat, kind, model }) => ({ kind, model, seat })),
  source: 'roles',
})

/**
 * Writes the `roles` and `models` of `run_meta.json` from the seats; `null` where no model was called.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatEchoes = (
  seating: Seating | null,
  live: boolean,
): { readonly roles: Json; readonly models: Json } => {
  if (!live || seating === null) return { roles: null, models: null }
  return { roles: rolesEcho(seating), models: modelsEcho(seating) }
}

const idForSeed = (runId: string, seed: number): string => runId.replace(/__s-?\d+$/, `__s${seed}`)

const expectedMeta = ({ run, config, seating, live }: ReplayContext): JsonRecord => {
  const meta = run.meta.value
  const { overrides } = meta
  const echoes = seatEchoes(seating, live)
  // Without seats the models are only known from the manifest, and are compared there.
  const models = live && seating === null ? meta.models : echoes.models
  return {
    config: { ...meta.config, name: config.name },
    models,
    overrides: {
      ...overrides,
      controllers: overrides.controllers === null ? null : config.controllers,
      rounds: overrides.rounds === null ? null : config.rounds,
      seed: overrides.seed === null ? null : config.seed,
    },
    roles: echoes.roles,
    run_id: idForSeed(meta.run_id, config.seed),
    seed: config.seed,
  }
}

const pick = (meta: RunMeta, keys: ReadonlyArray<string>): JsonRecord =>
  Object.fromEntries(
    Object.entries(meta).filter(([key]) => keys.includes(key)),
    // The members of a document that was read from JSON are JSON.
  ) as JsonRecord

/**
 * Compares the snapshot with its hash and with the members that a snapshot has, and `run_meta.json` with the snapshot.
 *
 * @category operations
 * @since 0.1.0
 */
export const configDifferences = (context: ReplayContext): ReadonlyArray<Difference> => {
  const { meta, snapshot } = context.run
  const expected = expectedMeta(context)
  return [
    ...snapshotHashDifferences(meta, snapshot),
    ...compareAt(
      snapshot.file,
      lineIn(snapshot.source),
      [],
      snapshot.json,
      configToSnapshot(context.config),
    ),
    ...compareAt(
      meta.file,
      lineIn(meta.source),
      [],
      pick(meta.value, Object.keys(expected)),
      expected,
    ),
  ]
}
