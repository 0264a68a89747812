import { describe, expect, it } from 'vitest'
import { regretSteps } from '../../src/oracle/index.js'
import { type Dimensions, dimensionsOf } from '../../src/trace/dimensions.js'
import { type SolicitationUse, solicitationUse } from '../../src/trace/solicitation-use.js'
import { regretOfRun } from '../../src/trace/step-regret.js'
import {
  type Subgame,
  type SubgameTotals,
  subgamesByType,
  subgamesOf,
} from '../../src/trace/subgame.js'
import { openRun, type VerifiedRun } from '../../src/trace/verified-run.js'
import { describeReference, listReference, readReference } from '../support/reference.js'
import { readRun } from '../support/tampering.js'

interface Amounts {
  readonly count: number
  readonly actual_gain: number
  readonly matched_frontier_gain: number
  readonly oracle_gap: number
  readonly frontier_ratio: number | null
}

interface Dimension extends Amounts {
  readonly nontrivial_count: number
  readonly solved_count: number
}

interface Expected {
  readonly run: string
  readonly arm: string
  readonly subgames: {
    readonly episode_count: number
    readonly by_type: Readonly<Record<string, Amounts & { readonly applied: number }>>
  }
  readonly d_dimensions: {
    readonly D1_sender_disclosure: { readonly count: number }
    readonly D2_receiver_inference: {
      readonly opportunities_formed: number
      readonly opportunity_per_disclosure: number | null
    }
    readonly D3_executable_proposal: Dimension
    readonly D4_settlement_evaluation: Dimension
    readonly D5_reuse_continuation: Dimension
  }
  readonly solicitation: Readonly<Record<string, unknown>>
}

const amountsOf = ({ count, actual, frontier, gap, ratio }: SubgameTotals): Amounts => ({
  count,
  actual_gain: actual,
  matched_frontier_gain: frontier,
  oracle_gap: gap,
  frontier_ratio: ratio,
})

const byTypeOf = (subgames: ReadonlyArray<Subgame>, rule: 'plain' | 'neumaier') =>
  Object.fromEntries(
    Object.entries(subgamesByType(rule)(subgames)).map(([type, totals]) => [
      type,
      { ...amountsOf(totals), applied: totals.applied },
    ]),
  )

const dimensionOf = (totals: SubgameTotals): Dimension => ({
  ...amountsOf(totals),
  nontrivial_count: totals.nontrivial,
  solved_count: totals.solved,
})

const withoutWords = ({ d_dimensions: recorded }: Expected): unknown =>
  Object.fromEntries(
    Object.entries(recorded).map(([name, dimension]) => {
      const { description: _, ...figures } = dimension as Record<string, unknown>
      return [name, figures]
    }),
  )

const recordedDimensions = (found: Dimensions): unknown => ({
  D1_sender_disclosure: found.disclosure,
  D2_receiver_inference: {
    opportunities_formed: found.inference.opportunities,
    opportunity_per_disclosure: found.inference.perDisclosure,
  },
  D3_executable_proposal: dimensionOf(found.proposal),
  D4_settlement_evaluation: dimensionOf(found.acceptance),
  D5_reuse_continuation: dimensionOf(found.reuse),
})

const recordedUse = (name: string, use: SolicitationUse): unknown => ({
  config_name: name,
  rounds: use.rounds.length,
  public_solicitation_activated_rounds: use.activatedRounds,
  hidden_responder_rounds: use.hiddenResponderRounds,
  hidden_responder_count: use.hiddenResponders,
  hidden_responder_used_in_proposal_rounds: use.usedRounds,
  applied_trades: use.appliedRounds,
  applied_trades_with_hidden_responders: use.appliedWithHiddenRounds,
  round_traces: use.rounds.map((round) => ({
    round_index: round.roundIndex,
    controller_id: round.controllerId,
    visible_agents: round.visible,
    response_agents: round.responders,
    hidden_responders: round.hiddenResponders,
    public_solicitation_activated: round.activated,
    hidden_responder_used_in_proposal: round.used,
    applied: round.applied,
    applied_with_hidden_responder: round.appliedWithHidden,
  })),
})

