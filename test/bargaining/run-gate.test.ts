import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  fourCells,
  type GateCheckName,
  gateBounds,
  gatedRun,
  marginPolicy,
  type Negotiator,
  type ParticipantRow,
  playSeatings,
  type RunGateOptions,
  referenceArm,
  referencePolicy,
  renderGateCheck,
  roundRobin,
  rowContradictions,
  runGate,
  shareVariance,
  symmetricWorlds,
} from '../../src/bargaining/index.js'
import { explain } from '../../src/statistics/index.js'
import { sound } from './arbitraries.js'

const keeping = (keep: number, name = `keep ${keep}`): Negotiator =>
  sound(marginPolicy({ margin: 4000, keep }, name))
const worlds = symmetricWorlds(7n, 60)
const field = [keeping(0.5), keeping(0.7), keeping(0.85)]
const played = (models: ReadonlyArray<Negotiator>): ReadonlyArray<ParticipantRow> =>
  playSeatings()(roundRobin(models)(worlds))
const good = played(field)

/** Changes what the policies of the field do, some of the time. */
const with_ = (
  move: (policy: Negotiator, place: number) => Negotiator['move'],
): ReadonlyArray<Negotiator> =>
  field.map((policy, place) => ({ name: policy.name, move: move(policy, place) }))

const byCheck = (rows: ReadonlyArray<ParticipantRow>, options: Partial<RunGateOptions> = {}) =>
  new Map(runGate(options)(rows).map((check) => [check.check, check]))

/** The good run without the negotiations in which a row of `keep 0.5` is as named. */
const withoutCell = (isGone: (row: ParticipantRow) => boolean): ReadonlyArray<ParticipantRow> =>
  good.filter((row, place) => {
    const other = good[row.side === 'buyer' ? place + 1 : place - 1] as ParticipantRow
    return ![row, other].some((one) => one.participant === 'keep 0.5' && isGone(one))
  })

/** A run that fails a check, and the value that the check has on it. */
const fixtures: ReadonlyArray<readonly [GateCheckName, string, ReadonlyArray<ParticipantRow>]> = [
  [
    'cell_balance',
    'one model buys and opens in a third of the worlds only',
    withoutCell(
      ({ side, opened, worldId }) =>
        side === 'buyer' && opened && Number(worldId.split('/')[2]) % 3 > 0,
    ),
  ],
  [
    'cell_balance',
    'one model never sells and responds',
    withoutCell(({ side, opened }) => side === 'seller' && !opened),
  ],
  [
    'deal_rate',
    'nobody concedes to speak of',
    played([keeping(0.96), keeping(0.97), keeping(0.98)]),
  ],
  [
    'deal_rate',
    'everybody accepts anything',
    played([
      acceptAnything,
      { ...acceptAnything, name: 'again' },
      { ...acceptAnything, name: 'and again' },
    ]),
  ],
  [
    'unreadable_turns',
    'a third of the models answers the first question by accepting nothing',
    played(
      with_(
        (policy, place) => (seen) =>
          seen.turn <= 2 && place === 0 && seen.standing === null
            ? { _tag: 'Accept' }
            : policy.move(seen),
      ),
    ),
  ],
  [
    'unreadable_turns',
    'prices that are no prices are not moves either',
    played(
      with_(
        (policy, place) => (seen) =>
          seen.turn <= 2 && place === 0 ? { _tag: 'Offer', price: 0.5 } : policy.move(seen),
      ),
    ),
  ],
  [
    'reservation_vetoes',
    'a model offers more than its reservation at first',
    played(
      with_(
        (policy, place) => (seen) =>
          seen.turn <= 2 && place === 1
            ? {
                _tag: 'Offer',
                price:
                  seen.side === 'buyer'
                    ? seen.reservation + 100
                    : Math.max(0, seen.reservation - 100),
              }
            : policy.move(seen),
      ),
    ),
  ],
  [
    'split_half',
    'whoever is firm is firm by the digits of its reservation',
    played(
      with_(
        (_, place) => (seen) =>
          keeping(0.4 + 0.1 * ((seen.reservation * (place + 3) + place) % 5)).move(seen),
      ),
    ),
  ],
  [
    'opener_effect',
    'everybody is firm when it opens and soft when it responds',
    played(
      with_((_, place) => (seen) => keeping((seen.opener ? 0.9 : 0.3) + place / 100).move(seen)),
    ),
  ],
  [
    'side_effect',
    'everybody is firm when it sells and soft when it buys',
    played(
      with_(
        (_, place) => (seen) =>
          keeping((seen.side === 'seller' ? 0.9 : 0.3) + place / 100).move(seen),
      ),
    ),
  ],
]

