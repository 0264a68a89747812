import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dimensionsOf } from '../../src/trace/dimensions.js'
import type { TraceRow } from '../../src/trace/row-codec.js'
import {
  isNontrivial,
  type Subgame,
  type SubgameType,
  subgamesByType,
  subgamesOf,
  subgameTotals,
} from '../../src/trace/subgame.js'
import { arbitraryRun } from '../support/arbitrary-run.js'
import { exampleRun } from '../support/example-run.js'
import { opened } from '../support/opened-run.js'

const runs = { numRuns: 40 }

const summation = fc.constantFrom('plain' as const, 'neumaier' as const)

const rowsOf = fc
  .tuple(arbitraryRun, summation)
  .map(([run, rule]) => ({ rule, rows: opened(run).rounds.map(({ row }) => row) }))

const ofType = (subgames: ReadonlyArray<Subgame>, ...types: ReadonlyArray<SubgameType>) =>
  subgames.filter((one) => types.includes(one.type))

describe('subgame laws', () => {
  it('L1 gap', () => {
    fc.assert(
      fc.property(rowsOf, ({ rule, rows }) => {
        for (const one of subgamesOf(rule)(rows)) {
          expect(one.gap).toBeGreaterThanOrEqual(0)
          expect(one.frontier).toBeGreaterThanOrEqual(0)
          if (one.type === 'private_acceptance') continue
          expect([0, one.frontier]).toContain(one.actual)
          if (one.frontier > 0) expect(one.actual).toBe(one.applied ? one.frontier : 0)
        }
      }),
      runs,
    )
  })

  it('L2 one reading', () => {
    fc.assert(
      fc.property(rowsOf, ({ rule, rows }) => {
        for (const row of rows) {
          const readings = ofType(
            subgamesOf(rule)([row]),
            'bilateral_offer',
            'multiparty_clearing',
            'bilateral_negotiation',
            'multiparty_negotiation',
          )
          expect(readings.length).toBeLessThanOrEqual(1)
        }
      }),
      runs,
    )
  })

  it('L3 prefix', () => {
    fc.assert(
      fc.property(rowsOf, fc.nat(), ({ rule, rows }, at) => {
        const first = subgamesOf(rule)(rows.slice(0, at % (rows.length + 1)))
        expect(subgamesOf(rule)(rows).slice(0, first.length)).toEqual(first)
      }),
      runs,
    )
  })

  it('L4 reuse', () => {
    fc.assert(
      fc.property(rowsOf, ({ rule, rows }) => {
        const subgames = subgamesOf(rule)(rows)
        const offers = ofType(subgames, 'bilateral_offer')
        const again = offers.filter((offer) =>
          offers.some(
            (other) =>
              other.roundIndex < offer.roundIndex &&
              String(other.participants) === String(offer.participants),
          ),
        )
        const reused = ofType(subgames, 'repeated_dyad_reuse')
        expect(reused.map((one) => one.roundIndex)).toEqual(again.map((one) => one.roundIndex))
        expect(reused.map((one) => one.frontier)).toEqual(again.map((one) => one.frontier))
      }),
      runs,
    )
  })
})

describe('dimension laws', () => {
  it('L1 all counted', () => {
    fc.assert(
      fc.property(rowsOf, ({ rule, rows }) => {
        const subgames = subgamesOf(rule)(rows)
        const { disclosure, proposal, acceptance, reuse } = dimensionsOf(rule)(subgames)
        expect(disclosure.count + proposal.count + acceptance.count + reuse.count).toBe(
          subgames.length,
        )
      }),
      runs,
    )
  })

  it('L2 nested', () => {
    fc.assert(
      fc.property(rowsOf, ({ rule, rows }) => {
        const { proposal, acceptance, reuse, inference } = dimensionsOf(rule)(
          subgamesOf(rule)(rows),
        )
        for (const { solved, nontrivial, count } of [proposal, acceptance, reuse]) {
          expect(solved).toBeLessThanOrEqual(nontrivial)
          expect(nontrivial).toBeLessThanOrEqual(count)
        }
        expect(inference.opportunities).toBe(proposal.nontrivial)
      }),
      runs,
    )
  })
})

const [first] = opened(exampleRun('live')).rounds.map(({ row }) => row)

/** A row of the example with some of its members changed. */
const changed = (
  members: Partial<Omit<TraceRow, 'event'>>,
  event: Partial<TraceRow['event']> = {},
): TraceRow => {
  if (first === undefined) throw new Error('no row')
  return { ...first, ...members, event: { ...first.event, ...event } }
}

