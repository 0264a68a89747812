import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  arms,
  margins,
  phrasingTax,
  playArm,
  playArms,
  scoreTable,
  underTest,
} from '../../examples/arms/arms.js'
import {
  noOpAgent,
  privilegedBilateralAgent,
  scriptedCompiler,
  scriptedVerifier,
  submittedAgent,
  submittedText,
  tableOfRoles,
} from '../../src/agents/index.js'
import {
  developmentSeeds,
  mixedPanel,
  officialCases,
  officialRoles,
  panelSwap,
  render,
  visibleBilateralCase,
} from '../../src/exchange/index.js'
import { readProject } from '../support/sources.js'
import { against, panel, playTable } from './tables.js'

const rows = playArms([1200, 1201, 1202])
const aer = (arm: string, market: string): number => {
  const own = rows.filter((row) => row.arm === arm && row.case === market)
  const sum = (read: (row: (typeof rows)[number]) => number) =>
    own.reduce((total, row) => total + read(row), 0)
  return sum((row) => row.realized) / sum((row) => row.attainable)
}

describe('the arms', () => {
  it('are ordered as an admission asks: no-op, scripted, joint, greedy', () => {
    for (const { name } of officialCases) {
      expect(aer('no_op', name)).toBe(0)
      expect(aer('scripted_first', name)).toBeGreaterThan(0)
      expect(aer('scripted_joint', name)).toBeGreaterThan(aer('scripted_first', name))
      expect(aer('greedy', name)).toBeGreaterThan(aer('scripted_joint', name))
      expect(aer('greedy', name)).toBeLessThan(1)
      expect(aer('random_transfer', name)).toBeLessThan(aer('greedy', name))
    }
  })

  it('pay for their phrasing, never gain by it', () => {
    for (const { name } of officialCases) {
      expect(aer('greedy_polite', name)).toBeLessThanOrEqual(aer('greedy', name))
    }
    expect(aer('greedy_polite', visibleBilateralCase.name)).toBeLessThan(
      aer('greedy', visibleBilateralCase.name) - 0.2,
    )
  })

  it('score the policy of the panel under test as they score the panel by itself', () => {
    for (const official of officialCases) {
      const single = playArm('x', underTest(panel), official, 1201)
      const everywhere = playTable(official, 1201, {
        agents: () => panel,
        compiler: scriptedCompiler,
        verifier: scriptedVerifier,
      })
      expect(everywhere.result.totals.realized).toBe(single.realized)
    }
  })

  it('are printed as three tables without a hole', () => {
    const lines = [...scoreTable(rows), ...phrasingTax(rows), ...margins(rows)]
    const count = Object.keys(arms).length
    expect(lines.length).toBe(2 + 4 * count + 2 + 4 + 2 + 4 * (count - 1))
    for (const line of lines) expect(line).not.toMatch(/NaN|undefined|NotEvaluable/)
  })

  it('stand in the README, every one of them in every case', () => {
    const cells = readProject('examples/arms/README.md')
      .split('\n')
      .flatMap((line) => /^\| (case\d\d\S*) \| ([a-z_]+) \|/.exec(line)?.slice(1).join('/') ?? [])
    const all = officialCases.flatMap(({ name }) =>
      Object.keys(arms).map((arm) => `${name}/${arm}`),
    )
    expect(cells).toEqual(all)
  })

  it.runIf(process.env.EDGEWORTH_FULL !== undefined)('have the scores of the README', () => {
    const all = playArms(developmentSeeds)
    const readme = readProject('examples/arms/README.md').split('\n')
    for (const line of [...scoreTable(all), ...phrasingTax(all)]) expect(readme).toContain(line)
  })
})

describe('roles at a table', () => {
  const scripted = panelSwap({ kind: 'scripted_bilateral_optimal' })(officialRoles)
  const open = () => noOpAgent

  it('L1 by role', () => {
    const table = tableOfRoles(
      mixedPanel([{ kind: 'scripted_bilateral_ir' }, { kind: 'scripted_bilateral_extract' }])(
        scripted,
      ),
      (policy, seat) => {
        if (typeof seat !== 'number')
          return seat === 'compiler' ? scriptedCompiler : scriptedVerifier
        expect([policy.kind, seat]).toEqual(['llm', 1])
        return privilegedBilateralAgent('max_joint')
      },
    )
    if (isLeft(table)) return expect.unreachable()
    const { asked, result } = playTable(visibleBilateralCase, 1200, table.right)
    const own = privilegedBilateralAgent('max_joint')
    const others = [privilegedBilateralAgent('first_ir'), privilegedBilateralAgent('max_own')]
    for (const [question, answer] of asked) {
      if (question.agent === null) continue
      const agent = question.agent === 1 ? own : others[question.agent % 2]
      expect(agent?.(question)).toEqual(answer)
    }
    expect(result.totals.applied).toBe(4)
    expect(table.right.agents(9)).toBe(null)
  })

  it('refuse what cannot be played before anything runs', () => {
    const learning = panelSwap({ kind: 'live-learning' })(officialRoles)
    expect(tableOfRoles(learning, open)._tag).toBe('Left')
    expect(tableOfRoles(scripted, open)._tag).toBe('Right')
  })
})

describe('a submitted agent', () => {
  it('L1 text alone', () => {
    const seen: Array<string> = []
    const agent = submittedAgent((text, phase) => {
      seen.push(`${phase}: ${text}`)
      return ''
    })
    const { asked, result } = playTable(visibleBilateralCase, 1200, against(agent))
    const own = asked.filter(([question]) => question.agent === 1)
    expect(seen).toEqual(
      own.map(([question]) => {
        const { system, prompt } = render(question.observation)
        return `${question.role}: ${system}\n\n${prompt}`
      }),
    )
    expect(seen[0]).toContain('You are agent a1')
    expect(result.totals.counts).toMatchObject({ empty: own.length, faults: 0 })
  })

  it('plays by words, and makes a fault of what it throws or gives in their place', () => {
    const [first] = playTable(visibleBilateralCase, 1200, against(panel)).asked
    if (first === undefined) return expect.unreachable()
    const [question] = first
    expect(submittedText(question)).toContain('time to speak')
    const said = (act: () => unknown) => submittedAgent(act as () => string)(question)
    expect(said(() => 'hello')).toEqual({ _tag: 'Text', text: 'hello' })
    expect(said(() => 7)._tag).toBe('Fault')
    expect(said(() => undefined)._tag).toBe('Fault')
    const broken = () => {
      throw new Error('no key')
    }
    expect(said(broken)).toEqual({ _tag: 'Fault', fault: 'threw', detail: 'no key' })
    expect(submittedAgent(() => '')({ ...question, _tag: 'Compile' } as never)._tag).toBe('Fault')
  })
})
