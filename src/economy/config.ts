/**
 * Exchange configuration: a world to make, the rounds to play in it, and the rules to play by.
 *
 * The JSON of the public case files, read and written without loss: `readExchangeConfig` accepts every one of them
 * (unknown keys are ignored, missing keys take the defaults below), `configToSnapshot` writes the complete object as runs
 * record it. Who sits in which seat (`roles`) is kept as JSON; it concerns the seats, not the economy.
 *
 * | key                       | default              | values                                                      |
 * | ------------------------- | -------------------- | ----------------------------------------------------------- |
 * | `name`                    | exchange_experiment  | any text                                                    |
 * | `description`             | empty                | any text                                                    |
 * | `num_agents`              | 10                   | at least 1                                                  |
 * | `num_resources`           | 10                   | at least 1; in ring-cycle worlds the number of agents rules |
 * | `units_per_home_resource` | 10                   | at least 0                                                  |
 * | `seed`                    | 23                   | an integer                                                  |
 * | `rounds`                  | 300                  | at least 1                                                  |
 * | `controllers`             | 1, 3, 5              | agents, in turn; not empty                                  |
 * | `utility_mode`            | linear               | see `UtilityMode`                                           |
 * | `world_type`              | procedural           | procedural, ring_cycle, bundle_under_budget                 |
 * | `cycle_length`            | null                 | at least 2; null is 2 in a ring-cycle world                 |
 * | `with_money`              | false                | adds a money good to a procedural world                     |
 * | `bundle_spec`             | null                 | required in a bundle-under-budget world                     |
 * | `seller_layout`           | null                 | required in a bundle-under-budget world                     |
 * | `protocol`                | all defaults         | see `Protocol`                                              |
 * | `institution_pressure`    | none                 | see `InstitutionPressure`                                   |
 * | `roles`                   | null                 | any JSON; left out of the snapshot when null                |
 *
 * Laws
 *   L1 snapshot   reading a snapshot gives the configuration it was written from
 *   L2 defaults   an empty object describes the default configuration
 *   L3 override   the world of a configuration depends on its seed through the seed given to `worldOf` only
 *
 * @module
 */
import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { Json, JsonRecord } from '../core/json.js'
import type { BundleBuyer } from './bundle-buyer.js'
import { bundleSpecCodec, sellerLayoutCodec } from './bundle-codec.js'
import { bundleWorld, type SellerLayout } from './bundle-under-budget.js'
import type { GeneratorFailure } from './generator.js'
import {
  type InstitutionPressure,
  institutionPressureCodec,
  noInstitutionPressure,
} from './institution-pressure.js'
import {
  anyJson,
  type Codec,
  type ConfigFailure,
  integerFrom,
  integerSeed,
  isJsonObject,
  listOf,
  nullable,
  oneOf,
  recordOf,
  text,
  truth,
  withDefault,
} from './json-codec.js'
import { proceduralWorld } from './procedural.js'
import { defaultProtocol, type Protocol, protocolCodec } from './protocol.js'
import { ringCycleWorld } from './ring-cycle.js'
import { type UtilityMode, utilityModes, type World } from './world.js'

/**
 * Names the generator of a world.
 *
 * @category model
 * @since 0.1.0
 */
export type WorldType = 'procedural' | 'ring_cycle' | 'bundle_under_budget'

/**
 * Holds the configuration of an exchange.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeConfig {
  readonly name: string
  readonly description: string
  readonly numAgents: number
  readonly numResources: number
  readonly unitsPerHomeResource: number
  readonly seed: number
  readonly rounds: number
  /** Ids of the agents that control the rounds in turn, at least one. */
  readonly controllers: ReadonlyArray<number>
  readonly protocol: Protocol
  readonly utilityMode: UtilityMode
  readonly institutionPressure: InstitutionPressure
  readonly worldType: WorldType
  readonly cycleLength: number | null
  readonly withMoney: boolean
  readonly bundleSpec: BundleBuyer | null
  readonly sellerLayout: SellerLayout | null
  /** The seats and their policies, as JSON. */
  readonly roles: Json
}

