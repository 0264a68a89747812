/**
 * Protocol: who sees, hears and answers whom in an exchange, and what settles.
 *
 * The interaction rules of a market, apart from its economy. The names and defaults are those of the public case files,
 * so that every one of them is read. This module only describes a protocol; the rules act in `visibility.ts`, the gates
 * and the market.
 *
 * | key                                                  | default                    | values                                     |
 * | ---------------------------------------------------- | -------------------------- | ------------------------------------------ |
 * | `name`                                               | universal_public_action    | any text                                   |
 * | `information_reveal_profile`                         | legacy                     | legacy, clean_market_v1                    |
 * | `visibility_mode`                                    | full_public                | full_public, limited_contact               |
 * | `visible_agents_per_agent`                           | null                       | null or an integer; 0 and below: nobody    |
 * | `visibility_seed`                                    | 0                          | an integer                                 |
 * | `public_broadcast`                                   | true                       |                                            |
 * | `communication_scope`                                | all                        | all, controller_contacts, visible_only     |
 * | `show_full_allocation`                               | true                       |                                            |
 * | `show_resource_totals`                               | true                       |                                            |
 * | `direct_contact_scope`                               | unrestricted               | unrestricted, visible_only                 |
 * | `response_scope`                                     | all                        | all, visible_only, solicited_public        |
 * | `settlement_row_limit`                               | null                       | null or an integer of at least 0           |
 * | `strict_self_interest`                               | false                      |                                            |
 * | `require_final_public_state_update_for_institutions` | true                       |                                            |
 * | `private_acceptance_check`                           | false                      |                                            |
 * | `private_acceptance_mode`                            | llm_structured             | see `PrivateAcceptanceMode`                |
 * | `private_acceptance_context`                         | minimal                    | minimal, full                              |
 * | `atomic_commit`                                      | false                      |                                            |
 * | `ir_enforce`                                         | false                      |                                            |
 * | `partial_clearing`                                   | false                      |                                            |
 * | `anti_anchor_mechanism_example`                      | empty                      | any text                                   |
 * | `defection_rate`                                     | 0                          | 0 to 1                                     |
 * | `defection_seed`                                     | 0                          | an integer                                 |
 * | `reveal_all_private_values`                          | false                      |                                            |
 *
 * @module
 */
import {
  between,
  type Codec,
  integerFrom,
  integerSeed,
  nullable,
  oneOf,
  recordOf,
  text,
  truth,
  withDefault,
} from './json-codec.js'

/**
 * Names how much of the environment the texts shown to agents disclose.
 *
 * @category model
 * @since 0.1.0
 */
export type InformationRevealProfile = 'legacy' | 'clean_market_v1'

/**
 * Names whether every agent sees every other, or a drawn few.
 *
 * @category model
 * @since 0.1.0
 */
export type VisibilityMode = 'full_public' | 'limited_contact'

/**
 * Names who speaks in the communication phase.
 *
 * @category model
 * @since 0.1.0
 */
export type CommunicationScope = 'all' | 'controller_contacts' | 'visible_only'

/**
 * Names whom an agent may address directly.
 *
 * @category model
 * @since 0.1.0
 */
export type DirectContactScope = 'unrestricted' | 'visible_only'

/**
 * Names who is asked to answer a proposal.
 *
 * @category model
 * @since 0.1.0
 */
export type ResponseScope = 'all' | 'visible_only' | 'solicited_public'

/**
 * Names how a debited agent's private acceptance decides.
 *
 * @category model
 * @since 0.1.0
 */
export type PrivateAcceptanceMode =
  | 'llm_structured'
  | 'llm_structured_strict'
  | 'hybrid_block_bad'
  | 'deterministic_oracle'
  | 'off'

/**
 * Names how much an agent is shown when it is asked to accept privately.
 *
 * @category model
 * @since 0.1.0
 */
export type PrivateAcceptanceContext = 'minimal' | 'full'

/**
 * Holds the interaction rules of an exchange.
 *
 * @category model
 * @since 0.1.0
 */
export interface Protocol {
  readonly name: string
  readonly informationRevealProfile: InformationRevealProfile
  readonly visibilityMode: VisibilityMode
  readonly visibleAgentsPerAgent: number | null
  readonly visibilitySeed: number
  readonly publicBroadcast: boolean
  readonly communicationScope: CommunicationScope
  readonly showFullAllocation: boolean
  readonly showResourceTotals: boolean
  readonly directContactScope: DirectContactScope
  readonly responseScope: ResponseScope
  readonly settlementRowLimit: number | null
  readonly strictSelfInterest: boolean
  readonly requireFinalPublicStateUpdateForInstitutions: boolean
  readonly privateAcceptanceCheck: boolean
  readonly privateAcceptanceMode: PrivateAcceptanceMode
  readonly privateAcceptanceContext: PrivateAcceptanceContext
  readonly atomicCommit: boolean
  readonly irEnforce: boolean
  readonly partialClearing: boolean
  readonly antiAnchorMechanismExample: string
  readonly defectionRate: number
  readonly defectionSeed: number
  readonly revealAllPrivateValues: boolean
}