describe('the run gate', () => {
  it('passes every check on a good run, and reports it', () => {
    const run = gatedRun()(good)
    expect(run.checks.map(({ check, verdict }) => [check, verdict])).toEqual(
      Object.keys(gateBounds).map((check) => [check, 'pass']),
    )
    expect(
      run._tag === 'Reported' && run.table.standings.map(({ participant }) => participant),
    ).toEqual(['keep 0.85', 'keep 0.7', 'keep 0.5'])
  })

  it.each(fixtures)('fails %s where %s, and reports nothing', (name, _why, rows) => {
    const check = byCheck(rows).get(name)
    expect(check?.verdict).toBe('fail')
    const run = gatedRun()(rows)
    expect(run._tag).toBe('Withheld')
    expect(run._tag === 'Withheld' && run.because).toContain(name)
    expect(Object.keys(run).sort()).toEqual(['_tag', 'because', 'checks'])
  })

  it('every check has a fixture that fails it', () => {
    expect(new Set(fixtures.map(([name]) => name))).toEqual(new Set(Object.keys(gateBounds)))
  })

  it('below three models the split half is not evaluable, and the run is not reported', () => {
    const two = played(field.slice(0, 2))
    expect(byCheck(two).get('split_half')).toMatchObject({ verdict: 'not_evaluable', value: null })
    expect(gatedRun()(two)).toMatchObject({ _tag: 'Withheld', because: ['split_half'] })
  })

  it('passes the reference arm with the reference fixed, which is then no model', () => {
    const rows = playSeatings()(referenceArm(field)(worlds))
    const checks = byCheck(rows, { fixed: [referencePolicy.name] })
    expect([...checks.values()].map(({ verdict }) => verdict)).toEqual(Array(7).fill('pass'))
    expect(checks.get('cell_balance')?.n).toBe(3)
    const dropped = playSeatings()(referenceArm(field.slice(0, 2))(worlds))
    expect(byCheck(dropped, { fixed: [referencePolicy.name] }).get('split_half')?.verdict).toBe(
      'not_evaluable',
    )
  })

  it('no rows pass nothing', () => {
    const run = gatedRun()([])
    expect(
      run.checks.every(({ verdict, value }) => verdict === 'not_evaluable' && value === null),
    ).toBe(true)
    expect(run._tag).toBe('Withheld')
  })

  it('the bounds are those of the protocol, at their very edge', () => {
    const rows = (deals: number): ReadonlyArray<ParticipantRow> =>
      good.slice(0, 200).map((row, i) => ({ ...row, share: i < deals ? 0.5 : null }))
    const verdicts = [79, 80, 190, 191].map(
      (deals) => byCheck(rows(deals)).get('deal_rate')?.verdict,
    )
    expect(verdicts).toEqual(['fail', 'pass', 'pass', 'fail'])
    const turns = (unreadable: number): ReadonlyArray<ParticipantRow> =>
      good
        .slice(0, 10)
        .map((row) => ({
          ...row,
          counts: { turns: 10, unreadable: 0, faults: 0, vetoes: 0, refused: 0 },
        }))
        .map((row, i) =>
          i < unreadable ? { ...row, counts: { ...row.counts, unreadable: 1 } } : row,
        )
    expect([4, 5].map((count) => byCheck(turns(count)).get('unreadable_turns')?.verdict)).toEqual([
      'pass',
      'fail',
    ])
  })

  it('counts a turn that nobody answered as one that could not be read', () => {
    const silent = good.map((row) => ({
      ...row,
      counts: { ...row.counts, faults: row.counts.turns },
    }))
    expect(byCheck(silent).get('unreadable_turns')).toMatchObject({ verdict: 'fail', value: 1 })
  })

  it('renders a check as one line', () => {
    const [balance, deals] = runGate()(good)
    expect(balance && renderGateCheck(balance)).toBe(
      'cell_balance: pass, 1 (at most 1.1; 3 models; keep 0.5)',
    )
    expect(deals && renderGateCheck(deals)).toMatch(
      /^deal_rate: pass, 0\.\d+ \(at least 0\.4, at most 0\.95; 720 negotiations\)$/,
    )
    const none = runGate()([])[4]
    expect(none && renderGateCheck(none)).toBe(
      'split_half: not evaluable, no value (above 0.7; 0 worlds; fewer than three models with deals, or two worlds)',
    )
  })
})

