/**
 * Arbitrary settlements: a world and a mechanism to settle in it.
 *
 * Mechanisms are drawn so that every path of a rule is taken often: about half can be applied, the others overdraw,
 * lack a consent, are not verified or move nothing. A settlement shrinks towards one transfer of one unit.
 *
 * Laws
 *   L1 well formed    every transfer drawn belongs to the market of its world
 *   L2 both ways      among a few hundred drawn, some are applied by this library's rule and some are refused
 *   L3 apart          the two mechanisms of a disjoint pair have no participant in common
 *
 * @module
 */
import fc from 'fast-check'
import { agentCount, goodCount, type World } from '../economy/index.js'
import {
  debitedAgents,
  type Mechanism,
  resourceNameAt,
  type Transfer,
} from '../settlement/index.js'
import { type ArbitraryWorldOptions, arbitraryWorld } from './arbitrary-world.js'

/**
 * Is a world and one mechanism in it.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementCase {
  readonly world: World
  readonly mechanism: Mechanism
}

/**
 * Is a world of at least four agents and two mechanisms in it without a common participant.
 *
 * @category model
 * @since 0.1.0
 */
export interface DisjointCase {
  readonly world: World
  readonly first: Mechanism
  readonly second: Mechanism
}

/** A transfer before it knows the world: numbers that are folded into its ranges. */
interface RawTransfer {
  readonly from: number
  readonly step: number
  readonly good: number
  readonly quarters: number
  readonly within: boolean
}

/** A mechanism before it knows the world. */
interface RawMechanism {
  readonly transfers: ReadonlyArray<RawTransfer>
  readonly proposer: number
  readonly everybodyConsents: boolean
  readonly consents: ReadonlyArray<boolean>
  readonly sure: boolean
  readonly verified: boolean
}

const mostly = (): fc.Arbitrary<boolean> => fc.nat(7).map((drawn) => drawn < 7)

const rawTransfer: fc.Arbitrary<RawTransfer> = fc.record({
  from: fc.nat(7),
  step: fc.nat(6),
  good: fc.nat(7),
  quarters: fc.integer({ min: 1, max: 36 }),
  within: mostly(),
})

const rawMechanism: fc.Arbitrary<RawMechanism> = fc.record({
  transfers: fc.array(rawTransfer, { maxLength: 4 }),
  proposer: fc.nat(7),
  everybodyConsents: mostly(),
  consents: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  sure: mostly(),
  verified: mostly(),
})

/** Gives the transfer its place among the agents of a group; `null` where the group or the holding is too small. */
const placed = (world: World, group: ReadonlyArray<number>, raw: RawTransfer): Transfer | null => {
  const giver = raw.from % group.length
  const receiver = (giver + 1 + (raw.step % (group.length - 1))) % group.length
  const from = group[giver]
  const to = group[receiver]
  if (from === undefined || to === undefined || from === to) return null
  const good = raw.good % goodCount(world)
  const held = world.allocation[from - 1]?.[good] ?? 0
  const wanted = raw.quarters / 4
  const quantity = raw.within ? Math.min(wanted, held) : wanted
  return quantity > 0 ? { from, to, resource: resourceNameAt(good), quantity } : null
}

const mechanismAmong = (
  world: World,
  group: ReadonlyArray<number>,
  raw: RawMechanism,
): Mechanism => {
  const transfers =
    group.length < 2
      ? []
      : raw.transfers.map((each) => placed(world, group, each)).filter((each) => each !== null)
  const draft: Mechanism = {
    proposerId: group[raw.proposer % group.length] ?? 1,
    label: 'drawn',
    summary: `${transfers.length} transfers`,
    transfers,
    consentingAgents: [],
    confidence: raw.sure ? 1 : 0.25,
    institutionalUpdates: [],
    verifierOk: raw.verified,
    verifierReason: raw.verified ? '' : 'not supported',
  }
  const debited = debitedAgents(draft)
  const consentingAgents = raw.everybodyConsents
    ? debited
    : debited.filter((agent) => raw.consents[agent % raw.consents.length] === true)
  return { ...draft, consentingAgents }
}

const agentsOf = (world: World): ReadonlyArray<number> =>
  Array.from({ length: agentCount(world) }, (_, index) => index + 1)

/**
 * Draws a world and a mechanism in it.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitrarySettlement = (
  options: ArbitraryWorldOptions = {},
): fc.Arbitrary<SettlementCase> =>
  fc.tuple(arbitraryWorld(options), rawMechanism).map(([world, raw]) => ({
    world,
    mechanism: mechanismAmong(world, agentsOf(world), raw),
  }))

/**
 * Draws a world of four to six agents and two mechanisms, one among the agents of odd number, one among those of even
 * number.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryDisjointSettlements = (
  options: ArbitraryWorldOptions = {},
): fc.Arbitrary<DisjointCase> =>
  fc
    .tuple(
      arbitraryWorld({ ...options, agents: options.agents ?? { min: 4, max: 6 } }),
      rawMechanism,
      rawMechanism,
    )
    .map(([world, one, other]) => ({
      world,
      first: mechanismAmong(
        world,
        agentsOf(world).filter((agent) => agent % 2 === 1),
        one,
      ),
      second: mechanismAmong(
        world,
        agentsOf(world).filter((agent) => agent % 2 === 0),
        other,
      ),
    }))
