import { describe, expect, it } from 'vitest'
import { type AnchoredQuestion, calibrated, calibratedWorlds } from '../../src/bargaining/index.js'
import { type Model, modelOf, play } from '../../src/run/index.js'
import {
  type AnchoredSetup,
  BARGAINS_FORMAT,
  bargainsOf,
  recordBargains,
  replayBargains,
} from '../../src/trace/index.js'
import { delayed, driven, fakeClock } from './slow-models.js'

const setup: AnchoredSetup = {
  format: BARGAINS_FORMAT,
  game: 'anchored',
  seller: { name: 'calibrated', parameters: calibrated.seller },
  buyer: 'model',
  disclosure: null,
  drawn: null,
  worlds: calibratedWorlds,
}

const models: Readonly<Record<string, Model<AnchoredQuestion>>> = {
  'bids up': async ({ observation }) => {
    const offer = (observation.list * (0.4 + 0.1 * observation.counter)) / 100
    return { text: `I offer $${offer.toFixed(2)}.`, private: `worth ${observation.value}` }
  },
  'is silent': async () => '',
  throws: async () => Promise.reject(new Error('503')),
  hangs: () => new Promise(() => undefined),
}

describe.each(Object.entries(models))('thirty bargains of a model that %s', (name, model) => {
  it('are recorded, replay to the same results, and hold no deal without an offer', async () => {
    const results = []
    for (const seed of [1n, 2n]) {
      const clock = fakeClock()
      const options = { concurrency: 7, timers: clock.timers, timeout: 5000 }
      const played = await driven(
        clock,
        play(bargainsOf(setup), modelOf(delayed(clock, seed, model)), options),
      )
      if (played._tag !== 'Finished') throw new Error(played._tag)
      const files = recordBargains(setup)(played.log)
      if (files._tag === 'Left') throw new Error('not recorded')
      expect(replayBargains(files.right)).toEqual({
        _tag: 'Verified',
        game: 'anchored',
        setup,
        log: played.log,
        results: played.result,
      })
      results.push(played.result)
    }
    // The order of arrival differs, the bargains do not.
    expect(results[0]).toEqual(results[1])
    const deals = results[0]?.filter(({ transcript }) => transcript.outcome._tag === 'Deal').length
    if (name === 'bids up') expect(deals).toBeGreaterThan(0)
    else expect(deals).toBe(0)
  })
})
