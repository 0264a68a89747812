import { isRight } from 'fp-ts/lib/Either.js'
import { renderFailures } from '../../src/core/failure.js'
import {
  type ExchangeConfig,
  type ExchangeConfigParts,
  makeExchangeConfig,
} from '../../src/economy/index.js'

const made = (parts: ExchangeConfigParts): ExchangeConfig => {
  const config = makeExchangeConfig(parts)
  if (isRight(config)) return config.right
  throw new Error(renderFailures(config.left))
}

const fiveByFive = {
  numAgents: 5,
  numResources: 5,
  unitsPerHomeResource: 10,
  rounds: 4,
  controllers: [1, 1, 1, 1],
  utilityMode: 'concave_separable',
} as const

const market = {
  informationRevealProfile: 'clean_market_v1',
  visibilitySeed: 46,
  communicationScope: 'controller_contacts',
  strictSelfInterest: true,
} as const

const hidden = {
  ...market,
  visibilityMode: 'limited_contact',
  showFullAllocation: false,
  directContactScope: 'visible_only',
  responseScope: 'solicited_public',
  settlementRowLimit: 4,
  privateAcceptanceCheck: true,
  partialClearing: true,
} as const

/** Everybody sees everybody; the first agent proposes trades of two rows, committed at once. */
export const visibleBilateral: ExchangeConfig = made({
  ...fiveByFive,
  name: 'visible bilateral trade',
  seed: 1101,
  protocol: {
    ...market,
    responseScope: 'visible_only',
    settlementRowLimit: 2,
    atomicCommit: true,
  },
})

/** Everybody sees everybody; settlements of four rows may clear in part and need private acceptance. */
export const multipartyClearing: ExchangeConfig = made({
  ...fiveByFive,
  name: 'multiparty clearing',
  seed: 1102,
  protocol: {
    ...market,
    responseScope: 'visible_only',
    settlementRowLimit: 4,
    privateAcceptanceCheck: true,
    partialClearing: true,
  },
})

/** Everybody sees one other agent and finds the rest by public solicitation, over six rounds. */
export const hiddenDiscovery: ExchangeConfig = made({
  ...fiveByFive,
  name: 'hidden discovery',
  seed: 1103,
  rounds: 6,
  controllers: [1, 1, 1, 1, 1, 1],
  protocol: { ...hidden, visibleAgentsPerAgent: 1 },
})

/** Everybody sees two other agents; holdings are hidden, and every debited agent signs off. */
export const consentUnderHiddenInformation: ExchangeConfig = made({
  ...fiveByFive,
  name: 'consent under hidden information',
  seed: 1104,
  protocol: { ...hidden, visibleAgentsPerAgent: 2, strictSelfInterest: false },
})

/** Ten agents, ten goods, linear values, everything public. */
export const linearTenByTen: ExchangeConfig = made({ name: 'linear ten by ten' })

/** One buyer of three components under a budget, two sellers of each. */
export const bundleOfThree: ExchangeConfig = made({
  name: 'bundle of three',
  numAgents: 7,
  numResources: 4,
  rounds: 3,
  controllers: [1],
  worldType: 'bundle_under_budget',
  utilityMode: 'complementary_bundle',
  bundleSpec: {
    buyerAgent: 1,
    moneyResource: 4,
    requiredComponents: [1, 2, 3],
    bundleValue: 120,
    budget: 100,
  },
  sellerLayout: {
    sellers: [
      { seller: 2, component: 1 },
      { seller: 3, component: 1 },
      { seller: 4, component: 2 },
      { seller: 5, component: 2 },
      { seller: 6, component: 3 },
      { seller: 7, component: 3 },
    ],
    costRange: [20, 30],
  },
})
