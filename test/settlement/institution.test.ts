import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '../../src/core/json.js'
import {
  applyUpdates,
  institutionIdentifier,
  institutionOperation,
  isActive,
} from '../../src/settlement/institution.js'

describe('an institution', () => {
  it('is named by the first identifier that is neither null nor empty', () => {
    expect(institutionIdentifier({ id: null, rule_id: '', name: 'market' })).toBe('market')
    expect(institutionIdentifier({ label: 'last', name: 'market' })).toBe('market')
    expect(institutionIdentifier({ id: 0 })).toBe('0')
    expect(institutionIdentifier({ id: false })).toBe('False')
    expect(institutionIdentifier({ text: 'x' })).toBe(null)
    expect(institutionIdentifier({})).toBe(null)
  })

  it('asks for the first operation that is present, in normal form', () => {
    expect(institutionOperation({ op: ' Super-Sede ' })).toBe('super_sede')
    expect(institutionOperation({ operation: 'amend', action: 'retire' })).toBe('amend')
    expect(institutionOperation({ op: null, action: 'retire' })).toBe('none')
    expect(institutionOperation({ status: 'Retired' })).toBe('retired')
    expect(institutionOperation({})).toBe('active')
  })

  it('ends by each of the ending statuses and no other', () => {
    const ending = 'inactive retired removed deleted expired superseded rejected'.split(' ')
    expect(ending.filter((status) => isActive({ status }))).toEqual([])
    expect(isActive({ status: ' REJECTED ' })).toBe(false)
    expect(['active', 'proposed', '', 'retire'].every((status) => isActive({ status }))).toBe(true)
  })

  it('is active up to and in its last round', () => {
    const record = { expires_after_round: 3 }
    expect([2, 3, 4].map((t) => isActive(record, t))).toEqual([true, true, false])
    expect(isActive({ expires_round: '2' }, 3)).toBe(false)
    expect(isActive({ expires_after_round: null, expires_round: 1 }, 3)).toBe(true)
    expect(isActive({ expires_after_round: 'soon' }, 99)).toBe(true)
    expect(isActive({ expires_after_round: 2.9 }, 3)).toBe(false)
    expect(isActive({ expires_after_round: 0 })).toBe(true)
  })

  it('keeps a source round and a status of its own', () => {
    const { applied } = applyUpdates(4)([], [{ id: 'a', source_round: 1, status: 'proposed' }])
    expect(applied).toEqual([{ id: 'a', source_round: 1, status: 'proposed' }])
  })

  it('without a name retires nothing', () => {
    const { institutions } = applyUpdates(2)([{ text: 'x' }], [{ op: 'retire' }])
    expect(institutions).toEqual([
      { text: 'x' },
      { op: 'retire', source_round: 2, status: 'active' },
    ])
  })

  it('marks what it retires and what it supersedes with the round', () => {
    const first = applyUpdates(1)([], [{ id: 'a' }, { name: 'b' }]).institutions
    const { institutions } = applyUpdates(2)(first, [
      { id: 'a', op: 'retire', status: 'active' },
      { id: 'b', op: 'amend', status: 'trial' },
    ])
    expect(institutions).toEqual([
      { id: 'a', source_round: 1, status: 'retired', retired_round: 2 },
      { name: 'b', source_round: 1, status: 'superseded', superseded_round: 2 },
      { id: 'a', op: 'retire', status: 'retired', source_round: 2 },
      { id: 'b', op: 'amend', status: 'trial', source_round: 2 },
    ])
  })

  it('shows in the applied updates what each one wrote at its time', () => {
    const { applied, institutions } = applyUpdates(1)([], [{ id: 'a' }, { id: 'a', op: 'amend' }])
    expect(applied[0]).toEqual({ id: 'a', source_round: 1, status: 'active' })
    expect(institutions[0]?.status).toBe('superseded')
  })

  it('may be called like a property of every object', () => {
    const record: JsonRecord = JSON.parse(
      '{"__proto__": {"status": "retired"}, "id": "constructor"}',
    )
    const { institutions } = applyUpdates(1)([], [record])
    expect(isActive(institutions[0] ?? {})).toBe(true)
    expect(JSON.stringify(institutions[0])).toContain('__proto__')
  })

  it('has no end where no round is given, whatever its expiry', () => {
    expect(isActive({ expires_round: -1 })).toBe(true)
    expect(isActive({ expires_round: -1 }, 0)).toBe(false)
  })

  it('without an identifier replaces nothing', () => {
    const first = { text: 'a' }
    const after = applyUpdates(3)([first], [{ op: 'replace', text: 'b' }]).institutions
    expect(after[0]).toEqual(first)
    expect(after).toHaveLength(2)
  })

  it('is active when it replaces another', () => {
    const after = applyUpdates(3)([{ id: 'x' }], [{ id: 'x', op: 'amend' }]).institutions
    expect(after[1]).toMatchObject({ id: 'x', op: 'amend', status: 'active' })
  })
})
