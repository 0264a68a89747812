import fc from 'fast-check'
import type {
  BargainMove,
  NegotiationRules,
  SymmetricWorld,
} from '../../../src/bargaining/index.js'
import {
  type Answer,
  actionAnswer,
  type Episode,
  faultAnswer,
  type Log,
  openQuestions,
  type Policy,
  playWith,
  replay,
  textAnswer,
} from '../../../src/core/index.js'
import type { Json } from '../../../src/core/json.js'

/** Structured moves as prices in cents, some of them no prices. */
export const moves: fc.Arbitrary<BargainMove> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 1_500_000 }).map(offered) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 80.5, Number.NaN, 1e300).map(offered) },
  { weight: 2, arbitrary: fc.constant<BargainMove>({ _tag: 'Hold' }) },
  { weight: 1, arbitrary: fc.constant<BargainMove>({ _tag: 'Accept' }) },
  { weight: 1, arbitrary: fc.constant<BargainMove>({ _tag: 'Leave' }) },
)

function offered(price: number): BargainMove {
  return { _tag: 'Offer', price }
}

export const faults: fc.Arbitrary<Answer> = fc
  .tuple(fc.constantFrom('timeout', 'threw', 'empty', 'refused' as const), fc.string())
  .map(([kind, detail]) => faultAnswer(kind, detail))

/** Texts without an explicit move in them. */
export const riddles: fc.Arbitrary<Answer> = fc
  .constantFrom(
    '',
    '   ',
    'I have 50 coins and will be careful',
    'I cannot accept $80',
    'I can do $80-$90',
    'We might accept, or leave.',
    '{"price": ',
    '{"price": true}',
    'I offer -$20',
    'PRICE: cheap',
  )
  .map((said) => textAnswer(said))

export const sayings: fc.Arbitrary<Answer> = fc.oneof(
  fc
    .integer({ min: 0, max: 30_000 })
    .map((cents) => textAnswer(`I offer $${(cents / 100).toFixed(2)}.`)),
  fc.integer({ min: 0, max: 30_000 }).map((cents) => textAnswer(`{"price": ${cents / 100}}`)),
  fc
    .constantFrom('ACCEPT', '{"action": "accept"}', 'LEAVE', 'ACTION: LEAVE')
    .map((said) => textAnswer(said)),
)

/** Answers of every kind, as a live model might give them. */
export const answers: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 3, arbitrary: moves.map((move) => actionAnswer(move as Json)) },
  { weight: 3, arbitrary: sayings },
  { weight: 2, arbitrary: riddles },
  { weight: 2, arbitrary: faults },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => actionAnswer(value as Json)) },
  { weight: 1, arbitrary: fc.string().map((said) => textAnswer(said, 'private')) },
)

export const scripts: fc.Arbitrary<ReadonlyArray<Answer>> = fc.array(answers, {
  minLength: 1,
  maxLength: 12,
})

/** A policy that gives the answers of a script in order, over and over. */
export const speaking = <Q>(script: ReadonlyArray<Answer>): Policy<Q> => {
  let at = 0
  return () => script[at++ % script.length] ?? faultAnswer('empty')
}

/** Plays a game to its end and holds its log to the law of replay, at every prefix. */
export const replayed = <Q, R>(game: Episode<Q, R>, policy: Policy<Q>): { result: R; log: Log } => {
  const play = playWith(policy)(game)
  if (play._tag !== 'Finished') throw new Error(`the play is ${play._tag}`)
  for (let used = 0; used <= play.log.length; used += 1) {
    const before = replay(play.log.slice(0, used))(game)
    if (before._tag !== 'Replayed') throw new Error(`diverged at ${before.at}`)
    const after = replay(play.log.slice(used))(before.episode)
    const end = after.episode
    if (end._tag !== 'Ended' || JSON.stringify(end.result) !== JSON.stringify(play.result)) {
      throw new Error(`the prefix of ${used} answers resumes to another end`)
    }
  }
  return { result: play.result, log: play.log }
}

/** The questions of a game that is answered by a script, in order. */
export const asked = <Q, R>(
  game: Episode<Q, R>,
  script: ReadonlyArray<Answer>,
): ReadonlyArray<readonly [string, Q]> => {
  const questions: Array<readonly [string, Q]> = []
  const policy = speaking<Q>(script)
  playWith<Q>((id, question) => {
    questions.push([id, question])
    return policy(id, question)
  })(game)
  return questions
}

export const symmetricWorldsDrawn: fc.Arbitrary<SymmetricWorld> = fc
  .record({
    cost: fc.integer({ min: 0, max: 20_000 }),
    zone: fc.integer({ min: 1, max: 12_000 }),
    above: fc.integer({ min: 0, max: 8_000 }),
    lastTurn: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ cost, zone, above, lastTurn }) => ({
    id: 'drawn',
    value: cost + zone,
    cost,
    list: cost + above,
    lastTurn,
  }))

export const rulesDrawn: fc.Arbitrary<NegotiationRules> = fc.record({
  sellerAnswersLast: fc.boolean(),
  listPublished: fc.boolean(),
  counterResets: fc.boolean(),
  deadlineKnown: fc.boolean(),
  deadline: fc.integer({ min: 1, max: 9 }),
})

export const sides: fc.Arbitrary<'buyer' | 'seller'> = fc.constantFrom('buyer', 'seller')

export const firstQuestion = <Q, R>(game: Episode<Q, R>): Q | undefined =>
  [...openQuestions(game).values()][0]
