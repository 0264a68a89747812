import { describe, expect, it } from 'vitest'
import {
  type Anchors,
  anchorsOf,
  calibrated,
  calibratedGenerator,
  calibratedWorlds,
  drawWorlds,
  highOpening,
  type PolicyAnchor,
} from '../../src/bargaining/index.js'

const sePlus = ({ surplus }: PolicyAnchor): number =>
  surplus.status === 'ok' ? surplus.sePlus.value : Number.NaN
const dealRate = ({ surplus }: PolicyAnchor): number =>
  surplus.status === 'ok' ? surplus.dealRate : Number.NaN

/** As the published table prints them. */
const threeDecimals = (anchors: Anchors): ReadonlyArray<string> =>
  [
    sePlus(anchors.acceptOpening),
    sePlus(anchors.stubborn),
    sePlus(anchors.bestFixed),
    anchors.exactCeiling.mean ?? Number.NaN,
    anchors.payCost.mean ?? Number.NaN,
  ].map((value) => value.toFixed(3))

const published = ['-0.565', '0.188', '0.468', '0.613', '1.000']

describe('the anchors of the calibrated preset', () => {
  const fresh = drawWorlds(calibratedGenerator)(2n, 3000)
  const cents = anchorsOf(calibrated.seller, { heldOut: fresh })(calibratedWorlds)
  const unrounded = anchorsOf({ ...calibrated.seller, rounding: 'none' })(calibratedWorlds)
  const population = anchorsOf(calibrated.seller)(fresh)

  it('are the published ones to three decimals, in whole cents', () => {
    expect(threeDecimals(cents)).toEqual(published)
  })

  it('are the published ones to three decimals, unrounded', () => {
    expect(threeDecimals(unrounded)).toEqual(published)
  })

  it('agree with two independent computations to the last digits, unrounded', () => {
    expect(sePlus(unrounded.acceptOpening)).toBeCloseTo(-0.5649463284466341, 12)
    expect(sePlus(unrounded.stubborn)).toBeCloseTo(0.1879720119590774, 12)
    expect(sePlus(unrounded.bestFixed)).toBeCloseTo(0.4681553818764585, 12)
    expect(unrounded.gridHindsight.mean).toBeCloseTo(0.606271998541097, 12)
    expect(unrounded.exactCeiling.mean).toBeCloseTo(0.6126757837094581, 12)
  })

  it('differ in whole cents in the fourth decimal', () => {
    expect(sePlus(cents.stubborn)).toBeCloseTo(0.1878, 5)
    expect(sePlus(cents.bestFixed)).toBeCloseTo(0.46796, 5)
  })

  it('come from 21 deals of the stubborn rule, 3 counters in every world, falling in all 30', () => {
    for (const { stubborn } of [cents, unrounded]) {
      expect(stubborn.surplus).toMatchObject({ status: 'ok', n: 30, deals: 21, undefinedWorlds: 0 })
      expect(stubborn.counters).toEqual({ fewest: 3, most: 3 })
      expect(stubborn.falling).toBe(30)
    }
  })

  it('find (.50, .80, .95) among 3,375 schedules', () => {
    for (const { bestFixed } of [cents, unrounded]) {
      expect(bestFixed.schedule).toEqual([0.5, 0.8, 0.95])
      expect(bestFixed.schedules).toBe(3375)
    }
  })

  it('have the counterparty beside them: accepting the opening leaves the seller more than there was', () => {
    const { surplus } = cents.acceptOpening
    expect(surplus).toMatchObject({ status: 'ok', dealRate: 1, aer: { value: 1 } })
    expect(surplus.status === 'ok' && surplus.sellerShare.value).toBeCloseTo(1.565, 3)
  })

  it('prove every ceiling', () => {
    expect(cents.exactCeiling).toMatchObject({ n: 30, proven: true })
  })

  // 3,000 worlds leave a standard error of about .01 in each of these.
  it('have other values on 3,000 fresh worlds of the same generator', () => {
    expect(sePlus(population.acceptOpening)).toBeCloseTo(-0.561, 1)
    expect(Math.abs(sePlus(population.acceptOpening) + 0.561)).toBeLessThan(0.03)
    expect(Math.abs(sePlus(population.stubborn) - 0.244)).toBeLessThan(0.015)
    expect(Math.abs(dealRate(population.stubborn) - 0.75)).toBeLessThan(0.03)
    expect(Math.abs((population.exactCeiling.mean ?? 0) - 0.614)).toBeLessThan(0.01)
  })

  it('show what the schedule found on the pinned worlds earns on fresh ones', () => {
    const heldOut = cents.heldOut
    expect(heldOut?.buyer).toBe('fixed(.50,.80,.95)')
    expect(Math.abs((heldOut === null ? Number.NaN : sePlus(heldOut)) - 0.439)).toBeLessThan(0.02)
  })
})

describe('the anchors of the second archetype', () => {
  it('cap the offers of the anchor buyers, since an uncapped stubborn rule pays far above its value', () => {
    const capped = anchorsOf(highOpening.seller, { capped: true })(calibratedWorlds)
    const uncapped = anchorsOf(highOpening.seller)(calibratedWorlds)
    expect(sePlus(uncapped.stubborn)).toBeCloseTo(-1.56, 2)
    expect(sePlus(capped.stubborn)).toBeCloseTo(0.12, 3)
    expect(capped.stubborn.buyer).toBe('stubborn-capped')
  })
})

describe('anchors without a world', () => {
  it('are not evaluable rather than numbers', () => {
    const none = anchorsOf(calibrated.seller)([{ id: 'none', value: 100, cost: 100, list: 120 }])
    expect(none.stubborn.surplus).toMatchObject({ status: 'not_evaluable', undefinedWorlds: 1 })
    expect(none.exactCeiling.mean).toBeNull()
    expect(none.gridHindsight.mean).toBeNull()
    expect(none.payCost.mean).toBeNull()
  })
})
