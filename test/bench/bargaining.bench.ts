import {
  anchorsOf,
  bargain,
  bestResponse,
  calibrated,
  calibratedGenerator,
  calibratedWorlds,
  dollars,
  drawWorlds,
  hindsightIn,
  reactiveArchetype,
  readOffer,
  searchSchedules,
  searchSchedulesOf,
  sensitivityOf,
  stubborn,
} from '../../src/bargaining/index.js'

const archetype = reactiveArchetype('calibrated', calibrated.seller)

/** The median of some rounds, in milliseconds. */
const timed = (rounds: number, work: () => unknown): number => {
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now()
    work()
    return performance.now() - before
  }).sort((a, b) => a - b)
  return times[Math.floor(rounds / 2)] ?? Number.NaN
}

const megabytes = (): number => process.memoryUsage().heapUsed / 1024 / 1024

/** Measures bargains, the search over schedules beside its twin on seats, the planner and the reader; prints medians. */
export const run = async (): Promise<void> => {
  const fresh = drawWorlds(calibratedGenerator)(1n, 3000)
  const play = bargain(archetype)(stubborn)
  const say = (name: string, text: string): void => console.log(`${name}: ${text}`)

  for (const world of fresh) play(world)
  const bargains = timed(9, () => fresh.forEach(play))
  say('scripted bargains', `${Math.round((3000 / bargains) * 1000)} a second`)

  const fast = timed(9, () => searchSchedules(calibrated.seller)(calibratedWorlds))
  const twin = timed(3, () => searchSchedulesOf(archetype)(calibratedWorlds))
  say(
    '3,375 schedules x 30 worlds',
    `${fast.toFixed(1)} ms, ${(twin / fast).toFixed(1)}x its twin on seats (${twin.toFixed(0)} ms)`,
  )
  say(
    '3,375 schedules x 3,000 worlds',
    `${timed(3, () => searchSchedules(calibrated.seller)(fresh)).toFixed(0)} ms`,
  )
  say(
    'all anchors on 30 worlds',
    `${timed(9, () => anchorsOf(calibrated.seller)(calibratedWorlds)).toFixed(1)} ms`,
  )
  say(
    'sensitivity table, 25 cells',
    `${timed(1, () => sensitivityOf(calibrated.seller)(calibratedWorlds)).toFixed(0)} ms`,
  )

  const cents = Array.from({ length: 18001 }, (_, cent) => cent)
  const plans = timed(3, () =>
    calibratedWorlds.forEach((world) =>
      bestResponse({ prices: cents, floor: hindsightIn(calibrated.seller)(world).price ?? 0 })(
        archetype.open(world),
        world.value,
      ),
    ),
  )
  say('best response on the grid of cents', `${(plans / 30).toFixed(2)} ms a world`)

  const turns = [
    '{"price": 80}',
    'OFFER: $80.50',
    'I offer $80.',
    'ACCEPT',
    `${'Some reasoning. '.repeat(60)}\nOFFER: 80`,
  ]
  const reading = timed(9, () => {
    for (let i = 0; i < 1000; i += 1) turns.forEach(readOffer(dollars))
  })
  say('turns read', `${Math.round((5000 / reading) * 1000)} a second`)

  const before = megabytes()
  for (let i = 0; i < 100; i += 1) fresh.forEach(play)
  say('heap after 300,000 more bargains', `${(megabytes() - before).toFixed(1)} MB more`)
}
