import type { Survivor } from './survivor.js'

/** The survivors of src/scoring, by file. */
export const scoringSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {
  'src/scoring/adapter-item.ts': [
    {
      code: "typeof output !== 'string'",
      becomes: 'false',
      reason: 'equal',
      note: 'what is no text is no JSON text, and stays what it is',
    },
    {
      code: "'raw'",
      becomes: '""',
      reason: 'equal',
      note: 'anything but clamp01 leaves the ratio as it is',
    },
    {
      code: '{ bootstrap: false }',
      becomes: '{}',
      reason: 'faster',
      note: 'one row has no interval to resample',
    },
    {
      code: "outcome.status === 'ok'",
      becomes: 'true',
      reason: 'equal',
      note: 'without a score there is nothing to clip',
      times: 2,
    },
  ],
  'src/scoring/aer-interval.ts': [
    {
      code: "interval._tag !== 'Interval'",
      becomes: 'false',
      reason: 'equal',
      note: 'it is of three worlds or more that differ',
    },
  ],
  'src/scoring/aer-row.ts': [
    {
      code: '[]',
      becomes: '["Stryker was here"]',
      reason: 'equal',
      note: 'neither has two finite ends',
    },
  ],
  'src/scoring/aer-split.ts': [
    {
      code: "score.status === 'invalid'",
      becomes: 'false',
      reason: 'guarded',
      note: 'rows that are malformed were refused before they were split',
    },
    { code: "'invalid'", becomes: '""', reason: 'guarded' },
    { code: '[]', becomes: '["Stryker was here"]', reason: 'guarded' },
  ],
  'src/scoring/adapters.ts': [
    {
      code: "typeof undefinedAs === 'number'",
      becomes: 'true',
      reason: 'type-only',
      note: 'the option is a number or absent',
    },
  ],
  'src/scoring/leaderboard.ts': [
    {
      code: "score.status !== 'invalid' && score.status !== 'mixed_tiers'",
      becomes: 'true',
      reason: 'guarded',
      note: 'such rows were refused before they were grouped',
    },
    {
      code: "score.status !== 'invalid' && score.status !== 'mixed_tiers'",
      becomes: "score.status !== 'invalid' || score.status !== 'mixed_tiers'",
      reason: 'guarded',
    },
    { code: "score.status !== 'invalid'", becomes: 'true', reason: 'guarded' },
    { code: "'invalid'", becomes: '""', reason: 'guarded' },
    { code: "score.status !== 'mixed_tiers'", becomes: 'true', reason: 'guarded' },
    { code: "'mixed_tiers'", becomes: '""', reason: 'guarded' },
    {
      code: "''",
      becomes: '"Stryker was here!"',
      reason: 'guarded',
      note: 'every row has an agent',
    },
  ],
  'src/scoring/par.ts': [
    {
      code: 'parts[id - 1]?.push',
      becomes: 'parts[id - 1].push',
      reason: 'guarded',
      note: 'ids outside the market were refused',
    },
    {
      code: 'kept[Number(id) - 1]?.push',
      becomes: 'kept[Number(id) - 1].push',
      reason: 'guarded',
    },
  ],
  'src/scoring/platform-adapters.ts': [
    {
      code: "outcome.status === 'ok'",
      becomes: 'true',
      reason: 'equal',
      note: 'what has no score has no ratio to show',
    },
  ],
}
