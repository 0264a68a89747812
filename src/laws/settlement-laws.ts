/**
 * The settlement battery: the laws that any rule of settlement owes, as one call.
 *
 * It takes a `SettlementRule`, this library's or a user's, and knows nothing of how it decides. Holdings are compared
 * within 1e-9 of the good's supply. Each complaint names the agent, the good and the numbers.
 *
 * | law                      | what is checked                                                                  |
 * | ------------------------ | -------------------------------------------------------------------------------- |
 * | L1 conservation          | every good has the same total before and after                                   |
 * | L2 no negative holdings  | no agent holds less than nothing                                                 |
 * | L3 consent               | an agent whose holding of some good shrank had consented                         |
 * | L4 idempotent refusal    | what is not applied changes nothing, and settling it again says the same         |
 * | L5 disjoint order        | two mechanisms without a common participant settle to the same in either order   |
 * | L6 rationality           | where the rule promises it, nobody loses; else the event says so when one does   |
 * | L7 welfare               | the event's welfare is that of the ledger that comes out                         |
 * | L8 applied exactly       | what is applied is what the mechanism says, and nothing else                     |
 * | L9 pure                  | the same input gives the same result, and the input is left as it was            |
 * | L10 deltas               | what is applied changes utilities by the deltas that the event tells             |
 * | L11 verifier             | what its verifier did not support is not applied (unless `verifierRequired: false`) |
 * | L12 not vacuous          | of 500 settlements, the same every time, some are applied (unless `mayRefuseAll`) |
 *
 * L1 to L11 say what a rule must not do, and a rule that refuses everything does none of it: L12 is broken then. An option
 * that there is not breaks a law called `options` (`known-options.ts`).
 *
 * @module
 */
import fc from 'fast-check'
import { EPSILON } from '../core/arithmetic.js'
import { utilities, welfare } from '../economy/index.js'
import {
  applyTransfers,
  type Ledger,
  ledgerTotals,
  type Mechanism,
  openLedger,
  type Settled,
  type SettlementRule,
} from '../settlement/index.js'
import {
  arbitraryDisjointSettlements,
  arbitrarySettlement,
  type SettlementCase,
} from './arbitrary-settlement.js'
import type { ArbitraryWorldOptions } from './arbitrary-world.js'
import { objectOr, optionsLaw, unknownOption } from './known-options.js'
import { type Law, law } from './law.js'

/**
 * Collects the options of the battery.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementLawOptions {
  /** Whether the rule promises that nobody loses utility. Default: false. */
  readonly individuallyRational?: boolean
  /** Whether the rule promises to refuse what the verifier did not support. Default: true. */
  readonly verifierRequired?: boolean
  /** Whether a rule that refuses every settlement drawn from `worlds` is in order. Default: false. */
  readonly mayRefuseAll?: boolean
  /** The worlds to draw. */
  readonly worlds?: ArbitraryWorldOptions
}

interface Holding {
  readonly agent: number
  readonly good: string
  readonly before: number
  readonly after: number
}

const close = (a: number, b: number): boolean =>
  Math.abs(a - b) <= EPSILON * Math.max(1, Math.abs(a), Math.abs(b))

