import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import base from './vitest.config.js'

const config: ViteUserConfig = mergeConfig(base, {})
config.test = {
  ...config.test,
  include: ['test/slow/**/*.test.ts'],
  exclude: [],
  typecheck: { enabled: false },
  testTimeout: 3_600_000,
}

/** The suites that go through everything rather than a sample. */
export default config
