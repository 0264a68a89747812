import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '../../src/core/json.js'
import {
  activeInstitutions,
  applyUpdates,
  institutionIdentifier,
  isActive,
} from '../../src/settlement/institution.js'
import { update } from './arbitraries.js'

const updates = fc.array(update, { maxLength: 6 })
const round = fc.integer({ min: 1, max: 4 })

const bookkeeping = ['status', 'retired_round', 'superseded_round', 'source_round']
const withoutBookkeeping = (record: JsonRecord): unknown =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !bookkeeping.includes(key)))

const named = (records: ReadonlyArray<JsonRecord>, identifier: string): ReadonlyArray<JsonRecord> =>
  records.filter((record) => institutionIdentifier(record) === identifier)

describe('laws of institutions', () => {
  it('L1 append only', () => {
    fc.assert(
      fc.property(round, updates, updates, (t, before, more) => {
        const { institutions } = applyUpdates(t)([], before)
        const after = applyUpdates(t + 1)(institutions, more)
        expect(after.applied.length).toBe(more.length)
        expect(after.institutions.map(withoutBookkeeping)).toEqual(
          [...institutions, ...after.applied].map(withoutBookkeeping),
        )
        expect(after.institutions.map((record) => record.source_round)).toEqual([
          ...before.map(() => t),
          ...more.map(() => t + 1),
        ])
      }),
    )
  })

  it('L2 retirement', () => {
    const retirement = fc.constantFrom('retire', 'Remove', 'DELETE', 'expire', 'retired', 'removed')
    fc.assert(
      fc.property(round, updates, retirement, (t, before, op) => {
        const { institutions } = applyUpdates(t)(applyUpdates(t)([], before).institutions, [
          { id: 'rule', op },
        ])
        expect(named(institutions, 'rule').filter((record) => isActive(record))).toEqual([])
        expect(institutions.at(-1)).toEqual({ id: 'rule', op, source_round: t, status: 'retired' })
      }),
    )
  })

  it('L3 succession', () => {
    const succession = fc.constantFrom('amend', 'Update', 'replace', 'supersede')
    fc.assert(
      fc.property(round, updates, succession, (t, before, op) => {
        const { institutions, applied } = applyUpdates(t)(
          applyUpdates(t)([], before).institutions,
          [{ id: 'rule', op }],
        )
        expect(named(institutions, 'rule').filter((record) => isActive(record))).toEqual(applied)
      }),
    )
  })

  it('L4 active subset', () => {
    fc.assert(
      fc.property(round, updates, (t, given) => {
        const { institutions } = applyUpdates(1)([], given)
        const now = activeInstitutions(institutions, t)
        expect(institutions.filter((record) => now.includes(record))).toEqual(now)
        const later = activeInstitutions(institutions, t + 1)
        expect(now.filter((record) => later.includes(record))).toEqual(later)
        const whenever = activeInstitutions(institutions)
        expect(whenever.filter((record) => now.includes(record))).toEqual(now)
      }),
    )
  })
})
