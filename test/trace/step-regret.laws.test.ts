import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeConfig, Protocol } from '../../src/economy/index.js'
import {
  communicationSet,
  respondersWithoutText,
  visibleAgents,
} from '../../src/economy/visibility.js'
import { bestPair, protocolOracle, regretSteps } from '../../src/oracle/index.js'
import { coordinationCost } from '../../src/settlement/coordination-cost.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'
import type { RunToRecord } from '../../src/trace/recording.js'
import { replayRun } from '../../src/trace/replay.js'
import { type RoundRegret, type RunRegret, regretOfRun } from '../../src/trace/step-regret.js'
import { openRun, type VerifiedRun } from '../../src/trace/verified-run.js'
import { arbitraryRun } from '../support/arbitrary-run.js'
import { exampleRun } from '../support/example-run.js'
import { opened, recordedFiles } from '../support/opened-run.js'
import { digitTamperings, seededDraw } from '../support/tampering.js'

const runs = { numRuns: 40 }

const judged = (run: RunToRecord): { verified: VerifiedRun; regret: RunRegret } => {
  const verified = opened(run)
  return { verified, regret: regretOfRun()(verified) }
}

describe('verified run laws', () => {
  it('L1 clean only', () => {
    const files = recordedFiles(exampleRun('live'))
    expect(openRun(files)._tag).toBe('VerifiedRun')
    for (const file of ['trace.jsonl', 'config_snapshot.json'] as const) {
      const all = digitTamperings(files, file, seededDraw(7))
      expect(all.length).toBeGreaterThan(0)
      for (const tampering of all.filter((_, index) => index % 7 === 0)) {
        const changed = tampering.apply()
        const found = openRun(changed)
        expect(found._tag, tampering.what).not.toBe('VerifiedRun')
        expect(found).toEqual(replayRun(changed))
      }
    }
    expect(openRun({ name: 'nowhere', files: {} })).toMatchObject({ _tag: 'Unreadable' })
    const { 'summary.json': _, ...unfinished } = files.files
    expect(openRun({ name: 'killed', files: unfinished })).toMatchObject({ _tag: 'Killed' })
  })

  it('L2 same end', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { rounds, facts, world } = opened(run)
        expect(rounds.at(-1)?.after.allocation).toEqual(facts.allocation)
        expect(rounds[0]?.before.allocation).toEqual(world.allocation)
        rounds.forEach((round, index) => {
          const next = rounds[index + 1]
          if (next !== undefined) expect(next.before).toBe(round.after)
        })
      }),
      runs,
    )
  })
})

describe('step regret laws', () => {
  it('L1 chain', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { regret } = judged(run)
        if (regret._tag === 'Refused') return
        for (const round of regret.rounds) {
          const { steps, protocolGain, solicitationGain, appliedGain } = round
          expect(steps.map((one) => one.step)).toEqual(regretSteps)
          expect(steps[0]?.attainable).toBe(Math.max(protocolGain, solicitationGain))
          expect(steps.at(-1)?.attained).toBe(appliedGain)
          steps.forEach((one, index) => {
            expect(one.regret).toBe(Math.max(0, one.attainable - one.attained))
            expect(steps[index + 1]?.attainable ?? one.attained).toBe(one.attained)
          })
        }
      }),
      runs,
    )
  })

  it('L2 accounted', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { verified, regret } = judged(run)
        if (regret._tag === 'Refused') {
          expect(verified.config.utilityMode).toBe('complementary_bundle')
          return
        }
        const { config, facts, rounds } = verified
        const silent = rounds.map(({ row, before }) =>
          coordinationCost(config.institutionPressure)({
            round: row.round_index,
            agents: config.numAgents,
            contacted: respondersWithoutText(config)(row.controller_id).length,
            institutions: before.institutions,
          }),
        )
        const spent =
          facts.coordinationCost - silent.reduce((sum, one) => sum + one.netCoordinationCost, 0)
        expect(regret.total.applied + spent).toBeCloseTo(
          facts.finalWelfare - facts.initialWelfare,
          8,
        )
      }),
      runs,
    )
  })

  it('L3 above pair', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const { verified, regret } = judged(run)
        if (regret._tag === 'Refused') return
        const { config, rounds } = verified
        regret.rounds.forEach((round, index) => {
          const before = rounds[index]?.before
          if (before === undefined) throw new Error('no state')
          const speakers = communicationSet(config)(round.controllerId)
          const best = bestPair(before, speakers, config.protocol.settlementRowLimit)
          const gain = best === null || '_tag' in best ? 0 : best.gain
          expect(round.steps[0]?.attainable ?? 0).toBeGreaterThanOrEqual(gain - 1e-6)
          const answer = protocolOracle(config)(before, round.controllerId)
          expect(answer._tag === 'Refused' ? null : answer.plan.gain).toBe(round.protocolGain)
        })
      }),
      runs,
    )
  })
})