const silent = (text: string, event: Partial<TraceRow['event']> = {}): TraceRow =>
  changed(
    {
      communication_texts: {},
      response_texts: {},
      proposal_text: text,
      final_text: '',
      verified_before_private_acceptance: {
        ...changed({}).verified_before_private_acceptance,
        transfers: [],
      },
    },
    { private_acceptance_audits: [], message: '', kind: '', agent_deltas: {}, ...event },
  )

const typesIn = (row: TraceRow): ReadonlyArray<SubgameType> =>
  subgamesOf('plain')([row]).map((one) => one.type)

describe('subgames of a row', () => {
  it.each([
    ['I call on ALL AGENTS', ['hidden_or_public_solicitation']],
    ['we publicly solicit offers', ['hidden_or_public_solicitation']],
    ['a three-way swap', ['multiparty_negotiation']],
    ['a direct trade, or a multi party one', ['multiparty_negotiation']],
    ['a direct swap with anyone', ['bilateral_negotiation']],
    ['everyone: a bilateral deal?', ['hidden_or_public_solicitation', 'bilateral_negotiation']],
    ['nothing to say', []],
  ])('%j is read as %j', (text, types) => {
    expect(typesIn(silent(text))).toEqual(types)
  })

  it.each(['communication_texts', 'response_texts'] as const)('%s are read too', (member) => {
    const row = silent('')
    expect(typesIn({ ...row, [member]: { 2: 'Everyone!' } })).toEqual([
      'hidden_or_public_solicitation',
    ])
  })

  it('the message and the kind of the event are read too', () => {
    expect(typesIn(silent('', { message: 'any agent' }))).toEqual(['hidden_or_public_solicitation'])
    expect(typesIn(silent('', { kind: 'Bilateral' }))).toEqual(['bilateral_negotiation'])
  })

  it('an update of the rules is worth what its transfers are, and nothing without any', () => {
    const rule = { id: 'rule' }
    const bare = subgamesOf('plain')([silent('', { institutional_updates: [rule], applied: true })])
    expect(bare).toMatchObject([
      { type: 'public_rule_update', participants: [], actual: 0, frontier: 0, ratio: null },
    ])
    const traded = changed({}, { institutional_updates: [rule], private_acceptance_audits: [] })
    const found = subgamesByType('plain')(subgamesOf('plain')([traded]))
    expect(found.public_rule_update).toEqual(found.bilateral_offer)
    expect(found.public_rule_update?.frontier).toBeGreaterThan(0)
    expect(dimensionsOf('plain')(subgamesOf('plain')([traded])).reuse.count).toBe(1)
  })

  it('an offer by which somebody loses could have given nothing', () => {
    const row = changed({}, { agent_deltas: { 1: 5, 2: -1e-11 }, private_acceptance_audits: [] })
    expect(subgamesOf('plain')([row])[0]).toMatchObject({ frontier: 0, actual: 0, gap: 0 })
    const slack = changed({}, { agent_deltas: { 1: 5, 2: -1e-13 }, applied: false })
    expect(subgamesOf('plain')([slack])[0]).toMatchObject({ actual: 0, gap: 5 - 1e-13, ratio: 0 })
  })

  it('an approval is worth its delta, and a refusal of a loss loses nothing', () => {
    const audit = changed({}).event.private_acceptance_audits[0]
    if (audit === undefined) throw new Error('no audit')
    const decisions = [
      { ...audit, agent_id: 1, approve: true, actual_delta: -2 },
      { ...audit, agent_id: 2, approve: false, actual_delta: -3 },
      { ...audit, agent_id: 3, approve: false, actual_delta: 4 },
      { ...audit, agent_id: 4, approve: true, actual_delta: 6 },
    ]
    const subgames = ofType(
      subgamesOf('plain')([changed({}, { private_acceptance_audits: decisions })]),
      'private_acceptance',
    )
    expect(subgames.map(({ participants, actual, gap }) => [participants, actual, gap])).toEqual([
      [[1], -2, 2],
      [[2], 0, 0],
      [[3], 0, 4],
      [[4], 6, 0],
    ])
    expect(subgames.filter(isNontrivial).length).toBe(2)
    expect(subgameTotals('plain')(subgames)).toMatchObject({
      count: 4,
      nontrivial: 2,
      solved: 1,
      actual: 4,
      frontier: 10,
      gap: 6,
      ratio: 0.4,
    })
  })

  it('no rows have no subgames, and no ratio of anything', () => {
    expect(subgamesOf('plain')([])).toEqual([])
    expect(dimensionsOf('plain')([])).toMatchObject({
      disclosure: { count: 0 },
      inference: { opportunities: 0, perDisclosure: null },
      proposal: { ratio: null },
    })
  })
})
