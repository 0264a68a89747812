/**
 * Replay of the configuration: the snapshot against its hash, and `run_meta.json` against the snapshot.
 *
 * | member of `run_meta.json`          | recomputed from                                                        |
 * | ---------------------------------- | ---------------------------------------------------------------------- |
 * | `config.resolved_sha256`           | the snapshot's tokens                                                  |
 * | `config.name`, `seed`, `overrides` | the snapshot                                                           |
 * | `run_id`                           | ends in the seed where it ends in `__s` and digits                     |
 * | `roles`, `models`                  | the seats of the snapshot; without seats, the models that were called  |
 *
 * The other members say when, where and how a run was started; nothing else in the directory depends on them.
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { configToSnapshot } from '../economy/config.js'
import { compareAt, type Difference } from './difference.js'
import { lineIn } from './documents.js'
import { memberAt } from './json-member.js'
import type { LoadedRun } from './load.js'
import type { ManifestRow } from './manifest-codec.js'
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

/**
 * Writes the `models` of `run_meta.json` where there are no seats: from the calls alone, one model for all agents and one
 * for each of the others.
 *
 * @category operations
 * @since 0.1.0
 */
export const modelsCalled = (rows: ReadonlyArray<ManifestRow>): JsonRecord => {
  const modelOf = (holds: (row: ManifestRow) => boolean): Json => rows.find(holds)?.model ?? null
  return {
    agents: modelOf((row) => row.agent_id !== null),
    compiler: modelOf((row) => row.role === 'compiler'),
    verifier: modelOf((row) => row.role === 'verifier'),
  }
}

/** A run that was killed may not have called every model that it names. */
const expectedModels = ({ calls, killed, meta }: LoadedRun): JsonRecord => {
  const called = modelsCalled((calls?.rows ?? []).map(({ row }) => row))
  if (!killed) return called
  const entries = Object.entries(called).map(
    ([key, model]) => [key, model ?? memberAt(meta.value.models, [key]) ?? null] as const,
  )
  return Object.fromEntries(entries)
}

const idForSeed = (runId: string, seed: number): string => runId.replace(/__s-?\d+$/, `__s${seed}`)

const expectedMeta = ({ run, config, seating, live }: ReplayContext): JsonRecord => {
  const meta = run.meta.value
  const { overrides } = meta
  const echoes = seatEchoes(seating, live)
  const models = live && seating === null ? expectedModels(run) : echoes.models
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
