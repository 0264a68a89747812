/**
 * Arbitrary trace rows and score rows.
 *
 * A trace row is one that this library would record: a drawn settlement is really settled, and its event written down.
 * Texts are drawn to contain what JSON and line-based readers trip over: quotes, newlines, non-ASCII, separators.
 *
 * Laws
 *   L1 readable row   every trace row drawn is accepted by the guard of trace rows, and survives JSON
 *   L2 scorable       the score rows drawn are never malformed
 *
 * @module
 */
import fc from 'fast-check'
import type { AerRow } from '../scoring/index.js'
import { coordinationCost, openLedger, settle } from '../settlement/index.js'
import { recordEvent, recordMechanism, type TraceRow } from '../trace/index.js'
import { arbitrarySettlement } from './arbitrary-settlement.js'
import type { ArbitraryWorldOptions } from './arbitrary-world.js'

const awkward: ReadonlyArray<string> = [
  'PUBLIC ACTION\nMESSAGE:\nI offer r1.',
  'a "quoted" offer, back\\slash',
  'é, 漢字, 🤝',
  '{"not": "a mechanism"}',
  '\u2028 between lines \u2029',
  '',
]

/**
 * Draws a public text of an agent.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

const cost = coordinationCost({
  searchCostPerContactedAgent: 0,
  searchCostPerPublicRound: 0.25,
  standingRuleBonusOrCostSaving: 0,
})

/**
 * Draws one row of a trace.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryTraceRow = (options: ArbitraryWorldOptions = {}): fc.Arbitrary<TraceRow> =>
  fc
    .record({
      drawn: arbitrarySettlement(options),
      round: fc.integer({ min: 1, max: 9 }),
      texts: fc.array(arbitraryText, { minLength: 2, maxLength: 6 }),
    })
    .map(({ drawn: { world, mechanism }, round, texts }) => {
      const { event } = settle({ roundIndex: round })(openLedger(world), mechanism)
      const agents = world.allocation.map((_, index) => index + 1)
      const textOf = (agent: number): string => texts[agent % texts.length] ?? ''
      const spoken = (among: ReadonlyArray<number>): Readonly<Record<string, string>> =>
        Object.fromEntries(among.map((agent) => [String(agent), textOf(agent)]))
      const recorded = recordMechanism(mechanism)
      return {
        round_index: round,
        controller_id: event.controllerId,
        communication_texts: spoken(agents),
        proposal_text: textOf(event.controllerId),
        response_texts: spoken(agents.filter((agent) => agent !== event.controllerId)),
        final_text: textOf(0),
        compiled_mechanism: recorded,
        verified_before_private_acceptance: recorded,
        verified_mechanism: recorded,
        event: recordEvent(event, cost({ round, agents: agents.length, institutions: [] })),
      }
    })

const gain = (least: number): fc.Arbitrary<number> =>
  fc.integer({ min: least * 4, max: 400 }).map((count) => count / 4)

/** One world in eight has nothing to gain. */
const attainable: fc.Arbitrary<number> = fc.oneof(
  { weight: 7, arbitrary: gain(0) },
  { weight: 1, arbitrary: fc.constant(0) },
)

const aerRow = (tiers: ReadonlyArray<string>): fc.Arbitrary<AerRow> => {
  const identity = {
    world: fc.nat(20).map((seed) => String(1200 + seed)),
    case: fc.constantFrom('case01', 'case02'),
    agent: fc.constantFrom('alpha', 'beta'),
    tier: fc.constantFrom(...tiers),
  }
  const played = fc.record({ ...identity, realized: gain(-50), attainable })
  const excluded = fc.record({
    ...identity,
    status: fc.constantFrom('error' as const, 'withdrawn' as const),
    reason: fc.constantFrom('timeout', 'broken seller'),
  })
  return fc.oneof({ weight: 7, arbitrary: played }, { weight: 1, arbitrary: excluded })
}

/**
 * Draws score rows, of one tier unless more are named. About one in eight was not played; some offer nothing to gain.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryAerRows = (
  tiers: ReadonlyArray<string> = ['wstar_grid'],
): fc.Arbitrary<ReadonlyArray<AerRow>> => fc.array(aerRow(tiers), { maxLength: 12 })
