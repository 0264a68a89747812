import { readFileSync } from 'node:fs'
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import { renderFailures } from '../../src/core/failure.js'
import {
  type Matrix,
  readExchangeConfig,
  utilities,
  type World,
  worldOf,
} from '../../src/economy/index.js'
import {
  type AerOutcome,
  type AerRow,
  type CaptureGains,
  captureShare,
  legacyWelfareRatio,
  macroAER,
  parShare,
  poolCapture,
  recordedTierNames,
  type SettledTrade,
  scoreAER,
  utilityGains,
} from '../../src/scoring/index.js'
import { describeReference, readReference } from '../support/reference.js'

interface PoolRow {
  readonly status: string
  readonly verified: boolean
  readonly score_row: {
    readonly status: string
    readonly w_real: number
    readonly denominator: number
  }
}

interface PoolFigures {
  readonly n_ok: number
  readonly n_verified: number
  readonly n_error: number
  readonly pooled_aer: number | null
  readonly ci: readonly [number, number] | null
}

interface Pool {
  readonly n_boot: number
  readonly boot_seed: number
  readonly rows: ReadonlyArray<PoolRow>
  readonly expected: PoolFigures
}

interface Run {
  readonly run: string
  readonly case: string
  readonly seed: number
  readonly arm: string
  readonly score: {
    readonly status: string
    readonly w_real: number
    readonly denominator: number
    readonly denominator_tier: string
    readonly score: number
    readonly score_clip: number
  }
  readonly final_allocation: Matrix
  readonly capture: {
    readonly agent_id: number
    readonly agent_surplus: number
    readonly total_surplus: number
    readonly share: number | null
    readonly fair_share: number
    readonly per_agent_surplus: ReadonlyArray<number>
  }
}

interface Runs {
  readonly runs: ReadonlyArray<Run>
  readonly pooled_by_arm: Readonly<Record<string, PoolFigures | number | null>>
}

interface TraceEvent {
  readonly applied: boolean
  readonly agent_deltas: Readonly<Record<string, number>>
}

interface TraceRow {
  readonly verified_mechanism: { readonly transfers: SettledTrade['transfers'] }
  readonly event: TraceEvent
}

/** The score and the ends of its interval; null where there are none. */
const figures = (outcome: AerOutcome): Pick<PoolFigures, 'pooled_aer' | 'ci'> => {
  if (outcome.status !== 'ok') return { pooled_aer: null, ci: null }
  const { aer, interval } = outcome
  return {
    pooled_aer: aer,
    ci: interval._tag === 'Interval' ? [interval.low, interval.high] : null,
  }
}

const pairRow = (realized: number, attainable: number, index: number): AerRow => ({
  world: String(index),
  realized,
  attainable,
  tier: 'wstar_grid',
})