/**
 * Gives the protocol that an empty object describes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaultProtocol: Protocol = {
  name: 'universal_public_action',
  informationRevealProfile: 'legacy',
  visibilityMode: 'full_public',
  visibleAgentsPerAgent: null,
  visibilitySeed: 0,
  publicBroadcast: true,
  communicationScope: 'all',
  showFullAllocation: true,
  showResourceTotals: true,
  directContactScope: 'unrestricted',
  responseScope: 'all',
  settlementRowLimit: null,
  strictSelfInterest: false,
  requireFinalPublicStateUpdateForInstitutions: true,
  privateAcceptanceCheck: false,
  privateAcceptanceMode: 'llm_structured',
  privateAcceptanceContext: 'minimal',
  atomicCommit: false,
  irEnforce: false,
  partialClearing: false,
  antiAnchorMechanismExample: '',
  defectionRate: 0,
  defectionSeed: 0,
  revealAllPrivateValues: false,
}

const acceptanceModes: Codec<PrivateAcceptanceMode> = oneOf(
  'llm_structured',
  'llm_structured_strict',
  'hybrid_block_bad',
  'deterministic_oracle',
  'off',
)

const d = defaultProtocol
const anyInteger = integerFrom(Number.NEGATIVE_INFINITY)
const scopes: Codec<CommunicationScope> = oneOf('all', 'controller_contacts', 'visible_only')
const profiles: Codec<InformationRevealProfile> = oneOf('legacy', 'clean_market_v1')
const visibility: Codec<VisibilityMode> = oneOf('full_public', 'limited_contact')
const contacts: Codec<DirectContactScope> = oneOf('unrestricted', 'visible_only')
const responses: Codec<ResponseScope> = oneOf('all', 'visible_only', 'solicited_public')
const contexts: Codec<PrivateAcceptanceContext> = oneOf('minimal', 'full')

/**
 * Reads and writes a protocol as the `protocol` object of a case file.
 *
 * @category codec
 * @since 0.1.0
 */
export const protocolCodec: Codec<Protocol> = recordOf<Protocol>('a protocol', {
  name: withDefault('name', text, d.name),
  informationRevealProfile: withDefault(
    'information_reveal_profile',
    profiles,
    d.informationRevealProfile,
  ),
  visibilityMode: withDefault('visibility_mode', visibility, d.visibilityMode),
  visibleAgentsPerAgent: withDefault(
    'visible_agents_per_agent',
    nullable(anyInteger),
    d.visibleAgentsPerAgent,
  ),
  visibilitySeed: withDefault('visibility_seed', integerSeed, d.visibilitySeed),
  publicBroadcast: withDefault('public_broadcast', truth, d.publicBroadcast),
  communicationScope: withDefault('communication_scope', scopes, d.communicationScope),
  showFullAllocation: withDefault('show_full_allocation', truth, d.showFullAllocation),
  showResourceTotals: withDefault('show_resource_totals', truth, d.showResourceTotals),
  directContactScope: withDefault('direct_contact_scope', contacts, d.directContactScope),
  responseScope: withDefault('response_scope', responses, d.responseScope),
  settlementRowLimit: withDefault(
    'settlement_row_limit',
    nullable(integerFrom(0)),
    d.settlementRowLimit,
  ),
  strictSelfInterest: withDefault('strict_self_interest', truth, d.strictSelfInterest),
  requireFinalPublicStateUpdateForInstitutions: withDefault(
    'require_final_public_state_update_for_institutions',
    truth,
    d.requireFinalPublicStateUpdateForInstitutions,
  ),
  privateAcceptanceCheck: withDefault('private_acceptance_check', truth, d.privateAcceptanceCheck),
  privateAcceptanceMode: withDefault(
    'private_acceptance_mode',
    acceptanceModes,
    d.privateAcceptanceMode,
  ),
  privateAcceptanceContext: withDefault(
    'private_acceptance_context',
    contexts,
    d.privateAcceptanceContext,
  ),
  atomicCommit: withDefault('atomic_commit', truth, d.atomicCommit),
  irEnforce: withDefault('ir_enforce', truth, d.irEnforce),
  partialClearing: withDefault('partial_clearing', truth, d.partialClearing),
  antiAnchorMechanismExample: withDefault(
    'anti_anchor_mechanism_example',
    text,
    d.antiAnchorMechanismExample,
  ),
  defectionRate: withDefault('defection_rate', between(0, 1), d.defectionRate),
  defectionSeed: withDefault('defection_seed', integerSeed, d.defectionSeed),
  revealAllPrivateValues: withDefault('reveal_all_private_values', truth, d.revealAllPrivateValues),
})
