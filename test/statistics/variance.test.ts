import { describe, expect, it } from 'vitest'
import {
  type CodedTerm,
  codeFactor,
  type Factor,
  fitInOrder,
  interact,
  levelsOf,
} from '../../src/statistics/effect-coding.js'
import { decomposeVariance } from '../../src/statistics/variance.js'
import { tagged } from './tagged.js'

const factor = (name: string, labels: string): Factor => ({ name, labels: [...labels] })
const decomposed = (...args: Parameters<ReturnType<typeof decomposeVariance>>) =>
  tagged(decomposeVariance()(...args), 'VarianceDecomposition')

describe('one way', () => {
  // Three groups 1,2,3 / 2,3,4 / 6,7,8: SS between 42, within 6.
  const values = [1, 2, 3, 2, 3, 4, 6, 7, 8]

  it('gives the textbook table', () => {
    const found = decomposed(values, [factor('group', 'aaabbbccc')])
    const [term] = found.terms
    expect(term?.squares).toBeCloseTo(42, 10)
    expect(found.residual.squares).toBeCloseTo(6, 10)
    expect(found.residual.share).toBeCloseTo(6 / 48, 12)
    expect(found.total.squares).toBeCloseTo(48, 10)
    expect([term?.df, found.residual.df, found.total.df]).toEqual([2, 6, 8])
    expect(term?.etaSquared).toBeCloseTo(42 / 48, 12)
    expect(term?.partialEtaSquared).toBeCloseTo(42 / 48, 12)
    expect(term?.omegaSquared).toBeCloseTo((42 - 2) / (48 + 1), 12)
    expect(term?.f).toBeCloseTo(21, 10)
    expect(term?.p).toBeCloseTo(0.00195, 5)
    expect(found.ssType).toBe('any')
  })

  it('needs no type even where the groups are uneven: one term has one sum of squares', () => {
    const uneven = decomposed(values.slice(1), [factor('group', 'aabbbccc')])
    expect([uneven.ssType, uneven.balance.balanced]).toEqual(['any', false])
  })

  it('reports a negative omega squared as it comes out', () => {
    const flat = decomposed([1, 5, 9, 2, 5, 8], [factor('group', 'aaabbb')])
    expect(flat.terms[0]?.etaSquared).toBeCloseTo(0, 12)
    expect(flat.terms[0]?.omegaSquared).toBeCloseTo(-12.5 / (50 + 12.5), 12)
  })

  it('drops rows without a response', () => {
    const some = decomposed([1, 2, null, 2, 3, 4, 6, 7, 8], [factor('group', 'aaabbbccc')])
    expect([some.n, some.dropped, some.droppedBecause]).toEqual([8, 1, 'missing_value'])
    expect(some.terms).toEqual(
      decomposed([1, 2, 2, 3, 4, 6, 7, 8], [factor('group', 'aabbbccc')]).terms,
    )
  })

  it('a factor that explains rounding alone explains nothing', () => {
    const [term] = decomposed([1, 2, 6, 6, 2, 1], [factor('group', 'aaabbb')]).terms
    expect(term).toMatchObject({ squares: 0, etaSquared: 0, partialEtaSquared: 0, f: 0, p: 1 })
  })

  it('a factor that leaves rounding alone explains all, and there is no test', () => {
    const [term] = decomposed([0.1, 0.1, 0.3, 0.3], [factor('group', 'aabb')]).terms
    expect(term).toMatchObject({ f: null, p: null })
    expect([term?.etaSquared, term?.partialEtaSquared, term?.omegaSquared]).toEqual(
      [1, 1, 1].map((share) => expect.closeTo(share, 12)),
    )
  })

  it('two rows are enough for shares, and one is not', () => {
    const [term] = decomposed([1, 2], [factor('group', 'ab')]).terms
    expect(term).toMatchObject({ df: 1, squares: expect.closeTo(0.5, 12), omegaSquared: null })
  })
})

