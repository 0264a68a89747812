import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/command.js'

const loaded = await Promise.all(
  Object.entries(commands).map(async ([name, load]) => ({ name, ...(await load()) })),
)

/** The options that a text names, without dashes. */
const namedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/--([a-z][a-z-]*)/g)].map((match) => match[1] ?? ''))

/** Options that are read only to say that another one is meant. */
const misnamed: Readonly<Record<string, ReadonlyArray<string>>> = { submit: ['agents'] }

/** Options of which a command tells although they are those of another one. */
const ofOthers: Readonly<Record<string, ReadonlyArray<string>>> = {
  resume: ['concurrency'],
}

describe.each(loaded)('the help of $name', ({ name, help, options }) => {
  const own = Object.keys(options).filter((option) => !misnamed[name]?.includes(option))

  it('explains every option that the command reads, and no other', () => {
    // A line that explains an option begins with it, or with several that go together.
    const explained = help
      .split('\n')
      .flatMap((line) => /^ {2}((?:--[a-z-]+ ?)+)/.exec(line)?.[1] ?? [])
      .join(' ')
    expect([...namedIn(explained)].sort()).toEqual(own.sort())
  })

  it('names every option in its usage, or says that there are more', () => {
    const [usage = ''] = help.split('\n\n')
    expect(usage).toContain(`usage: edgeworth ${name}`)
    if (usage.includes('[...]')) return
    expect([...namedIn(usage)].sort()).toEqual(own.sort())
  })

  it('mentions nothing that the command does not read', () => {
    const known = new Set([...own, 'help', ...(ofOthers[name] ?? [])])
    expect([...namedIn(help)].filter((option) => !known.has(option))).toEqual([])
  })

  it('fits a terminal, and ends with the exit codes', () => {
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(help).toContain('Exit codes: ')
  })
})
