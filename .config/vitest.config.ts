import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = (path: string): string => `${root}src/${path}`

export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^edgeworth$/, replacement: source('index.ts') },
      { find: /^edgeworth\/trace\/node$/, replacement: source('trace/node.ts') },
      { find: /^edgeworth\/(.+)$/, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'test/slow/**', '**/node_modules/**'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
    testTimeout: 60_000,
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
  },
})
