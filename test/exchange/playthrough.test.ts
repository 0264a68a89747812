import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openQuestions, replay } from '../../src/core/index.js'
import { hiddenConsentCase } from '../../src/exchange/index.js'
import { filesBelow } from '../support/sources.js'
import {
  gameOf,
  logIn,
  logOf,
  PROMPTS,
  playthrough,
  promptsOf,
  type Scenario,
  scenarios,
} from './playthrough.js'

const folder = fileURLToPath(new URL('./golden/', import.meta.url))

const golden = (name: string): string => readFileSync(`${folder}${name}`, 'utf8')

const write = (name: string, text: string): void => {
  mkdirSync(dirname(`${folder}${name}`), { recursive: true })
  writeFileSync(`${folder}${name}`, text)
}

/** `EDGEWORTH_GOLDEN=write` writes the files anew; they are then read in a review like any other change. */
if (process.env.EDGEWORTH_GOLDEN === 'write') {
  rmSync(folder, { recursive: true, force: true })
  for (const one of scenarios) write(one.name, playthrough(one, logOf(one)))
  write(PROMPTS, promptsOf(hiddenConsentCase))
}

describe('golden playthroughs', () => {
  it('show what a model reads in every phase', () => {
    expect(promptsOf(hiddenConsentCase)).toBe(golden(PROMPTS))
  })

  it('are there for every official case and arm, and for nothing else', () => {
    const there = filesBelow('test/exchange/golden', '').map((path) =>
      path.slice('test/exchange/golden/'.length),
    )
    expect([...there].sort()).toEqual([...scenarios.map(({ name }) => name), PROMPTS].sort())
  })

  it.each(scenarios)('$name is what its own log gives, step by step', (one: Scenario) => {
    const text = golden(one.name)
    const log = logIn(text)
    let game = gameOf(one.of)
    for (const [step, entry] of log.entries()) {
      expect(openQuestions(game).has(entry.id), `step ${step}: ${entry.id}`).toBe(true)
      game = replay([entry])(game).episode
    }
    expect(game._tag).toBe('Ended')
    expect(playthrough(one, log)).toBe(text)
  })

  it.each(scenarios)('$name is what its players still say', (one: Scenario) => {
    expect(logIn(golden(one.name))).toEqual(logOf(one))
  })
})
