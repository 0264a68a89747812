import { describe, expect, it } from 'vitest'
import { runSnippet, snippetOfGuide, snippetsOfSource, typeErrors } from '../support/snippets.js'
import { filesBelow, readProject } from '../support/sources.js'

const guides = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs/guides', '.md')]
const snippets = [
  ...guides.map((file) => snippetOfGuide(file, readProject(file))),
  ...filesBelow('src', '.ts').flatMap((file) => snippetsOfSource(file, readProject(file))),
].filter((snippet) => snippet.code.trim() !== '')

describe('documentation', () => {
  it('has snippets in the README, and in the guides', () => {
    expect(snippets.length).toBeGreaterThan(5)
  })

  it('type-checks', () => {
    expect(typeErrors(snippets)).toEqual([])
  })

  it.each(snippets.map((snippet) => [snippet.name, snippet] as const))(
    'does what it says: %s',
    async (_name, snippet) => {
      const { checked, wrong } = await runSnippet(snippet)
      expect(wrong).toEqual([])
      expect(checked).toBeGreaterThan(0)
    },
  )

  it('links only to files that exist', () => {
    const names = new Set([
      ...filesBelow('docs', ''),
      ...filesBelow('examples', ''),
      ...filesBelow('src', ''),
    ])
    const top = new Set([
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'LICENSE',
      'docs',
      'examples',
      'src',
      'test',
    ])
    const broken = guides.flatMap((file) =>
      [...readProject(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map((match) => new URL(match[1] ?? '', `file:///${file}`).pathname.slice(1))
        .filter((path) => !names.has(path) && !top.has(path.split('/')[0] ?? ''))
        .map((path) => `${file} -> ${path}`),
    )
    expect(broken).toEqual([])
  })
})
