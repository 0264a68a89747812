/**
 * The arms: what scripted agents score in the official cases, at one seat against a scripted panel that refuses what it
 * cannot parse, or at every seat. Every play is a pure function of the case, the seed and the agents.
 */
import {
  answerWith,
  noOpAgent,
  oneAmong,
  type PrivilegedExchangeAgent,
  politeVoice,
  privilegedBilateralAgent,
  privilegedGreedyAgent,
  randomTextAgent,
  randomTransferAgent,
  scriptedCompiler,
  scriptedVerifier,
} from 'edgeworth/agents'
import { type Policy, playWith } from 'edgeworth/core'
import { gridOptimum } from 'edgeworth/economy'
import {
  caseAt,
  type ExchangeCase,
  type ExchangeQuestion,
  type ExchangeResult,
  exchangeEpisode,
  officialCases,
} from 'edgeworth/exchange'
import { scoreAER } from 'edgeworth/scoring'
import { marginOverFloor, pairedDifference } from 'edgeworth/statistics'

const panel = privilegedBilateralAgent('first_ir')

/** Who sits at a number. */
export type Agents = (agent: number) => PrivilegedExchangeAgent

/** One agent under test, at number 1, and the panel everywhere else. */
export const underTest = (own: PrivilegedExchangeAgent): Agents => oneAmong(1, own, panel)

/** Self-play: everybody is under test. */
export const population =
  (own: PrivilegedExchangeAgent): Agents =>
  () =>
    own

/**
 * Who sits where, by the name of the arm, for a world by its seed: random agents draw anew in every world. The greedy
 * floor makes one decision and says it in two ways. A population of another agent would play as it does under test,
 * since agent 1 controls every round and as panelists all but the random ones decide alike.
 */
export const arms: Readonly<Record<string, (seed: number) => Agents>> = {
  no_op: () => underTest(noOpAgent),
  random_text: (seed) => underTest(randomTextAgent(BigInt(seed))),
  random_transfer: (seed) => underTest(randomTransferAgent(BigInt(seed))),
  random_population: (seed) => population(randomTransferAgent(BigInt(seed))),
  scripted_first: () => underTest(panel),
  scripted_own: () => underTest(privilegedBilateralAgent('max_own')),
  scripted_joint: () => underTest(privilegedBilateralAgent('max_joint')),
  greedy_polite: () => underTest(privilegedGreedyAgent({ voice: politeVoice })),
  greedy: () => underTest(privilegedGreedyAgent()),
}

/** How the agents of an arm answer: with the compiler and the verifier that go by rule. */
export const answerOf = (agents: Agents): Policy<ExchangeQuestion> =>
  answerWith({ agents, compiler: scriptedCompiler, verifier: scriptedVerifier })

/** A played world: what was gained and what could have been, in units of utility. */
export interface ArmRow {
  readonly arm: string
  readonly case: string
  readonly world: string
  readonly realized: number
  readonly attainable: number
  readonly applied: number
  readonly tier: 'wstar_grid'
}

const play = (market: ExchangeCase, seed: number, agents: Agents): ExchangeResult => {
  const episode = exchangeEpisode({ config: caseAt(market, seed) })
  if (episode._tag === 'Left') throw new Error(JSON.stringify(episode.left))
  const played = playWith(answerOf(agents))(episode.right)
  if (played._tag !== 'Finished') throw new Error(played._tag)
  return played.result
}

/** Plays one arm in one world. */
export const playArm = (
  arm: string,
  agents: Agents,
  market: ExchangeCase,
  seed: number,
): ArmRow => {
  const { ledger, summation, totals } = play(market, seed, agents)
  return {
    arm,
    case: market.name,
    world: String(seed),
    realized: totals.realized,
    attainable: gridOptimum(ledger.world, summation).welfare - totals.initialWelfare,
    applied: totals.applied,
    tier: 'wstar_grid',
  }
}

/** Plays every arm in every case over some seeds. */
export const playArms = (seeds: ReadonlyArray<number>): ReadonlyArray<ArmRow> =>
  Object.entries(arms).flatMap(([arm, agents]) =>
    officialCases.flatMap((market) =>
      seeds.map((seed) => playArm(arm, agents(seed), market, seed)),
    ),
  )

const three = (value: number): string => value.toFixed(3)

const interval = (outcome: { _tag: string; low?: number; high?: number }): string =>
  outcome.low === undefined || outcome.high === undefined
    ? outcome._tag
    : `[${three(outcome.low)}, ${three(outcome.high)}]`

const line = (...cells: ReadonlyArray<string>): string => `| ${cells.join(' | ')} |`

const head = (...cells: ReadonlyArray<string>): ReadonlyArray<string> => [
  line(...cells),
  line(...cells.map(() => '---')),
]

const rowsOf = (rows: ReadonlyArray<ArmRow>, arm: string, market: string): ReadonlyArray<ArmRow> =>
  rows.filter((row) => row.arm === arm && row.case === market)

/** Scores of every arm in every case, with bootstrap intervals over worlds. */
export const scoreTable = (rows: ReadonlyArray<ArmRow>): ReadonlyArray<string> => [
  ...head('case', 'arm', 'AER', '95% interval', 'worlds', 'settlements a world'),
  ...officialCases.flatMap(({ name }) =>
    Object.keys(arms).map((arm) => {
      const played = rowsOf(rows, arm, name)
      const score = scoreAER(played)
      if (score.status !== 'ok') return line(name, arm, score.status, '', String(played.length), '')
      const applied = played.reduce((total, row) => total + row.applied, 0) / played.length
      const { aer, interval: around } = score
      return line(name, arm, three(aer), interval(around), String(score.worlds), applied.toFixed(2))
    }),
  ),
]

/** The rows of an arm as pairs are made of them, by the key of the world. */
const ratios = (rows: ReadonlyArray<ArmRow>, arm: string) =>
  rows
    .filter((row) => row.arm === arm)
    .map((row) => ({
      case: row.case,
      key: `${row.case}/${row.world}`,
      numerator: row.realized,
      denominator: row.attainable,
    }))

/** What the polite voice loses of the same decisions, paired by world: positive where the phrasing costs. */
export const phrasingTax = (rows: ReadonlyArray<ArmRow>): ReadonlyArray<string> => [
  ...head('case', 'phrasing tax (AER, canonical less polite)', '95% paired interval', 'worlds'),
  ...officialCases.map(({ name }) => {
    const of = (arm: string) => ratios(rows, arm).filter((row) => row.case === name)
    const { differenceOfRatios, joined } = pairedDifference()(of('greedy'), of('greedy_polite'))
    const tax = differenceOfRatios.estimate
    const shown = tax === null ? differenceOfRatios._tag : three(tax)
    return line(name, shown, interval(differenceOfRatios), String(joined))
  }),
]

/** How much every arm is above the greedy floor, case by case, paired by world. */
export const margins = (rows: ReadonlyArray<ArmRow>): ReadonlyArray<string> => [
  ...head('arm', 'case', 'margin over the greedy floor', '95% paired interval', 'worlds'),
  ...Object.keys(arms)
    .filter((arm) => arm !== 'greedy')
    .flatMap((arm) =>
      marginOverFloor()(ratios(rows, arm), ratios(rows, 'greedy')).map(
        ({ case: name, margin, cells }) =>
          line(
            arm,
            name,
            margin.estimate === null ? margin._tag : three(margin.estimate),
            interval(margin),
            String(cells),
          ),
      ),
    ),
]