/**
 * Collects the parts in which a configuration differs from the default one.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeConfigParts = Partial<
  Omit<ExchangeConfig, 'protocol' | 'institutionPressure'>
> & {
  readonly protocol?: Partial<Protocol>
  readonly institutionPressure?: Partial<InstitutionPressure>
}

/**
 * Gives the configuration that an empty object describes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaultExchangeConfig: ExchangeConfig = {
  name: 'exchange_experiment',
  description: '',
  numAgents: 10,
  numResources: 10,
  unitsPerHomeResource: 10,
  seed: 23,
  rounds: 300,
  controllers: [1, 3, 5],
  protocol: defaultProtocol,
  utilityMode: 'linear',
  institutionPressure: noInstitutionPressure,
  worldType: 'procedural',
  cycleLength: null,
  withMoney: false,
  bundleSpec: null,
  sellerLayout: null,
  roles: null,
}

const d = defaultExchangeConfig
const count = integerFrom(1)
const modes: Codec<UtilityMode> = oneOf(...utilityModes)
const worldTypes: Codec<WorldType> = oneOf('procedural', 'ring_cycle', 'bundle_under_budget')
const pressure = institutionPressureCodec

const configCodec: Codec<ExchangeConfig> = recordOf<ExchangeConfig>('an exchange configuration', {
  name: withDefault('name', text, d.name),
  description: withDefault('description', text, d.description),
  numAgents: withDefault('num_agents', count, d.numAgents),
  numResources: withDefault('num_resources', count, d.numResources),
  unitsPerHomeResource: withDefault('units_per_home_resource', integerFrom(0), 10),
  seed: withDefault('seed', integerSeed, d.seed),
  rounds: withDefault('rounds', count, d.rounds),
  controllers: withDefault('controllers', listOf(integerFrom(1), 1), d.controllers),
  protocol: withDefault('protocol', protocolCodec, d.protocol),
  utilityMode: withDefault('utility_mode', modes, d.utilityMode),
  institutionPressure: withDefault('institution_pressure', pressure, d.institutionPressure),
  worldType: withDefault('world_type', worldTypes, d.worldType),
  cycleLength: withDefault('cycle_length', nullable(integerFrom(2)), null),
  withMoney: withDefault('with_money', truth, false),
  bundleSpec: withDefault('bundle_spec', nullable(bundleSpecCodec), null),
  sellerLayout: withDefault('seller_layout', nullable(sellerLayoutCodec), null),
  roles: { ...withDefault('roles', anyJson, null), omitDefault: true },
})

type Defects = ReadonlyArray<Failure<ConfigFailure>>
type Raw = Readonly<Record<string, unknown>>

/** Numbers of agents that do not exist; what is no number at all is reported where it is read. */
const strangerDefects = (json: Raw): Defects => {
  const { num_agents = d.numAgents, controllers = d.controllers } = json
  const agents = count.read(num_agents, [])
  if (isLeft(agents) || !Array.isArray(controllers)) return []
  const hint = Object.hasOwn(json, 'controllers')
    ? ''
    : `; controllers are ${d.controllers.join(', ')} where a configuration lists none: add "controllers": [1]`
  const expected = `the number of an agent (1 to ${agents.right}${hint})`
  return Array.from<unknown>(controllers).flatMap((controller, index) =>
    Number.isSafeInteger(controller) && Number(controller) > agents.right
      ? [failure('OutOfRange', ['controllers', index], controller, expected)]
      : [],
  )
}

const bundleDefects = (json: Raw): Defects => {
  if (json.world_type !== 'bundle_under_budget') return []
  const expected = 'an object: the world type is bundle_under_budget'
  return ['bundle_spec', 'seller_layout']
    .filter((key) => (json[key] ?? null) === null)
    .map((key) => failure('Malformed', [key], json[key], expected))
}

