/**
 * AER is blind to who gets what. Left: money moves between the seats of one bargain; the ratio of joint gains stays,
 * SE+ does not. Right: all mutually rational offers in one exactly evaluated world, and the widest pair in which the
 * offer with the higher welfare leaves the responder the smaller share.
 */
import { scoreAER } from 'edgeworth'
import { blindnessOf, sqrtWorld } from 'edgeworth/bargaining'
import { dot, frame, label, line, type Panel, picture } from './svg.js'

const VALUE = 100
const COST = 60

const money: Panel = { left: 70, top: 50, width: 300, height: 260, x: [COST, VALUE], y: [0, 1] }

const aerAt = (price: number): number => {
  const realized = VALUE - price + (price - COST)
  const outcome = scoreAER(
    [{ world: 'w', realized, attainable: VALUE - COST, tier: 'wstar_grid' }],
    { bootstrap: false },
  )
  return outcome.status === 'ok' ? outcome.aer : Number.NaN
}

const prices: ReadonlyArray<number> = Array.from({ length: 41 }, (_, step) => COST + step)

const moving = (): ReadonlyArray<string> => [
  frame(money, 'Money moves, welfare stays', 'price of a deal, cost 60 and value 100', 'score'),
  line(
    money,
    prices.map((price) => [price, aerAt(price)]),
    'stroke="#1f77b4" stroke-width="3"',
  ),
  line(
    money,
    prices.map((price) => [price, (VALUE - price) / (VALUE - COST)]),
    'stroke="#d62728" stroke-width="2"',
  ),
  line(
    money,
    prices.map((price) => [price, (price - COST) / (VALUE - COST)]),
    'stroke="#2ca02c" stroke-width="2" stroke-dasharray="5 4"',
  ),
  label(300, 70, 'AER', 'fill="#1f77b4"'),
  label(128, 90, 'SE+ of the buyer', 'fill="#d62728"'),
  label(118, 298, 'share of the seller', 'fill="#2ca02c"'),
]

/** A world with a moderate number of offers: the third of seed 0. */
const WORLD = 2

const inverted = (): ReadonlyArray<string> => {
  const { offers, pairs, inverted: count, widest } = blindnessOf(sqrtWorld(0n, WORLD))
  const highest = Math.ceil(Math.max(...offers.map(({ gain }) => gain)))
  const panel: Panel = { left: 470, top: 50, width: 300, height: 260, x: [0, 1], y: [0, highest] }
  const share = (one: number): string => `${Math.round(100 * one)}%`
  const pair =
    widest === null
      ? []
      : [
          line(
            panel,
            [
              [widest.lowerWelfare.responderShare, widest.lowerWelfare.gain],
              [widest.higherWelfare.responderShare, widest.higherWelfare.gain],
            ],
            'stroke="#d62728" stroke-width="2"',
          ),
          ...[widest.lowerWelfare, widest.higherWelfare].map((one) =>
            dot(panel, one.responderShare, one.gain, 'fill="#d62728"', 5),
          ),
          label(
            480,
            70,
            `responder: ${share(widest.higherWelfare.responderShare)} ranks above ${share(widest.lowerWelfare.responderShare)}`,
            'fill="#d62728"',
          ),
        ]
  return [
    frame(
      panel,
      `One world: ${count} of ${pairs} pairs of offers inverted`,
      'share of the responder in the joint gain',
      'joint gain',
    ),
    ...offers.map((one) => dot(panel, one.responderShare, one.gain, 'fill="#1f77b4"')),
    ...pair,
  ]
}

/** Draws the picture; equal inputs give equal bytes. */
export const blindnessPicture = (): string =>
  picture(800, 370, 'A ratio of joint gains is blind to who gets what', [
    ...moving(),
    ...inverted(),
  ])
