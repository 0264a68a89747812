/**
 * Runs that live on a disk: sweeps, submissions and commands as models, for Node.
 *
 * @module
 */
export * from './durable.js'
export * from './model-command.js'
export * from './resume.js'
export * from './submission.js'
export * from './sweep.js'
export { sweepFileNames, type Withdrawal, withdraw, withdrawalsIn } from './sweep-files.js'
export * from './sweep-options.js'
export {
  type Finding,
  submissionFileNames,
  verifySubmission,
} from './verify.js'
