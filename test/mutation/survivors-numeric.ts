import type { Survivor } from './survivor.js'

/** The survivors of the distributions, their quantiles and the functions below them, by file. */
export const numericSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {
  'src/statistics/distribution.ts': [
    {
      code: 'term > sum * CLOSE',
      becomes: 'term >= sum * CLOSE',
      reason: 'rounding',
      note: 'one more term, below half a unit in the last place',
    },
    {
      code: 'Math.abs(value) < TINY',
      becomes: 'false',
      reason: 'guarded',
      note: 'each fraction is taken on the side where its denominators stay away from 0',
    },
    {
      code: 'Math.abs(value) < TINY',
      becomes: 'Math.abs(value) <= TINY',
      reason: 'equal',
      note: 'TINY gives way to TINY',
    },
    {
      code: 'i < MOST_TERMS',
      becomes: 'i <= MOST_TERMS',
      reason: 'equal',
      note: 'the fraction settles long before, or is NaN',
    },
    {
      code: 'm < MOST_TERMS',
      becomes: 'm <= MOST_TERMS',
      reason: 'equal',
      note: 'the fraction settles long before, or is NaN',
    },
    { code: 'd * c === 1', becomes: 'false', reason: 'faster' },
    { code: 'd * c', becomes: 'd / c', reason: 'faster', note: 'ends at the last term instead' },
    {
      code: 'x < a + 1',
      becomes: 'x <= a + 1',
      reason: 'rounding',
      note: 'where the two ways meet, they agree',
    },
    {
      code: 'x < (a + 1) / (a + b + 2)',
      becomes: 'x <= (a + 1) / (a + b + 2)',
      reason: 'rounding',
      note: 'where the two ways meet, they agree',
    },
    { code: 'p === 0', becomes: 'false', reason: 'faster' },
    {
      code: 'survival(high) > tail',
      becomes: 'survival(high) >= tail',
      reason: 'equal',
      note: 'a bracket twice as wide is halved to the same place',
    },
  ],
  'src/statistics/elementary.ts': [
    {
      code: 'x < -745',
      becomes: 'x <= -745',
      reason: 'equal',
      note: 'the result at -745 is rounded to 0',
    },
    {
      code: 'rest > 0',
      becomes: 'rest >= 0',
      reason: 'equal',
      note: 'one doubling too many is halved again, exactly',
    },
  ],
  'src/statistics/normal.ts': [
    {
      code: 'total + term',
      becomes: 'total - term',
      reason: 'equal',
      note: 'a term that no longer counts counts neither way',
    },
    {
      code: 'x > SERIES_ENDS',
      becomes: 'x >= SERIES_ENDS',
      reason: 'equal',
      note: 'at 4 both ways end in the same float',
    },
    {
      code: 'probability > 0.5',
      becomes: 'probability >= 0.5',
      reason: 'guarded',
      note: 'a half is answered in the line before',
    },
  ],
  'src/statistics/quantile.ts': [
    {
      code: 'first < last',
      becomes: 'first <= last',
      reason: 'equal',
      note: 'a single element is exchanged with itself',
    },
    {
      code: 'index >= i',
      becomes: 'true',
      reason: 'faster',
      note: 'orders elements above one that is in its place',
    },
  ],
  'src/statistics/student.ts': [
    {
      code: 'below(high) < probability',
      becomes: 'below(high) <= probability',
      reason: 'equal',
      note: 'a bracket twice as wide is halved to the same place',
    },
  ],
}
