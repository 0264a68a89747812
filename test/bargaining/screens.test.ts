import { describe, expect, it } from 'vitest'
import {
  barelyConceding,
  calibrated,
  calibratedGenerator,
  calibratedParameters,
  cheapTalk,
  highOpening,
  lateConcession,
  listFromCost,
  reactiveArchetype,
  type Screening,
  screenSeller,
  uniformSource,
  type WorldSource,
  wide,
  wideGenerator,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const reactive = reactiveArchetype('calibrated', calibrated.seller)

const rejected = {
  barely: screenSeller(barelyConceding, calibratedGenerator),
  late: screenSeller(lateConcession, wideGenerator),
  visible: screenSeller(reactive, listFromCost),
  talk: screenSeller(cheapTalk, wideGenerator),
}

const passing = {
  calibrated: screenSeller(reactive, calibratedGenerator),
  wide: screenSeller(reactiveArchetype('wide', wide.seller), wideGenerator),
  highOpening: screenSeller(reactiveArchetype('high', highOpening.seller), calibratedGenerator, {
    capped: true,
  }),
}

describe('the laws of screens', () => {
  it('L1 rejects', () => {
    expect(rejected.barely.failed).toContain('skill')
    expect(rejected.late.failed).toContain('asks')
    expect(rejected.visible.failed).toContain('list')
    expect(rejected.talk.failed).toEqual(['skill', 'consequence'])
  })

  it('L2 passes', () => {
    for (const screening of Object.values(passing)) {
      expect(screening).toMatchObject({
        n: 200,
        failed: [],
        passed: true,
        recoverable: false,
        consequence: 1,
      })
    }
  })

  it('passes the presets in other and in more worlds too', () => {
    for (const { seed, worlds } of [
      { seed: 1n, worlds: 200 },
      { seed: 2n, worlds: 400 },
      { seed: 3n, worlds: 1000 },
      { seed: 4n, worlds: 1000 },
    ]) {
      expect(screenSeller(reactive, calibratedGenerator, { seed, worlds }).failed).toEqual([])
      expect(
        screenSeller(reactiveArchetype('wide', wide.seller), wideGenerator, { seed, worlds })
          .failed,
      ).toEqual([])
    }
  })

  it('L3 reasons', () => {
    const all: ReadonlyArray<Screening> = [...Object.values(rejected), ...Object.values(passing)]
    for (const { gap, askError, recoverable, consequence, failed, passed } of all) {
      const expected = [
        (gap ?? 0) < 0.05 ? 'skill' : null,
        (askError ?? 0) < 0.05 ? 'asks' : null,
        recoverable === false ? null : 'list',
        (consequence ?? 0) < 0.5 ? 'consequence' : null,
      ].filter((name) => name !== null)
      expect(failed).toEqual(expected)
      expect(passed).toBe(failed.length === 0)
    }
  })
})

describe('screenSeller', () => {
  it('finds hardly any gap against a seller that barely concedes', () => {
    expect(rejected.barely.gap).toBeLessThan(0.05)
    expect(rejected.barely.gap).toBeGreaterThanOrEqual(0)
  })

  it('reads the cost of a late concession off one ask to a percent of the zone', () => {
    expect(rejected.late.askError).toBeLessThan(0.01)
  })

  it('shows that one who knows the parameters reads the cost off the second ask', () => {
    for (const error of passing.calibrated.jointErrors) expect(error).toBeLessThan(0.001)
  })

  it('shows that a reservation share drawn per world hides it from the second ask and not from the third', () => {
    const source = sound(uniformSource({ ...calibratedParameters, reservationShare: [0.8, 1] }))
    const [second, third] = screenSeller(reactive, source).jointErrors
    expect(second).toBeGreaterThan(0.05)
    expect(third).toBeLessThan(0.005)
  })

  it('judges nothing without worlds, and so passes nothing', () => {
    const none: WorldSource = {
      name: 'none',
      draw: () => ({ id: 'x', value: 5, cost: 5, list: 5 }),
    }
    expect(screenSeller(reactive, none, { worlds: 20 })).toMatchObject({
      n: 0,
      gap: null,
      askError: null,
      consequence: null,
      failed: ['skill', 'asks', 'list', 'consequence'],
      passed: false,
    })
  })
})
