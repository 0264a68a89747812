import fc from 'fast-check'
import {
  type BargainingWorld,
  calibrated,
  calibratedGenerator,
  calibratedParameters,
  drawWorlds,
  symmetricParameters,
  symmetricRules,
  symmetricWorlds,
} from '../../../src/bargaining/index.js'
import {
  type Answer,
  actionAnswer,
  faultAnswer,
  type Log,
  type Policy,
  playWith,
  shuffledBy,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { drawAt } from '../../../src/core/random/philox.js'
import {
  type AnchoredSetup,
  BARGAINS_FORMAT,
  type BargainFiles,
  type BargainQuestion,
  type BargainSetup,
  bargainsOf,
  type LiveSetup,
  recordBargains,
  type SymmetricSetup,
} from '../../../src/trace/bargaining/index.js'

/** The setup of the first worlds of a seed. */
export const drawnSetup = (seed: bigint, count: number): AnchoredSetup => ({
  format: BARGAINS_FORMAT,
  game: 'anchored',
  seller: { name: 'calibrated', parameters: calibrated.seller },
  buyer: 'stubborn',
  disclosure: null,
  drawn: { generator: calibratedParameters, seed: String(seed) },
  worlds: drawWorlds(calibratedGenerator)(seed, count),
})

/** A setup of given worlds. */
export const setupOf = (worlds: ReadonlyArray<BargainingWorld>): AnchoredSetup => ({
  ...drawnSetup(0n, 0),
  drawn: null,
  worlds,
})

/** The same worlds with a seller that is asked. */
export const liveSetup = (seed: bigint, count: number): LiveSetup => {
  const { format, buyer, drawn, worlds } = drawnSetup(seed, count)
  return { format, game: 'live', counterpart: 'a model', buyer, rounds: 4, drawn, worlds }
}

/** Worlds of the symmetric protocol, or, with an odd seed, of the rules of the anchored one. */
export const symmetricSetup = (seed: bigint, count: number): SymmetricSetup => {
  const anchored = seed % 2n !== 0n
  const switches = { sellerAnswersLast: anchored, listPublished: anchored, deadlineKnown: anchored }
  return {
    format: BARGAINS_FORMAT,
    game: 'symmetric',
    participants: ['first', 'second'],
    rules: { ...symmetricRules, ...switches },
    drawn: { generator: symmetricParameters, seed: String(seed) },
    worlds: symmetricWorlds(seed, count),
  }
}

type MakeSetup<S> = (seed: bigint, count: number) => S

export const setups: {
  readonly anchored: MakeSetup<AnchoredSetup>
  readonly live: MakeSetup<LiveSetup>
  readonly symmetric: MakeSetup<SymmetricSetup>
} = { anchored: drawnSetup, live: liveSetup, symmetric: symmetricSetup }

const ownAmount = ({ observation }: BargainQuestion): number => {
  if ('reservation' in observation) return observation.reservation
  return 'cost' in observation ? observation.cost : observation.value
}

/** A bargainer in one of many moods: by moves, in words, silent or at a loss. Depends on the question's place alone. */
export const moody =
  (seed: bigint): Policy<BargainQuestion> =>
  (id, question): Answer => {
    const place = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 3)
    const own = ownAmount(question)
    const near = own * (0.4 + 1.2 * drawAt(seed, place, 1))
    switch (Math.floor(drawAt(seed, place) * 12)) {
      case 0:
        return faultAnswer('timeout', '30 s')
      case 1:
        return textAnswer('I have 50 coins', `mine is ${own}`)
      case 2:
      case 3:
        return textAnswer(`I offer $${(near / 100).toFixed(2)}.`, 'about what it is worth')
      case 4:
      case 5:
        return actionAnswer({ _tag: 'Accept' })
      case 6:
        return actionAnswer({ _tag: drawAt(seed, place, 2) < 0.3 ? 'Leave' : 'Hold' })
      case 7:
        return actionAnswer({ _tag: 'Offer', price: near })
      default:
        return actionAnswer({ _tag: 'Offer', price: Math.floor(near) })
    }
  }

/** A played run: its setup, log and files. */
export interface PlayedRun {
  readonly setup: BargainSetup
  readonly log: Log
  readonly files: BargainFiles
  readonly policy: Policy<BargainQuestion>
}

export const playedRun = (seed: bigint, setup: BargainSetup): PlayedRun => {
  const policy = moody(seed)
  const { log } = playWith(policy, { order: shuffledBy(seed) })(bargainsOf(setup))
  const files = recordBargains(setup)(log)
  if (files._tag === 'Left') throw new Error(JSON.stringify(files.left))
  return { setup, log, files: files.right, policy }
}

/** Arbitrary played runs of a few drawn worlds, of every game. */
export const anyRun: fc.Arbitrary<PlayedRun> = fc
  .record({
    game: fc.constantFrom('anchored', 'live', 'symmetric'),
    seed: fc.nat(1_000_000).map(BigInt),
    count: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ game, seed, count }) => playedRun(seed, setups[game](seed, count)))
