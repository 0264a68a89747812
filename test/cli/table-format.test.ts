import { describe, expect, it } from 'vitest'
import { chosenFormat } from '../../src/cli/table.js'

const chosen = (...switches: ReadonlyArray<string>) =>
  chosenFormat({ given: (name: string) => switches.includes(name) } as never)

describe('the format of a table', () => {
  it('is text, or the one that was asked for', () => {
    expect(chosen()).toMatchObject({ right: 'text' })
    for (const format of ['json', 'csv', 'md'])
      expect(chosen(format)).toMatchObject({ right: format })
  })

  it.each([
    ['json', 'csv'],
    ['csv', 'md'],
    ['json', 'md'],
    ['json', 'csv', 'md'],
  ])('is never one of several: %s %s', (...switches) => {
    expect(chosen(...switches)).toMatchObject({ left: 'choose one of --json, --csv and --md' })
  })
})