describe('the parity table', () => {
  const itGives = (
    name: string,
    summation: Summation,
    pairs: ReadonlyArray<readonly [number, number]>,
    aer: number,
    ci: readonly [number, number],
  ): void => {
    it(`gives ${name} under ${summation} sums`, () => {
      const rows = pairs.map(([realized, attainable], index) =>
        pairRow(realized, attainable, index),
      )
      expect(figures(scoreAER(rows, { summation, bootstrap: { engine: 'cpython' } }))).toEqual({
        pooled_aer: aer,
        ci,
      })
    })
  }

  const two = [
    [5.028671112753398, 54.97983844585446],
    [-15.122154861499602, 56.118978117415004],
  ] as const
  const three = [
    [11.080269183381903, 76.30167344841962],
    [-6.333236018009156, 70.75747439283873],
    [44.97983615587383, 43.45083260947123],
  ] as const
  for (const summation of ['plain', 'neumaier'] as const) {
    itGives(
      'two worlds',
      summation,
      two,
      -0.09085140653139258,
      [-0.2694659697804948, 0.09146391213400455],
    )
    itGives(
      'three worlds, one above its optimum',
      summation,
      three,
      0.2610197597186103,
      [-0.08950624753573927, 1.0351892807243772],
    )
  }

  // Scripted agents in four cases of three seeds; three of the cases play alike.
  const optimum = { plain: 81.22720096303193, neumaier: 81.22720096303195 }
  const scripted = (
    summation: Summation,
    alike: readonly [number, number],
    third: readonly number[],
  ) => {
    const [second, last] = alike
    const usual = [
      [11.1668154650405, 68.4342168675724],
      [second, 73.99241097984026],
      [last, optimum[summation]],
    ] as const
    const discovery = [
      [third[0] ?? 0, 68.4342168675724],
      [third[1] ?? 0, 73.99241097984026],
      [third[2] ?? 0, optimum[summation]],
    ] as const
    return [...usual, ...usual, ...discovery, ...usual]
  }
  itGives(
    'the scripted arm',
    'plain',
    scripted(
      'plain',
      [7.887352243846806, 10.095523308531767],
      [15.100473416353594, 18.55556902939857, 11.27004000642421],
    ),
    0.14796880094620105,
    [0.12574843496629212, 0.17476827028126588],
  )
  itGives(
    'the scripted arm',
    'neumaier',
    scripted(
      'neumaier',
      [7.887352243846799, 10.095523308531774],
      [15.100473416353594, 18.555569029398562, 11.270040006424225],
    ),
    0.14796880094620102,
    [0.1257484349662921, 0.17476827028126585],
  )

  it('gives a seat its share of the scripted arm under plain sums', () => {
    const usual = [
      { agentGain: 3.912725554299655, totalGain: 11.1668154650405 },
      { agentGain: 3.330054977347504, totalGain: 7.887352243846801 },
      { agentGain: 3.885128532802886, totalGain: 10.095523308531781 },
    ]
    const discovery = [
      { agentGain: 7.042813694822517, totalGain: 15.100473416353601 },
      { agentGain: 10.133733612020613, totalGain: 18.555569029398562 },
      { agentGain: 4.209210637349559, totalGain: 11.270040006424225 },
    ]
    const episodes = [...usual, ...usual, ...discovery, ...usual]
    expect(poolCapture(episodes, { summation: 'plain' })).toMatchObject({
      share: 0.4137444441809055,
    })
  })
})

const pooledRow = (row: PoolRow, index: number): AerRow => {
  const pair = pairRow(row.score_row.w_real, row.score_row.denominator, index)
  return row.status === 'ok' ? pair : { ...pair, status: 'error', reason: row.status }
}

describeReference('the recorded pools', (folder) => {
  for (const [file, summation] of [
    ['pooled_aer.json', 'plain'],
    ['pooled_aer_py314.json', 'neumaier'],
  ] as const) {
    const pools = readReference(folder, file) as ReadonlyArray<Pool>

    it(`are twenty in ${file}, with failed, degenerate and no rows among them`, () => {
      expect(pools).toHaveLength(20)
      const statuses = pools.flatMap(({ rows }) =>
        rows.map(({ status, score_row }) => `${status} ${score_row.status}`),
      )
      expect([...new Set(statuses)].sort()).toEqual([
        'harness_error ok',
        'ok degenerate_denominator',
        'ok ok',
      ])
    })

    for (const [place, pool] of pools.entries()) {
      it(`gives the figures of pool ${place} of ${file}`, () => {
        const { expected } = pool
        const outcome = scoreAER(pool.rows.map(pooledRow), {
          summation,
          bootstrap: { engine: 'cpython', replicates: pool.n_boot, seed: pool.boot_seed },
        })
        expect(figures(outcome)).toEqual({ pooled_aer: expected.pooled_aer, ci: expected.ci })
        if (outcome.status === 'invalid') throw new Error(outcome.reason)
        expect(outcome.droppedCounts.error).toBe(expected.n_error)
        // The recording counts a row without an optimum to reach as scored if nobody marked it; it gave no number.
        const unmarked = pool.rows.filter(
          ({ score_row }) => score_row.status === 'ok' && score_row.denominator <= 1e-9,
        )
        expect(outcome.n + unmarked.length).toBe(expected.n_ok)
        expect(outcome.n + outcome.dropped.length).toBe(pool.rows.length)
        if (pool.rows.length === 1 && expected.pooled_aer !== null) {
          expect(outcome).toMatchObject({ interval: { degenerate: true } })
        }
      })
    }
  }
})

const runRow = ({ run, case: name, seed, arm, score }: Run): AerRow => ({
  world: `${seed}`,
  case: name,
  agent: arm,
  realized: score.w_real,
  attainable: score.denominator,
  tier: recordedTierNames[score.denominator_tier] ?? run,
})

const worldOfRun = (folder: string, { run, seed }: Run): World => {
  const config = readExchangeConfig(readReference(folder, `${run}/config_snapshot.json`))
  const world = isRight(config) ? worldOf(config.right, seed) : config
  if (isRight(world)) return world.right
  throw new Error(renderFailures(world.left))
}

