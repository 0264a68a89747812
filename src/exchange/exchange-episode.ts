/**
 * Exchange episode: a market played from its configuration and seed alone, as a pure dialogue.
 *
 * Whoever answers the questions plays: a model, a script, a person, a recorded log. A log is the answers in the order of
 * their arrival; state is computed from it again.
 *
 * | part        | default                                | meaning                                                    |
 * | ----------- | -------------------------------------- | ---------------------------------------------------------- |
 * | `config`    | none                                   | the economy, the rounds, the protocol and the roles        |
 * | `seed`      | that of the configuration              | of the world                                               |
 * | `summation` | `neumaier`                             | the rule by which lists of numbers are added               |
 * | `reading`   | `strict`                               | how replies are read; `recorded` for the public recordings |
 * | `reasoning` | `private`                              | what a seat is told to do with its reasoning               |
 * | `defectors` | drawn from the panel by the protocol   | agents that decline and reject everything                  |
 *
 * Laws
 *   L1 replayed play     replaying the log of a play gives its result, and any prefix of it resumes
 *   L2 scratchpad        nothing changes with the private text of an answer: no observation and no result
 *   L3 hidden change     no observation changes with what the protocol hides from its seat, for the same answers
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import { map } from '../core/episode/chain.js'
import type { Episode } from '../core/episode/episode.js'
import { again, done, iterate, type Loop } from '../core/episode/iterate.js'
import { type Failures, failure } from '../core/failure.js'
import { type ExchangeConfig, worldOf } from '../economy/config.js'
import type { GeneratorFailure } from '../economy/generator.js'
import { controllerOf } from '../economy/visibility.js'
import { type Ledger, openLedger } from '../settlement/ledger.js'
import { type ExchangeResult, type ExchangeRound, exchangeTotals } from './exchange-result.js'
import { type Market, openMarket, publicRound, type Scene } from './market.js'
import type { Reading } from './mechanism-fields.js'
import type { ExchangeQuestion, PublicRound, ReasoningChannel } from './question.js'
import { type RolesFailure, readRoles } from './roles.js'
import { playRound } from './round.js'
import { drawDefectors } from './seat-defectors.js'

/**
 * Describes an exchange to play; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeSetup {
  readonly config: ExchangeConfig
  readonly seed?: number
  readonly summation?: Summation
  readonly reading?: Reading
  readonly reasoning?: ReasoningChannel
  readonly defectors?: ReadonlyArray<number>
}

/**
 * Names why an exchange cannot be played: no such world, no such seats, or a defector that is no agent.
 *
 * @category failures
 * @since 0.1.0
 */
export type ExchangeFailure = GeneratorFailure | RolesFailure | 'UnknownAgent'

const everybodyBut = (agents: number, one: number): ReadonlyArray<number> =>
  Array.from({ length: agents }, (_, index) => index + 1).filter((agent) => agent !== one)

const defectorsOf = (
  config: ExchangeConfig,
  given: ReadonlyArray<number> | undefined,
): Either<Failures<ExchangeFailure>, ReadonlyArray<number>> => {
  const { numAgents, roles, controllers, protocol } = config
  if (given !== undefined) {
    const at = given.findIndex(
      (agent) => !(Number.isInteger(agent) && agent >= 1 && agent <= numAgents),
    )
    const expected = `the number of an agent, 1 to ${numAgents}`
    return at < 0
      ? right(given)
      : left([failure('UnknownAgent', ['defectors', at], given[at], expected)])
  }
  // Without seats the first controller is under test, and everybody else is the panel.
  if (roles === null)
    return right(drawDefectors(protocol, everybodyBut(numAgents, controllers[0] ?? 1)))
  const seated = readRoles(roles, numAgents)
  if (isLeft(seated)) return seated
  return right(
    drawDefectors(
      protocol,
      seated.right.panel.flatMap(({ agents }) => agents),
    ),
  )
}

interface State {
  readonly ledger: Ledger
  readonly history: ReadonlyArray<PublicRound>
  readonly rounds: ReadonlyArray<ExchangeRound>
}

const nextState = (scene: Scene, { rounds }: State, played: ExchangeRound): State => ({
  ledger: played.ledger,
  history: [...scene.history, publicRound(scene, played, played.executed, played.rejecting)],
  rounds: [...rounds, played],
})

const playFrom =
  (market: Market) =>
  (state: State): Episode<ExchangeQuestion, Loop<State, State>> => {
    const round = state.rounds.length + 1
    const { ledger, history } = state
    const scene: Scene = {
      market,
      round,
      controller: controllerOf(market.config)(round),
      ledger,
      history,
    }
    return map((played: ExchangeRound) => {
      const next = nextState(scene, state, played)
      return round >= market.config.rounds ? done(next) : again(next)
    })(playRound(scene))
  }

/**
 * Plays a market that was made, from its first round to its last.
 *
 * @category games
 * @since 0.1.0
 */
export const playMarket = (market: Market): Episode<ExchangeQuestion, ExchangeResult> => {
  const { config, world, summation, reading, reasoning, defectors } = market
  const start: State = { ledger: openLedger(world), history: [], rounds: [] }
  return map(
    ({ ledger, rounds }: State): ExchangeResult => ({
      config,
      seed: config.seed,
      summation,
      reading,
      reasoning,
      defectors: [...defectors],
      rounds,
      ledger,
      totals: exchangeTotals(ledger, summation, rounds),
    }),
  )(iterate(playFrom(market))(start))
}

/**
 * Gives the episode of an exchange. Fails where its configuration makes no world or seats nobody.
 *
 * @example
 * ```ts
 * import { openQuestions } from 'edgeworth/core'
 * import { makeExchangeConfig } from 'edgeworth/economy'
 * import { exchangeEpisode } from 'edgeworth/exchange'
 *
 * const config = makeExchangeConfig({ numAgents: 3, numResources: 3, rounds: 1, controllers: [2] })
 * const game = config._tag === 'Right' ? exchangeEpisode({ config: config.right }) : config
 * const ids = game._tag === 'Right' ? [...openQuestions(game.right).keys()] : []
 * ids // => ['r1:communication:a1:0', 'r1:communication:a2:0', 'r1:communication:a3:0']
 * ```
 *
 * @category games
 * @since 0.1.0
 */
export const exchangeEpisode = (
  setup: ExchangeSetup,
): Either<Failures<ExchangeFailure>, Episode<ExchangeQuestion, ExchangeResult>> => {
  const { summation = defaultSummation, reading = 'strict', reasoning = 'private' } = setup
  const config = setup.seed === undefined ? setup.config : { ...setup.config, seed: setup.seed }
  const world = worldOf(config)
  if (isLeft(world)) return world
  const defectors = defectorsOf(config, setup.defectors)
  if (isLeft(defectors)) return defectors
  return right(
    playMarket(
      openMarket({
        config,
        world: world.right,
        summation,
        reading,
        reasoning,
        defectors: defectors.right,
      }),
    ),
  )
}
