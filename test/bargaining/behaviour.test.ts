import { describe, expect, it } from 'vitest'
import {
  type BargainTranscript,
  bargain,
  behaviourOf,
  calibrated,
  calibratedWorlds,
  concessionCurves,
  laterAsk,
  neverRaised,
  type PlayedBargain,
  reactiveArchetype,
  repeatFirstOffer,
  replayFirstOffer,
  scheduleOf,
  scriptedBuyer,
  settledAboveLaterAsk,
  stubborn,
  summarizeBehaviour,
  withZone,
} from '../../src/bargaining/index.js'

const archetype = reactiveArchetype('calibrated', calibrated.seller)

const transcript = (
  offers: ReadonlyArray<number | null>,
  asks: ReadonlyArray<number>,
): BargainTranscript => ({
  worldId: 'w',
  seller: 's',
  buyer: 'b',
  rounds: 4,
  asks,
  moves: offers.map((price) => (price === null ? { _tag: 'Hold' } : { _tag: 'Offer', price })),
  outcome: { _tag: 'NoDeal', reason: 'deadline' },
  refused: 0,
})

describe('behaviour', () => {
  it('counts a raise as self-bidding only where the seller had lowered its ask', () => {
    expect(behaviourOf(transcript([80, 90, 95], [120, 110, 110]))).toMatchObject({
      steps: 2,
      selfBids: 1,
      direction: 'rising',
      monotone: true,
      offers: 3,
      patience: 1,
    })
    expect(behaviourOf(transcript([80, 80], [120, 110]))).toMatchObject({
      selfBids: 0,
      direction: 'level',
    })
    expect(behaviourOf(transcript([80, null, 90], [120, 120, 110]))).toMatchObject({
      selfBids: 1,
      steps: 1,
      holds: 1,
    })
    expect(behaviourOf(transcript([90, 70, 80], [120, 110, 100]))).toMatchObject({
      direction: 'falling',
      monotone: false,
      selfBids: 1,
    })
    expect(behaviourOf(transcript([80], [120]))).toMatchObject({
      direction: 'single',
      steps: 0,
      patience: 1 / 3,
    })
  })

  it('finds the stubborn rule falling in 30 of 30 worlds and a climbing buyer rising and self-bidding', () => {
    const falling = calibratedWorlds.map(bargain(archetype)(stubborn))
    expect(summarizeBehaviour(falling)).toMatchObject({
      n: 30,
      falling: 30,
      rising: 0,
      selfBidding: 0,
      selfBiddingRate: 0,
      meanPatience: 1,
      meanOffers: 3,
    })
    expect(falling.every(neverRaised)).toBe(true)
    const climbing = calibratedWorlds.map(bargain(archetype)(scheduleOf([0.5, 0.62, 0.75])))
    const summary = summarizeBehaviour(climbing)
    expect(summary.rising).toBe(30)
    expect(summary.selfBiddingRate).toBe(1)
    expect(climbing.some(neverRaised)).toBe(false)
  })

  it('has no rate where nothing could show it', () => {
    expect(summarizeBehaviour([])).toMatchObject({
      n: 0,
      selfBiddingRate: null,
      meanPatience: null,
      meanOffers: null,
    })
    expect(summarizeBehaviour([transcript([80], [120])])).toMatchObject({
      multiOffer: 0,
      selfBiddingRate: null,
    })
  })

  it('draws where asks and offers stand in the zone', () => {
    const world = { id: 'w', value: 200, cost: 100, list: 300 }
    const curves = concessionCurves([
      { world, transcript: transcript([100, 150], [300, 200]) },
      { world, transcript: transcript([120], [300]) },
      { world: { ...world, cost: 200 }, transcript: transcript([1], [300]) },
    ])
    expect(curves.asks).toEqual([
      { counter: 1, mean: 2, n: 2 },
      { counter: 2, mean: 1, n: 1 },
    ])
    expect(curves.offers).toEqual([
      { counter: 1, mean: 0.1, n: 2 },
      { counter: 2, mean: 0.5, n: 1 },
    ])
  })
})

