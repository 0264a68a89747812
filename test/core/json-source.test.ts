import { type Either, isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Failures, renderFailure } from '../../src/core/failure.js'
import { DEEPEST_JSON } from '../../src/core/json.js'
import {
  type JsonSource,
  lineAt,
  membersSorted,
  readJsonSource,
  valueOf,
} from '../../src/core/json-source.js'

const read = (text: string): JsonSource => {
  const source = readJsonSource(text)
  if (isLeft(source)) throw new Error(renderFailure(source.left[0]))
  return source.right
}

const told = (result: Either<Failures, unknown>): ReadonlyArray<string> =>
  isLeft(result) ? result.left.map(renderFailure) : []

const sample = `{
  "name": "case",
  "price": 0.0,
  "list": [
    1e2,
    {"deep": true, "a": [
      null]}
  ]
}
`

describe('reading JSON as it was written', () => {
  it('keeps tokens, lines and order', () => {
    expect(readJsonSource(sample)).toEqual(
      right({
        _tag: 'Object',
        line: 1,
        members: [
          ['name', { _tag: 'Text', line: 2, text: 'case' }],
          ['price', { _tag: 'Number', line: 3, token: '0.0' }],
          [
            'list',
            {
              _tag: 'Array',
              line: 4,
              elements: [
                { _tag: 'Number', line: 5, token: '1e2' },
                {
                  _tag: 'Object',
                  line: 6,
                  members: [
                    ['deep', { _tag: 'Word', line: 6, value: true }],
                    [
                      'a',
                      {
                        _tag: 'Array',
                        line: 6,
                        elements: [{ _tag: 'Word', line: 7, value: null }],
                      },
                    ],
                  ],
                },
              ],
            },
          ],
        ],
      }),
    )
    expect(valueOf(read(sample))).toEqual(JSON.parse(sample))
  })

  it('tells the line of a path, and that of the innermost container where the path ends', () => {
    const source = read(sample)
    expect(lineAt(source, [])).toBe(1)
    expect(lineAt(source, ['price'])).toBe(3)
    expect(lineAt(source, ['list', 1, 'a', 0])).toBe(7)
    expect(lineAt(source, ['list', 1, 'absent'])).toBe(6)
    expect(lineAt(source, ['list', 9])).toBe(4)
    expect(lineAt(source, ['name', 'x'])).toBe(2)
    expect(lineAt(source, ['list', 'x'])).toBe(4)
    expect(lineAt(read('{\n"a": 1,\n"0": 2}'), [0])).toBe(3)
  })

  it('tells the first object whose members are out of order', () => {
    expect(membersSorted(read('{"a": 1, "b": [{"c": 1, "d": 2}]}'))).toBeNull()
    expect(membersSorted(read('{"b": 1, "a": 2}'))).toEqual([])
    expect(membersSorted(read('{"a": 1, "b": [{}, {"d": 1, "c": {"z": 1, "a": 2}}]}'))).toEqual([
      'b',
      1,
    ])
    expect(membersSorted(read('[[{"a": {"z": 1, "a": 2}}]]'))).toEqual([0, 0, 'a'])
    // By code point: U+FB33 comes before U+1F600, although its code unit comes after.
    expect(membersSorted(read('{"\ufb33": 1, "\u{1f600}": 2}'))).toBeNull()
    expect(membersSorted(read('7'))).toBeNull()
  })

  it('keeps a member named __proto__ a member', () => {
    const value = valueOf(read('{"__proto__": {"polluted": true}}'))
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('text that is no JSON', () => {
  it.each([
    ['', '(input): expected a value at line 1, column 1, got "" (NotJson)'],
    ['{"a": 1,\n "b": }', 'b: expected a value at line 2, column 7, got "}" (NotJson)'],
    ['{"a": [1, 2', 'a: expected a comma or ] at line 1, column 12, got "" (NotJson)'],
    ['{"a" 1}', 'a: expected a colon at line 1, column 6, got "1}" (NotJson)'],
    [
      '{a: 1}',
      '(input): expected a key in double quotes at line 1, column 2, got "a: 1}" (NotJson)',
    ],
    [
      '{"a": 1 "b": 2}',
      '(input): expected a comma or } at line 1, column 9, got "\\"b\\": 2}" (NotJson)',
    ],
    ['[1, 2,]', '[2]: expected a value at line 1, column 7, got "]" (NotJson)'],
    [
      '{"a": 1,}',
      '(input): expected a key in double quotes at line 1, column 9, got "}" (NotJson)',
    ],
    ['1 2', '(input): expected the end of the text at line 1, column 3, got "2" (NotJson)'],
    ['[01]', '(input): expected a comma or ] at line 1, column 3, got "1]" (NotJson)'],
    ['"a\\x"', '(input): expected an escape of JSON at line 1, column 3, got "\\\\x\\"" (NotJson)'],
    [
      '\n\n  "a\nb"',
      '(input): expected the rest of a text and its closing quote at line 3, column 5, got "\\nb\\"" (NotJson)',
    ],
  ])('%j is refused with its place', (text, line) => {
    expect(told(readJsonSource(text))).toEqual([line])
  })

  it('shows no more than 20 characters of what it found', () => {
    const source = readJsonSource(`[${'x'.repeat(1_000)}`)
    expect(isLeft(source) ? source.left[0].value : null).toBe('x'.repeat(20))
  })

  it.each([
    '\ufeff{}',
    '\u00a01',
    '1\u2028',
    '+1',
    '.5',
    '1.',
    '1e',
    '-',
    '--1',
    '0x1',
    'NaN',
    'Infinity',
    'nul',
    'truee',
    "'a'",
    '"\t"',
    '"\\u12g4"',
    '"\\u123"',
    '"\\',
    '"',
    '[,1]',
    '{,}',
    '[1}',
    '{]',
    '//1',
    '1/**/',
    '\u000b1',
    'undefined',
    '[',
    '{',
    '{"a"',
    '{"a":',
    ']',
    '}',
    ',',
    ':',
    '{"a":1}}',
    '[]]',
  ])('%j is refused, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect(isLeft(readJsonSource(text))).toBe(true)
  })

  it('is a key written twice: each is told, with its line', () => {
    const text = '{"a": 1,\n"b": {"c": 1, "c": 2},\n"\\u0061": 3}'
    expect(told(readJsonSource(text))).toEqual([
      'b.c: expected each key once at line 2, column 15, got "\\"c\\": 2},\\n\\"\\\\u0061\\": 3" (NotJson)',
      'a: expected each key once at line 3, column 1, got "\\"\\\\u0061\\": 3}" (NotJson)',
    ])
    expect(told(readJsonSource('{"a": 1, "a": 2, "b": }'))).toHaveLength(2)
  })

  it('is nesting beyond the bound, at any depth', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(isRight(readJsonSource(nested(DEEPEST_JSON)))).toBe(true)
    expect(isLeft(readJsonSource(nested(DEEPEST_JSON + 1)))).toBe(true)
    const [first] = told(readJsonSource('['.repeat(1_000_000)))
    expect(first).toContain('at most 512 nested containers at line 1, column 513')
    expect(isRight(readJsonSource(`[${'[],'.repeat(10_000)}[]]`))).toBe(true)
  })

  it('reads long texts and long documents in time linear in their length', () => {
    const long = 'a\\n'.repeat(1_000_000)
    expect(valueOf(read(`"${long}"`))).toBe('a\n'.repeat(1_000_000))
    const many = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => i))
    expect(valueOf(read(many))).toEqual(JSON.parse(many))
  })
})
