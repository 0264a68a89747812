import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type AnsweringOrder,
  type Episode,
  type Log,
  oldest,
  playWith,
} from '../../src/core/index.js'
import { type ExchangeConfig, makeExchangeConfig } from '../../src/economy/index.js'
import {
  type ExchangeQuestion,
  type ExchangeResult,
  type ExchangeSetup,
  exchangeEpisode,
} from '../../src/exchange/index.js'

/** Small markets under all the rules of a protocol. */
export const arbitraryMarket: fc.Arbitrary<ExchangeConfig> = fc
  .record({
    numAgents: fc.integer({ min: 2, max: 5 }),
    numResources: fc.integer({ min: 1, max: 4 }),
    rounds: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat({ max: 10_000 }),
    controllers: fc.constantFrom([1], [2, 1]),
    utilityMode: fc.constantFrom(
      'linear' as const,
      'concave_separable' as const,
      'complementary_bundle' as const,
    ),
    withMoney: fc.boolean(),
    protocol: fc.record({
      informationRevealProfile: fc.constantFrom('legacy' as const, 'clean_market_v1' as const),
      visibilityMode: fc.constantFrom('full_public' as const, 'limited_contact' as const),
      visibleAgentsPerAgent: fc.constantFrom(null, 0, 1, 2),
      visibilitySeed: fc.nat({ max: 50 }),
      publicBroadcast: fc.boolean(),
      communicationScope: fc.constantFrom(
        'all' as const,
        'controller_contacts' as const,
        'visible_only' as const,
      ),
      responseScope: fc.constantFrom(
        'all' as const,
        'visible_only' as const,
        'solicited_public' as const,
      ),
      showFullAllocation: fc.boolean(),
      showResourceTotals: fc.boolean(),
      revealAllPrivateValues: fc.boolean(),
      settlementRowLimit: fc.constantFrom(null, 2),
      privateAcceptanceCheck: fc.boolean(),
      privateAcceptanceMode: fc.constantFrom(
        'llm_structured' as const,
        'llm_structured_strict' as const,
        'hybrid_block_bad' as const,
        'deterministic_oracle' as const,
        'off' as const,
      ),
      privateAcceptanceContext: fc.constantFrom('minimal' as const, 'full' as const),
      atomicCommit: fc.boolean(),
      irEnforce: fc.boolean(),
      partialClearing: fc.boolean(),
      strictSelfInterest: fc.boolean(),
      requireFinalPublicStateUpdateForInstitutions: fc.boolean(),
      defectionRate: fc.constantFrom(0, 0, 0.5),
    }),
    institutionPressure: fc.constantFrom(
      {},
      { searchCostPerContactedAgent: 0.05 },
      { searchCostPerPublicRound: 0.1, standingRuleBonusOrCostSaving: 0.2 },
    ),
  })
  .map((parts) => {
    const made = makeExchangeConfig(parts)
    if (isLeft(made)) throw new Error(JSON.stringify(made.left))
    return made.right
  })

export const marketOfSetup = (setup: ExchangeSetup): Episode<ExchangeQuestion, ExchangeResult> => {
  const game = exchangeEpisode(setup)
  if (isLeft(game)) throw new Error(JSON.stringify(game.left))
  return game.right
}

export interface PlayedMarket {
  readonly result: ExchangeResult
  readonly log: Log
  readonly questions: ReadonlyMap<string, ExchangeQuestion>
}

/** Plays a market to its end, keeping its questions. */
export const playThrough = (
  game: Episode<ExchangeQuestion, ExchangeResult>,
  answer: (id: string, question: ExchangeQuestion) => Answer,
  order: AnsweringOrder = oldest,
): PlayedMarket => {
  const questions = new Map<string, ExchangeQuestion>()
  const played = playWith(
    (id, question: ExchangeQuestion) => {
      if (questions.has(id)) throw new Error(`${id} is asked twice`)
      questions.set(id, question)
      return answer(id, question)
    },
    { order },
  )(game)
  if (played._tag !== 'Finished') throw new Error(played._tag)
  return { result: played.result, log: played.log, questions }
}
