import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calibratedGenerator,
  listFromCost,
  listMirrorsCost,
  recoverability,
  uniformSource,
  type WorldSource,
  wideGenerator,
} from '../../src/bargaining/index.js'
import { crossPredicted, fitLinear } from '../../src/bargaining/linear-predictor.js'
import { drawAt } from '../../src/core/random/philox.js'
import { sound } from './arbitraries.js'

describe('the audit of recoverability', () => {
  it('recovers the cost of the withdrawn generator in all of 200 worlds', () => {
    const report = recoverability(listFromCost, { worlds: 200 })
    expect(report).toMatchObject({
      status: 'ok',
      n: 200,
      recoverable: true,
      linear: { recovered: 200 },
      binned: { recovered: 200 },
    })
  })

  it('recovers the cost by bins where the identity is no linear one', () => {
    const report = recoverability(listMirrorsCost, { worlds: 2000 })
    expect(report).toMatchObject({ status: 'ok', recoverable: true, binned: { recoveredShare: 1 } })
    expect(report.status === 'ok' && report.linear.recoveredShare).toBeLessThan(0.5)
  })

  it('finds by bins alone an identity that is steep at one end', () => {
    const steep: WorldSource = {
      name: 'steep',
      draw: (seed, index) => {
        const world = wideGenerator.draw(seed, index)
        const place = drawAt(seed, index, 4)
        const cost = Math.round(world.value * (0.55 + 0.25 * place))
        return { ...world, cost, list: Math.round(world.value * (0.9 + 0.5 * place ** 8)) }
      },
    }
    const report = recoverability(steep)
    expect(report).toMatchObject({ status: 'ok', recoverable: true })
    if (report.status !== 'ok') return
    expect(report.linear.meanError).toBeGreaterThan(0.1)
    expect(report.binned.meanError).toBeLessThan(0.05)
  })

  it('recovers the cost of the generators of this library in few worlds, and errs by a tenth of the zone or more', () => {
    for (const [source, least] of [
      [calibratedGenerator, 0.08],
      [wideGenerator, 0.17],
    ] as const) {
      const report = recoverability(source)
      expect(report).toMatchObject({
        status: 'ok',
        n: 2000,
        dropped: 0,
        recoverable: false,
        seed: '0',
      })
      if (report.status !== 'ok') return
      for (const { meanError, recoveredShare } of [report.linear, report.binned]) {
        expect(meanError).toBeGreaterThan(least)
        expect(recoveredShare).toBeLessThan(0.08)
      }
    }
  })

  it('does not judge a source with too few worlds', () => {
    expect(recoverability(wideGenerator, { worlds: 10 })).toMatchObject({
      status: 'not_evaluable',
      n: 10,
    })
    const none: WorldSource = {
      name: 'none',
      draw: () => ({ id: 'x', value: 5, cost: 5, list: 5 }),
    }
    expect(recoverability(none, { worlds: 100 })).toMatchObject({
      status: 'not_evaluable',
      n: 0,
      dropped: 100,
    })
  })
})

describe('the laws of recoverability', () => {
  it('L1 found', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1.05, max: 3, noNaN: true }),
        fc.integer({ min: 0, max: 500 }),
        (factor, fee) => {
          const source: WorldSource = {
            name: 'visible',
            draw: (seed, index) => {
              const world = wideGenerator.draw(seed, index)
              return { ...world, list: Math.round(factor * world.cost) + fee }
            },
          }
          expect(recoverability(source, { worlds: 200 })).toMatchObject({
            recoverable: true,
            linear: { recoveredShare: 1 },
          })
        },
      ),
      { numRuns: 20 },
    )
  })

  it('L2 hidden', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 0.4, noNaN: true }),
        fc.double({ min: 0.05, max: 0.3, noNaN: true }),
        fc.bigInt({ min: 0n, max: 999n }),
        (low, width, seed) => {
          const source = sound(
            uniformSource({
              name: 'any',
              value: [6000, 18000],
              margin: [low, low + width],
              markup: [-0.1, 0.4],
              reservationShare: null,
            }),
          )
          const report = recoverability(source, { worlds: 2000, seed })
          // The mean of |m - mean| / m for a margin m that is uniform: guessing the mean margin every time.
          const [a, b, mean] = [low, low + width, low + width / 2]
          const guess =
            (mean * Math.log(mean / a) - (mean - a) + (b - mean) - mean * Math.log(b / mean)) /
            width
          expect(
            report.status === 'ok' && Math.abs(report.linear.meanError / guess - 1),
          ).toBeLessThan(0.12)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('the laws of the linear predictor', () => {
  const numbers = fc.double({ min: -100, max: 100, noNaN: true })
  const tables = fc.array(fc.tuple(numbers, numbers, numbers), { minLength: 6, maxLength: 40 })

  it('L1 exact', () => {
    fc.assert(
      fc.property(tables, fc.tuple(numbers, numbers, numbers), (rows, [a, b, c]) => {
        const target = (x: number, y: number): number => a + b * x + c * y
        const predict = fitLinear(rows.map(([x, y]) => ({ inputs: [x, y], target: target(x, y) })))
        for (const [x, y] of rows) expect(predict([x, y])).toBeCloseTo(target(x, y), 5)
      }),
    )
  })

  it('L2 orthogonal', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const predict = fitLinear(rows.map(([x, y, z]) => ({ inputs: [x, y], target: z })))
        const errors = rows.map(([x, y, z]) => z - predict([x, y]))
        const along = (column: (row: readonly [number, number, number]) => number): number => {
          const mean = rows.reduce((total, row) => total + column(row), 0) / rows.length
          return errors.reduce(
            (total, error, index) => total + error * (column(rows[index] ?? [0, 0, 0]) - mean),
            0,
          )
        }
        expect(errors.reduce((total, error) => total + error, 0)).toBeCloseTo(0, 6)
        expect(Math.abs(along(([x]) => x))).toBeLessThan(1e-4)
        expect(Math.abs(along(([, y]) => y))).toBeLessThan(1e-4)
      }),
    )
  })

  it('L3 collinear', () => {
    fc.assert(
      fc.property(tables, fc.double({ min: 0.5, max: 2, noNaN: true }), (rows, factor) => {
        const once = fitLinear(rows.map(([x, y, z]) => ({ inputs: [x, y], target: z })))
        const twice = fitLinear(
          rows.map(([x, y, z]) => ({ inputs: [x, y, factor * x], target: z })),
        )
        for (const [x, y] of rows) expect(twice([x, y, factor * x])).toBeCloseTo(once([x, y]), 5)
      }),
    )
  })

  it('predicts no case from itself', () => {
    const cases = [1, 2, 3, 4, 5, 600].map((x) => ({ inputs: [x], target: x === 600 ? 0 : 2 * x }))
    const predicted = crossPredicted(fitLinear)(cases)
    // 600 stands at an odd place, so the fit on the even places predicts it by their line.
    expect(predicted[5]).toBeCloseTo(1200, 6)
    expect(fitLinear([])([3])).toBe(0)
  })
})
