import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pictures } from '../../examples/pictures/pictures.js'
import { filesBelow, readProject } from '../support/sources.js'

const FOLDER = 'docs/guides/pictures'

describe('the pictures of the guides', () => {
  it.each(Object.keys(pictures))('%s is what its program draws', (name) => {
    expect(readFileSync(`${FOLDER}/${name}.svg`, 'utf8')).toBe(pictures[name]?.())
  })

  it('are all drawn by a program, and all looked at in a guide', () => {
    const names = readdirSync(FOLDER)
    expect([...names].sort()).toEqual(
      Object.keys(pictures)
        .map((name) => `${name}.svg`)
        .sort(),
    )
    const guides = filesBelow('docs/guides', '.md').map(readProject).join('\n')
    expect(names.filter((name) => !guides.includes(`pictures/${name}`))).toEqual([])
  })
})
