/**
 * Exchange seats: the usual arms of an experiment, made of models as they are.
 *
 * | arm            | under test                 | panel                 | compiler, verifier                      |
 * | -------------- | -------------------------- | --------------------- | --------------------------------------- |
 * | `population`   | every agent, by one model  | nobody                | the same model, unless another is given |
 * | `singleSeat`   | one agent                  | all others            | the model that is given                 |
 *
 * Laws
 *   L1 all seated   every arm seats every agent of a market of any size once
 *
 * @module
 */
import { populationRoles, singleSeatRoles } from '../exchange/population.js'
import type { Roles } from '../exchange/roles.js'
import type { ScriptedKind, SeatPolicy } from '../exchange/seat.js'
import type { Submission } from './case-seats.js'
import type { LanguageModel } from './language-model.js'

/**
 * Holds who plays a market: the roles, and those that they name.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangePlayers {
  readonly roles: Roles
  readonly models: Readonly<Record<string, LanguageModel>>
  readonly submitted?: Readonly<Record<string, Submission>> | undefined
}

/**
 * Seats the players of a market of so many agents.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeSeats = (agents: number) => ExchangePlayers

/**
 * Names a model as roles and files do, with what is fixed of it.
 *
 * @category model
 * @since 0.1.0
 */
export interface NamedModel {
  readonly name: string
  readonly ask: LanguageModel
  readonly temperature?: number | undefined
  /** The model that has to answer; a model with a pin is frozen, and asked at temperature 0. */
  readonly pin?: string | undefined
}

/**
 * Is who may sit at an agent's place: a model, a script by its name, or a submission.
 *
 * @category model
 * @since 0.1.0
 */
export type Player =
  | LanguageModel
  | NamedModel
  | ScriptedKind
  | { readonly name: string; readonly submit: Submission }

interface Seated {
  readonly policy: SeatPolicy
  readonly models: Readonly<Record<string, LanguageModel>>
  readonly submitted: Readonly<Record<string, Submission>>
}

const modelSeat = ({ name, ask, temperature, pin }: NamedModel): Seated => {
  const models = { [name]: ask }
  if (pin !== undefined) {
    return { policy: { kind: 'frozen_llm', model: name, pin }, models, submitted: {} }
  }
  const own = temperature === undefined ? {} : { temperature }
  return { policy: { kind: 'llm', model: name, ...own }, models, submitted: {} }
}

const seatOf = (player: Player, name: string): Seated => {
  if (typeof player === 'string') return { policy: { kind: player }, models: {}, submitted: {} }
  if (typeof player === 'function') return modelSeat({ name, ask: player })
  if ('ask' in player) return modelSeat(player)
  const submitted = { [player.name]: player.submit }
  return { policy: { kind: 'submitted', name: player.name }, models: {}, submitted }
}

/**
 * Seats one player at every place; a model compiles and verifies too, unless another is given. A script, which can
 * neither compile nor verify, needs one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const population =
  (
    player: LanguageModel | NamedModel,
    { environment }: { readonly environment?: LanguageModel | NamedModel | undefined } = {},
  ): ExchangeSeats =>
  (agents) => {
    const all = seatOf(player, 'model')
    const rest = environment === undefined ? all : seatOf(environment, 'environment')
    const roles = populationRoles(agents, all.policy, {
      compiler: rest.policy,
      verifier: rest.policy,
    })
    return { roles, models: { ...all.models, ...rest.models } }
  }

/**
 * Seats one player at one place, another at all others, and a model that compiles and verifies.
 *
 * @category constructors
 * @since 0.1.0
 */
export const singleSeat =
  (
    agent: number,
    players: {
      readonly underTest: Player
      readonly panel: Player
      readonly environment: LanguageModel | NamedModel
    },
  ): ExchangeSeats =>
  (agents) => {
    const underTest = seatOf(players.underTest, 'under_test')
    const panel = seatOf(players.panel, 'panel')
    const environment = seatOf(players.environment, 'environment')
    const roles = singleSeatRoles(
      agents,
      agent,
      { underTest: underTest.policy, panel: panel.policy },
      { compiler: environment.policy, verifier: environment.policy },
    )
    return {
      roles,
      models: { ...environment.models, ...panel.models, ...underTest.models },
      submitted: { ...panel.submitted, ...underTest.submitted },
    }
  }
