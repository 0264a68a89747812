import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleAgents } from '../../src/economy/visibility.js'
import type { TraceRow } from '../../src/trace/row-codec.js'
import { solicitationUse } from '../../src/trace/solicitation-use.js'
import { arbitraryRun } from '../support/arbitrary-run.js'
import { hiddenDiscovery } from '../support/cases.js'
import { exampleRun } from '../support/example-run.js'
import { opened } from '../support/opened-run.js'

describe('solicitation use laws', () => {
  it('L1 hidden', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { config, rounds } = opened(run)
        const use = solicitationUse(config)(rounds.map(({ row }) => row))
        expect(use.rounds.length).toBe(rounds.length)
        for (const round of use.rounds) {
          expect(round.visible).toEqual(visibleAgents(config)(round.controllerId))
          for (const agent of round.hiddenResponders) {
            expect(round.responders).toContain(agent)
            expect(round.visible).not.toContain(agent)
            expect(agent).not.toBe(round.controllerId)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('L2 used', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { config, rounds } = opened(run)
        const use = solicitationUse(config)(rounds.map(({ row }) => row))
        for (const round of use.rounds) {
          if (round.used) expect(round.hiddenResponders.length).toBeGreaterThan(0)
          expect(round.appliedWithHidden).toBe(round.used && round.applied)
        }
        expect(use.usedRounds).toBeLessThanOrEqual(use.hiddenResponderRounds)
        expect(use.appliedWithHiddenRounds).toBeLessThanOrEqual(use.appliedRounds)
      }),
      { numRuns: 40 },
    )
  })
})

const visible = visibleAgents(hiddenDiscovery)(1)
const [hidden = 0, other = 0] = [2, 3, 4, 5].filter((agent) => !visible.includes(agent))

const [example] = opened(exampleRun('live')).rounds
const rowWith = (members: Partial<TraceRow>): TraceRow => {
  if (example === undefined) throw new Error('no row')
  const { row } = example
  const empty = { ...row.compiled_mechanism, transfers: [] }
  return {
    ...row,
    communication_texts: {},
    proposal_text: '',
    response_texts: { [hidden]: 'I am here.' },
    compiled_mechanism: empty,
    verified_before_private_acceptance: empty,
    verified_mechanism: empty,
    ...members,
  }
}

const usedIn = (members: Partial<TraceRow>): boolean | undefined =>
  solicitationUse(hiddenDiscovery)([rowWith(members)]).rounds[0]?.used

describe('a hidden responder', () => {
  it.each([
    [`a${hidden} gives r2`, true],
    [`Agent ${hidden} gives r2`, true],
    [`a${hidden}0 gives r2`, false],
    [`beta${hidden} gives r${hidden}`, false],
    [`a${visible[0] ?? 0} gives r2`, false],
    [`a${other} gives r2`, false],
    ['', false],
  ])('in the proposal %j is used: %j', (proposal, used) => {
    expect(usedIn({ proposal_text: proposal })).toBe(used)
  })

  it.each([
    'compiled_mechanism',
    'verified_before_private_acceptance',
    'verified_mechanism',
  ] as const)('in a row of %s is used', (state) => {
    const transfer = { from: 1, to: hidden, resource: 'r1', quantity: 1 }
    const { compiled_mechanism: empty } = rowWith({})
    expect(usedIn({ [state]: { ...empty, transfers: [transfer] } })).toBe(true)
    expect(usedIn({ [state]: { ...empty, transfers: [{ ...transfer, to: other }] } })).toBe(false)
  })

  it('that only the final text names is not', () => {
    expect(usedIn({ final_text: `a${hidden} gives r2` })).toBe(false)
  })

  it('is none where the controller sees everybody who answered', () => {
    const seen = visible[0] ?? 0
    const use = solicitationUse(hiddenDiscovery)([
      rowWith({ response_texts: { [seen]: 'Here.' }, proposal_text: `a${seen} gives r2` }),
    ])
    expect(use).toMatchObject({ hiddenResponderRounds: 0, hiddenResponders: 0, usedRounds: 0 })
  })

  it('is called by the controller, not by others', () => {
    const call = 'Anyone willing to offer r2?'
    const use = (members: Partial<TraceRow>) =>
      solicitationUse(hiddenDiscovery)([rowWith(members)]).activatedRounds
    expect(use({ communication_texts: { 1: call } })).toBe(1)
    expect(use({ proposal_text: call })).toBe(1)
    expect(use({ communication_texts: { 2: call } })).toBe(0)
  })
})