describe('rows that contradict each other', () => {
  const changed = (place: number, change: Partial<ParticipantRow>): ReadonlyArray<ParticipantRow> =>
    good.map((row, at) => (at === place ? { ...row, ...change } : row))
  const closed = good.findIndex((row) => row.side === 'seller' && row.share !== null)
  const open = good.findIndex((row) => row.side === 'seller' && row.share === null)
  const shareOf = (place: number): number => good[place]?.share ?? 0

  it.each([
    [
      'a deal that one side had',
      changed(open, { share: 0.5 }),
      [['DealDisputed', [open, 'share']]],
    ],
    [
      'a deal that one side had not',
      changed(closed, { share: null }),
      [['DealDisputed', [closed, 'share']]],
    ],
    [
      'shares that do not add up',
      changed(closed, { share: shareOf(closed) + 1.1e-9 }),
      [['SharesDoNotAddUp', [closed, 'share']]],
    ],
    [
      'a share that is no number',
      changed(closed, { share: Number.NaN }),
      [['SharesDoNotAddUp', [closed, 'share']]],
    ],
    ['a seat twice', [...good, ...good.slice(4, 5)], [['SeatTwice', [good.length]]]],
    ['a seat missing', good.slice(1), [['SeatMissing', [0]]]],
    [
      'two that both opened',
      changed(1, { opened: true }).slice(0, 2),
      [
        ['SeatMissing', [0]],
        ['SeatMissing', [1]],
      ],
    ],
  ] as const)('are no run: %s', (_what, rows, expected) => {
    const run = gatedRun()(rows)
    expect(Object.keys(run).sort()).toEqual(['_tag', 'checks', 'failures'])
    expect(run.checks).toEqual([])
    expect(
      run._tag === 'Contradictory' && run.failures.map(({ _tag, path }) => [_tag, path]),
    ).toEqual(expected)
  })

  it('shares may be off by rounding, and one that plays itself has two seats', () => {
    expect(rowContradictions()(changed(closed, { share: shareOf(closed) + 0.9e-9 }))).toBeNull()
    const itself = playSeatings()(fourCells(acceptAnything, acceptAnything)(worlds[0] as never))
    expect(rowContradictions()(itself.slice(0, 4))).toBeNull()
  })

  it('name the seat that the row was held against', () => {
    const [found] = rowContradictions()(changed(open, { share: 0.5 })) ?? []
    const { participant, counterpart, worldId } = good[open - 1] as ParticipantRow
    expect(found?.expected).toContain(
      `no deal, beside ${participant} as buyer against ${counterpart} in ${worldId}`,
    )
    expect(found?.value).toBe(0.5)
  })

  it('do not matter among those of a withdrawn participant', () => {
    const { participant } = good[open] as ParticipantRow
    const withdrawn = new Map([[participant, 'a broken record']])
    expect(gatedRun({ withdrawn })(changed(open, { share: 0.5 }))._tag).toBe('Withheld')
  })
})

describe('the variance of shares', () => {
  it('is decomposed by deal, model, side and opener, and among deals only', () => {
    const { all, amongDeals } = shareVariance(good)
    if (all._tag === 'NotEvaluable' || amongDeals._tag === 'NotEvaluable')
      throw new Error('evaluable')
    expect(all.terms.map(({ term }) => term)).toEqual(['deal', 'model', 'side', 'opener'])
    expect(amongDeals.terms.map(({ term }) => term)).toEqual(['model', 'side', 'opener'])
    expect([all.n, amongDeals.n]).toEqual([
      good.length,
      good.filter(({ share }) => share !== null).length,
    ])
    // Without a deal there is no share: that is most of the spread. Both sides share by the same policies.
    expect(all.terms[0]?.etaSquared).toBeGreaterThan(0.5)
    expect(amongDeals.terms[1]?.etaSquared).toBeLessThan(1e-6)
    expect(explain(amongDeals)).toContain('by type II')
  })

  it('is not evaluable by deal where every negotiation ends in one', () => {
    const closed = good.filter(({ share }) => share !== null)
    expect(shareVariance(closed).all).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'aliased_term',
      subject: 'deal',
    })
  })
})