describe('two ways', () => {
  const side = factor('side', 'bbbbssss')
  const opener = factor('opener', 'bbssbbss')
  const values = [1, 3, 5, 7, 2, 4, 10, 12]

  it('a balanced design needs no type, and its shares add up', () => {
    const found = tagged(
      decomposeVariance({ interactions: [['side', 'opener']] })(values, [side, opener]),
      'VarianceDecomposition',
    )
    // Cell means 2, 6, 3, 11: side 18, opener 72, interaction 8, residual 8 of 106.
    expect(found.terms.map(({ term }) => term)).toEqual(['side', 'opener', 'side x opener'])
    expect(found.terms.map(({ squares }) => Number(squares.toFixed(9)))).toEqual([18, 72, 8])
    expect(found.residual.squares).toBeCloseTo(8, 9)
    expect(found.overlap).toBeCloseTo(0, 12)
    expect(found.balance).toEqual({
      balanced: true,
      cells: 4,
      emptyCells: 0,
      smallest: 2,
      largest: 2,
    })
  })

  // Unbalanced: A1B1: 1, 2; A1B2: 5; A2B1: 4; A2B2: 8, 9, 10.
  const a = factor('a', '1112222')
  const b = factor('b', '1121222')
  const ys = [1, 2, 5, 4, 8, 9, 10]
  const squares = (ssType: 'I' | 'II' | 'III', factors: ReadonlyArray<Factor>) =>
    tagged(
      decomposeVariance({ ssType, interactions: [['a', 'b']] })(ys, factors),
      'VarianceDecomposition',
    ).terms.map((term) => term.squares)

  it('an unbalanced design needs a type, and the types differ', () => {
    expect(tagged(decomposeVariance()(ys, [a, b]), 'NotEvaluable').reason).toBe(
      'unbalanced_needs_ss_type',
    )
    const [first = 0, second = 0, joint = 0] = squares('I', [a, b])
    // Sequential: a alone explains the spread of its group means, 8/3 and 31/4 around 39/7.
    expect(first).toBeCloseTo(3 * (8 / 3 - 39 / 7) ** 2 + 4 * (31 / 4 - 39 / 7) ** 2, 9)
    const [secondA = 0, secondB = 0, secondJoint = 0] = squares('II', [a, b])
    expect(secondB).toBeCloseTo(second, 9)
    expect(secondA).not.toBeCloseTo(first, 3)
    expect(secondJoint).toBeCloseTo(joint, 9)
    // Type III tests unweighted means: (1.5+5)/2 against (4+9)/2, with harmonic weights.
    const [thirdA = 0] = squares('III', [a, b])
    const contrast = (4 + 9 - 1.5 - 5) / 2
    expect(thirdA).toBeCloseTo(contrast ** 2 / ((1 / 4) * (1 / 2 + 1 + 1 + 1 / 3)), 9)
  })

  it('a design is balanced only if every combination of levels has rows', () => {
    const three = [factor('a', '112'), factor('b', '121')]
    expect(decomposeVariance()([1, 2, 4], three)).toMatchObject({
      reason: 'unbalanced_needs_ss_type',
    })
    const found = tagged(
      decomposeVariance({ ssType: 'I' })([1, 2, 4], three),
      'VarianceDecomposition',
    )
    expect(found).toMatchObject({
      ssType: 'I',
      balance: { balanced: false, cells: 4, emptyCells: 1, smallest: 1, largest: 1 },
    })
  })

  it('of a response that one factor fixes, the other explains nothing', () => {
    const found = decomposed([1, 1, 2, 2], [factor('a', 'xxyy'), factor('b', 'pqpq')])
    expect(found.residual).toEqual({ df: 1, squares: 0, share: 0 })
    expect(found.terms).toEqual([
      {
        term: 'a',
        df: 1,
        squares: 1,
        etaSquared: 1,
        partialEtaSquared: 1,
        omegaSquared: 1,
        f: null,
        p: null,
      },
      {
        term: 'b',
        df: 1,
        squares: 0,
        etaSquared: 0,
        partialEtaSquared: 0,
        omegaSquared: 0,
        f: null,
        p: null,
      },
    ])
  })

  it('type I depends on the order of the factors and adds up; the others do not', () => {
    const sum = (list: ReadonlyArray<number>) => list.reduce((x, y) => x + y, 0)
    expect(sum(squares('I', [a, b]))).toBeCloseTo(sum(squares('I', [b, a])), 9)
    expect(squares('I', [a, b])[0]).not.toBeCloseTo(squares('I', [b, a])[1] ?? 0, 3)
    expect(squares('II', [a, b])[0]).toBeCloseTo(squares('II', [b, a])[1] ?? 0, 9)
    const found = tagged(decomposeVariance({ ssType: 'II' })(ys, [a, b]), 'VarianceDecomposition')
    const shares = sum(found.terms.map(({ etaSquared }) => etaSquared))
    expect(shares + found.residual.share + found.overlap).toBeCloseTo(1, 12)
    expect(Math.abs(found.overlap)).toBeGreaterThan(0.01)
    expect(found.balance).toMatchObject({ balanced: false, smallest: 1, largest: 3 })
  })

  it.each([
    [[1, 2, 3, 4], [factor('a', 'xxyy'), factor('b', 'ppqq')], 'aliased_term', 'b'],
    [[1, 2, 3, 4], [factor('a', 'xxxx')], 'aliased_term', 'a'],
    [[1, 2, 3], [factor('a', 'xxyy')], 'unequal_lengths', 'a'],
    [[2, 2, 2, 2], [factor('a', 'xxyy')], 'constant', null],
    [[1, 2, Number.NaN, 4], [factor('a', 'xxyy')], 'not_finite', null],
    [[1], [factor('a', 'x')], 'too_few', null],
    [[1, 2], [], 'too_few', null],
    [[Number.NaN], [factor('a', 'x')], 'not_finite', null],
    [[1, Number.POSITIVE_INFINITY], [factor('a', 'xx')], 'not_finite', null],
    [[1e308, 1e308, -1e308, -1e308], [factor('a', 'xxyy')], 'not_finite', null],
    [[1e154, -1e154], [factor('a', 'xy')], 'not_finite', null],
    [[0.1, 0.1, 0.1, 0.1, 0.1, 0.1], [factor('a', 'xxxyyy')], 'constant', null],
    [[1, 2], [factor('a', 'xy'), factor('a', 'xy')], 'unknown_factor', 'a'],
  ] as const)('%j by %j is not evaluable: %s', (response, factors, reason, subject) => {
    expect(decomposeVariance({ ssType: 'II' })(response, factors)).toMatchObject({
      _tag: 'NotEvaluable',
      statistic: 'variance_decomposition',
      reason,
      subject,
    })
  })

  it('an interaction of an unknown factor is named', () => {
    const found = decomposeVariance({ interactions: [['side', 'moon']] })(values, [side, opener])
    expect(tagged(found, 'NotEvaluable')).toMatchObject({
      reason: 'unknown_factor',
      subject: 'side x moon',
    })
    const empty = decomposeVariance({ interactions: [[]] })(values, [side, opener])
    expect(empty).toMatchObject({ reason: 'unknown_factor', subject: '' })
  })

  it('an interaction with an empty cell is aliased', () => {
    const found = decomposeVariance({ ssType: 'III', interactions: [['a', 'b']] })(
      [1, 2, 3, 4, 5, 7],
      [factor('a', '111122'), factor('b', '112211')],
    )
    expect(tagged(found, 'NotEvaluable')).toMatchObject({
      reason: 'aliased_term',
      subject: 'a x b',
    })
  })

  it('without degrees of freedom left over there is no omega squared and no test', () => {
    const found = tagged(
      decomposeVariance({ interactions: [['a', 'b']] })(
        [1, 2, 3, 9],
        [factor('a', 'xxyy'), factor('b', 'pqpq')],
      ),
      'VarianceDecomposition',
    )
    expect(found.residual.df).toBe(0)
    expect(found.terms.map(({ omegaSquared, f, p }) => [omegaSquared, f, p])).toEqual([
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ])
  })

  it('neither overflows nor vanishes', () => {
    const share = (scale: number) =>
      decomposed(
        [1, 2, 3, 9].map((y) => y * scale),
        [factor('a', 'xxyy')],
      ).terms[0]?.etaSquared
    expect(share(1e150)).toBeCloseTo(share(1) ?? 0, 12)
    expect(share(1e-150)).toBeCloseTo(share(1) ?? 0, 12)
    const far = decomposed([1e154, 1.01e154], [factor('a', 'xy')])
    expect(far.total.squares / 5e303).toBeCloseTo(1, 9)
  })
})

