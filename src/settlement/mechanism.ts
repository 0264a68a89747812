/**
 * A mechanism: what a round of talk comes down to. Some transfers, the agents that consent, and what to write down.
 *
 * A mechanism says who proposed it, how sure its compiler is, and whether a verifier found it supported by what was
 * said. It is a proposal: whether it moves anything is for the gates (`gate.ts`).
 *
 * | field                | default              | meaning                                                       |
 * | -------------------- | -------------------- | ------------------------------------------------------------- |
 * | proposerId           | none                 | the agent that proposed                                       |
 * | label                | `compiled_mechanism` | what the event is called                                      |
 * | summary              | empty                | what the event says                                           |
 * | transfers            | none                 | in the order in which they are applied                        |
 * | consentingAgents     | the proposer         | ascending, each once                                          |
 * | confidence           | 1                    | finite; the gate asks for 0.5                                 |
 * | institutionalUpdates | none                 | see `institution.ts`                                          |
 * | verifierOk           | true                 | whether the verifier found it supported                       |
 * | verifierReason       | empty                | what the verifier said                                        |
 *
 * Laws
 *   L1 sorted parties          participants, debited and consenting agents are ascending and distinct
 *   L2 mechanism normal form   making a made mechanism again gives the same mechanism
 *   L3 debited are involved    every debited agent is a participant
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { JsonRecord } from '../core/json.js'
import { isAgentOf, type MarketShape } from './market-shape.js'
import {
  makeTransfer,
  type Transfer,
  type TransferFailure,
  type TransferInput,
} from './transfer.js'

/**
 * Holds a mechanism. Agents are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface Mechanism {
  readonly proposerId: number
  readonly label: string
  readonly summary: string
  readonly transfers: ReadonlyArray<Transfer>
  readonly consentingAgents: ReadonlyArray<number>
  readonly confidence: number
  readonly institutionalUpdates: ReadonlyArray<JsonRecord>
  readonly verifierOk: boolean
  readonly verifierReason: string
}

/**
 * Collects the parts of a mechanism before they are checked; the optional ones have the defaults of the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface MechanismParts {
  readonly proposerId: number
  readonly label?: string
  readonly summary?: string
  readonly transfers?: ReadonlyArray<TransferInput>
  readonly consentingAgents?: ReadonlyArray<number>
  readonly confidence?: number
  readonly institutionalUpdates?: ReadonlyArray<JsonRecord>
  readonly verifierOk?: boolean
  readonly verifierReason?: string
}

/**
 * Names what can be wrong with a mechanism.
 *
 * @category failures
 * @since 0.1.0
 */
export type MechanismFailure = TransferFailure | 'NotAConfidence' | 'NotAnUpdate'

/**
 * The label of a mechanism that names none, and the kind of its event.
 *
 * @category model
 * @since 0.1.0
 */
export const defaultLabel = 'compiled_mechanism'

const ascending = (ids: Iterable<number>): ReadonlyArray<number> =>
  [...new Set(ids)].sort((a, b) => a - b)

const agentFailures = (
  shape: MarketShape,
  parts: MechanismParts,
): ReadonlyArray<Failure<MechanismFailure>> => {
  const expected = `the number of an agent, 1 to ${shape.agents}`
  const consenting = parts.consentingAgents ?? []
  return [
    ...(isAgentOf(shape, parts.proposerId)
      ? []
      : [failure('UnknownAgent' as const, ['proposerId'], parts.proposerId, expected)]),
    ...consenting.flatMap((agent, index) =>
      isAgentOf(shape, agent)
        ? []
        : [failure('UnknownAgent' as const, ['consentingAgents', index], agent, expected)],
    ),
  ]
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const restFailures = (parts: MechanismParts): ReadonlyArray<Failure<MechanismFailure>> => {
  const confidence = parts.confidence ?? 1
  return [
    ...(Number.isFinite(confidence)
      ? []
      : [failure('NotAConfidence' as const, ['confidence'], confidence, 'a finite number')]),
    ...(parts.institutionalUpdates ?? []).flatMap((update, index) =>
      isRecord(update)
        ? []
        : [failure('NotAnUpdate' as const, ['institutionalUpdates', index], update, 'an object')],
    ),
  ]
}

/**
 * Makes a mechanism, or reports everything that is wrong with it. Consenting agents come out ascending and distinct.
 *
 * @example
 * ```ts
 * import { makeMechanism, marketOf } from 'edgeworth/settlement'
 *
 * const make = makeMechanism(marketOf(2, 2))
 * const swap = make({
 *   proposerId: 1,
 *   consentingAgents: [2, 1],
 *   transfers: [
 *     { from: 1, to: 2, resource: 'r1', quantity: 3 },
 *     { from: 2, to: 1, resource: 'r2', quantity: 1.5 },
 *   ],
 * })
 * swap._tag // => 'Right'
 * const reversed = make({ proposerId: 1, transfers: [{ from: 1, to: 2, resource: 'r1', quantity: -50 }] })
 * reversed._tag === 'Left' ? reversed.left[0]._tag : null // => 'NegativeQuantity'
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMechanism =
  (shape: MarketShape) =>
  (parts: MechanismParts): Either<Failures<MechanismFailure>, Mechanism> => {
    const found: Array<Failure<MechanismFailure>> = [...agentFailures(shape, parts)]
    const transfers: Array<Transfer> = []
    const make = makeTransfer(shape)
    for (const [index, input] of (parts.transfers ?? []).entries()) {
      const made = make(input)
      if (isLeft(made)) found.push(...below(['transfers', index], made.left))
      else transfers.push(made.right)
    }
    const failures = nonEmpty([...found, ...restFailures(parts)])
    if (failures !== null) return left(failures)
    return right({
      proposerId: parts.proposerId,
      label: parts.label ?? defaultLabel,
      summary: parts.summary ?? '',
      transfers,
      consentingAgents: ascending(parts.consentingAgents ?? [parts.proposerId]),
      confidence: parts.confidence ?? 1,
      institutionalUpdates: parts.institutionalUpdates ?? [],
      verifierOk: parts.verifierOk ?? true,
      verifierReason: parts.verifierReason ?? '',
    })
  }

/**
 * Lists the agents that give or receive something, ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const participants = ({ transfers }: Mechanism): ReadonlyArray<number> =>
  ascending([...transfers.map(({ from }) => from), ...transfers.map(({ to }) => to)])

/**
 * Lists the agents that give something, ascending. Each of them has to consent.
 *
 * @category operations
 * @since 0.1.0
 */
export const debitedAgents = (mechanism: Mechanism): ReadonlyArray<number> =>
  ascending(mechanism.transfers.map((transfer) => transfer.from))

/**
 * Tells whether the mechanism would move or write anything at all.
 *
 * @category operations
 * @since 0.1.0
 */
export const hasEffect = (mechanism: Mechanism): boolean =>
  mechanism.transfers.length > 0 || mechanism.institutionalUpdates.length > 0
