import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { AsyncShardMap } from '../../src/statistics/shards.js'

const inProject = (path: string): string => join(process.cwd(), path)

/** Bundles the worker for this Node; `process.cwd()` is the project, for the tests and the benchmarks alike. */
const bundledWorker = async (): Promise<string> => {
  const outfile = inProject(`node_modules/.cache/edgeworth-shards/worker-${process.pid}.mjs`)
  await build({
    entryPoints: [inProject('test/statistics/shard-worker.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    packages: 'external',
    alias: { 'edgeworth/statistics': inProject('src/statistics/index.ts') },
  })
  return outfile
}

export interface ShardPool {
  readonly map: AsyncShardMap
  readonly close: () => Promise<void>
}

/** Starts threads that run jobs; each takes the next one when it is free. */
export const shardPool = async (threads: number): Promise<ShardPool> => {
  const outfile = await bundledWorker()
  const workers = Array.from({ length: threads }, () => new Worker(outfile))
  const map: AsyncShardMap = (jobs) =>
    new Promise((resolve, reject) => {
      const sums = new Array<Float64Array>(jobs.length)
      let next = 0
      let done = 0
      const give = (worker: Worker): void => {
        const job = jobs[next]
        if (job === undefined) return
        worker.postMessage({ job, place: next })
        next += 1
      }
      if (jobs.length === 0) resolve([])
      for (const worker of workers) {
        worker.removeAllListeners()
        worker.on('error', reject)
        worker.on('message', (answer: { readonly sums: Float64Array; readonly place: number }) => {
          sums[answer.place] = answer.sums
          done += 1
          if (done === jobs.length) resolve(sums)
          else give(worker)
        })
        give(worker)
      }
    })
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return { map, close }
}