/** Structural equality of plain data: the canonical text is the same. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const holdingsOf = (before: Ledger, after: Ledger): ReadonlyArray<Holding> =>
  before.allocation.flatMap((row, agent) =>
    row.map((held, good) => ({
      agent: agent + 1,
      good: before.world.resourceNames[good] ?? `r${good + 1}`,
      before: held,
      after: after.allocation[agent]?.[good] ?? Number.NaN,
    })),
  )

const firstOf = <A>(
  values: ReadonlyArray<A>,
  wrong: (value: A) => boolean,
  say: (value: A) => string,
): string | null => {
  const found = values.find(wrong)
  return found === undefined ? null : say(found)
}

const conserved = (before: Ledger, after: Ledger): string | null => {
  const totals = ledgerTotals(before).map((supply, good) => ({
    good: before.world.resourceNames[good] ?? '',
    supply,
    left: ledgerTotals(after)[good] ?? Number.NaN,
  }))
  return firstOf(
    totals,
    ({ supply, left }) => !close(supply, left),
    ({ good, supply, left }) => `there were ${supply} of ${good}, and there are ${left}`,
  )
}

const nonNegative = (before: Ledger, after: Ledger): string | null =>
  firstOf(
    holdingsOf(before, after),
    (held) => !(held.after >= -EPSILON),
    (held) => `a${held.agent} holds ${held.after} of ${held.good}`,
  )

const consented = (before: Ledger, after: Ledger, mechanism: Mechanism): string | null =>
  firstOf(
    holdingsOf(before, after),
    (held) =>
      held.after < held.before - EPSILON && !mechanism.consentingAgents.includes(held.agent),
    (held) =>
      `a${held.agent} did not consent, and holds ${held.after} instead of ${held.before} of ${held.good}`,
  )

const refusesAlike = (
  rule: SettlementRule,
  before: Ledger,
  mechanism: Mechanism,
): string | null => {
  const once = rule(before, mechanism)
  if (once.event.applied) return null
  if (!same(once.ledger.allocation, before.allocation)) return 'a refusal moved goods'
  if (!same(once.ledger.institutions, before.institutions)) return 'a refusal wrote institutions'
  const again = rule(once.ledger, mechanism)
  return same(again.event, once.event) ? null : 'the same refusal, asked again, gives another event'
}

const outcomeOf = (settled: Settled): unknown => [
  settled.event.applied,
  settled.event.feasible,
  settled.event.accepted,
  settled.event.agentDeltas,
]

const commutes = (
  rule: SettlementRule,
  start: Ledger,
  first: Mechanism,
  second: Mechanism,
): string | null => {
  const one = rule(start, first)
  const thenOther = rule(one.ledger, second)
  const other = rule(start, second)
  const thenOne = rule(other.ledger, first)
  if (!same(thenOther.ledger.allocation, thenOne.ledger.allocation)) {
    return 'the order of two disjoint mechanisms changes who holds what'
  }
  return same([outcomeOf(one), outcomeOf(thenOther)], [outcomeOf(thenOne), outcomeOf(other)])
    ? null
    : 'the order of two disjoint mechanisms changes what the events say'
}

const rational = (promised: boolean, before: Ledger, { event, ledger }: Settled): string | null => {
  if (!event.applied) return null
  const was = utilities(before.world, before.allocation)
  const is = utilities(before.world, ledger.allocation)
  const loser = was.findIndex((utility, agent) => (is[agent] ?? 0) < utility - 2 * EPSILON)
  if (loser < 0) return null
  if (promised) return `a${loser + 1} loses ${(was[loser] ?? 0) - (is[loser] ?? 0)}`
  return event.individuallyRational === true ? `the event hides that a${loser + 1} loses` : null
}

const tellsWelfare = ({ event, ledger }: Settled): string | null => {
  const is = welfare('neumaier')(utilities(ledger.world, ledger.allocation))
  return close(is, event.welfareAfter)
    ? null
    : `the event says a welfare of ${event.welfareAfter}, and it is ${is}`
}

const appliesExactly = (
  before: Ledger,
  mechanism: Mechanism,
  { event, ledger }: Settled,
): string | null => {
  if (!event.applied) return null
  const meant = applyTransfers(before, mechanism.transfers)
  return firstOf(
    holdingsOf(meant, ledger),
    (held) => !close(held.before, held.after),
    (held) => `a${held.agent} should hold ${held.before} of ${held.good}, and holds ${held.after}`,
  )
}

/** Differences of utilities are as exact as the utilities are. */
const tellsDeltas = (before: Ledger, mechanism: Mechanism, after: Settled): string | null => {
  const { event, ledger } = after
  if (!event.applied) return null
  const is = utilities(before.world, ledger.allocation)
  const changes = utilities(before.world, before.allocation).map((was, agent) => ({
    agent: agent + 1,
    change: (is[agent] ?? Number.NaN) - was,
    slack: EPSILON * Math.max(1, Math.abs(was)),
  }))
  const toldOf = (agent: number): number => event.agentDeltas[agent] ?? 0
  const wrong = firstOf(
    changes,
    ({ agent, change, slack }) => !(Math.abs(toldOf(agent) - change) <= slack),
    ({ agent, change }) =>
      `the event says that a${agent} gains ${toldOf(agent)}, and its utility changes by ${change}`,
  )
  if (wrong !== null) return wrong
  const { proposerDelta, receiverDelta, receiverId } = event
  const received = receiverId === null ? 0 : toldOf(receiverId)
  if (!close(proposerDelta, toldOf(mechanism.proposerId))) {
    return `the event says ${proposerDelta} for the proposer, and ${toldOf(mechanism.proposerId)} by agent`
  }
  return close(receiverDelta, received)
    ? null
    : `the event says ${receiverDelta} for the receiver, and ${received} by agent`
}

