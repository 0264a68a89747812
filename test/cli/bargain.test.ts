import { describe, expect, it } from 'vitest'
import { printed } from '../support/commands.js'

interface Figures {
  readonly sePlus: number | null
  readonly seller: number | null
  readonly deals: number | null
  readonly n: number
  readonly counters: string
  readonly falling: number | null
}

interface Shown {
  readonly buyer: string
  readonly seed: number
  readonly worlds: { readonly n: number; readonly pinned: boolean; readonly selected: boolean }
  readonly best_schedule: { readonly here: { readonly shares: ReadonlyArray<number> } }
  readonly anchors: ReadonlyArray<{
    readonly anchor: string
    readonly here: Figures
    readonly fresh: Figures | null
  }>
}

const shownBy = async (...argv: ReadonlyArray<string>): Promise<Shown> => {
  const { code, out, err } = await printed(['bargain', ...argv, '--json'])
  expect(err).toBe('')
  expect(code).toBe(0)
  return JSON.parse(out) as Shown
}

const calibrated = ['--seller', 'calibrated', '--buyer', 'stubborn', '--worlds', '30']

describe('edgeworth bargain', () => {
  it('prints the published anchors, with the population beside them and the note on selection', async () => {
    const { code, out } = await printed(['bargain', ...calibrated])
    expect(code).toBe(0)
    const row = (start: string): ReadonlyArray<string> =>
      (out.split('\n').find((line) => line.startsWith(start)) ?? '').split(/\s{2,}/)
    expect(row('chosen: stubborn').slice(1, 6)).toEqual(['.188', '.512', '21/30', '3', '30'])
    expect(row('accept the opening').slice(1, 4)).toEqual(['-.565', '1.565', '30/30'])
    expect(row('stubborn, uncapped')[1]).toBe('.188')
    expect(row('best fixed schedule, in sample')[1]).toBe('.468')
    expect(row('hindsight on the grid')[1]).toBe('.606')
    expect(row('hindsight, exact ceiling')[1]).toBe('.613')
    expect(row('pay cost')[1]).toBe('1.000')
    expect(out).toContain('fixed(.50,.80,.95) among 3375 schedules')
    expect(out).toContain('selected so that the published anchors are met jointly')
    expect(out).toContain('3000 worlds of the generator calibrated, seed 1, not selected')
  })

  it('has population values of 3,000 fresh worlds within what chance leaves', async () => {
    const { anchors } = await shownBy(...calibrated)
    const fresh = (start: string): number =>
      anchors.find(({ anchor }) => anchor.startsWith(start))?.fresh?.sePlus ?? Number.NaN
    expect(Math.abs(fresh('accept') + 0.561)).toBeLessThan(0.03)
    expect(Math.abs(fresh('stubborn, uncapped') - 0.244)).toBeLessThan(0.015)
    expect(Math.abs(fresh('best fixed') - 0.439)).toBeLessThan(0.02)
    expect(Math.abs(fresh('best of the other') - 0.439)).toBeLessThan(0.02)
    expect(Math.abs(fresh('hindsight, exact') - 0.614)).toBeLessThan(0.01)
    const rule = anchors.find(({ anchor }) => anchor === 'stubborn, uncapped')?.fresh
    expect(Math.abs((rule?.deals ?? 0) / 3000 - 0.75)).toBeLessThan(0.03)
  })

  it('caps the offers of the second archetype, and shows what happens without', async () => {
    const { anchors, worlds } = await shownBy('--seller', 'archetype2', '--fresh', '0')
    const here = (start: string): Figures | undefined =>
      anchors.find(({ anchor }) => anchor.startsWith(start))?.here
    expect(here('stubborn, uncapped')?.sePlus).toBeCloseTo(-1.56, 2)
    expect(here('stubborn, capped')?.sePlus).toBeCloseTo(0.12, 3)
    expect(worlds).toEqual({ n: 30, pinned: true, selected: true })
    expect(anchors.every(({ fresh }) => fresh === null)).toBe(true)
  })

  it('draws worlds from a seed, the same ones every time, and says that none were selected', async () => {
    const argv = ['--seller', 'calibrated', '--worlds', '40', '--fresh', '40', '--seed', '5']
    const once = await printed(['bargain', ...argv])
    expect(await printed(['bargain', ...argv])).toEqual(once)
    expect(once.out).toContain('40 worlds of the generator calibrated, seed 5, not selected.')
    const other = await printed(['bargain', ...argv.slice(0, -1), '6'])
    expect(other.out).not.toBe(once.out)
  })

  it('ranks held-out schedules at or below those found on the same worlds', async () => {
    const { anchors } = await shownBy('--worlds', '60', '--fresh', '90', '--seed', '3')
    const at = (start: string) => anchors.find(({ anchor }) => anchor.startsWith(start))
    const found = at('best fixed')
    const heldOut = at('best of the other')
    for (const side of ['here', 'fresh'] as const) {
      expect(heldOut?.[side]?.sePlus).toBeLessThanOrEqual(found?.[side]?.sePlus ?? Number.NaN)
    }
  })

  it.each([
    'accept-open',
    'stubborn-capped',
    'boulware',
    'linear',
    'conceder',
    'tit-for-tat',
    'averaged',
    'rubinstein',
    'schedule',
  ])('plays %s', async (buyer) => {
    const { anchors } = await shownBy('--buyer', buyer, '--worlds', '12', '--fresh', '0')
    expect(anchors[0]?.anchor).toMatch(/^chosen: /)
    expect(anchors[0]?.here.n).toBe(12)
    expect(Number.isFinite(anchors[0]?.here.sePlus)).toBe(true)
  })

  it('plays the schedule it was given', async () => {
    const { anchors } = await shownBy(
      ...['--seller', 'calibrated', '--buyer', 'schedule', '--shares', '.5,.8,.95', '--fresh', '0'],
    )
    expect(anchors[0]?.anchor).toBe('chosen: fixed(.50,.80,.95)')
    expect(anchors[0]?.here.sePlus?.toFixed(3)).toBe('0.468')
  })

  it('writes CSV in full precision and Markdown', async () => {
    const csv = await printed(['bargain', ...calibrated, '--fresh', '0', '--csv'])
    const lines = csv.out.split('\r\n')
    expect(lines[0]).toMatch(/^anchor,sePlus,seller,deals,n,counters,falling,fresh_sePlus,/)
    expect(lines[1]).toMatch(/^chosen: stubborn,0\.18779\d{8,},/)
    const md = await printed(['bargain', ...calibrated, '--fresh', '0', '--md'])
    expect(md.out).toMatch(/^\| anchor \| SE\+ \| seller \|/)
    expect(md.out).toContain('\n- SE+: 30 pinned worlds.')
  })

  it.each([
    [['--seller', 'nobody']],
    [['--seller', 'constructor']],
    [['--buyer', 'nobody']],
    [['--buyer', 'toString']],
    [['--buyer', 'stubborn', '--shares', '.5']],
    [['--buyer', 'schedule', '--shares', '.5,,.8']],
    [['--buyer', 'schedule', '--shares', '-1']],
    [['--worlds', '0']],
    [['--worlds', '2.5']],
    [['--worlds', '99999999']],
    [['--seller', 'calibrated', '--worlds', '31']],
    [['--seed', 'x']],
    [['--json', '--md']],
    [['something']],
  ])('does not understand %j: exit code 2 and one line that says why', async (argv) => {
    const { code, out, err } = await printed(['bargain', ...argv])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(/^edgeworth bargain: [^\n]+\n$/)
  })
})