describe('counterfactuals', () => {
  const climbing = scheduleOf([0.5, 0.75, 0.95])
  const played: ReadonlyArray<PlayedBargain> = calibratedWorlds.map((world) => ({
    world,
    transcript: bargain(archetype)(climbing)(world),
  }))

  it('replay the first offer at every counter, in the same world against the same seller', () => {
    for (const one of played) {
      const replay = replayFirstOffer(archetype)(one)
      const [first] = one.transcript.moves
      expect(replay?.moves.every((move) => JSON.stringify(move) === JSON.stringify(first))).toBe(
        true,
      )
    }
  })

  it('count in how many bargains repeating was better', () => {
    const report = repeatFirstOffer(archetype)(played)
    expect(report.n).toBe(30)
    expect(report.better + report.worse + report.same).toBe(30)
    const recomputed = report.gains.reduce((total, gain) => total + gain, 0) / 30
    expect(report.meanGain).toBeCloseTo(recomputed, 12)
  })

  it('find what a buyer that bids itself up throws away', () => {
    // The first offer would have met the last reservation, 100.80; the second one met the second, 120.52.
    const [world] = calibratedWorlds
    if (world === undefined) return
    const climbed = bargain(archetype)(scheduleOf([0.68, 0.85, 0.99]))(world)
    const report = repeatFirstOffer(archetype)([{ world, transcript: climbed }])
    expect(climbed.outcome).toMatchObject({ _tag: 'Deal', price: 12334 })
    expect(report).toMatchObject({ n: 1, better: 1, worse: 0 })
    expect(report.meanGain).toBeCloseTo((12334 - 10928) / (12094 - 8110), 12)
  })

  it('have no replay where no offer was made', () => {
    const accepted = calibratedWorlds.map((world) => ({
      world,
      transcript: bargain(archetype)(scriptedBuyer('a', [{ _tag: 'Accept' }]))(world),
    }))
    expect(repeatFirstOffer(archetype)(accepted)).toMatchObject({
      n: 0,
      dropped: 30,
      meanGain: null,
    })
  })

  it('keep the holds that came before the first offer', () => {
    const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
    const late = scriptedBuyer('late', [
      { _tag: 'Hold' },
      { _tag: 'Offer', price: 9000 },
      { _tag: 'Offer', price: 11000 },
    ])
    const replay = replayFirstOffer(archetype)({
      world,
      transcript: bargain(archetype)(late)(world),
    })
    expect(replay?.moves).toEqual([
      { _tag: 'Hold' },
      { _tag: 'Offer', price: 9000 },
      { _tag: 'Offer', price: 9000 },
    ])
  })

  it('find every acceptance of the opening above the ask that waiting would have shown', () => {
    const accepted = calibratedWorlds.map((world) => ({
      world,
      transcript: bargain(archetype)(scriptedBuyer('a', [{ _tag: 'Accept' }]))(world),
    }))
    const report = settledAboveLaterAsk(archetype)(accepted)
    expect(report).toMatchObject({ n: 30, dropped: 0, above: 30, share: 1 })
    expect(report.meanOverpayment).toBeGreaterThan(100)
  })

  it('have no later ask without a deal', () => {
    const [one] = calibratedWorlds.map((world) => ({
      world,
      transcript: bargain(archetype)(scriptedBuyer('l', [{ _tag: 'Leave' }]))(world),
    }))
    if (one === undefined) return
    expect(laterAsk(archetype)(one)).toBeNull()
    expect(settledAboveLaterAsk(archetype)([one])).toEqual({
      n: 0,
      dropped: 1,
      above: 0,
      share: null,
      meanOverpayment: null,
    })
  })

  it('can be kept to worlds with a zone', () => {
    const [one] = played
    if (one === undefined) return
    expect(withZone([one, { ...one, world: { ...one.world, value: one.world.cost } }])).toEqual([
      one,
    ])
  })
})
