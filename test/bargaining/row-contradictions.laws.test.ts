import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  marginPolicy,
  playSeatings,
  roundRobin,
  rowContradictions,
  symmetricWorlds,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const models = [0.4, 0.7, 0.9].map((keep) =>
  sound(marginPolicy({ margin: 4000, keep }, `keep ${keep}`)),
)
const rows = playSeatings()(roundRobin(models)(symmetricWorlds(3n, 8)))
const shuffled = fc.shuffledSubarray([...rows], {
  minLength: rows.length,
  maxLength: rows.length,
})

describe('the laws of contradictions among rows', () => {
  it('L1 played', () => {
    fc.assert(fc.property(shuffled, (list) => rowContradictions()(list) === null))
  })

  it('L2 row missing', () => {
    fc.assert(
      fc.property(shuffled, fc.nat({ max: rows.length - 1 }), (list, gone) => {
        const found = rowContradictions()(list.filter((_, place) => place !== gone)) ?? []
        const { participant, counterpart, worldId, opened } = list[gone] as (typeof list)[number]
        expect(found).toMatchObject([
          {
            _tag: 'SeatMissing',
            value: { participant: counterpart, counterpart: participant, worldId, opened: !opened },
          },
        ])
      }),
    )
  })
})
