/**
 * Versions: who recorded a run, and whether its files agree about it.
 *
 * | member                         | known values                                                              |
 * | ------------------------------ | ------------------------------------------------------------------------- |
 * | `schema_version`               | `1.0`                                                                     |
 * | `manifest_schema_version`      | `1.2` with a manifest, `null` without                                     |
 * | `roles.roles_schema_version`   | `1.0` where roles are echoed                                              |
 * | `python`                       | 3.x of the public implementation: `plain` sums before 3.12, then `neumaier` |
 * | `engine`                       | this library, with its rule of summation; `python` is then `null`          |
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { Path } from '../core/failure.js'
import type { Json } from '../core/json.js'
import { type Document, lineIn } from './documents.js'
import type { RunMeta } from './meta-codec.js'
import { type ReadFailure, type ReadTag, readFailure } from './read-failure.js'

/**
 * Is who recorded a run, as far as its numbers and texts depend on it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Recorder {
  readonly name: 'python' | 'edgeworth'
  readonly summation: Summation
}

const COMPENSATED_SINCE = 12

const pythonMinor = (python: string): number | null => {
  const version = /^3\.(\d+)\b/.exec(python)
  return version === null ? null : Number(version[1])
}

/**
 * Tells who recorded a run; only right for a run without version failures.
 *
 * @category operations
 * @since 0.1.0
 */
export const recorderOf = (meta: RunMeta): Recorder => {
  if (meta.engine !== undefined) return { name: 'edgeworth', summation: meta.engine.summation }
  const minor = pythonMinor(meta.python ?? '') ?? 0
  return { name: 'python', summation: minor < COMPENSATED_SINCE ? 'plain' : 'neumaier' }
}

const rolesVersion = (roles: Json): Json => {
  if (typeof roles !== 'object' || roles === null || Array.isArray(roles)) return null
  // Not an array, hence an object.
  return (roles as { readonly [key: string]: Json }).roles_schema_version ?? null
}

/**
 * Lists what is unknown or contradictory about the versions in `run_meta.json`.
 *
 * @category operations
 * @since 0.1.0
 */
export const versionFailures = (
  document: Document<RunMeta>,
  hasManifest: boolean,
): ReadonlyArray<ReadFailure> => {
  const meta = document.value
  const place = lineIn(document.source)
  const found: Array<ReadFailure> = []
  const refuse = (tag: ReadTag, path: Path, value: unknown, expected: string): void => {
    found.push(readFailure(tag, document.file, place(path), path, value, expected))
  }
  if (meta.schema_version !== '1.0') {
    refuse('UnknownVersion', ['schema_version'], meta.schema_version, '"1.0"')
  }
  const manifest = meta.manifest_schema_version
  if (manifest !== null && manifest !== '1.2') {
    refuse('UnknownVersion', ['manifest_schema_version'], manifest, '"1.2", or null')
  }
  if ((manifest === null) === hasManifest && meta.status === 'complete') {
    const expected = hasManifest ? '"1.2": there is a manifest' : 'null: there is no manifest'
    refuse('MixedVersion', ['manifest_schema_version'], manifest, expected)
  }
  const roles = rolesVersion(meta.roles)
  if (meta.roles !== null && roles !== '1.0') {
    refuse('UnknownVersion', ['roles', 'roles_schema_version'], roles, '"1.0"')
  }
  if (meta.python === null && meta.engine === undefined) {
    refuse('UnknownVersion', ['python'], null, 'the version of the interpreter, or an engine')
  }
  if (meta.python !== null && pythonMinor(meta.python) === null) {
    refuse('UnknownVersion', ['python'], meta.python, 'a version of Python 3')
  }
  if (meta.python !== null && meta.engine !== undefined) {
    refuse('MixedVersion', ['engine'], meta.engine, 'either an interpreter or an engine')
  }
  return found
}
