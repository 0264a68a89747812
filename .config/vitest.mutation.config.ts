import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import base from './vitest.config.js'

const config: ViteUserConfig = mergeConfig(base, {})
config.test = {
  ...config.test,
  include: ['test/{scoring,settlement,statistics}/**/*.test.ts'],
  typecheck: { enabled: false },
  // Tests share nothing, and loading every file anew would be most of the time of a mutant.
  isolate: false,
}

/** The suites that mutants of scoring, gates and statistics have to survive. */
export default config
