import { describe, expect, it } from 'vitest'
import { type CommonPlan, commonDefects } from '../../src/run/plan-defects.js'

const agent = (
  name: string,
  policies: unknown = name,
  players: CommonPlan['agents'][number]['players'] = null,
) => ({
  name,
  policies,
  players,
})

const told = (plan: Partial<CommonPlan>): ReadonlyArray<string> =>
  commonDefects({ cases: [{ name: 'c' }], agents: [agent('a')], seeds: [1], ...plan }).map(
    ({ _tag, path, expected }) => `${_tag} ${path.join('.')}: ${expected}`,
  )

describe('what is wrong with any plan', () => {
  it('is nothing where names, agents and seeds differ', () => {
    expect(told({ agents: [agent('a'), agent('b')], seeds: [1, 2, -3, 0] })).toEqual([])
  })

  it('is an agent that differs from an earlier one in its name alone', () => {
    const agents = [agent('a', { kind: 'x' }, [1]), agent('b'), agent('c', { kind: 'x' }, [1])]
    expect(told({ agents })).toEqual(['Twice agents.2: another agent than a'])
    const apart = [agent('a', 'same', [1]), agent('b', 'same', [2]), agent('c', 'other', [1])]
    expect(told({ agents: apart })).toEqual([])
  })

  it('is an agent that is there a third time, named after the first', () => {
    expect(told({ agents: [agent('a', 1), agent('b', 1), agent('c', 1)] })).toEqual([
      'Twice agents.1: another agent than a',
      'Twice agents.2: another agent than a',
    ])
  })

  it('is a list of seeds that is empty, repeats one, or has what is no whole number', () => {
    expect(told({ seeds: [] })).toEqual(['Nothing seeds: at least one seed'])
    expect(told({ seeds: [3, 4, 3, 3] })).toEqual([
      'Twice seeds.2: every seed once',
      'Twice seeds.3: every seed once',
    ])
    expect(told({ seeds: [1.5, Number.NaN, 2 ** 53] })).toEqual([
      'Malformed seeds.0: a whole number',
      'Malformed seeds.1: a whole number',
      'Malformed seeds.2: a whole number',
    ])
  })
})
