import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask } from '../../src/core/index.js'
import { modelOf, play } from '../../src/run/index.js'

const game = ask('greeting', 'Who is there?', (answer) => answer)

describe('answerers from plain JavaScript', () => {
  it('L2 bare', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.boolean(), async (word, fails) => {
        const bare = async (question: string): Promise<string> => {
          await Promise.resolve()
          if (fails) throw new Error(word)
          return `${question} ${word}`
        }
        const played = await play(game, bare as never)
        expect(played).toEqual(await play(game, modelOf(bare)))
        expect(played._tag).toBe('Finished')
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [null],
    [undefined],
    [5],
    [{}],
    [{ _tag: 'model', ask: () => 'yes' }],
    [() => 'yes'],
    [() => null],
  ])('that are none answer with a fault that says what to give: %j', async (answerers) => {
    const { log, _tag } = await play(game, answerers as never)
    expect(_tag).toBe('Finished')
    expect(log).toEqual([
      {
        id: 'greeting',
        answer: {
          _tag: 'Fault',
          fault: 'threw',
          detail: expect.stringContaining('give modelOf(f)'),
        },
      },
    ])
  })
})