describeReference('recorded subgames', (folder) => {
  const { runs } = readReference(folder, 'runs_expected.json') as {
    readonly runs: ReadonlyArray<Expected>
  }
  const opened = (kind: 'runs' | 'runs_py314', name: string): VerifiedRun => {
    const run = openRun(readRun(`${folder}/${kind}`, name))
    if (run._tag !== 'VerifiedRun') throw new Error(`${name}: ${run._tag}`)
    return run
  }
  const open = new Map(runs.map((one) => [one.run, opened('runs', one.run)]))
  const runOf = (name: string): VerifiedRun => open.get(name) ?? opened('runs', name)
  const rowsOf = (run: VerifiedRun) => run.rounds.map(({ row }) => row)

  it('are of every recorded run', () => {
    expect(runs.map((one) => one.run).sort()).toEqual(listReference(folder, 'runs'))
    expect(runs.length).toBe(31)
  })

  it.each(runs)('$run has the recorded subgames', (one) => {
    const subgames = subgamesOf('plain')(rowsOf(runOf(one.run)))
    expect(subgames.length).toBe(one.subgames.episode_count)
    const found = byTypeOf(subgames, 'plain')
    expect(found).toEqual(one.subgames.by_type)
    expect(Object.keys(found)).toEqual(Object.keys(one.subgames.by_type))
  })

  it.each(runs)('$run has the recorded dimensions', (one) => {
    const subgames = subgamesOf('plain')(rowsOf(runOf(one.run)))
    expect(recordedDimensions(dimensionsOf('plain')(subgames))).toEqual(withoutWords(one))
  })

  it.each(runs)('$run uses solicitation as recorded', (one) => {
    const run = runOf(one.run)
    const use = solicitationUse(run.config)(rowsOf(run))
    expect(recordedUse(run.config.name, use)).toEqual(one.solicitation)
  })

  describe('under compensated sums', () => {
    const names = listReference(folder, 'runs_py314')

    it.each(names)('%s has the same subgames, to the last digits', (name) => {
      const run = opened('runs_py314', name)
      expect(run.run.summation).toBe('neumaier')
      const recorded = runs.find((one) => one.run === name)
      const subgames = subgamesOf('neumaier')(rowsOf(run))
      const found = byTypeOf(subgames, 'neumaier')
      expect(Object.keys(found)).toEqual(Object.keys(recorded?.subgames.by_type ?? {}))
      for (const [type, amounts] of Object.entries(recorded?.subgames.by_type ?? {})) {
        expect(found[type]?.count).toBe(amounts.count)
        expect(found[type]?.applied).toBe(amounts.applied)
        expect(found[type]?.actual_gain).toBeCloseTo(amounts.actual_gain, 9)
        expect(found[type]?.matched_frontier_gain).toBeCloseTo(amounts.matched_frontier_gain, 9)
        expect(found[type]?.oracle_gap).toBeCloseTo(amounts.oracle_gap, 9)
      }
      const use = solicitationUse(run.config)(rowsOf(run))
      expect(recordedUse(run.config.name, use)).toEqual(recorded?.solicitation)
    })
  })

  it.each(runs)('$run has a certified regret that accounts for what it gained', (one) => {
    const run = runOf(one.run)
    const regret = regretOfRun()(run)
    if (regret._tag === 'Refused') throw new Error(regret.reason._tag)
    expect(regret.certified).toBe(true)
    const lost = regretSteps.reduce((total, step) => total + regret.total.difference[step], 0)
    expect(lost).toBeCloseTo(regret.total.reach - regret.total.applied, 8)
    // The scripts of these runs swap between two agents that both gain, so nothing they do is beyond the oracles; they
    // find their partners without a word, so it can be beyond what is left where nobody called.
    if (one.arm !== 'offline') return
    for (const { steps, proposedGain } of regret.rounds) {
      expect(proposedGain).toBeGreaterThan(0)
      expect(proposedGain).toBeLessThanOrEqual((steps[0]?.attainable ?? 0) + 1e-7)
    }
  })
})
