/**
 * Disclosure: what a rendered prompt really tells, checked against the true state.
 *
 * The audit renders a question, leaves out what it quotes (an agent may say of itself what it likes), and looks for the
 * facts of the true state in the lines that are left. A fact is allowed where the observation shows it; one that is
 * stated and not allowed is a leak.
 *
 * | fact          | of whom       | is stated where                                                               |
 * | ------------- | ------------- | ----------------------------------------------------------------------------- |
 * | `holdings`    | every agent   | its row of holdings stands in the prompt                                      |
 * | `values`      | every agent   | its row of values stands there, or a value with decimals that only it has       |
 * | `totals`      | nobody's      | the line of totals stands there                                               |
 * | `gains`       | nobody's      | gains of earlier rounds stand there                                           |
 * | `welfare`     | nobody's      | welfare of earlier rounds stands there                                        |
 *
 * Laws
 *   L1 no leak   no prompt of a play states a fact that its observation keeps back
 *
 * @module
 */
import { resourceTotals } from '../economy/world.js'
import { render } from './prompt.js'
import { goodsLine, inThousandths } from './prompt-state.js'
import type { ExchangeObservation, ExchangeQuestion, SeatView } from './question.js'
import { withoutQuotations } from './quotation.js'

/**
 * Names what a prompt may tell.
 *
 * @category model
 * @since 0.1.0
 */
export type DisclosedFact = 'holdings' | 'values' | 'totals' | 'gains' | 'welfare'

/**
 * Is one fact of the true state: whose it is (`null` for nobody's), whether the prompt states it, and whether the
 * observation shows it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Disclosure {
  readonly fact: DisclosedFact
  readonly agent: number | null
  readonly stated: boolean
  readonly allowed: boolean
}

/**
 * Is the audit of a question: every fact, and those that were stated without leave.
 *
 * @category model
 * @since 0.1.0
 */
export interface DisclosureAudit {
  readonly id: string
  readonly disclosures: ReadonlyArray<Disclosure>
  readonly leaks: ReadonlyArray<Disclosure>
}

const seatOf = (view: ExchangeObservation): SeatView | null =>
  view._tag === 'Compile' || view._tag === 'Verify' ? null : view

/** The numbers with decimals of a row that stand in no other row: where they occur, that row was told. */
const ownNumbers = (
  rows: ReadonlyArray<ReadonlyArray<number>>,
  agent: number,
): ReadonlyArray<string> => {
  const others = new Set(rows.flatMap((row, index) => (index === agent - 1 ? [] : row)))
  return (rows[agent - 1] ?? [])
    .filter((value) => !Number.isInteger(value) && !others.has(value))
    .map(String)
}

/** The numbers that a seat may read for another reason than that somebody's value was told. */
const publicNumbers = (seat: SeatView | null, view: ExchangeObservation): ReadonlyArray<number> => {
  if (seat === null) return []
  const past = seat.history.flatMap(({ transfers, gains, welfare }) => [
    ...transfers.map(({ quantity }) => quantity),
    ...[...Object.values(gains ?? {}), welfare ?? 0].map(inThousandths),
  ])
  const now = view._tag === 'Accept' ? view.transfers.map(({ quantity }) => quantity) : []
  const held = [...seat.holdings, ...(seat.allocation ?? []).flat(), ...(seat.totals ?? [])]
  return [...past, ...now, ...held]
}

const escaped = (amount: number): string => String(amount).replace(/[.+]/g, '\\$&')

const numberPattern = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/g

/**
 * Audits what the prompt of a question tells.
 *
 * @category operations
 * @since 0.1.0
 */
export const auditDisclosure = (question: ExchangeQuestion): DisclosureAudit => {
  const { observation, hidden, id } = question
  const { world, allocation } = hidden.ledger
  const { system, prompt } = render(observation)
  const told = `${system}\n${withoutQuotations(prompt)}`
  const seat = seatOf(observation)
  const known = new Set(publicNumbers(seat, observation).map(String))
  const numbers = new Set((told.match(numberPattern) ?? []).filter((number) => !known.has(number)))
  const lines = new Set(told.split('\n'))
  const isOwn = (agent: number): boolean => seat?.agent === agent
  const toldOwn = (part: 'you hold' | 'its value to you is', row: ReadonlyArray<number>): boolean =>
    row.every((amount) => new RegExp(`${part} ${escaped(amount)}(?:;|$)`, 'm').test(told))
  const toldRow = (agent: number, row: ReadonlyArray<number>): boolean =>
    lines.has(`- a${agent}: ${goodsLine(row)}`)
  const toldNumber = (agent: number): boolean =>
    ownNumbers(world.preferences, agent).some((value) => numbers.has(value))
  const disclosures: ReadonlyArray<Disclosure> = [
    ...allocation.map((row, index): Disclosure => {
      const agent = index + 1
      return {
        fact: 'holdings',
        agent,
        stated: (isOwn(agent) && toldOwn('you hold', row)) || toldRow(agent, row),
        allowed: isOwn(agent) || (seat?.allocation ?? null) !== null,
      }
    }),
    ...world.preferences.map((row, index): Disclosure => {
      const agent = index + 1
      const own = isOwn(agent) && toldOwn('its value to you is', row)
      return {
        fact: 'values',
        agent,
        stated: own || toldRow(agent, row) || toldNumber(agent),
        allowed: isOwn(agent) || (seat?.allValues ?? null) !== null,
      }
    }),
    {
      fact: 'totals',
      agent: null,
      stated: lines.has(
        `Total supply: ${goodsLine(resourceTotals(hidden.summation)(world.allocation))}.`,
      ),
      allowed: (seat?.totals ?? null) !== null,
    },
    {
      fact: 'gains',
      agent: null,
      stated: told.includes('; gains: '),
      allowed: seat?.history.some(({ gains }) => gains !== null) ?? false,
    },
    {
      fact: 'welfare',
      agent: null,
      stated: told.includes('; welfare then: '),
      allowed: seat?.history.some(({ welfare }) => welfare !== null) ?? false,
    },
  ]
  return {
    id,
    disclosures,
    leaks: disclosures.filter(({ stated, allowed }) => stated && !allowed),
  }
}
