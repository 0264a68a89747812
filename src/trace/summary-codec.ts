/**
 * Summary: what a whole run came to (`summary.json`). Every member can be recomputed from the other files.
 *
 * | member            | meaning                                                                            |
 * | ----------------- | ---------------------------------------------------------------------------------- |
 * | `welfare_ratio`   | the legacy number: gain over optimum gain, clamped to [0, 1]; no score uses it      |
 * | `optimum_welfare` | welfare of the optimum on the grid of whole units                                  |
 * | `final_net_welfare` | final welfare less all coordination costs                                        |
 *
 * @module
 */
import * as t from 'io-ts'
import { arrayOf, Finite, Integer, nullable, objectOf, recordOf } from '../core/codec.js'
import type { JsonRecord } from '../core/json.js'
import { AnyObject } from './json-codec.js'
import { ManifestTotals } from './meta-codec.js'
import { RecordedAudit } from './row-codec.js'

/**
 * Counts what private acceptance did over a run.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptanceSummary {
  readonly agent_checks: number
  readonly approved: number
  readonly audits: ReadonlyArray<RecordedAudit>
  readonly bad_positive_approvals: number
  readonly blocked_rounds: number
  readonly error_families: Readonly<Record<string, number>>
  readonly rejected_or_invalid: number
}

/**
 * Splits the rounds that went wrong by where they did.
 *
 * @category model
 * @since 0.1.0
 */
export interface ErrorDecomposition {
  readonly agent_decision_errors: number
  readonly applied_resource_ir_false: number
  readonly applied_resource_ir_true: number
  readonly private_acceptance: AcceptanceSummary
  readonly protocol_errors: number
}

/**
 * Is `summary.json`.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunSummary {
  readonly agents: number
  readonly applied_mechanisms: number
  readonly config_name: string
  readonly controllers: ReadonlyArray<number>
  readonly coordination_cost_total: number
  readonly cost_line: string
  readonly error_decomposition: ErrorDecomposition
  readonly final_institutions: ReadonlyArray<JsonRecord>
  readonly final_net_welfare: number
  readonly final_welfare: number
  readonly gini_final: number
  readonly gini_initial: number
  readonly initial_welfare: number
  readonly institution_pressure: JsonRecord
  readonly ir_violations: number
  readonly manifest_totals: ManifestTotals | null
  readonly mode: string
  readonly model: string
  readonly optimum_welfare: number
  readonly protocol: JsonRecord
  readonly resources: number
  readonly rounds: number
  readonly run_id: string
  readonly usage: JsonRecord
  readonly utility_mode: string
  readonly welfare_ratio: number
}

const AcceptanceSummary: t.Type<AcceptanceSummary> = objectOf({
  agent_checks: Integer,
  approved: Integer,
  audits: arrayOf(RecordedAudit),
  bad_positive_approvals: Integer,
  blocked_rounds: Integer,
  error_families: recordOf(Integer),
  rejected_or_invalid: Integer,
})

const ErrorDecomposition: t.Type<ErrorDecomposition> = objectOf({
  agent_decision_errors: Integer,
  applied_resource_ir_false: Integer,
  applied_resource_ir_true: Integer,
  private_acceptance: AcceptanceSummary,
  protocol_errors: Integer,
})

/**
 * Reads `summary.json`.
 *
 * @category codec
 * @since 0.1.0
 */
export const RunSummary: t.Type<RunSummary> = objectOf({
  agents: Integer,
  applied_mechanisms: Integer,
  config_name: t.string,
  controllers: arrayOf(Integer),
  coordination_cost_total: Finite,
  cost_line: t.string,
  error_decomposition: ErrorDecomposition,
  final_institutions: arrayOf(AnyObject),
  final_net_welfare: Finite,
  final_welfare: Finite,
  gini_final: Finite,
  gini_initial: Finite,
  initial_welfare: Finite,
  institution_pressure: AnyObject,
  ir_violations: Integer,
  manifest_totals: nullable(ManifestTotals),
  mode: t.string,
  model: t.string,
  optimum_welfare: Finite,
  protocol: AnyObject,
  resources: Integer,
  rounds: Integer,
  run_id: t.string,
  usage: AnyObject,
  utility_mode: t.string,
  welfare_ratio: Finite,
})
