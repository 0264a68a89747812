import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { officialCases } from '../../src/exchange/index.js'
import { runSweep } from '../../src/run/node/sweep.js'
import { builtInAgent, commandAgent } from '../../src/run/sweep-agents.js'
import { playBy } from '../../src/run/sweep-players.js'
import { describeReference, listReference } from '../support/reference.js'

/** What a directory of ours says in addition: which library wrote it, where another writer names its Python. */
const ours: ReadonlySet<string> = new Set(['run_meta.json engine'])

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

/**
 * The places of a document with the kinds of value that stand there. Members that are keyed by names of things (agents,
 * roles, seats, families of errors that a run may not have) are one place.
 */
const places = (value: unknown, path: string, found: Map<string, Set<string>>): void => {
  const known = found.get(path) ?? new Set()
  found.set(path, known.add(kindOf(value)))
  if (Array.isArray(value)) for (const one of value) places(one, `${path}[]`, found)
  else if (typeof value === 'object' && value !== null) {
    const isKeyed = /(texts|agent_deltas|by_role|by_seat|error_families)$/.test(path)
    for (const [key, one] of Object.entries(value)) {
      places(one, isKeyed ? `${path} *` : `${path} ${key}`, found)
    }
  }
}

const placesIn = (directories: ReadonlyArray<string>): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const directory of directories) {
    for (const file of readdirSync(directory)) {
      const text = readFileSync(join(directory, file), 'utf8')
      const documents = file.endsWith('.jsonl') ? text.split('\n').filter((l) => l !== '') : [text]
      for (const one of documents) places(JSON.parse(one), file, found)
    }
  }
  return found
}

/** The member names that every document of a kind has, in their order of writing. */
const orderIn = (directory: string, file: string): ReadonlyArray<string> => {
  const text = readFileSync(join(directory, file), 'utf8')
  const first = file.endsWith('.jsonl') ? (text.split('\n')[0] ?? '{}') : text
  return Object.keys(JSON.parse(first) as object)
}

describeReference('a directory that our runner wrote', (reference) => {
  it('has, field for field, the shape of the recorded ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'edgeworth-shape-'))
    try {
      const live = commandAgent({
        ...{ name: 'live', command: 'none', model: 'm', pin: null, panel: 'command' },
        ...{ environment: 'rule', submitted: false },
      })
      const plan = {
        cases: officialCases.map(({ config }) => config),
        agents: [live, builtInAgent('scripted-ir'), builtInAgent('offline')],
        seeds: [1200, 1201],
        settings: null,
      }
      const accept = JSON.stringify({ approve: true, own_debits_seen: [], reason: 'yes' })
      const play = playBy(() => async ({ id, role }) => ({
        text:
          role === 'private_acceptance'
            ? accept
            : `MESSAGE: I ACCEPT ${id}\nSETTLEMENT:\na1 | a2 | r1 | 1 | c\na2 | a1 | r2 | 1 | c`,
        model: 'm-1',
        costUsd: 0,
      }))
      const end = await runSweep(folder, plan, play)
      expect(end._tag === 'Right' ? end.right.summary.status : end.left).toBe('complete')
      const own = readdirSync(join(folder, 'runs')).map((name) => join(folder, 'runs', name))
      const recorded = listReference(reference, 'runs')
        .filter((name) => name.startsWith('case0'))
        .map((name) => `${reference}/runs/${name}`)
      const ownPlaces = placesIn(own)
      const theirPlaces = placesIn(recorded)
      const isTheirs = (place: string): boolean =>
        theirPlaces.has(place) || [...ours].some((one) => place.startsWith(one))
      expect([...ownPlaces.keys()].filter((place) => !isTheirs(place))).toEqual([])
      expect([...theirPlaces.keys()].filter((place) => !ownPlaces.has(place))).toEqual([])
      for (const file of [
        'trace.jsonl',
        'inference_manifest.jsonl',
        'summary.json',
        'config_snapshot.json',
      ]) {
        const of = (list: ReadonlyArray<string>): string =>
          list.find((name) => readdirSync(name).includes(file)) ?? ''
        expect(orderIn(of(own), file)).toEqual(orderIn(of(recorded), file))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