describe('effect coding', () => {
  it('codes L levels in L - 1 columns, and products of them', () => {
    const three = codeFactor(factor('f', 'abc'))
    expect(three).toEqual({
      width: 2,
      entries: [
        [[0, 1]],
        [[1, 1]],
        [
          [0, -1],
          [1, -1],
        ],
      ],
    })
    const two = codeFactor(factor('g', 'xyy'))
    expect(interact(three, two).entries[2]).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(interact(three, three)).toEqual({
      width: 4,
      entries: [
        [[0, 1]],
        [[3, 1]],
        [
          [0, 1],
          [1, 1],
          [2, 1],
          [3, 1],
        ],
      ],
    })
  })

  it('takes the levels in the order of their text', () => {
    expect(levelsOf(factor('f', 'cabca'))).toEqual(['a', 'b', 'c'])
    expect(codeFactor(factor('f', 'ba')).entries).toEqual([[[0, -1]], [[0, 1]]])
  })

  const column = (...values: ReadonlyArray<number>): CodedTerm => ({
    width: 1,
    entries: values.map((value) => (value === 0 ? [] : [[0, value]])),
  })

  it('a column is aliased by its share of itself, not by its size', () => {
    const fit = fitInOrder([column(1e-5, -1e-5, 1e-5, -1e-5)], [3, 1, 4, 0])
    expect(fit).toEqual({
      _tag: 'OrderedFit',
      squares: [expect.closeTo(9, 9)],
      residual: expect.closeTo(1, 9),
    })
    expect(fitInOrder([column(1, -1, 0, 0), column(0, 0, 0, 0)], [3, 1, 4, 0])).toEqual({
      _tag: 'Aliased',
      term: 1,
    })
  })

  it('without rows even the constant is aliased', () => {
    expect(fitInOrder([column()], [])).toEqual({ _tag: 'Aliased', term: 0 })
  })

  it('names the aliased term by its place', () => {
    const one = codeFactor(factor('f', 'aabb'))
    expect(fitInOrder([one, one], [1, 2, 3, 4])).toEqual({ _tag: 'Aliased', term: 1 })
  })
})