describe('regret of a run', () => {
  const { regret } = judged(exampleRun('live'))

  it('is told step by step for every round', () => {
    if (regret._tag === 'Refused') throw new Error(regret.reason._tag)
    expect(regret.certified).toBe(true)
    expect(regret.rounds.map((round) => round.roundIndex)).toEqual([1, 2, 3])
    expect(regret.total.worst).toBe('proposal')
  })

  it('falls on acceptance where a debited agent does not consent', () => {
    const run = exampleRun('live')
    const declined = run.rounds.map((round) => ({
      ...round,
      decisions: { ...round.decisions, 2: '{"approve": false}' },
    }))
    const { regret: found } = judged({ ...run, rounds: declined })
    if (found._tag === 'Refused') throw new Error(found.reason._tag)
    for (const round of found.rounds) {
      expect(round.proposedGain).not.toBe(0)
      expect(round.steps[2]).toMatchObject({ step: 'acceptance', attained: 0 })
    }
  })

  it('falls on finalization where everybody consents and the verifier refuses', () => {
    const run = exampleRun('live')
    const refused = run.rounds.map((round) => ({
      ...round,
      agreement: {
        ...round.agreement,
        ...('verifier' in round.agreement
          ? { verifier: '{"verifier_ok": false, "confidence": 0.9}' }
          : {}),
      },
    }))
    const { regret: found } = judged({ ...run, rounds: refused })
    if (found._tag === 'Refused') throw new Error(found.reason._tag)
    for (const round of found.rounds) {
      expect(round.acceptedGain).toBe(round.proposedGain)
      expect(round.appliedGain).toBe(0)
      expect(round.steps[3]?.regret).toBe(Math.max(0, round.proposedGain))
    }
  })
})

/** The example under other rules, with its mechanism and the controller's words changed. */
const exampleUnder = (
  more: {
    readonly protocol?: Partial<Protocol>
    readonly perContact?: number
    readonly mechanism?: Partial<Mechanism>
    readonly proposal?: string
    readonly responders?: ReadonlyArray<number>
  } = {},
): RoundRegret => {
  const run = exampleRun('offline')
  const { responders = [2, 3] } = more
  const config: ExchangeConfig = {
    ...run.config,
    protocol: { ...run.config.protocol, privateAcceptanceCheck: false, ...more.protocol },
    institutionPressure: {
      ...run.config.institutionPressure,
      searchCostPerContactedAgent: more.perContact ?? 0,
    },
  }
  const rounds = run.rounds.map((round) => ({
    ...round,
    proposal: more.proposal ?? round.proposal,
    responses: Object.fromEntries(responders.map((agent) => [agent, 'Well.'])),
    agreement:
      round.agreement._tag === 'Mechanism'
        ? {
            _tag: 'Mechanism' as const,
            mechanism: { ...round.agreement.mechanism, ...more.mechanism },
          }
        : round.agreement,
  }))
  const { regret } = judged({ ...run, config, rounds })
  const [first] = regret._tag === 'Regret' ? regret.rounds : []
  if (first === undefined) throw new Error('no round')
  return first
}

