import { describe, expect, it } from 'vitest'
import { counted, failureInWords } from '../../src/cli/words.js'
import { failure } from '../../src/core/failure.js'

describe('words', () => {
  it('count with the right noun', () => {
    expect(counted(1, 'finding')).toBe('1 finding')
    expect(counted(0, 'finding')).toBe('0 findings')
    expect(counted(2, 'run of bargains', 'runs of bargains')).toBe('2 runs of bargains')
  })

  it.each([
    ['NotRead', null, 'd/f: not there; expected a plan'],
    ['NotRead', 'EISDIR', 'd/f: cannot be read: EISDIR'],
    ['NotWritten', 'ENOSPC', 'd/f: cannot be written: ENOSPC'],
    ['AlreadyThere', null, 'd/f: is there already'],
    ['AlreadyThere', 'process 7', 'd/f: process 7 works on this sweep'],
    ['OtherPlan', null, 'd/f: not a plan'],
    ['Malformed', null, '["d/f"]: expected a plan, got null (Malformed)'],
    ['toString', null, '["d/f"]: expected a plan, got null (toString)'],
  ])('say of a file what is wrong with it: %s %j', (tag, value, said) => {
    expect(failureInWords(failure(tag, ['d/f'], value, 'a plan'))).toBe(said)
  })
})
