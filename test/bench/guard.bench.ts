import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Bench } from 'tinybench'
import {
  arrayOf,
  Finite,
  Integer,
  nullable,
  objectOf,
  oneOf,
  PositiveInteger,
  recordOf,
} from '../../src/core/codec.js'
import { guardOf } from '../../src/core/guard.js'

/** The shape of one round of a recorded exchange, of the size that recordings have (about 3.4 kB and a hundred values). */
const transfer = objectOf({
  from_agent: PositiveInteger,
  to_agent: PositiveInteger,
  resource: t.string,
  quantity: Finite,
})
const mechanism = objectOf({
  mechanism_label: t.string,
  summary: t.string,
  transfers: arrayOf(transfer),
  institutional_updates: arrayOf(recordOf(t.unknown)),
  consenting_agents: arrayOf(PositiveInteger),
  confidence: Finite,
  verifier_ok: t.boolean,
  verifier_reason: t.string,
})
const audit = objectOf({
  agent_id: PositiveInteger,
  decision: oneOf('accept', 'reject', 'malformed'),
  utility_before: Finite,
  utility_after: Finite,
  reason: t.string,
})
const event = objectOf({
  round_index: PositiveInteger,
  controller_id: PositiveInteger,
  kind: t.string,
  proposer_id: PositiveInteger,
  receiver_id: nullable(PositiveInteger),
  accepted: t.boolean,
  applied: t.boolean,
  feasible: t.boolean,
  individually_rational: nullable(t.boolean),
  ir_blocked: t.boolean,
  proposer_delta: Finite,
  receiver_delta: Finite,
  agent_deltas: recordOf(Finite),
  welfare_after: Finite,
  message: t.string,
  institutional_updates: arrayOf(recordOf(t.unknown)),
  private_acceptance_audits: arrayOf(audit),
  coordination_cost: objectOf({
    round: Integer,
    search_cost_total: Finite,
    search_cost_basis: t.string,
    contacted_agent_count: Integer,
    standing_rule_saving: Finite,
    net_coordination_cost: Finite,
    active_institutions: Integer,
  }),
})
const row = objectOf({
  round_index: PositiveInteger,
  controller_id: PositiveInteger,
  communication_texts: recordOf(t.string),
  proposal_text: t.string,
  response_texts: recordOf(t.string),
  final_text: t.string,
  compiled_mechanism: mechanism,
  verified_before_private_acceptance: mechanism,
  verified_mechanism: mechanism,
  event,
})

const speech = (agent: number): string =>
  [
    'PUBLIC ACTION',
    `ADDRESSEES:\na${agent}, a${agent + 1}`,
    `MESSAGE:\nI can part with some r${agent} and would like r2. It would leave both of us better off.`,
    'RESPONSE REQUEST:\nEveryone: accept or counter',
    `SETTLEMENT:\na1 | a${agent} | r3 | 1.50 | consent\na${agent} | a1 | r2 | 2.25 | consent`,
    'CONSENT CONDITIONS:\neach debited agent',
    'PUBLIC STATE UPDATE:\nnone',
    'NO-TRANSFER FALLBACK:\nNo transfer.',
  ].join('\n')

const sampleMechanism = {
  mechanism_label: 'bilateral_swap',
  summary: 'a1 gives 1.5 r1 to a2 and receives 2.25 r2.',
  transfers: [1, 2].map((to_agent) => ({
    from_agent: 3 - to_agent,
    to_agent,
    resource: `r${to_agent}`,
    quantity: to_agent * 0.75,
  })),
  institutional_updates: [],
  consenting_agents: [1, 2],
  confidence: 0.85,
  verifier_ok: true,
  verifier_reason: 'every debited agent consents',
}

const sampleRow = {
  round_index: 2,
  controller_id: 1,
  communication_texts: { '1': speech(1), '3': speech(3) },
  proposal_text: speech(2),
  response_texts: { '2': speech(4), '3': 'accept' },
  final_text: 'PUBLIC ACTION\na1: finalize exactly as proposed.',
  compiled_mechanism: sampleMechanism,
  verified_before_private_acceptance: sampleMechanism,
  verified_mechanism: sampleMechanism,
  event: {
    round_index: 2,
    controller_id: 1,
    kind: 'settlement',
    proposer_id: 1,
    receiver_id: 2,
    accepted: true,
    applied: true,
    feasible: true,
    individually_rational: true,
    ir_blocked: false,
    proposer_delta: 0.3412987634512,
    receiver_delta: 1.2098234512,
    agent_deltas: { '1': 0.3412987634512, '2': 1.2098234512 },
    welfare_after: 54.48116004815442,
    message: 'settled',
    institutional_updates: [],
    private_acceptance_audits: [2].map((agent_id) => ({
      agent_id,
      decision: 'accept',
      utility_before: 10.25 * agent_id,
      utility_after: 10.75 * agent_id,
      reason: 'better off after the transfers',
    })),
    coordination_cost: {
      round: 2,
      search_cost_total: 0,
      search_cost_basis: 'flat_public_round',
      contacted_agent_count: 5,
      standing_rule_saving: 0,
      net_coordination_cost: 0,
      active_institutions: 0,
    },
  },
}

const ROUNDS = 9

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Prints the time of the guard of a trace row, of io-ts's `is` and `decode`, and their share of the time that parsing
 * the row takes: the median over rounds, each of which measures all four.
 */
export const run = async (): Promise<void> => {
  const text = JSON.stringify(sampleRow)
  // Parsed afresh, as rows that are read are.
  const rows = Array.from({ length: 64 }, () => JSON.parse(text) as unknown)
  const isRow = guardOf(row)
  const accepted = rows.every((u) => isRow(u) && row.is(u) && isRight(row.decode(u)))
  console.log(`row of ${text.length} bytes, accepted by all three: ${accepted}`)
  // Every row in turn, so that the clock is read once for all of them.
  const each = (use: (u: unknown) => unknown) => (): void => {
    for (const u of rows) kept = use(u)
  }
  let kept: unknown
  const samples = new Map<string, Array<number>>()
  for (let round = 0; round < ROUNDS; round++) {
    const bench = new Bench({ time: 150, warmupTime: 50 })
      .add(
        'JSON.parse',
        each(() => JSON.parse(text) as unknown),
      )
      .add('guard', each(isRow))
      .add('io-ts is', each(row.is))
      .add('io-ts decode', each(row.decode))
    await bench.run()
    const times = new Map(
      bench.tasks.map(({ name, result }) => [
        name,
        'latency' in result ? (result.latency.mean * 1_000) / rows.length : Number.NaN,
      ]),
    )
    const parse = times.get('JSON.parse') ?? Number.NaN
    for (const [name, time] of times) {
      samples.set(name, [...(samples.get(name) ?? []), time])
      samples.set(`${name} ratio`, [...(samples.get(`${name} ratio`) ?? []), time / parse])
    }
  }
  for (const name of ['JSON.parse', 'guard', 'io-ts is', 'io-ts decode']) {
    const time = median(samples.get(name) ?? [])
      .toFixed(2)
      .padStart(8)
    const ratio = median(samples.get(`${name} ratio`) ?? []).toFixed(3)
    console.log(`${name.padEnd(14)}${time} us  ${ratio} of JSON.parse`)
  }
  if (kept === undefined) console.log('nothing was measured')
}
