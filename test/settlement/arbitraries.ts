import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { renderFailures } from '../../src/core/failure.js'
import type { JsonRecord } from '../../src/core/json.js'
import { makeWorld, type World, type WorldParts } from '../../src/economy/world.js'
import { resourceNameAt } from '../../src/settlement/market-shape.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'
import type { Transfer } from '../../src/settlement/transfer.js'

/** Makes a world from parts that are known to be sound. */
export const worldFrom = (parts: WorldParts): World => {
  const made = makeWorld(parts)
  if (isLeft(made)) throw new Error(renderFailures(made.left))
  return made.right
}

/** A mechanism with everything in order, every giver consenting, but for what is given. */
export const mechanismFrom = (parts: Partial<Mechanism>): Mechanism => ({
  proposerId: 1,
  label: 'swap',
  summary: 'a swap',
  transfers: [],
  consentingAgents: [...new Set(parts.transfers?.map(({ from }) => from) ?? [1])].sort(),
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
  ...parts,
})

/** Quantities in hundredths, as a model writes them. */
export const hundredths = (max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100)

const matrix = (
  agents: number,
  goods: number,
  cell: fc.Arbitrary<number>,
): fc.Arbitrary<ReadonlyArray<ReadonlyArray<number>>> =>
  fc.array(fc.array(cell, { minLength: goods, maxLength: goods }), {
    minLength: agents,
    maxLength: agents,
  })

interface Size {
  readonly agents: number
  readonly goods: number
}

const size: fc.Arbitrary<Size> = fc.record({
  agents: fc.integer({ min: 2, max: 4 }),
  goods: fc.integer({ min: 2, max: 4 }),
})

const ordinaryWorld: fc.Arbitrary<World> = size.chain(({ agents, goods }) =>
  fc
    .record({
      allocation: matrix(agents, goods, hundredths(12)),
      preferences: matrix(agents, goods, hundredths(9)),
      utilityMode: fc.constantFrom('linear', 'concave_separable', 'complementary_bundle'),
      moneyGoodIndex: fc.option(fc.integer({ min: 0, max: goods - 1 }), { nil: null }),
    } as const)
    .map(worldFrom),
)

const bundleWorld: fc.Arbitrary<World> = size.chain(({ agents, goods }) =>
  fc
    .record({
      allocation: matrix(agents, goods, fc.integer({ min: 0, max: 3 })),
      preferences: matrix(agents, goods, hundredths(9)),
      bundleValue: fc.integer({ min: 1, max: 50 }),
    })
    .map(({ allocation, preferences, bundleValue }) =>
      worldFrom({
        allocation,
        preferences,
        moneyGoodIndex: goods - 1,
        bundleBuyer: {
          buyerAgent: 1,
          moneyResource: goods,
          requiredComponents: Array.from({ length: goods - 1 }, (_, good) => good + 1),
          bundleValue,
          budget: 10,
        },
      }),
    ),
)

/** Worlds of 2 to 4 agents and goods in every utility mode, some with money, some with a bundle buyer. */
export const world: fc.Arbitrary<World> = fc.oneof(
  { weight: 4, arbitrary: ordinaryWorld },
  { weight: 1, arbitrary: bundleWorld },
)

/** A well-formed transfer of a world, often of what its giver holds, sometimes of more. */
export const transferIn = ({ allocation, resourceNames }: World): fc.Arbitrary<Transfer> =>
  fc
    .record({
      from: fc.integer({ min: 1, max: allocation.length }),
      step: fc.integer({ min: 1, max: allocation.length - 1 }),
      good: fc.integer({ min: 0, max: resourceNames.length - 1 }),
      share: fc.constantFrom(0.1, 0.25, 1 / 3, 0.5, 1, 1.5),
    })
    .map(({ from, step, good, share }) => ({
      from,
      to: ((from - 1 + step) % allocation.length) + 1,
      resource: resourceNameAt(good),
      quantity: (allocation[from - 1]?.[good] ?? 0) * share || share,
    }))

/** An update to institutions that share few names, so that they meet. */
export const update: fc.Arbitrary<JsonRecord> = fc
  .record(
    {
      id: fc.constantFrom('rule', 'market', '', null),
      label: fc.constantFrom('rule', 'other', 5),
      op: fc.constantFrom('create', 'Retire', 'amend', 'super-sede', 'delete', 'update'),
      status: fc.constantFrom('active', 'Expired', 'rejected'),
      expires_after_round: fc.constantFrom(1, 2, '3', 'soon', null),
      text: fc.string({ maxLength: 5 }),
    },
    { requiredKeys: [] },
  )
  .map((record) => ({ ...record }))

/** A well-formed mechanism of a world: often feasible, sometimes short of consent, holdings or confidence. */
export const mechanismIn = (world_: World): fc.Arbitrary<Mechanism> => {
  const agents = world_.allocation.length
  const everyone = Array.from({ length: agents }, (_, index) => index + 1)
  return fc.record({
    proposerId: fc.integer({ min: 1, max: agents }),
    label: fc.constantFrom('', 'swap', 'clearing'),
    summary: fc.string({ maxLength: 8 }),
    transfers: fc.array(transferIn(world_), { maxLength: 4 }),
    consentingAgents: fc.oneof(
      { weight: 4, arbitrary: fc.constant(everyone) },
      { weight: 1, arbitrary: fc.subarray(everyone) },
    ),
    confidence: fc.constantFrom(1, 1, 1, 0.9, 0.5, 0.49),
    institutionalUpdates: fc.array(update, { maxLength: 2 }),
    verifierOk: fc.constantFrom(true, true, true, true, true, true, true, false),
    verifierReason: fc.constantFrom('', 'unsupported'),
  })
}

/** A world with a mechanism of it. */
export const worldAndMechanism: fc.Arbitrary<readonly [World, Mechanism]> = world.chain((w) =>
  fc.tuple(fc.constant(w), mechanismIn(w)),
)

/** Any number at all, the special ones often. */
export const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 8 }),
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    1e308,
    5e-324,
  ),
)

/** A mechanism whose numbers and names may be anything. */
export const hostileMechanism: fc.Arbitrary<Mechanism> = fc.record({
  proposerId: anyNumber,
  label: fc.string({ maxLength: 4 }),
  summary: fc.string({ maxLength: 4 }),
  transfers: fc.array(
    fc.record({
      from: anyNumber,
      to: anyNumber,
      resource: fc.oneof(
        fc.string({ maxLength: 3 }),
        fc.constantFrom('r0', 'r1', 'r2', 'r01', 'r-1'),
      ),
      quantity: anyNumber,
    }),
    { maxLength: 3 },
  ),
  consentingAgents: fc.array(anyNumber, { maxLength: 3 }),
  confidence: anyNumber,
  institutionalUpdates: fc.array(update, { maxLength: 1 }),
  verifierOk: fc.boolean(),
  verifierReason: fc.string({ maxLength: 4 }),
})
