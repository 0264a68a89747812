import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests of the packed tarball: they need `dist` and the registry, and take minutes rather than seconds. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/package/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
