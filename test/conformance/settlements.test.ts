import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { renderFailures } from '../../src/core/failure.js'
import { makeWorld, type UtilityMode, type World } from '../../src/economy/world.js'
import { inDoubles } from '../../src/settlement/accounting.js'
import { deltaOfIn } from '../../src/settlement/deltas.js'
import { EventJson, eventFromJson, eventToJson } from '../../src/settlement/event-codec.js'
import { activeInstitutions } from '../../src/settlement/institution.js'
import { type Ledger, openLedger } from '../../src/settlement/ledger.js'
import {
  MechanismJson,
  mechanismFromJson,
  mechanismToJson,
} from '../../src/settlement/mechanism-codec.js'
import { settle } from '../../src/settlement/settle.js'
import { isAdmitted } from '../../src/settlement/verdict.js'
import { describeReference, readReference } from '../support/reference.js'

interface RecordedStep {
  readonly mechanism: { readonly proposer_id: number }
  readonly ir_enforce: boolean
  readonly all_agent_deltas: Readonly<Record<string, number>>
  readonly event: { readonly round_index: number; readonly controller_id: number }
  readonly allocation_after: ReadonlyArray<ReadonlyArray<number>>
  readonly active_institutions: ReadonlyArray<unknown>
}

interface RecordedCase {
  readonly world: {
    readonly allocation: ReadonlyArray<ReadonlyArray<number>>
    readonly preferences: ReadonlyArray<ReadonlyArray<number>>
    readonly resource_names: ReadonlyArray<string>
    readonly utility_mode: UtilityMode
    readonly money_good_index: number | null
  }
  readonly steps: ReadonlyArray<RecordedStep>
}

const worldOf = (recorded: RecordedCase['world']): World => {
  const made = makeWorld({
    allocation: recorded.allocation,
    preferences: recorded.preferences,
    resourceNames: recorded.resource_names,
    utilityMode: recorded.utility_mode,
    moneyGoodIndex: recorded.money_good_index,
  })
  if (isLeft(made)) throw new Error(renderFailures(made.left))
  return made.right
}

const decoded = <A>(read: ReturnType<typeof decode<A, unknown>>, value: unknown): A => {
  const result = read(value)
  if (isLeft(result)) throw new Error(renderFailures(result.left))
  return result.right
}

const readMechanism = decode(MechanismJson)
const readEvent = decode(EventJson)

describeReference('recorded settlements', (folder) => {
  // The recording was made with Python 3.11, whose sum is plain.
  const summation = 'plain'
  const cases = readReference(folder, 'settlements.json') as ReadonlyArray<RecordedCase>

  it('are 160 worlds of three steps', () => {
    expect(cases.length).toBe(160)
    expect(cases.every(({ steps }) => steps.length === 3)).toBe(true)
  })

  it('come out bit for bit: deltas, events, allocations and institutions', () => {
    const outcomes = { applied: 0, refused: 0, blocked: 0, empty: 0 }
    for (const { world, steps } of cases) {
      let ledger: Ledger = openLedger(worldOf(world))
      for (const step of steps) {
        const json = decoded(readMechanism, step.mechanism)
        const mechanism = mechanismFromJson(0)(json)
        const delta = deltaOfIn(inDoubles(summation))(ledger, mechanism)
        const agents = Object.keys(step.all_agent_deltas)
        expect(agents.map((agent) => delta(Number(agent)))).toEqual(
          Object.values(step.all_agent_deltas),
        )
        const { round_index: roundIndex, controller_id: controllerId } = step.event
        const rule = settle({ roundIndex, controllerId, irEnforce: step.ir_enforce, summation })
        const settlement = rule(ledger, mechanism)
        expect(eventToJson(settlement.event)).toEqual(step.event)
        expect(settlement.ledger.allocation).toEqual(step.allocation_after)
        expect(activeInstitutions(settlement.ledger.institutions)).toEqual(step.active_institutions)
        expect(isAdmitted(settlement.verdict)).toBe(settlement.event.applied)
        ledger = settlement.ledger
        if (settlement.event.applied) outcomes.applied += 1
        else if (settlement.event.irBlocked) outcomes.blocked += 1
        else if (settlement.event.feasible) outcomes.empty += 1
        else outcomes.refused += 1
      }
    }
    expect(outcomes).toEqual({ applied: 100, refused: 325, blocked: 31, empty: 24 })
  })

  it('read and write without a loss, fields in the recorded order', () => {
    for (const { steps } of cases) {
      for (const step of steps) {
        const event = decoded(readEvent, step.event)
        expect(JSON.stringify(eventToJson(eventFromJson(event)))).toBe(JSON.stringify(step.event))
        const { proposer_id, ...rest } = decoded(readMechanism, step.mechanism)
        expect(mechanismToJson(mechanismFromJson(proposer_id ?? 0)(rest))).toEqual(rest)
      }
    }
  })
})
