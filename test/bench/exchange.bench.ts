import { isLeft } from 'fp-ts/lib/Either.js'
import { offlineAnswer, settleOffline } from '../../src/agents/index.js'
import { type Episode, openQuestions } from '../../src/core/index.js'
import { worldOf } from '../../src/economy/index.js'
import {
  type ExchangeQuestion,
  type ExchangeResult,
  exchangeEpisode,
  officialCases,
  render,
} from '../../src/exchange/index.js'
import { exchangeTrace } from '../../src/trace/index.js'

/**
 * What one piece of work costs at the least, in microseconds, over many short rounds: other work on the machine only
 * ever adds to a round.
 */
const timed = (work: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 200; round += 1) {
    const before = performance.now()
    for (let i = 0; i < 3; i += 1) work()
    least = Math.min(least, ((performance.now() - before) / 3) * 1000)
  }
  return least
}

const opened = (
  config: (typeof officialCases)[number]['config'],
  seed: number,
): Episode<ExchangeQuestion, ExchangeResult> => {
  const game = exchangeEpisode({ config: { ...config, roles: null }, seed, summation: 'plain' })
  if (isLeft(game)) throw new Error('no game')
  return game.right
}

type Answerer = ReturnType<typeof offlineAnswer>

const playOut = (
  start: Episode<ExchangeQuestion, ExchangeResult>,
  answer: Answerer,
): { readonly result: ExchangeResult; readonly steps: number } => {
  let game = start
  let steps = 0
  while (game._tag === 'Asking') {
    const [entry] = game.open
    if (entry === undefined) throw new Error('nothing is open')
    const next = game.answer(entry[0], answer(entry[1]))
    if (isLeft(next)) throw new Error('not asked')
    game = next.right
    steps += 1
  }
  return { result: game.result, steps }
}

/** Measures offline episodes of the official cases, with and without trace rows, prompts, worlds and single steps. */
export const run = async (): Promise<void> => {
  const say = (name: string, text: string): void => console.log(`${name}: ${text}`)
  const seeds = Array.from({ length: 30 }, (_, index) => 1200 + index)
  for (const { name, config } of officialCases) {
    let at = 0
    const nextSeed = (): number => seeds[at++ % seeds.length] ?? 1200
    for (let i = 0; i < 200; i += 1) {
      exchangeTrace(playOut(opened(config, nextSeed()), offlineAnswer()).result)
    }
    const world = timed(() => worldOf(config, nextSeed()))
    const silent = timed(() => settleOffline('plain')(config, nextSeed()))
    const bare = timed(() => playOut(opened(config, nextSeed()), offlineAnswer()))
    const rows = timed(() =>
      exchangeTrace(playOut(opened(config, nextSeed()), offlineAnswer()).result),
    )
    // The answers are known beforehand, so that what is left is the market itself.
    const recorded = new Map(
      seeds.map((seed) => {
        const answers: Array<readonly [string, ReturnType<Answerer>]> = []
        const offline = offlineAnswer()
        const game = opened(config, seed)
        playOut(game, (question) => {
          const answer = offline(question)
          answers.push([question.id, answer])
          return answer
        })
        return [seed, new Map(answers)] as const
      }),
    )
    const engine = timed(() => {
      const seed = nextSeed()
      const answers = recorded.get(seed)
      return playOut(opened(config, seed), ({ id }) => {
        const answer = answers?.get(id)
        if (answer === undefined) throw new Error(id)
        return answer
      })
    })
    const { steps } = playOut(opened(config, 1200), offlineAnswer())
    const [first] = openQuestions(opened(config, 1200)).values()
    const prompt = timed(() => (first === undefined ? null : render(first.observation)))
    say(
      name,
      `${silent.toFixed(0)} us an episode without text, ${bare.toFixed(0)} us with it (${Math.round(1e6 / bare)} a second), ${rows.toFixed(0)} us with trace rows too; ` +
        `engine alone ${engine.toFixed(0)} us, ${(engine / steps).toFixed(1)} us a step of ${steps}; ` +
        `world ${world.toFixed(1)} us; prompt ${prompt.toFixed(1)} us`,
    )
  }
}
