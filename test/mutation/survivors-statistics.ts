import type { Survivor } from './survivor.js'

/** The survivors of src/statistics, by file, but for those of `survivors-numeric.ts`. */
export const statisticsSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {
  'src/statistics/comparisons.ts': [
    {
      code: 'new Array<number>(sorted.length)',
      becomes: 'new Array()',
      reason: 'equal',
      note: 'filled from its end',
    },
  ],
  'src/statistics/evaluable.ts': [
    {
      code: 'i < first.length',
      becomes: 'i <= first.length',
      reason: 'equal',
      note: 'a pair beyond the end lacks both values',
    },
  ],
  'src/statistics/exact-test.ts': [
    {
      code: 'mass(middle) <= most',
      becomes: 'mass(middle) < most',
      reason: 'equal',
      note: 'most is a little above the mass that it is compared with',
    },
    {
      code: 'successes === mean',
      becomes: 'false',
      reason: 'faster',
      note: 'both tails then meet in the mean and add up to at least 1',
    },
    { code: 'successes < mean', becomes: 'successes <= mean', reason: 'guarded' },
  ],
  'src/statistics/rank-test.ts': [
    {
      code: 'h < i',
      becomes: 'h <= i',
      reason: 'equal',
      note: 'a value has no sign against itself',
    },
    {
      code: "typeof pairs === 'string'",
      becomes: 'false',
      reason: 'guarded',
      note: 'the correlation has refused such columns',
    },
    { code: "'string'", becomes: '""', reason: 'guarded' },
  ],
  'src/statistics/rank.ts': [
    {
      code: 'new Array<number>(values.length)',
      becomes: 'new Array()',
      reason: 'equal',
      note: 'every place is written',
    },
    { code: 'order[start]?.[0]', becomes: 'order[start][0]', reason: 'type-only' },
    { code: 'order[i]?.[1]', becomes: 'order[i][1]', reason: 'type-only' },
    {
      code: 'value / widest',
      becomes: 'value * widest',
      reason: 'rounding',
      note: 'a correlation does not depend on the scale',
    },
    {
      code: 'j < i',
      becomes: 'j <= i',
      reason: 'equal',
      note: 'a value has no sign against itself',
    },
  ],
}
