/**
 * `edgeworth bargain`: a scripted buyer against a scripted seller, beside the anchors that say what its score means.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Anchors,
  anchorsOf,
  type BargainingWorld,
  type BoundAnchor,
  measurePolicy,
  nameOfSchedule,
  type PolicyAnchor,
  scheduleOf,
  stubborn,
  stubbornCapped,
} from '../bargaining/index.js'
import { bargainsToCsv } from '../trace/index.js'
import { type OptionTable, readArguments } from './arguments.js'
import { buyerNames } from './bargain-buyers.js'
import { playedBargains, writeBargains } from './bargain-record.js'
import { type BargainSettings, bargainSettings } from './bargain-settings.js'
import {
  type Cell,
  formatSwitches,
  type Table,
  tableToCsv,
  tableToMarkdown,
  tableToText,
} from './table.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted } from './words.js'

export const bargainHelp: string = `usage: edgeworth bargain [--seller NAME] [--buyer NAME] [--worlds N] [--fresh N] [--seed N]
                         [--shares S,...] [--json | --csv | --md | --bargains]
                         [--record DIR]

Plays a scripted buyer against a scripted seller and prints what it earns (SE+, the mean over
worlds of its share of the zone of agreement) beside the anchors: accepting the opening, the
stubborn rule, the best fixed schedule where it was found and held out, the best in hindsight
on the grid and exactly, and paying the seller's cost. Every anchor stands there twice: on the
worlds asked for, and on fresh worlds of the same generator.

  --seller NAME   calibrated, wide or archetype2 (default wide)
  --buyer NAME    ${buyerNames.slice(0, 5).join(', ')},
                  ${buyerNames.slice(5).join(', ')} (default stubborn)
  --shares S,...  the shares of the standing ask that --buyer schedule offers (default .50,.80,.95)
  --worlds N      how many worlds (default 30). Without --seed, calibrated and archetype2 take
                  their pinned worlds, of which there are 30
  --fresh N       how many fresh worlds beside them (default 3000; 0: none)
  --seed N        where worlds are drawn from (default 1); with it no pinned worlds are taken
  --json --csv --md   the same with every figure as JSON or CSV, or as a table in Markdown
  --bargains      instead of the anchors, the chosen buyer's bargains as CSV: one row a world
  --record DIR    also write these bargains as a run that edgeworth replay verifies; DIR must
                  not be there yet

Exit codes: 0 shown; 1 the run could not be written; 2 the command was not understood.
`

/** All that is measured on one list of worlds. */
interface Measured {
  readonly chosen: PolicyAnchor
  readonly stubborn: PolicyAnchor
  readonly stubbornCapped: PolicyAnchor
  readonly anchors: Anchors
}

const measured = (
  { preset, buyer }: BargainSettings,
  worlds: ReadonlyArray<BargainingWorld>,
): Measured | null => {
  if (worlds.length === 0) return null
  const measure = measurePolicy(preset.seller, worlds)
  return {
    chosen: measure(buyer),
    stubborn: measure(stubborn),
    stubbornCapped: measure(stubbornCapped),
    anchors: anchorsOf(preset.seller, { capped: preset.capOffers })(worlds),
  }
}

/** The schedule found on one list of worlds, on the other. */
const heldOutOn = (
  { preset }: BargainSettings,
  found: Measured | null,
  worlds: ReadonlyArray<BargainingWorld>,
): PolicyAnchor | null =>
  found === null || worlds.length === 0
    ? null
    : measurePolicy(
        preset.seller,
        worlds,
      )(scheduleOf(found.anchors.bestFixed.schedule, { capped: preset.capOffers }))

/** What one row says about one list of worlds. */
interface Figures {
  readonly sePlus: number | null
  readonly seller: number | null
  readonly deals: number | null
  readonly n: number
  readonly counters: string
  readonly falling: number | null
}

const ofPolicy = (anchor: PolicyAnchor | null | undefined): Figures | null => {
  if (anchor === null || anchor === undefined) return null
  const { surplus, counters, falling } = anchor
  const evaluated = surplus.status === 'ok' ? surplus : null
  const { fewest, most } = counters
  return {
    sePlus: evaluated?.sePlus.value ?? null,
    seller: evaluated?.sellerShare.value ?? null,
    deals: evaluated?.deals ?? null,
    n: surplus.n,
    counters: fewest === most ? String(most) : `${fewest}-${most}`,
    falling,
  }
}

