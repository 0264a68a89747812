/**
 * Spend: what the calls of a run add up to, by seat, and when that has to end it.
 *
 * A call counts once, with all its attempts. Two ends are found here. A run whose models are silent is unhealthy: its
 * score would be that of nobody. A run whose budget is used up stops and can go on with another. Submitted agents may
 * be silent: that is their policy, and it is scored.
 *
 * Laws
 *   L1 additive spend    the figures of a run are the sums of those of its seats, in whatever order calls come
 *   L2 silence is ours   no answer of a submitted agent makes a run mute
 *   L3 breaker           mute is a rate above the bound at a count that is looked at, and at no other
 *   L4 silent seat       at the end a seat is silent exactly if all of it was silence, or its own rate is above the bound
 *                        in as many calls as the breaker waits for
 *
 * @module
 */
import { type CallRecord, type CallUsage, isOfModel, isSilent } from './call-record.js'
import type { Limits, MuteLimits } from './limits.js'

/**
 * Adds up calls: how many, how many said nothing or failed, tokens, and US dollars of those with a known price.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatSpend extends CallUsage {
  readonly calls: number
  readonly attempts: number
  readonly blank: number
  readonly faults: number
  readonly costUsd: number
  readonly unpriced: number
}

/**
 * Adds up the calls of a run, in all and by seat. `mute` counts the calls of models and those among them that brought
 * nothing that can be played; who goes by rule is no model.
 *
 * @category model
 * @since 0.1.0
 */
export interface Spend extends SeatSpend {
  readonly bySeat: Readonly<Record<string, SeatSpend>>
  readonly mute: { readonly calls: number; readonly blank: number }
}

const nothing: SeatSpend = {
  calls: 0,
  attempts: 0,
  blank: 0,
  faults: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
  unpriced: 0,
}

/**
 * Is the spend of a run that has asked nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const noSpend: Spend = { ...nothing, bySeat: {}, mute: { calls: 0, blank: 0 } }

const added = (total: SeatSpend, call: CallRecord): SeatSpend => ({
  calls: total.calls + 1,
  attempts: total.attempts + call.attempts,
  blank: total.blank + (call.ending === 'blank' ? 1 : 0),
  faults: total.faults + (call.ending === 'threw' || call.ending === 'timeout' ? 1 : 0),
  inputTokens: total.inputTokens + call.usage.inputTokens,
  cachedInputTokens: total.cachedInputTokens + call.usage.cachedInputTokens,
  outputTokens: total.outputTokens + call.usage.outputTokens,
  reasoningTokens: total.reasoningTokens + call.usage.reasoningTokens,
  costUsd: total.costUsd + (call.costUsd ?? 0),
  unpriced: total.unpriced + (call.costUsd === null ? 1 : 0),
})

/**
 * Adds a call to what was spent.
 *
 * @category operations
 * @since 0.1.0
 */
export const addCall = (spend: Spend, call: CallRecord): Spend => {
  const { bySeat, mute } = spend
  const own = Object.hasOwn(bySeat, call.seat) ? bySeat[call.seat] : undefined
  const isModel = isOfModel(call)
  return {
    ...added(spend, call),
    bySeat: { ...bySeat, [call.seat]: added(own ?? nothing, call) },
    mute: {
      calls: mute.calls + (isModel ? 1 : 0),
      blank: mute.blank + (isModel && isSilent(call) ? 1 : 0),
    },
  }
}

/**
 * Adds up calls.
 *
 * @category constructors
 * @since 0.1.0
 */
export const spendOf = (calls: ReadonlyArray<CallRecord>): Spend => calls.reduce(addCall, noSpend)

/**
 * Tells whether models have been silent for too long: the count of their calls is one that is looked at, and the share
 * of blank ones is above the bound.
 *
 * @category operations
 * @since 0.1.0
 */
export const isMute = ({ mute: { calls, blank } }: Spend, limits: MuteLimits | null): boolean => {
  if (limits === null || calls === 0 || calls < limits.after) return false
  const isLookedAt = limits.every <= 1 || (calls - limits.after) % limits.every === 0
  return isLookedAt && blank / calls > limits.above
}

/**
 * Finds the seat that was silent in a game that came to its end: one whose models said nothing at all, however few their
 * calls were, or whose rate is above the bound in as many calls as the breaker waits for. In words; `null` where there
 * is none. A seat is looked at by itself, because others that speak are no excuse for it.
 *
 * @category operations
 * @since 0.1.0
 */
export const silentSeat = (
  calls: ReadonlyArray<CallRecord>,
  limits: MuteLimits | null,
): string | null => {
  if (limits === null) return null
  const seats = new Map<string, { calls: number; silent: number }>()
  for (const call of calls.filter(isOfModel)) {
    const seat = seats.get(call.seat) ?? { calls: 0, silent: 0 }
    seat.calls += 1
    seat.silent += isSilent(call) ? 1 : 0
    seats.set(call.seat, seat)
  }
  for (const [name, { calls: of, silent }] of seats) {
    if (silent === of || (of >= limits.after && silent / of > limits.above)) {
      return `${name} said nothing in ${silent} of ${of} calls`
    }
  }
  return null
}

/**
 * Tells which budget is used up, in words; `null` while there is something left.
 *
 * @category operations
 * @since 0.1.0
 */
export const overBudget = (
  spend: Spend,
  { budgetTokens, budgetUsd }: Pick<Limits, 'budgetTokens' | 'budgetUsd'>,
): string | null => {
  const tokens = spend.inputTokens + spend.outputTokens
  if (budgetTokens !== null && tokens >= budgetTokens) {
    return `${tokens} tokens of ${budgetTokens} are used`
  }
  if (budgetUsd !== null && spend.costUsd >= budgetUsd) {
    return `${spend.costUsd.toFixed(4)} of ${budgetUsd} US dollars are used`
  }
  return null
}
