/**
 * The recorded bargains that ship with the package, made by the library itself: a pure function of nothing.
 *
 * One run of each game, three worlds each. The stubborn buyer meets the scripted seller; a buyer and a seller bargain in
 * words, and now and then say what cannot be read, fall silent, or ask less than the cost; the reference policy and one
 * that never concedes meet in all four cells.
 */
import {
  answerByBuyer,
  answerByNegotiators,
  calibrated,
  type LiveQuestion,
  type NegotiationQuestion,
  neverConcede,
  referencePolicy,
  stubborn,
  symmetricParameters,
  symmetricRules,
  symmetricWorlds,
} from 'edgeworth/bargaining'
import {
  faultAnswer,
  type Log,
  type Policy,
  playWith,
  shuffledBy,
  textAnswer,
} from 'edgeworth/core'
import {
  type AnchoredSetup,
  askedOf,
  BARGAINS_FORMAT,
  type BargainFiles,
  type BargainSetup,
  bargainsOf,
  type LiveSetup,
  recordBargains,
  type SymmetricSetup,
} from 'edgeworth/trace'

/** A recorded run of bargains and the name of its directory. */
export interface SampleBargains {
  readonly name: string
  readonly files: BargainFiles
}

const format = BARGAINS_FORMAT
const worlds = (calibrated.pinned ?? []).slice(0, 3)

const anchored: AnchoredSetup = {
  format,
  game: 'anchored',
  seller: { name: 'calibrated', parameters: calibrated.seller },
  buyer: 'stubborn',
  disclosure: null,
  drawn: null,
  worlds,
}

const live: LiveSetup = {
  format,
  game: 'live',
  counterpart: 'hesitant seller',
  buyer: 'plain buyer',
  rounds: 4,
  drawn: null,
  worlds,
}

const symmetric: SymmetricSetup = {
  format,
  game: 'symmetric',
  participants: ['reference', 'never-concede'],
  rules: symmetricRules,
  drawn: { generator: symmetricParameters, seed: '7' },
  worlds: symmetricWorlds(7n, 3),
}

const dollarsOf = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** Both seats in words: the buyer raises its offer, the seller lowers its ask and takes what leaves it a margin. */
const inWords: Policy<LiveQuestion> = (id, { seat, observation }) => {
  const { counter } = observation
  if (seat === 'buyer') {
    if (counter === 2 && id.startsWith('calibrated/02')) return faultAnswer('timeout', '120 s')
    // In one world it hopes for too much.
    const first = id.startsWith('calibrated/03') ? 0.3 : 0.5
    const offer = Math.floor(observation.value * (first + 0.1 * counter))
    return textAnswer(
      `I like it.\nOFFER: ${dollarsOf(offer)}`,
      `It is worth ${observation.value} to me.`,
    )
  }
  const { cost, list, offers } = observation
  const standing = offers.at(-1) ?? null
  if (standing !== null && standing >= cost * 1.02) return textAnswer('ACCEPT')
  if (counter === 1) return textAnswer('Let me think about it: 3 days, 2 nights.')
  const ask = counter === 3 ? Math.floor(cost * 0.9) : Math.floor(cost + (list - cost) / counter)
  return textAnswer(`It cost me a lot.\nOFFER: ${dollarsOf(ask)}`)
}

const between = { reference: referencePolicy, 'never-concede': neverConcede } as const

/** Whoever holds the side in a cell answers by its own policy. */
const byName: Policy<NegotiationQuestion> = (id, question) => {
  const name = askedOf(symmetric)(id)
  const policy = name === 'never-concede' ? between['never-concede'] : between.reference
  return answerByNegotiators({ buyer: policy, seller: policy })(id, question)
}

const recorded = (name: string, setup: BargainSetup, log: Log): SampleBargains => {
  const files = recordBargains(setup)(log)
  if (files._tag === 'Left') throw new Error(JSON.stringify(files.left))
  return { name, files: files.right }
}

/** Makes the runs, in the order of their names. */
export const sampleBargains = (): ReadonlyArray<SampleBargains> => {
  const order = shuffledBy(7n)
  return [
    recorded(
      'anchored__stubborn',
      anchored,
      playWith(answerByBuyer(stubborn), { order })(bargainsOf(anchored)).log,
    ),
    recorded('live__in_words', live, playWith(inWords, { order })(bargainsOf(live)).log),
    recorded(
      'symmetric__reference',
      symmetric,
      playWith(byName, { order })(bargainsOf(symmetric)).log,
    ),
  ]
}
