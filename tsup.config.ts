import { defineConfig, type Options } from 'tsup'

/** Every folder that users import, and the command. */
const library: Record<string, string> = {
  index: 'src/index.ts',
  'core/index': 'src/core/index.ts',
  'economy/index': 'src/economy/index.ts',
  'settlement/index': 'src/settlement/index.ts',
  'mechanisms/index': 'src/mechanisms/index.ts',
  'oracle/index': 'src/oracle/index.ts',
  'exchange/index': 'src/exchange/index.ts',
  'bargaining/index': 'src/bargaining/index.ts',
  'agents/index': 'src/agents/index.ts',
  'statistics/index': 'src/statistics/index.ts',
  'scoring/index': 'src/scoring/index.ts',
  'trace/index': 'src/trace/index.ts',
  'trace/node': 'src/trace/node.ts',
  'run/index': 'src/run/index.ts',
  'run/node/index': 'src/run/node/index.ts',
  'laws/index': 'src/laws/index.ts',
}

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  sourcemap: false,
  treeshake: { moduleSideEffects: false },
  external: [
    /^fp-ts\//,
    /^io-ts/,
    'fast-check',
    'decimal.js',
    /^pure-rand\//,
    /^@noble\//,
    /^node:/,
  ],
}

/** Declarations are slow to make; `EDGEWORTH_DTS=0` leaves them out where only the command is wanted. */
const declarations = process.env.EDGEWORTH_DTS !== '0'

const config: ReturnType<typeof defineConfig> = defineConfig([
  { ...shared, entry: library, format: ['esm', 'cjs'], dts: declarations, clean: true },
  {
    ...shared,
    entry: { 'cli/main': 'src/cli/main.ts' },
    format: ['esm'],
    platform: 'node',
    // A command is loaded when it is called. Its parts stand beside it, where it finds the sample and the version.
    splitting: true,
    esbuildOptions: (options) => {
      options.chunkNames = 'cli/[name]-[hash]'
    },
    // A long walk makes much short-lived garbage; a smaller nursery keeps its memory well below 150 MB.
    banner: { js: '#!/usr/bin/env -S node --max-semi-space-size=4' },
  },
])

/** The library in both module systems with declarations, and the command. */
export default config