const heedsVerifier = (
  rule: SettlementRule,
  before: Ledger,
  mechanism: Mechanism,
): string | null => {
  const refused = { ...mechanism, verifierOk: false, verifierReason: 'not supported' }
  return rule(before, refused).event.applied
    ? 'a mechanism that its verifier did not support was applied'
    : null
}

const DRAWN = 500

/** The settlements are the same every time: whether a rule ever applies one is no matter of luck. */
const appliesNone = (rule: SettlementRule, cases: fc.Arbitrary<SettlementCase>): string | null => {
  const settlements = fc.sample(cases, { seed: 1, numRuns: DRAWN })
  return settlements.some(
    ({ world, mechanism }) => rule(openLedger(world), mechanism).event.applied,
  )
    ? null
    : `none of ${DRAWN} settlements was applied, so the other laws say nothing of any that is`
}

const settlementOptions = [
  'individuallyRational',
  'verifierRequired',
  'mayRefuseAll',
  'worlds',
] as const
const worldOptions = ['agents', 'goods', 'mostUnits', 'utilityModes', 'money'] as const

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}

const isPure = (rule: SettlementRule, before: Ledger, mechanism: Mechanism): string | null => {
  const kept = JSON.stringify([before, mechanism])
  const first = rule(before, mechanism)
  const second = rule(before, mechanism)
  if (JSON.stringify([before, mechanism]) !== kept) return 'the rule changed its input'
  return same(first, second) ? null : 'the same input gives two results'
}

/**
 * Gives the laws of a settlement rule, ready to be run.
 *
 * @example
 * ```ts
 * import { checkLaws, settlementLaws } from 'edgeworth/laws'
 * import { settle } from 'edgeworth/settlement'
 *
 * const verdicts = checkLaws(settlementLaws(settle({ roundIndex: 1 })), { seed: 7 })
 * verdicts.every((verdict) => verdict._tag === 'Holds') // => true
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const settlementLaws = (
  rule: SettlementRule,
  options: SettlementLawOptions = {},
): ReadonlyArray<Law> => {
  const given = objectOr(options, {})
  const complaint =
    unknownOption(options, settlementOptions) ?? unknownOption(given.worlds, worldOptions, 'worlds')
  const worlds = complaint === null ? given.worlds : undefined
  const { individuallyRational = false, verifierRequired = true, mayRefuseAll = false } = given
  const cases = arbitrarySettlement(worlds)
  // A law is run many times, and what it would say here is the same every time.
  let said: string | undefined
  const vacuous = (): string | null => {
    said ??= appliesNone(rule, cases) ?? ''
    return said === '' ? null : said
  }
  const stated = (
    name: string,
    wrong: (before: Ledger, mechanism: Mechanism, settled: Settled) => string | null,
  ): Law =>
    law(name, cases, ({ world, mechanism }: SettlementCase) => {
      const before = openLedger(world)
      return wrong(before, mechanism, rule(before, mechanism))
    })
  return [
    ...optionsLaw(options, complaint),
    stated('L1 conservation', (before, _, after) => conserved(before, after.ledger)),
    stated('L2 no negative holdings', (before, _, after) => nonNegative(before, after.ledger)),
    stated('L3 consent', (before, mechanism, after) => consented(before, after.ledger, mechanism)),
    stated('L4 idempotent refusal', (before, mechanism) => refusesAlike(rule, before, mechanism)),
    law('L5 disjoint order', arbitraryDisjointSettlements(worlds), (pair) =>
      commutes(rule, openLedger(pair.world), pair.first, pair.second),
    ),
    stated('L6 rationality', (before, _, after) =>
      rational(individuallyRational === true, before, after),
    ),
    stated('L7 welfare', (_, __, after) => tellsWelfare(after)),
    stated('L8 applied exactly', appliesExactly),
    law('L9 pure', cases, ({ world, mechanism }) =>
      isPure(rule, frozen(openLedger(world)), frozen(mechanism)),
    ),
    stated('L10 deltas', tellsDeltas),
    ...(verifierRequired
      ? [stated('L11 verifier', (before, mechanism) => heedsVerifier(rule, before, mechanism))]
      : []),
    ...(mayRefuseAll ? [] : [law('L12 not vacuous', fc.constant({ drawn: DRAWN }), vacuous)]),
  ]
}
