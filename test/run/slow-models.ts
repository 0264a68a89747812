import { drawAt } from '../../src/core/random/philox.js'
import { type Model, type Timers } from '../../src/run/index.js'

/** A clock that stands until it is told to go on: timers run when their time has come, in the order of their times. */
export interface FakeClock {
  readonly timers: Timers
  readonly waiting: () => number
  /** Moves to the next timer and runs it; `false` when none is left. */
  readonly tick: () => boolean
  readonly now: () => number
}

export const fakeClock = (): FakeClock => {
  let now = 0
  let count = 0
  const due = new Map<number, { readonly at: number; readonly run: () => void }>()
  return {
    timers: {
      after: (milliseconds, run) => {
        const name = count
        count += 1
        due.set(name, { at: now + milliseconds, run })
        return () => {
          due.delete(name)
        }
      },
    },
    waiting: () => due.size,
    now: () => now,
    tick: () => {
      const [first] = [...due].sort(([m, a], [n, b]) => a.at - b.at || m - n)
      if (first === undefined) return false
      const [name, { at, run }] = first
      due.delete(name)
      now = at
      run()
      return true
    },
  }
}

/** Lets every promise that can go on go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs the clock until a promise is kept. */
export const driven = async <A>(clock: FakeClock, promise: Promise<A>): Promise<A> => {
  let kept = false
  const watched = promise.then((value) => {
    kept = true
    return value
  })
  for (let idle = 0; !kept && idle < 50; ) {
    await settled()
    idle = kept || clock.tick() ? 0 : idle + 1
  }
  if (!kept) throw new Error('nothing is left to wait for, and the promise is not kept')
  return watched
}

/** A model that takes a time drawn from a seed and the id before it answers as another one would. */
export const delayed =
  <Q>(clock: FakeClock, seed: bigint, model: Model<Q>, longest = 1000): Model<Q> =>
  (question, call) => {
    const place = [...call.id].reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521,
      7,
    )
    return new Promise((resolve, reject) => {
      clock.timers.after(1 + Math.floor(drawAt(seed, place) * longest), () => {
        model(question, call).then(resolve, reject)
      })
    })
  }
