import { parentPort } from 'node:worker_threads'
import { runShardJob, type ShardJob } from 'edgeworth/statistics'

/** Runs jobs as they come and answers with their sums and places. */
parentPort?.on('message', ({ job, place }: { readonly job: ShardJob; readonly place: number }) => {
  const sums = runShardJob(job)
  parentPort?.postMessage({ sums, place }, [sums.buffer as ArrayBuffer])
})
