import type { Survivor } from './survivor.js'

/** The survivors of src/settlement, by file. */
export const settlementSurvivors: Readonly<Record<string, ReadonlyArray<Survivor>>> = {
  'src/settlement/gate.ts': [
    {
      code: 'ledger.allocation[from]?.[good]',
      becomes: 'ledger.allocation[from][good]',
      reason: 'guarded',
      note: 'debits are taken of well-formed transfers alone, whose giver has a row',
    },
  ],
  'src/settlement/institution.ts': [
    {
      code: 'key === undefined',
      becomes: 'false',
      reason: 'equal',
      note: 'a record has no member named undefined',
    },
    {
      code: 'value !== undefined',
      becomes: 'true',
      reason: 'type-only',
      note: 'no member of a JSON record is undefined',
    },
    {
      code: 'expiry === undefined',
      becomes: 'false',
      reason: 'equal',
      note: 'what is not there reads as no integer',
    },
    { code: 'missing.length === 0', becomes: 'false', reason: 'faster' },
  ],
  'src/settlement/ledger.ts': [
    {
      code: 'good === null',
      becomes: 'false',
      reason: 'guarded',
      note: 'a transfer of an unknown good has failures',
    },
    {
      code: '[]',
      becomes: '["Stryker was here"]',
      reason: 'guarded',
      note: 'well-formed moves name rows that are there',
    },
  ],
  'src/settlement/market-shape.ts': [
    {
      code: "typeof value === 'number'",
      becomes: 'true',
      reason: 'equal',
      note: 'isInteger is false for all but numbers',
    },
  ],
  'src/settlement/python-text.ts': [
    {
      code: '() => String(x)',
      becomes: '() => undefined',
      reason: 'type-only',
      note: 'numbers of JSON are finite',
    },
    {
      code: 'code <= 0xff',
      becomes: 'code < 0xff',
      reason: 'equal',
      note: 'U+00FF is a letter and is never escaped',
    },
  ],
  'src/settlement/settle.ts': [
    {
      code: 'receiverId === null',
      becomes: 'false',
      reason: 'equal',
      note: 'there is no delta of an agent named null',
    },
  ],
  'src/settlement/transfer.ts': [
    {
      code: "typeof value !== 'number'",
      becomes: 'false',
      reason: 'equal',
      note: 'isFinite is false for all but numbers',
    },
  ],
}
