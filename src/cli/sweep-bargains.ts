/**
 * What `edgeworth run bargain:...` is told: games of bargains, and who plays them.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { calibratedParameters, wideParameters } from '../bargaining/index.js'
import type { Json } from '../core/json.js'
import { bargainAgent, bargainCommand } from '../run/bargain-agents.js'
import { anchoredCase, type BargainCase, liveCase, symmetricCase } from '../run/bargain-case.js'
import type { BargainAgent, BargainPlan } from '../run/bargain-plan.js'
import { scriptedBuyers, scriptedNegotiators, scriptedSellers } from '../run/bargain-scripts.js'
import { type Arguments, type OptionTable, wholeNumber } from './arguments.js'
import { generators, sellers } from './bargain-settings.js'
import { seedsOf } from './sweep-arguments.js'

/**
 * Declares the options that only bargains have.
 *
 * @category model
 * @since 0.1.0
 */
export const bargainOptions: OptionTable = { counterpart: 'value', worlds: 'value' }

const PREFIX = 'bargain:'

/**
 * Tells whether a case of a command line is a game of bargains.
 *
 * @category operations
 * @since 0.1.0
 */
export const isBargainOperand = (operand: string): boolean => operand.startsWith(PREFIX)

/** A game against a scripted seller: on its pinned worlds, or on fresh ones of its generator. */
const anchoredGames = (): ReadonlyArray<BargainCase> =>
  Object.entries(sellers).flatMap(([name, preset]): ReadonlyArray<BargainCase> => {
    const generator = generators.find((one) => one.name === preset.source.name) ?? null
    return preset.pinned === null
      ? [anchoredCase(name, preset, generator)]
      : [anchoredCase(name, preset), anchoredCase(`${name}-fresh`, preset, generator)]
  })

const games = (): ReadonlyArray<BargainCase> => [
  ...anchoredGames(),
  liveCase('live-calibrated', calibratedParameters),
  liveCase('live-wide', wideParameters),
  symmetricCase,
]

/**
 * Explains the games of bargains and their options, for the help of a command.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainGamesHelp: string = `A CASE may be a game of bargains instead, one world a seed:
  bargain:calibrated, bargain:archetype2        a scripted seller on its 30 pinned worlds
  bargain:calibrated-fresh, bargain:archetype2-fresh, bargain:wide
                                                the same on worlds drawn from the seeds
  bargain:live-calibrated, bargain:live-wide    the seller is asked too
  bargain:symmetric                             alternating offers, all four cells of a world
  --agents LIST        buyers: ${scriptedBuyers.slice(0, 6).join(', ')},
                       ${scriptedBuyers.slice(6).join(', ')};
                       symmetric: ${scriptedNegotiators.join(', ')};
                       or command (default: stubborn or reference; command with --model-command)
  --counterpart NAME   whom they meet. Live: ${scriptedSellers.join(', ')}, or command
                       (default linear); symmetric: a negotiator or command (default reference)
  --worlds N           seeds 1..N (default 30); or --seeds LIST
A model that says nothing in a bargain has not bargained: the row fails as mute, and is no 0.
`

const casesOf = (operands: ReadonlyArray<string>): Either<string, ReadonlyArray<BargainCase>> => {
  const known = games()
  const found: Array<BargainCase> = []
  for (const operand of operands) {
    const name = operand.slice(PREFIX.length)
    const game = isBargainOperand(operand) ? known.find((one) => one.name === name) : undefined
    if (game === undefined) {
      const names = known.map((one) => `${PREFIX}${one.name}`).join(', ')
      return left(
        isBargainOperand(operand)
          ? `there is no game ${JSON.stringify(operand)}: it is one of ${names}`
          : `markets and bargains are different sweeps: ${JSON.stringify(operand)} is no game of bargains`,
      )
    }
    found.push(game)
  }
  return right(found)
}

const kindsIn = (cases: ReadonlyArray<BargainCase>): ReadonlySet<string> =>
  new Set(cases.map(({ setup }) => setup.game))

const counterpartOf = (
  { value }: Arguments,
  kinds: ReadonlySet<string>,
): Either<string, string | null> => {
  const given = value('counterpart')
  if (kinds.has('symmetric') && kinds.size > 1) {
    return left('bargain:symmetric is a sweep of its own: its agents play no other game')
  }
  if (!kinds.has('live') && !kinds.has('symmetric')) {
    return given === undefined
      ? right(null)
      : left('--counterpart goes with bargain:live-... and bargain:symmetric')
  }
  const names = kinds.has('symmetric') ? scriptedNegotiators : scriptedSellers
  const name = given ?? (kinds.has('symmetric') ? 'reference' : 'linear')
  return name === 'command' || names.includes(name)
    ? right(name)
    : left(`--counterpart is one of ${names.join(', ')} or command, not ${JSON.stringify(name)}`)
}

const agentsOf = (
  args: Arguments,
  kinds: ReadonlySet<string>,
): Either<string, ReadonlyArray<BargainAgent>> => {
  const { value } = args
  const counterpart = counterpartOf(args, kinds)
  if (isLeft(counterpart)) return counterpart
  const command = value('model-command')
  if (command?.trim() === '') return left('--model-command takes a command')
  const scripts = kinds.has('symmetric') ? scriptedNegotiators : scriptedBuyers
  const usual = kinds.has('symmetric') ? 'reference' : 'stubborn'
  const agents: Array<BargainAgent> = []
  for (const one of (value('agents') ?? (command === undefined ? usual : 'command')).split(',')) {
    const name = one.trim()
    const other = counterpart.right
    if (name === 'command') {
      if (command === undefined) return left('the agent command needs --model-command')
      const named = { name, command, model: value('model') ?? 'command', pin: value('pin') ?? null }
      const met = other === null || other === 'command' ? other : { script: other }
      agents.push(bargainCommand({ ...named, counterpart: met }))
    } else if (!scripts.includes(name)) {
      return left(`there is no agent ${JSON.stringify(name)}: ${scripts.join(', ')} or command`)
    } else if (other === 'command') {
      return left(
        `${name} plays against scripts: --counterpart command goes with the agent command`,
      )
    } else agents.push(bargainAgent(name, other))
  }
  return right(agents)
}

const seedsIn = (args: Arguments): Either<string, ReadonlyArray<number>> => {
  const seeds = args.value('seeds')
  if (seeds !== undefined) {
    return args.value('worlds') === undefined
      ? seedsOf(seeds)
      : left('give --worlds or --seeds, not both')
  }
  const worlds = wholeNumber(args, 'worlds', 1, 30)
  return isLeft(worlds) ? worlds : seedsOf(`1..${worlds.right}`)
}

/**
 * Reads the plan of a sweep of bargains; a mistake is one line of text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainPlanOf = (args: Arguments, settings: Json): Either<string, BargainPlan> => {
  const ofMarkets = ['panel', 'environment'].find((name) => args.value(name) !== undefined)
  if (ofMarkets !== undefined) return left(`--${ofMarkets} goes with markets`)
  const cases = casesOf(args.operands)
  if (isLeft(cases)) return cases
  const agents = agentsOf(args, kindsIn(cases.right))
  if (isLeft(agents)) return agents
  const seeds = seedsIn(args)
  if (isLeft(seeds)) return seeds
  return right({
    game: 'bargains',
    cases: cases.right,
    agents: agents.right,
    seeds: seeds.right,
    settings,
  })
}
