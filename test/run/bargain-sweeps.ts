import {
  calibrated,
  calibratedParameters,
  symmetricRules,
  symmetricWorlds,
  wide,
  wideParameters,
} from '../../src/bargaining/index.js'
import { bargainCommand } from '../../src/run/bargain-agents.js'
import {
  anchoredCase,
  type BargainCase,
  liveCase,
  symmetricCase,
} from '../../src/run/bargain-case.js'
import type { BargainPlan } from '../../src/run/bargain-plan.js'
import type { LanguageModel } from '../../src/run/language-model.js'
import { type BargainOutcomeOfRun, runBargain } from '../../src/run/run-bargain.js'
import type { BargainJob } from '../../src/run/sweep-job.js'

/** A case of every game, on pinned and drawn worlds. */
export const everyCase: ReadonlyArray<BargainCase> = [
  anchoredCase('pinned', calibrated),
  anchoredCase('wide', wide, wideParameters),
  liveCase('live', calibratedParameters),
  symmetricCase,
  {
    name: 'listed',
    setup: {
      format: 'edgeworth-bargains/1',
      game: 'symmetric',
      participants: ['a', 'b'],
      rules: { ...symmetricRules, deadlineKnown: true },
      drawn: null,
      worlds: symmetricWorlds(3n, 9),
    },
  },
]

/** A model in both seats of every game that asks both. */
export const modelPlan = (
  cases: ReadonlyArray<BargainCase> = everyCase,
  pin: string | null = null,
): BargainPlan => ({
  game: 'bargains',
  cases,
  agents: [
    bargainCommand({
      name: 'live',
      command: 'a model',
      model: 'm',
      pin,
      counterpart: 'command',
    }),
  ],
  seeds: [1, 2, 3, 4],
  settings: null,
})

/** Amounts in a text, in dollars. */
const amountAfter = (label: string, text: string): number =>
  Number((new RegExp(`Your ${label}: \\$?([0-9.]+)`).exec(text)?.[1] ?? '0').replace(/\.$/, ''))

/** Gives in a little by every round, and takes what is left in the end. */
export const haggles: LanguageModel = async ({ prompt, id, role }) => {
  const turn = Number(/-(\d+)$/.exec(id)?.[1] ?? 1)
  const own = amountAfter(role === 'buyer' ? 'value' : 'cost', prompt)
  const share = role === 'buyer' ? 0.6 + 0.1 * turn : 1.6 - 0.1 * turn
  const text = turn >= 4 ? 'ACCEPT' : `I propose $${(own * Math.max(share, 0.5)).toFixed(2)}.`
  return { text, model: 'm-1', costUsd: 0.01, usage: { inputTokens: 100, outputTokens: 10 } }
}

/** Runs a job whose seats are all of one model; it has to come to its end. */
export const filesOf = async (
  job: BargainJob,
  model: LanguageModel,
  options: Partial<Parameters<typeof runBargain>[0]> = {},
): Promise<Extract<BargainOutcomeOfRun, { readonly status: 'ok' }>> => {
  const { setup, seats } = job
  const end = await runBargain({ setup, seats, models: { m: model }, ...options })
  if (end.status !== 'ok') throw new Error(`${end.reason}: ${end.detail}`)
  return end
}
