import { isRight } from 'fp-ts/lib/Either.js'
import { Bench } from 'tinybench'
import {
  again,
  all,
  answerQuestion,
  ask,
  done,
  type Episode,
  ended,
  iterate,
  map,
  playWith,
  textAnswer,
} from '../../src/core/episode/index.js'
import { modelOf, play } from '../../src/run/index.js'

const SIZES: ReadonlyArray<number> = [10, 1_000, 100_000]
const STEPS = 1_000
/** Answers timed in one sample, so that the clock is read seldom. */
const BATCH = 100

const seat = (id: string): Episode<string, number> =>
  ask(id, id, (answer) => (answer._tag === 'Text' ? answer.text.length : 0))

const everybody = (n: number): Episode<string, ReadonlyArray<number>> =>
  all(Array.from({ length: n }, (_, index) => seat(`seat-${index}`)))

/** The same where each question is followed by something, so that it is an episode among others. */
const everyEpisode = (n: number): Episode<string, ReadonlyArray<number>> =>
  all(Array.from({ length: n }, (_, index) => map((said: number) => said)(seat(`seat-${index}`))))

/** What the same answer costs where the open questions are copied. */
const copying = (n: number): (() => void) => {
  const open = new Map(Array.from({ length: n }, (_, index) => [`seat-${index}`, index]))
  return () => {
    const next = new Map(open)
    next.delete(`seat-${n >> 1}`)
  }
}

/** Answers one open question after another, each on the same untouched episode. */
const answering = (n: number, game = everybody(n)): (() => void) => {
  let at = 0
  return () => {
    for (let count = 0; count < BATCH; count += 1) {
      at = (at + 7_919) % n
      answerQuestion(`seat-${at}`, textAnswer('yes'))(game)
    }
  }
}

const played = <R>(game: Episode<string, R>): void => {
  playWith<string>((id) => textAnswer(id))(game)
}

/** Nanoseconds an answer of `play` where so many questions are out at once, at the least of three plays. */
const playedAtOnce = async (concurrency: number): Promise<number> => {
  const n = 4_000
  const model = modelOf<string>(async (question) => {
    await new Promise((resolve) => setImmediate(resolve))
    return question
  })
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round += 1) {
    const game = everybody(n)
    const before = performance.now()
    await play(game, model, { concurrency, timeout: null })
    least = Math.min(least, ((performance.now() - before) * 1e6) / n)
  }
  return least
}

const asking = iterate((n: number) =>
  map(() => (n < STEPS ? again(n + 1) : done(n)))(seat(`round-${n}`)),
)
const silent = iterate((n: number) => ended(n < STEPS ? again(n + 1) : done(n)))

const medianNanoseconds = (bench: Bench, name: string): number => {
  const result = bench.getTask(name)?.result
  return result !== undefined && 'latency' in result ? result.latency.p50 * 1e6 : Number.NaN
}

const print = (name: string, nanoseconds: number, beside = ''): void => {
  console.log(`${name.padEnd(44)}${nanoseconds.toFixed(0).padStart(10)} ns${beside}`)
}

/** Prints the cost of one answer to `all`, of one step of a loop, and of copying the questions instead. */
export const run = async (): Promise<void> => {
  const bench = new Bench({ time: 300, iterations: 16, warmupTime: 100, warmupIterations: 4 })
  for (const n of SIZES) {
    bench.add(`answer ${n}`, answering(n))
    bench.add(`answer an episode of ${n}`, answering(n, everyEpisode(n)))
    bench.add(`copy ${n}`, copying(n))
  }
  const alone = seat('alone')
  bench.add('alone', () => {
    for (let count = 0; count < BATCH; count += 1) answerQuestion('alone', textAnswer('y'))(alone)
  })
  bench.add('asking', () => played(asking(1)))
  bench.add('silent', () => void silent(1))
  await bench.run()
  const plays = new Bench({ time: 500, iterations: 3, warmupTime: 150, warmupIterations: 1 })
  for (const n of SIZES) plays.add(`play ${n}`, () => played(everybody(n)))
  await plays.run()
  const least = medianNanoseconds(bench, `answer ${SIZES[0]}`) / BATCH
  for (const n of SIZES) {
    const own = medianNanoseconds(bench, `answer ${n}`) / BATCH
    const copy = medianNanoseconds(bench, `copy ${n}`)
    const beside = `  ${(own / least).toFixed(1)}x of n=${SIZES[0]}; a copied map ${copy.toFixed(0)} ns`
    print(`one answer, n=${n} open`, own, beside)
  }
  print('a question asked alone', medianNanoseconds(bench, 'alone') / BATCH)
  for (const n of SIZES) {
    print(
      `an episode that asks, n=${n} of them`,
      medianNanoseconds(bench, `answer an episode of ${n}`) / BATCH,
    )
  }
  for (const out of [10, 1_000]) {
    print(`play, ${out} questions out, an answer`, await playedAtOnce(out))
  }
  for (const n of SIZES) {
    print(`all of ${n} built and answered, an answer`, medianNanoseconds(plays, `play ${n}`) / n)
  }
  print('iterate, a step that asks', medianNanoseconds(bench, 'asking') / STEPS)
  print('iterate, a step that asks nothing', medianNanoseconds(bench, 'silent') / STEPS)
  const first = answerQuestion('seat-0', textAnswer('yes'))(everybody(1))
  if (!isRight(first) || first.right._tag !== 'Ended') console.log('the benchmark is wrong')
}