describe('a proposal', () => {
  it('is worth its deltas, also to those who did not consent; then nothing is left after acceptance', () => {
    const agreed = exampleUnder()
    const declined = exampleUnder({ mechanism: { consentingAgents: [1] } })
    expect(agreed.acceptedGain).toBe(agreed.proposedGain)
    expect(agreed.appliedGain).toBe(agreed.proposedGain)
    expect(agreed.proposedGain).toBeGreaterThan(0)
    expect(declined.proposedGain).toBe(agreed.proposedGain)
    expect(declined.acceptedGain).toBe(0)
  })

  it('that holdings do not cover is worth nothing', () => {
    const transfers = [{ from: 2, to: 1, resource: 'r2', quantity: 1000 }]
    expect(exampleUnder({ mechanism: { transfers } }).proposedGain).toBe(0)
  })

  it('by which somebody loses is worth its sum, or nothing where losses are barred', () => {
    const transfers = [{ from: 2, to: 1, resource: 'r2', quantity: 1 }]
    const gift = { mechanism: { transfers } }
    const free = exampleUnder(gift)
    expect(free.proposedGain).not.toBe(0)
    expect(free.appliedGain).toBe(free.proposedGain)
    const barred = exampleUnder({ ...gift, protocol: { irEnforce: true } })
    expect(barred).toMatchObject({ proposedGain: 0, acceptedGain: 0, appliedGain: 0 })
  })
})

describe('soliciting', () => {
  const narrow = {
    visibilityMode: 'limited_contact',
    visibleAgentsPerAgent: 1,
    responseScope: 'solicited_public',
  } as const
  const base = exampleRun('offline').config
  const [seen = 0] = visibleAgents({ ...base, protocol: { ...base.protocol, ...narrow } })(1)
  const unseen = seen === 2 ? 3 : 2
  const call = 'Is anyone willing to offer something?'

  it('costs what it contacts above those who answer anyhow', () => {
    const parts = { protocol: narrow, proposal: call }
    const free = exampleUnder(parts)
    const paid = exampleUnder({ ...parts, perContact: 0.5 })
    expect(free.solicited).toBe(true)
    expect(paid.solicitationGain).toBeCloseTo(free.solicitationGain - 0.5, 12)
    expect(paid.protocolGain).toBe(free.protocolGain)
    expect(paid.proposedGain).toBeCloseTo(free.proposedGain - 0.5, 12)
    expect(paid.appliedGain).toBeCloseTo(free.appliedGain - 0.5, 12)
  })

  it('that did not happen cost nothing, and leaves the protocol oracle', () => {
    const parts = { protocol: narrow, responders: [seen] }
    const quiet = exampleUnder({ ...parts, perContact: 0.5 })
    expect(quiet.solicited).toBe(false)
    expect(quiet.appliedGain).toBe(exampleUnder(parts).appliedGain)
    expect(quiet.steps[0]?.attained).toBe(quiet.protocolGain)
  })

  it('counts where one unseen agent is called by name, and where all answer anyhow', () => {
    const named = [
      `PUBLIC ACTION\nADDRESSEES:\na${unseen}\nMESSAGE:\nm\nRESPONSE REQUEST:\nplease accept`,
      'SETTLEMENT:\nnone',
    ].join('\n')
    const called = exampleUnder({ protocol: narrow, proposal: named, responders: [unseen] })
    expect(called.solicited).toBe(true)
    const all = exampleUnder({ protocol: { ...narrow, responseScope: 'all' } })
    expect(all.solicited).toBe(true)
  })

  it('adds nothing where only those who are seen may answer', () => {
    const deaf = exampleUnder({
      protocol: { ...narrow, responseScope: 'visible_only' },
      proposal: call,
      responders: [seen],
    })
    expect(deaf.solicitationGain).toBe(deaf.protocolGain)
  })
})
