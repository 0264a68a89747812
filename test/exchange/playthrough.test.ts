import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openQuestions, replay } from '../../src/core/index.js'
import { hiddenConsentCase, officialCases } from '../../src/exchange/index.js'
import {
  arms,
  gameOf,
  goldenName,
  logIn,
  logOf,
  PROMPTS,
  playthrough,
  promptsOf,
} from './playthrough.js'

const folder = fileURLToPath(new URL('./golden/', import.meta.url))

/** `EDGEWORTH_GOLDEN=write` writes the files anew; they are then read in a review like any other change. */
const isWriting = process.env.EDGEWORTH_GOLDEN === 'write'
if (isWriting) mkdirSync(folder, { recursive: true })

const scenarios = officialCases.flatMap((of) =>
  arms.map((arm) => ({ of, arm, name: goldenName(of, arm) })),
)

describe('golden playthroughs', () => {
  it.runIf(isWriting).each(scenarios)('$name is written', ({ of, arm, name }) => {
    writeFileSync(`${folder}${name}`, playthrough(of, arm, logOf(of, arm)))
  })

  it.runIf(isWriting)('the prompts are written', () => {
    writeFileSync(`${folder}${PROMPTS}`, promptsOf(hiddenConsentCase))
  })

  it('show what a model reads in every phase', () => {
    expect(promptsOf(hiddenConsentCase)).toBe(readFileSync(`${folder}${PROMPTS}`, 'utf8'))
  })

  it('are there for every official case and arm, and for nothing else', () => {
    expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual(
      [...scenarios.map(({ name }) => name), PROMPTS].sort(),
    )
  })

  it.each(scenarios)('$name is what its own log gives, step by step', ({ of, arm, name }) => {
    const text = readFileSync(`${folder}${name}`, 'utf8')
    const log = logIn(text)
    let game = gameOf(of)
    for (const [step, entry] of log.entries()) {
      expect(openQuestions(game).has(entry.id), `step ${step}: ${entry.id}`).toBe(true)
      game = replay([entry])(game).episode
    }
    expect(game._tag).toBe('Ended')
    expect(playthrough(of, arm, log)).toBe(text)
  })

  it.each(scenarios)('$name is what its players still say', ({ of, arm, name }) => {
    expect(logIn(readFileSync(`${folder}${name}`, 'utf8'))).toEqual(logOf(of, arm))
  })
})
