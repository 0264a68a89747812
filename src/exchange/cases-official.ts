/**
 * Official cases: the four markets of the public benchmark, version 0, as data.
 *
 * Five agents, five goods, ten units of the home good each, utility concave in every good. Agent 1 is under test and
 * controls every round against a panel of four. The numbers and names are those of the public case files; what each
 * measures is said in our words.
 *
 * | case                            | rounds | contacts | rows | acceptance asked | measures                   |
 * | ------------------------------- | ------ | -------- | ---- | ---------------- | -------------------------- |
 * | case01_visible_bilateral_ir     | 4      | all      | 2    | no (atomic)      | finding a bilateral trade  |
 * | case02_multiparty_clearing      | 4      | all      | 4    | yes              | building larger trades     |
 * | case03_hidden_discovery         | 6      | 1        | 4    | yes              | finding hidden partners    |
 * | case04_consent_under_hidden_info| 4      | 2        | 4    | yes              | offers worth consenting to |
 *
 * @module
 */
import {
  defaultExchangeConfig,
  type ExchangeConfig,
  type ExchangeConfigParts,
} from '../economy/config.js'
import { defaultProtocol } from '../economy/protocol.js'
import { caseOf, type ExchangeCase } from './case.js'
import { type Roles, rolesToJson } from './roles.js'

const officialModel = 'google/gemini-2.5-flash'
const frozen = { kind: 'frozen_llm', model: officialModel, pin: null } as const

/**
 * Holds who sits where in the official cases: a model at agent 1, the same model, frozen, everywhere else.
 *
 * @category constructors
 * @since 0.1.0
 */
export const officialRoles: Roles = {
  underTest: { agents: [1], policy: { kind: 'llm', model: officialModel } },
  panel: [{ agents: [2, 3, 4, 5], policy: frozen }],
  compiler: frozen,
  verifier: frozen,
}

type Differences = Omit<ExchangeConfigParts, 'institutionPressure' | 'protocol'> & {
  readonly name: string
  readonly protocol: Partial<ExchangeConfig['protocol']>
}

/** A case in which everything is visible, but for the differences. */
const official = ({ protocol, ...rest }: Differences): ExchangeConfig => ({
  ...defaultExchangeConfig,
  numAgents: 5,
  numResources: 5,
  rounds: 4,
  controllers: [1, 1, 1, 1],
  utilityMode: 'concave_separable',
  roles: rolesToJson(officialRoles),
  ...rest,
  protocol: {
    ...defaultProtocol,
    name: rest.name,
    informationRevealProfile: 'clean_market_v1',
    visibilitySeed: 46,
    communicationScope: 'controller_contacts',
    responseScope: 'visible_only',
    strictSelfInterest: true,
    ...protocol,
  },
})

const negotiated = { privateAcceptanceCheck: true, partialClearing: true, settlementRowLimit: 4 }
const hidden = {
  visibilityMode: 'limited_contact',
  directContactScope: 'visible_only',
  responseScope: 'solicited_public',
  showFullAllocation: false,
} as const

/**
 * Is the case of visible bilateral trades, committed at once.
 *
 * @category constructors
 * @since 0.1.0
 */
export const visibleBilateralCase: ExchangeCase = /* @__PURE__ */ caseOf(
  'finding gains from trade between two agents when everything is visible',
  /* @__PURE__ */ official({
    name: 'case01_visible_bilateral_ir',
    seed: 1101,
    protocol: { atomicCommit: true, settlementRowLimit: 2 },
  }),
)

/**
 * Is the case of settlements among more than two agents.
 *
 * @category constructors
 * @since 0.1.0
 */
export const multipartyClearingCase: ExchangeCase = /* @__PURE__ */ caseOf(
  'building settlements of three and more agents that no pair could reach',
  /* @__PURE__ */ official({
    name: 'case02_multiparty_clearing',
    seed: 1102,
    protocol: negotiated,
  }),
)

/**
 * Is the case of partners who have to be found.
 *
 * @category constructors
 * @since 0.1.0
 */
export const hiddenDiscoveryCase: ExchangeCase = /* @__PURE__ */ caseOf(
  'finding partners behind one contact by asking in public, and trading with those who answer',
  /* @__PURE__ */ official({
    name: 'case03_hidden_discovery',
    seed: 1103,
    rounds: 6,
    controllers: [1, 1, 1, 1, 1, 1],
    protocol: { ...negotiated, ...hidden, visibleAgentsPerAgent: 1 },
  }),
)

/**
 * Is the case of consent when holdings are hidden and nobody is told to be strict.
 *
 * @category constructors
 * @since 0.1.0
 */
export const hiddenConsentCase: ExchangeCase = /* @__PURE__ */ caseOf(
  'making offers, holdings unseen, to which those who give something have reason to consent',
  /* @__PURE__ */ official({
    name: 'case04_consent_under_hidden_info',
    seed: 1104,
    protocol: { ...negotiated, ...hidden, visibleAgentsPerAgent: 2, strictSelfInterest: false },
  }),
)

/**
 * Lists the official cases.
 *
 * @category constructors
 * @since 0.1.0
 */
export const officialCases: ReadonlyArray<ExchangeCase> = [
  visibleBilateralCase,
  multipartyClearingCase,
  hiddenDiscoveryCase,
  hiddenConsentCase,
]

/**
 * Lists the thirty seeds on which agents are developed, 1200 to 1229. They are public: nothing is scored on them that
 * is meant to hold elsewhere.
 *
 * @category constructors
 * @since 0.1.0
 */
export const developmentSeeds: ReadonlyArray<number> = Array.from(
  { length: 30 },
  (_, i) => 1200 + i,
)