/**
 * Reads an exchange configuration from parsed JSON, reporting every defect: wrong types, rounds below 1, controllers
 * that are no agents, seeds that are no integers, unknown names. A procurement case, which is a file of another kind, is
 * refused as such.
 *
 * @example
 * ```ts
 * import { readExchangeConfig } from 'edgeworth/economy'
 *
 * const read = readExchangeConfig({ rounds: 0, controllers: [1, 11], utility_mode: 'cubic' })
 * read._tag === 'Left' ? read.left.map((f) => f.path.join('.')) : [] // => ['rounds', 'utility_mode', 'controllers.1']
 * ```
 *
 * @category codec
 * @since 0.1.0
 */
export const readExchangeConfig = (
  json: unknown,
): Either<Failures<ConfigFailure>, ExchangeConfig> => {
  if (isJsonObject(json) && Object.hasOwn(json, 'suppliers')) {
    const expected = 'an exchange configuration; this is a procurement: use readProcurementConfig'
    return left([failure('OtherKind', [], json, expected)])
  }
  const config = configCodec.read(json, [])
  const across = isJsonObject(json) ? [...strangerDefects(json), ...bundleDefects(json)] : []
  const failures = nonEmpty([...(isLeft(config) ? config.left : []), ...across])
  return failures === null ? config : left(failures)
}

/**
 * Writes the complete configuration as runs record it: every key, in ascending order; `roles` only where there are any.
 *
 * @category codec
 * @since 0.1.0
 */
export const configToSnapshot = (config: ExchangeConfig): JsonRecord => {
  const written = configCodec.write(config)
  return isJsonObject(written) ? (written as JsonRecord) : {} // a record codec writes an object
}

/**
 * Makes a configuration from the parts in which it differs from the default one, with the checks of
 * `readExchangeConfig`; paths name the keys of the JSON. Parts that are no object are refused as such.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeExchangeConfig = (
  parts: ExchangeConfigParts,
): Either<Failures<ConfigFailure>, ExchangeConfig> => {
  if (!isJsonObject(parts)) {
    return left([failure('Malformed', [], parts, 'an object of the parts that differ')])
  }
  return readExchangeConfig(
    configToSnapshot({
      ...d,
      ...parts,
      protocol: { ...d.protocol, ...parts.protocol },
      institutionPressure: { ...d.institutionPressure, ...parts.institutionPressure },
    }),
  )
}

const bundleOf = (
  config: ExchangeConfig,
  seed: number | bigint | string,
): Either<Failures<GeneratorFailure>, World> => {
  const { bundleSpec, sellerLayout } = config
  if (bundleSpec === null) {
    return left([failure('BundleBuyer', ['bundleSpec'], null, 'a bundle in this type of world')])
  }
  if (sellerLayout === null) {
    return left([failure('SellerLayout', ['sellerLayout'], null, 'sellers in this type of world')])
  }
  return bundleWorld({ ...config, seed, bundleSpec, sellerLayout })
}

/**
 * Makes the world of a configuration, for its own seed or another one (0 is a seed like any other). Fails as the
 * generator of its world type does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const worldOf = (
  config: ExchangeConfig,
  seed: number | bigint | string = config.seed,
): Either<Failures<GeneratorFailure>, World> => {
  switch (config.worldType) {
    case 'procedural':
      return proceduralWorld({ ...config, seed })
    case 'ring_cycle':
      return ringCycleWorld({ ...config, cycleLength: config.cycleLength ?? 2 })
    case 'bundle_under_budget':
      return bundleOf(config, seed)
  }
}

/**
 * Counts the goods of the world of a configuration, money included, without making it.
 *
 * @category operations
 * @since 0.1.0
 */
export const goodsOfConfig = (config: ExchangeConfig): number => {
  if (config.worldType === 'ring_cycle') return config.numAgents
  const money = config.worldType === 'procedural' && config.withMoney
  return config.numResources + (money ? 1 : 0)
}
