import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { privilegedBilateralAgent, randomTransferAgent } from '../../src/agents/index.js'
import { multipartyClearingCase, officialCases } from '../../src/exchange/cases-official.js'
import {
  type ConsentRow,
  consentDiscrimination,
  consentRows,
  effectOf,
  harmfulSettlements,
  pairConsent,
} from '../../src/exchange/consent-discrimination.js'
import {
  consentProbes,
  consentRowOf,
  outsideNegotiation,
} from '../../src/exchange/consent-discrimination-probes.js'
import { render } from '../../src/exchange/prompt.js'
import type { QuestionAt } from '../../src/exchange/question.js'
import { ownGain } from '../../src/exchange/seat-gain.js'
import { against, panel, playTable, wordsOf } from '../agents/tables.js'

const rowWith = (delta: fc.Arbitrary<number>): fc.Arbitrary<ConsentRow> =>
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    delta,
    accepted: fc.boolean(),
    readable: fc.boolean(),
  })
const deltas = fc.constantFrom(-2, -1e-10, 0, 1e-10, 3)
const rows = fc.array(rowWith(deltas))
const distinct = fc.uniqueArray(rowWith(deltas), { selector: ({ key }) => key })

/** Every private question of plays against a random controller, some of which harm. */
const accepts = (seed: number): ReadonlyArray<QuestionAt<'Accept'>> =>
  playTable(multipartyClearingCase, seed, {
    ...against(privilegedBilateralAgent('max_joint')),
  }).asked.flatMap(([question]) => (question._tag === 'Accept' ? [question] : []))

describe('consent laws', () => {
  it('L1 between', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { discrimination } = consentDiscrimination(given)
        if (discrimination !== null) expect(Math.abs(discrimination)).toBeLessThanOrEqual(1)
        const as = (accepts: (row: ConsentRow) => boolean) =>
          consentDiscrimination(given.map((row) => ({ ...row, accepted: accepts(row) })))
        const hasBoth = discrimination !== null
        expect(as(({ delta }) => effectOf(delta) === 'helpful').discrimination).toBe(
          hasBoth ? 1 : null,
        )
        expect(as(() => true).discrimination).toBe(hasBoth ? 0 : null)
      }),
    )
  })

  it('L2 neutral apart', () => {
    fc.assert(
      fc.property(rows, fc.array(rowWith(fc.constantFrom(-1e-10, 0, 1e-9))), (given, neutral) => {
        const { helpful, harmful, discrimination } = consentDiscrimination(given)
        const more = consentDiscrimination([...given, ...neutral])
        expect(more).toMatchObject({ helpful, harmful, discrimination })
        expect(more.neutral).toBe(consentDiscrimination(given).neutral + neutral.length)
      }),
    )
  })

  it('L3 marginals', () => {
    fc.assert(
      fc.property(distinct, distinct, (inside, outside) => {
        for (const effect of ['helpful', 'harmful', 'neutral'] as const) {
          const pairs = pairConsent(effect, inside, outside)
          const paired = inside.filter(
            ({ key, delta }) =>
              effectOf(delta) === effect && outside.some((row) => row.key === key),
          )
          const keys = new Set(paired.map(({ key }) => key))
          expect(pairs.both + pairs.onlyInside).toBe(paired.filter((row) => row.accepted).length)
          expect(pairs.both + pairs.onlyOutside).toBe(
            outside.filter(({ key, accepted }) => keys.has(key) && accepted).length,
          )
          expect(pairs.both + pairs.onlyInside + pairs.onlyOutside + pairs.neither).toBe(
            paired.length,
          )
        }
      }),
    )
  })

  it('L1 same settlement', () => {
    const questions = [1200, 1201].flatMap(accepts)
    expect(questions.length).toBeGreaterThan(8)
    for (const { observation } of questions) {
      const outside = outsideNegotiation(observation)
      const { transfers, holdings, values } = observation
      expect(outside).toMatchObject({ transfers, holdings, values, texts: null, history: [] })
      expect(ownGain(outside, transfers)).toBe(ownGain(observation, transfers))
      expect(render(outside).prompt).not.toContain('Messages of this round')
    }
  })

  it('L2 balanced', () => {
    const questions = accepts(1203).slice(0, 4)
    fc.assert(
      fc.property(
        fc.constantFrom(...questions),
        fc.nat(20),
        fc.bigInt(),
        (question, count, seed) => {
          const probes = consentProbes(question.observation, { count, seed })
          const harmful = probes.filter(({ effect }) => effect === 'harmful')
          expect(harmful.length * 2).toBe(probes.length)
          expect(harmful.length).toBeLessThanOrEqual(count)
          for (const { effect, view } of probes) {
            expect(effectOf(ownGain(view, view.transfers))).toBe(effect)
          }
          expect(consentProbes(question.observation, { count, seed })).toEqual(probes)
          expect(new Set(probes.map(({ view }) => JSON.stringify(view.transfers))).size).toBe(
            probes.length,
          )
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('consent discrimination', () => {
  it('is 1 for a panelist that knows its utility, inside the negotiation and outside', () => {
    const asked = [1200, 1201, 1202].flatMap(accepts)
    const probes = asked.flatMap(({ observation, ...question }) =>
      consentProbes(observation, { count: 4 }).map(({ key, view }) => {
        const answer = panel({ ...question, observation: view } as QuestionAt<'Accept'>)
        return consentRowOf(key, view, wordsOf(answer))
      }),
    )
    expect(consentDiscrimination(probes)).toMatchObject({
      discrimination: 1,
      unreadable: 0,
      neutral: 0,
    })
    expect(probes.length).toBeGreaterThan(80)
    const { result } = playTable(multipartyClearingCase, 1200, against(panel))
    const inside = consentRows('case02/1200', result)
    expect(consentDiscrimination(inside)).toMatchObject({ helpful: { estimate: 1 }, harmful: null })
    expect(inside[0]?.key).toBe('case02/1200/r1:private_acceptance:a1:0')
    expect(pairConsent('helpful', inside, inside).both).toBe(inside.length)
  })

  it('counts what cannot be read and accepts none of it', () => {
    const [question] = accepts(1200)
    if (question === undefined) return expect.unreachable()
    for (const said of ['', 'yes!', '{"approve": "true"}', '{"approve": 1}']) {
      expect(consentRowOf('k', question.observation, said).accepted).toBe(false)
    }
    expect(consentRowOf('k', question.observation, '').readable).toBe(false)
  })

  it('counts executed settlements that left somebody worse off', () => {
    const careful = [1200, 1201].map(
      (seed) => playTable(multipartyClearingCase, seed, against(panel)).result,
    )
    expect(harmfulSettlements(careful)).toMatchObject({ estimate: 0, n: 8 })
    expect(harmfulSettlements([])).toBe(null)
    const [atomic] = officialCases
    if (atomic === undefined) return expect.unreachable()
    const careless = [1200, 1201, 1202, 1203].map(
      (seed) => playTable(atomic, seed, against(randomTransferAgent(5n))).result,
    )
    // The controller harms itself: nobody checks what a panelist finds good for the panelist.
    expect(harmfulSettlements(careless)?.estimate).toBeGreaterThan(0)
  })
})
