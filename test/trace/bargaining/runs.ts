import fc from 'fast-check'
import {
  type AnchoredQuestion,
  acceptOpening,
  answerByBuyer,
  type BargainingWorld,
  type Buyer,
  calibrated,
  calibratedGenerator,
  calibratedParameters,
  drawWorlds,
  scheduleOf,
  stubborn,
} from '../../../src/bargaining/index.js'
import {
  type Answer,
  faultAnswer,
  type Log,
  type Policy,
  playWith,
  shuffledBy,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { drawAt } from '../../../src/core/random/philox.js'
import {
  BARGAINS_FORMAT,
  type BargainFiles,
  type BargainSetup,
  bargainsOf,
  recordBargains,
} from '../../../src/trace/bargaining/index.js'

/** The setup of the first worlds of a seed. */
export const drawnSetup = (seed: bigint, count: number): BargainSetup => ({
  format: BARGAINS_FORMAT,
  seller: { name: 'calibrated', parameters: calibrated.seller },
  buyer: 'stubborn',
  disclosure: null,
  drawn: { generator: calibratedParameters, seed: String(seed) },
  worlds: drawWorlds(calibratedGenerator)(seed, count),
})

/** A setup of given worlds. */
export const setupOf = (worlds: ReadonlyArray<BargainingWorld>): BargainSetup => ({
  ...drawnSetup(0n, 0),
  drawn: null,
  worlds,
})

const buyers: ReadonlyArray<Buyer> = [stubborn, acceptOpening, scheduleOf([0.5, 0.8, 0.95])]

/** A buyer in one of many moods: by its script, in words, silent or at a loss. Depends on the question's place alone. */
export const moodyBuyer = (seed: bigint): Policy<AnchoredQuestion> => {
  const scripts = buyers.map(answerByBuyer)
  return (id, question): Answer => {
    const place = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 3)
    const mood = Math.floor(drawAt(seed, place) * 8)
    if (mood === 0) return faultAnswer('timeout', '30 s')
    if (mood === 1)
      return textAnswer('I have 50 coins', `my value is ${question.observation.value}`)
    if (mood === 2) {
      const offer = (question.observation.value / 200).toFixed(2)
      return textAnswer(`I offer $${offer}.`, 'half of what it is worth')
    }
    const script = scripts[mood % scripts.length]
    return script === undefined ? faultAnswer('threw', 'nobody') : script(id, question)
  }
}

/** A played run: its setup, log and files. */
export interface PlayedRun {
  readonly setup: BargainSetup
  readonly log: Log
  readonly files: BargainFiles
  readonly policy: Policy<AnchoredQuestion>
}

export const playedRun = (seed: bigint, setup: BargainSetup): PlayedRun => {
  const policy = moodyBuyer(seed)
  const { log } = playWith(policy, { order: shuffledBy(seed) })(bargainsOf(setup))
  const files = recordBargains(setup)(log)
  if (files._tag === 'Left') throw new Error(JSON.stringify(files.left))
  return { setup, log, files: files.right, policy }
}

/** Arbitrary played runs of a few drawn worlds. */
export const anyRun: fc.Arbitrary<PlayedRun> = fc
  .record({ seed: fc.nat(1_000_000).map(BigInt), count: fc.integer({ min: 1, max: 4 }) })
  .map(({ seed, count }) => playedRun(seed, drawnSetup(seed, count)))