const ofBound = (bound: BoundAnchor | undefined): Figures | null =>
  bound === undefined
    ? null
    : { sePlus: bound.mean, seller: null, deals: null, n: bound.n, counters: '', falling: null }

interface Row {
  readonly anchor: string
  readonly here: Figures | null
  readonly fresh: Figures | null
}

interface Result {
  readonly settings: BargainSettings
  readonly here: Measured | null
  readonly fresh: Measured | null
  readonly rows: ReadonlyArray<Row>
}

const resultOf = (settings: BargainSettings): Result => {
  const here = measured(settings, settings.worlds)
  const fresh = measured(settings, settings.fresh)
  const policy = (anchor: string, of: (found: Measured) => PolicyAnchor): Row => ({
    anchor,
    here: ofPolicy(here === null ? null : of(here)),
    fresh: ofPolicy(fresh === null ? null : of(fresh)),
  })
  const bound = (anchor: string, of: (anchors: Anchors) => BoundAnchor): Row => ({
    anchor,
    here: ofBound(here === null ? undefined : of(here.anchors)),
    fresh: ofBound(fresh === null ? undefined : of(fresh.anchors)),
  })
  const rows: ReadonlyArray<Row> = [
    policy(`chosen: ${settings.buyer.name}`, ({ chosen }) => chosen),
    policy('accept the opening', ({ anchors }) => anchors.acceptOpening),
    policy('stubborn, uncapped', (found) => found.stubborn),
    policy('stubborn, capped at its value', (found) => found.stubbornCapped),
    policy('best fixed schedule, in sample', ({ anchors }) => anchors.bestFixed),
    {
      anchor: 'best of the other worlds, held out',
      here: ofPolicy(heldOutOn(settings, fresh, settings.worlds)),
      fresh: ofPolicy(heldOutOn(settings, here, settings.fresh)),
    },
    bound('hindsight on the grid', (anchors) => anchors.gridHindsight),
    bound('hindsight, exact ceiling', (anchors) => anchors.exactCeiling),
    bound('pay cost', (anchors) => anchors.payCost),
  ]
  return { settings, here, fresh, rows }
}

const figures = ['sePlus', 'seller', 'deals', 'n', 'counters', 'falling'] as const

const fullTable = ({ rows }: Result): Table => ({
  header: ['anchor', ...figures, ...figures.map((name) => `fresh_${name}`)],
  rows: rows.map(({ anchor, here, fresh }) => [
    anchor,
    ...figures.map((name): Cell => here?.[name] ?? null),
    ...figures.map((name): Cell => fresh?.[name] ?? null),
  ]),
})

/** Shares as such tables print them: three decimals, no zero before the point. */
const share = (value: number | null): string =>
  value === null
    ? ''
    : value
        .toFixed(3)
        .replace(/^(-?)0\./, '$1.')
        .padStart(6)

const dealt = (found: Figures | null): string =>
  found === null || found.deals === null
    ? ''
    : `${String(found.deals).padStart(String(found.n).length)}/${found.n}`

const shownTable = ({ rows, fresh }: Result): Table => ({
  header: [
    'anchor',
    'SE+',
    'seller',
    'deals',
    'counters',
    'falling',
    ...(fresh === null ? [] : ['SE+ fresh', 'seller fresh', 'deals fresh']),
  ],
  rows: rows.map(({ anchor, here, fresh: other }) => [
    anchor,
    share(here?.sePlus ?? null),
    share(here?.seller ?? null),
    dealt(here),
    here?.counters ?? '',
    here?.falling ?? null,
    ...(fresh === null
      ? []
      : [share(other?.sePlus ?? null), share(other?.seller ?? null), dealt(other)]),
  ]),
})