const traceOf = (folder: string, run: string): ReadonlyArray<TraceRow> =>
  readFileSync(`${folder}/${run}/trace.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TraceRow)

const conformsToRuns = (
  folder: string,
  file: string,
  below: string,
  summation: Summation,
  directories: number,
): void => {
  const { runs, pooled_by_arm: arms } = readReference(folder, file) as Runs
  const place = `${folder}/${below}`

  it(`finds ${directories} directories in ${below}`, () => {
    expect(runs).toHaveLength(directories)
  })

  for (const run of runs) {
    const { score, capture } = run

    it(`gives the score of ${below}/${run.run}`, () => {
      const outcome = scoreAER([runRow(run)], { summation, bootstrap: { engine: 'cpython' } })
      expect(outcome).toMatchObject({
        status: score.status,
        aer: score.score,
        clipped: score.score_clip,
        tier: 'wstar_grid',
        interval: { degenerate: true },
      })
    })

    it(`gives the capture share of ${below}/${run.run}`, () => {
      const world = worldOfRun(place, run)
      const gains = utilityGains(
        utilities(world, world.allocation, summation),
        utilities(world, run.final_allocation, summation),
      )
      expect(gains).toEqual(capture.per_agent_surplus)
      const ours = captureShare({ gains, agent: capture.agent_id }, { summation })
      expect(ours).toMatchObject({
        agentGain: capture.agent_surplus,
        totalGain: capture.total_surplus,
        fairShare: capture.fair_share,
        ...(capture.share === null ? { status: 'not_evaluable' } : { share: capture.share }),
      })
    })

    it(`splits the surplus of ${below}/${run.run} at par`, () => {
      const settlements = traceOf(place, run.run)
        .filter(({ event }) => event.applied)
        .map(({ verified_mechanism, event }) => ({
          transfers: verified_mechanism.transfers,
          agentDeltas: event.agent_deltas,
        }))
      const agents = capture.per_agent_surplus.length
      const par = parShare({ agents, agent: capture.agent_id, settlements }, { summation })
      if (par.status === 'invalid') throw new Error(renderFailures(par.failures))
      expect(par.pars.reduce((total, part) => total + part, 0)).toBeCloseTo(par.totalGain, 9)
      expect(par.totalGain).toBeCloseTo(capture.total_surplus, 9)
      for (const [index, gain] of par.gains.entries()) {
        expect(gain).toBeCloseTo(capture.per_agent_surplus[index] ?? Number.NaN, 9)
      }
    })

    it(`gives the legacy ratio of ${below}/${run.run}`, () => {
      const summary = readReference(place, `${run.run}/summary.json`) as Readonly<
        Record<string, number>
      >
      const { initial_welfare: initial = 0, final_welfare: final = 0 } = summary
      const { optimum_welfare: best = 0, welfare_ratio: recorded } = summary
      expect(legacyWelfareRatio(final - initial, best - initial)).toBe(recorded)
    })
  }

  // The recorded pools are over the official cases; treatments are scored but pooled with nothing.
  const official = runs.filter(({ case: name }) => name.startsWith('case0'))
  for (const [arm, recorded] of Object.entries(arms)) {
    const rows = official.filter((run) => arm.startsWith(run.arm))

    if (typeof recorded === 'object' && recorded !== null) {
      it(`pools the arm ${arm} of ${below}`, () => {
        const outcome = scoreAER(rows.map(runRow), { summation, bootstrap: { engine: 'cpython' } })
        expect(outcome).toMatchObject({ status: 'ok', n: recorded.n_ok, worlds: recorded.n_ok })
        expect(figures(outcome)).toEqual({ pooled_aer: recorded.pooled_aer, ci: recorded.ci })
        expect(macroAER(rows.map(runRow), { summation })).toMatchObject({ status: 'ok', n: 4 })
      })
    } else {
      it(`pools the capture shares of ${arm} of ${below}`, () => {
        const gains = rows.map(
          ({ capture }): CaptureGains => ({
            agentGain: capture.agent_surplus,
            totalGain: capture.total_surplus,
          }),
        )
        const pooled = poolCapture(gains, { summation })
        expect(pooled.status === 'ok' ? pooled.share : null).toBe(recorded)
      })
    }
  }
}

describeReference('the recorded runs', (folder) => {
  conformsToRuns(folder, 'runs_expected.json', 'runs', 'plain', 31)
  conformsToRuns(folder, 'runs_py314_expected.json', 'runs_py314', 'neumaier', 20)
})
