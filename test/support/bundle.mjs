// Bundles a TypeScript program of the project for this Node, with `edgeworth/...` read from the sources.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const sources = fileURLToPath(new URL('../../src/', import.meta.url))

/** The source file behind an import of the library. */
export const sourceOf = (name) => {
  if (name === 'edgeworth') return `${sources}index.ts`
  if (name === 'edgeworth/trace/node') return `${sources}trace/node.ts`
  return `${sources}${name.slice('edgeworth/'.length)}/index.ts`
}

const library = {
  name: 'edgeworth',
  setup: (b) => {
    b.onResolve({ filter: /^edgeworth(\/|$)/ }, (args) => ({ path: sourceOf(args.path) }))
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' ? undefined : { path: args.path, external: true },
    )
  },
}

export const bundle = (entry, outfile) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    plugins: [library],
  })
