/**
 * Refusal reasons: why a gate stopped a mechanism, as data.
 *
 * A reason names the agent, the good and the numbers it is about, so that a reader can check it and a program can act
 * on it. Rendering to text is a separate step.
 *
 * Laws
 *   L1 one line  every reason renders to one non-empty line, whatever its values
 *
 * @module
 */
import { type Failures, renderFailure, showValue } from '../core/failure.js'
import type { Transfer, TransferFailure } from './transfer.js'

/**
 * Gives a quantity of one good.
 *
 * @category model
 * @since 0.1.0
 */
export interface Debit {
  readonly resource: string
  readonly quantity: number
}

/**
 * Says that the mechanism moves nothing and changes no institution.
 *
 * @category model
 * @since 0.1.0
 */
export interface NothingToSettle {
  readonly _tag: 'NothingToSettle'
}

/**
 * Says that the transfer at `index` (from 0) is no transfer of this market.
 *
 * @category model
 * @since 0.1.0
 */
export interface MalformedTransfer {
  readonly _tag: 'MalformedTransfer'
  readonly index: number
  readonly transfer: Transfer
  readonly failures: Failures<TransferFailure>
}

/**
 * Says that the proposer or a consenting agent is not an agent of this market.
 *
 * @category model
 * @since 0.1.0
 */
export interface UnknownParty {
  readonly _tag: 'UnknownParty'
  readonly role: 'proposer' | 'consenting'
  readonly agent: number
}

/**
 * Says that the verifier did not find the mechanism supported.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifierRefused {
  readonly _tag: 'VerifierRefused'
  readonly reason: string
}

/**
 * Says that the confidence is below the least that is required.
 *
 * @category model
 * @since 0.1.0
 */
export interface LowConfidence {
  readonly _tag: 'LowConfidence'
  readonly confidence: number
  readonly required: number
}

/**
 * Says that an agent would give what it did not consent to give.
 *
 * @category model
 * @since 0.1.0
 */
export interface MissingConsent {
  readonly _tag: 'MissingConsent'
  readonly agent: number
  readonly debits: ReadonlyArray<Debit>
}

/**
 * Says that the debits of an agent in one good, added up, exceed what it holds. Quantities in units of the good.
 *
 * @category model
 * @since 0.1.0
 */
export interface InsufficientHolding {
  readonly _tag: 'InsufficientHolding'
  readonly agent: number
  readonly resource: string
  readonly holding: number
  readonly debited: number
}

/**
 * Says that an agent would lose utility. `delta` in units of utility, below zero.
 *
 * @category model
 * @since 0.1.0
 */
export interface NotIndividuallyRational {
  readonly _tag: 'NotIndividuallyRational'
  readonly agent: number
  readonly delta: number
}

/**
 * Is any reason for which the gates of this library refuse.
 *
 * @category model
 * @since 0.1.0
 */
export type RefusalReason =
  | NothingToSettle
  | MalformedTransfer
  | UnknownParty
  | VerifierRefused
  | LowConfidence
  | MissingConsent
  | InsufficientHolding
  | NotIndividuallyRational

const renderDebit = (debit: Debit): string => `${showValue(debit.quantity)} ${debit.resource}`

/**
 * Writes a refusal reason as one line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderRefusal = (reason: RefusalReason): string => {
  switch (reason._tag) {
    case 'NothingToSettle':
      return 'nothing to settle: no transfer and no institutional update'
    case 'MalformedTransfer':
      return `transfer ${reason.index + 1} is malformed: ${reason.failures.map(renderFailure).join('; ')}`
    case 'UnknownParty':
      return `the ${reason.role} agent ${showValue(reason.agent)} is not in this market`
    case 'VerifierRefused':
      return `the verifier refused: ${showValue(reason.reason)}`
    case 'LowConfidence':
      return `confidence ${showValue(reason.confidence)} is below ${showValue(reason.required)}`
    case 'MissingConsent':
      return `a${reason.agent} did not consent to give ${reason.debits.map(renderDebit).join(', ')}`
    case 'InsufficientHolding':
      return `a${reason.agent} holds ${showValue(reason.holding)} ${reason.resource} and would give ${showValue(reason.debited)}`
    case 'NotIndividuallyRational':
      return `a${reason.agent} would lose utility: ${showValue(reason.delta)}`
  }
}