const notesOf = ({ settings, here, fresh }: Result): ReadonlyArray<string> => {
  const { preset, worlds, seed, pinned } = settings
  const found = (measure: Measured): string =>
    `${nameOfSchedule(measure.anchors.bestFixed.schedule)} among ${measure.anchors.bestFixed.schedules} schedules`
  const where = pinned
    ? `${worlds.length} pinned worlds. They were selected so that the published anchors are met jointly: the numbers compare with the published ones and with nothing else.`
    : `${worlds.length} worlds of the generator ${preset.source.name}, seed ${seed}, not selected.`
  return [
    `SE+: ${where}`,
    ...(fresh === null
      ? []
      : [
          `SE+ fresh: ${settings.fresh.length} worlds of the generator ${preset.source.name}, seed ${seed}, not selected${pinned ? ': what a policy earns in the population' : ', none of them among the others'}.`,
        ]),
    ...(here === null
      ? []
      : [
          `The best fixed schedule was selected on the worlds it is scored on: ${found(here)}${fresh === null ? '' : `; fresh: ${found(fresh)}`}. Held out, it is scored on the worlds of the other column.`,
        ]),
    `seller: the counterparty's mean share. ${preset.capOffers ? 'The schedules cap their offers at the value of the buyer.' : 'The schedules do not cap their offers.'}`,
  ]
}

const jsonOf = (result: Result): string => {
  const { settings, here, fresh, rows } = result
  const { seller, preset, buyer, seed, pinned, worlds } = settings
  const schedule = (found: Measured | null) =>
    found === null
      ? null
      : { shares: found.anchors.bestFixed.schedule, tried: found.anchors.bestFixed.schedules }
  const shown = {
    seller,
    parameters: preset.seller,
    buyer: buyer.name,
    seed,
    worlds: { n: worlds.length, pinned, selected: pinned },
    fresh: { n: settings.fresh.length, pinned: false, selected: false },
    capped_schedules: preset.capOffers,
    best_schedule: { here: schedule(here), fresh: schedule(fresh) },
    anchors: rows,
    notes: notesOf(result),
  }
  return `${JSON.stringify(shown, null, 2)}\n`
}

/**
 * Declares the options of `edgeworth bargain`.
 *
 * @category model
 * @since 0.1.0
 */
export const bargainOptions: OptionTable = {
  seller: 'value',
  buyer: 'value',
  shares: 'value',
  worlds: 'value',
  fresh: 'value',
  seed: 'value',
  ...formatSwitches,
  bargains: 'switch',
  record: 'value',
}

/**
 * Runs `edgeworth bargain`.
 *
 * @category commands
 * @since 0.1.0
 */
export const bargainCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth bargain: ${reason}\n`)
    return 2
  }
  const fail = (reason: string): ExitCode => {
    terminal.err(`edgeworth bargain: not recorded: ${reason}\n`)
    return 1
  }
  const args = readArguments(argv, bargainOptions)
  if (isLeft(args)) return refuse(args.left)
  const { given, operands } = args.right
  if (operands.length > 0) return refuse(`takes options only, not ${JSON.stringify(operands[0])}`)
  if ((['json', 'csv', 'md', 'bargains'] as const).filter(given).length > 1) {
    return refuse('choose one of --json, --csv, --md and --bargains')
  }
  const settings = bargainSettings(args.right)
  if (isLeft(settings)) return refuse(settings.left)
  const record = args.right.value('record')
  if (record === '') return refuse('--record takes a directory')
  // Before anything is played: nothing that is there is ever written over.
  if (record !== undefined && existsSync(record)) return refuse(`${record} is there already`)
  if (record !== undefined || given('bargains')) {
    const played = playedBargains(settings.right)
    if (isLeft(played)) return fail(played.left)
    if (record !== undefined) {
      const kept = writeBargains(record, played.right)
      if (isLeft(kept)) return fail(kept.left)
      terminal.err(`recorded ${counted(played.right.results.length, 'bargain')} in ${record}\n`)
    }
    if (given('bargains')) {
      const { setup, results } = played.right
      terminal.out(bargainsToCsv({ game: 'anchored', setup, results }))
      return 0
    }
  }
  const result = resultOf(settings.right)
  const notes = notesOf(result)
  if (given('json')) terminal.out(jsonOf(result))
  else if (given('csv')) terminal.out(tableToCsv(fullTable(result)))
  else if (given('md')) {
    terminal.out(
      `${tableToMarkdown(shownTable(result))}\n${notes.map((note) => `- ${note}\n`).join('')}`,
    )
  } else {
    terminal.out(`${tableToText(shownTable(result))}\n${notes.map((note) => `${note}\n`).join('')}`)
  }
  return 0
}
