import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installed, installPacked, must, otherNode, runCommand } from '../support/packed.js'
import { filesBelow, projectRoot, readProject } from '../support/sources.js'

let installed: Installed

/** The program that plays the golden playthroughs, with the library left to the package that was installed. */
const bundleGoldens = async (format: 'esm' | 'cjs', file: string): Promise<void> => {
  await build({
    entryPoints: [`${projectRoot}test/package/goldens.ts`],
    outfile: join(installed.folder, file),
    bundle: true,
    format,
    platform: 'neutral',
    // The paths of the project lead to its sources.
    tsconfigRaw: {},
    external: ['edgeworth', 'edgeworth/*'],
  })
}

beforeAll(async () => {
  installed = installPacked()
  await bundleGoldens('esm', 'goldens.mjs')
  await bundleGoldens('cjs', 'goldens.cjs')
})

afterAll(() => {
  if (process.env.EDGEWORTH_KEEP === undefined) {
    rmSync(installed.folder, { recursive: true, force: true })
  }
})

const subpaths = Object.keys(
  (JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8')) as { exports: object }).exports,
)
  .filter((name) => name !== './package.json')
  .map((name) => `edgeworth${name.slice(1)}`)

/** One program for every runtime: it prints canonical results, so that two runtimes can be compared byte by byte. */
const rows = `[
  { world: 'w1', realized: 12.4, attainable: 68.4, tier: 'wstar_grid' },
  { world: 'w2', realized: -3.25, attainable: 51, tier: 'wstar_grid' },
  { world: 'w3', realized: 7, attainable: 70.5, tier: 'wstar_grid' },
]`
const uses: ReadonlyArray<readonly [path: string, names: string]> = [
  ['edgeworth', 'scoreAER'],
  ['edgeworth/core', 'openQuestions, playWith, sha256Hex, canonicalJson'],
  ['edgeworth/economy', 'proceduralWorld, gridOptimum, worldOf'],
  ['edgeworth/settlement', 'openLedger'],
  [
    'edgeworth/statistics',
    'fiellerInterval, pairedDifference, ratioInterval, ratioIntervalSharded',
  ],
  ['edgeworth/mechanisms', 'doubleAuction, secondPriceAuction'],
  ['edgeworth/exchange', 'exchangeEpisode, officialCases, render'],
  ['edgeworth/agents', 'offlineAnswer'],
  ['edgeworth/oracle', 'bilateralOracle, greedyFloor, multipartyOracle, randomFloor'],
  [
    'edgeworth/bargaining',
    'anchorsOf, answerByNegotiators, bargain, calibratedWorlds, presets, reactiveArchetype, referencePolicy, stubborn, symmetricGame, symmetricWorlds',
  ],
  ['edgeworth/trace', 'exchangeTrace, replayRun'],
]
const program = (sample: unknown): string => `
const said = []
const say = (value) => said.push(JSON.stringify(value))
say(scoreAER(${rows}))
for (const seed of [0, 1, 1200, 'word']) {
  const world = proceduralWorld({ numAgents: 5, numResources: 5, unitsPerHomeResource: 10, seed, utilityMode: 'concave_separable' })
  say(world)
  say(world._tag === 'Right' ? gridOptimum(world.right, 'plain') : null)
}
const calibrated = reactiveArchetype('calibrated', presets.calibrated.seller)
for (const world of calibratedWorlds) say(bargain(calibrated)(stubborn)(world))
say(anchorsOf(presets.calibrated.seller)(calibratedWorlds))
const seats = { buyer: referencePolicy, seller: referencePolicy }
for (const world of symmetricWorlds(0n, 20)) {
  const play = playWith(answerByNegotiators(seats))(symmetricGame({ opener: 'buyer' })(world))
  say([play._tag, play.result ?? null, play.log])
}
say(replayRun(${JSON.stringify(sample)}))
const worldsOf = (n) => Array.from({ length: n }, (_, i) => ({
  key: 'w' + i,
  numerator: ((i * 37) % 101) / 7 - 5,
  denominator: 40 + ((i * 53) % 89) / 11,
}))
for (const n of [1, 30, 99, 1000]) {
  for (const method of ['bca', 'percentile', 'studentized']) say(ratioInterval({ method })(worldsOf(n)))
}
for (const shards of [1, 7, 64]) say(ratioIntervalSharded({ shards, method: 'percentile' })(worldsOf(1000)))
say(fiellerInterval()(worldsOf(30)))
say(pairedDifference()(worldsOf(30), worldsOf(28).map((row) => ({ ...row, numerator: row.numerator + 1 }))))
say(secondPriceAuction()([{ bidder: 1, amount: 9 }, { bidder: 2, amount: 7 }]))
say(doubleAuction()([{ bidder: 1, amount: 3.5 }], [{ bidder: 2, amount: 1 }]))
for (const one of officialCases) {
  const config = { ...one.config, roles: null, seed: 1200 }
  const game = exchangeEpisode({ config })
  if (game._tag === 'Left') throw new Error(JSON.stringify(game.left))
  const prompts = []
  const answer = offlineAnswer()
  const play = playWith((id, question) => {
    prompts.push(render(question.observation))
    return answer(question)
  })(game.right)
  say(sha256Hex(JSON.stringify(prompts)))
  say(play._tag === 'Finished' ? sha256Hex(JSON.stringify(exchangeTrace(play.result))) : play)
  const world = worldOf(config).right
  say(greedyFloor(config, world, 'plain'))
  say(randomFloor(config, world, 'plain'))
  say(bilateralOracle({ rowLimit: 2 })(openLedger(world), 1, 2))
  say(multipartyOracle()(openLedger(world), world.allocation.map((_, i) => i + 1)))
}
said.push(...goldenLines())
say(sha256Hex(said.join('\\n')))
console.log(said.join('\\n'))
`
const sampleRun = (() => {
  const folder = `${projectRoot}examples/runs/open_market__terse__s1`
  const files = Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]),
  )
  return { name: 'open_market__terse__s1', files }
})()
const esm = `import { goldenLines } from './goldens.mjs'\n${uses.map(([path, names]) => `import { ${names} } from '${path}'`).join('\n')}\n${program(sampleRun)}`
const cjs = `const { goldenLines } = require('./goldens.cjs')\n${uses.map(([path, names]) => `const { ${names} } = require('${path}')`).join('\n')}\n${program(sampleRun)}`

describe('the packed tarball', () => {
  it('holds dist, README, LICENSE, CHANGELOG and the samples, and nothing else', () => {
    const others = installed.files.filter(
      (file) =>
        !/^(dist\/|examples\/(runs|bargains)\/|(README|CHANGELOG)\.md$|LICENSE$|package\.json$)/.test(
          file,
        ),
    )
    expect(others).toEqual([])
    expect(installed.files).toContain('LICENSE')
    expect(installed.files.some((file) => file.startsWith('examples/runs/'))).toBe(true)
    expect(installed.files.some((file) => file.startsWith('examples/bargains/'))).toBe(true)
  })

  it('loads every subpath in plain Node, as ESM and as CommonJS', () => {
    const imports = subpaths.map((name) => `await import('${name}')`).join('\n')
    const requires = subpaths.map((name) => `require('${name}')`).join('\n')
    writeFileSync(join(installed.folder, 'all.mjs'), `${imports}\nconsole.log('ok')\n`)
    writeFileSync(join(installed.folder, 'all.cjs'), `${requires}\nconsole.log('ok')\n`)
    expect(must(process.execPath, ['all.mjs'], installed.folder)).toBe('ok\n')
    expect(must(process.execPath, ['all.cjs'], installed.folder)).toBe('ok\n')
  })

  it('says the same bytes as ESM and as CommonJS', () => {
    writeFileSync(join(installed.folder, 'say.mjs'), esm)
    writeFileSync(join(installed.folder, 'say.cjs'), cjs)
    const said = must(process.execPath, ['say.mjs'], installed.folder)
    expect(said).toContain('"status":"ok"')
    expect(said).toContain('"_tag":"Verified"')
    expect(said).toContain('["Finished",')
    expect(must(process.execPath, ['say.cjs'], installed.folder)).toBe(said)
  })

  it('plays every golden playthrough to the bytes that are recorded', () => {
    const folder = 'test/exchange/golden'
    const recorded = filesBelow(folder, '.txt')
      .filter((file) => !file.endsWith('prompts.txt'))
      .map((file) => {
        const text = readProject(file)
        const hash = createHash('sha256').update(text).digest('hex')
        const name = file.slice(folder.length + 1)
        return `golden ${name} ${hash} ${text.trimEnd().split('\n').at(-1)}`
      })
    expect(recorded.length).toBeGreaterThan(0)
    const said = must(process.execPath, ['say.mjs'], installed.folder)
    const played = said.split('\n').filter((line) => line.startsWith('golden '))
    expect(played.sort()).toEqual(recorded.sort())
  })

  it.each([22, 24])('says the same bytes on Node %i', (major) => {
    const binary = otherNode(installed.folder, major)
    if (binary === null) {
      console.log(`skipped: Node ${major} could not be installed here`)
      return
    }
    const here = must(process.execPath, ['say.mjs'], installed.folder)
    expect(must(binary, ['--version'], installed.folder)).toMatch(new RegExp(`^v${major}\\.`))
    expect(must(binary, ['say.mjs'], installed.folder)).toBe(here)
    expect(must(binary, ['say.cjs'], installed.folder)).toBe(here)
    expect(must(binary, ['all.mjs'], installed.folder)).toBe('ok\n')
    expect(must(binary, ['all.cjs'], installed.folder)).toBe('ok\n')
  })

  it('says the same bytes in Chromium', async () => {
    const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
      existsSync(path),
    )
    if (chromium === undefined) {
      console.log('skipped: no Chromium on this machine')
      return
    }
    const bundled = await build({
      stdin: { contents: esm, resolveDir: installed.folder },
      bundle: true,
      format: 'iife',
      platform: 'browser',
      write: false,
    })
    const { chromium: driver } = await import('playwright-core')
    const browser = await driver.launch({
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    try {
      const page = await browser.newPage()
      const said: Array<string> = []
      page.on('console', (message) => said.push(message.text()))
      await page.setContent('<!doctype html><title>edgeworth</title>')
      await page.addScriptTag({ content: bundled.outputFiles[0]?.text ?? '' })
      expect(`${said.join('\n')}\n`).toBe(must(process.execPath, ['say.mjs'], installed.folder))
    } finally {
      await browser.close()
    }
  })

  it.each([
    ['node10', { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
    ['node16', { module: 'node16', moduleResolution: 'node16' }],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('type-checks for a user whose resolution is %s', (name, resolution) => {
    // fast-check's own declarations do not resolve under node10, so the laws cannot be checked there.
    const checked = subpaths.filter((path) => name !== 'node10' || path !== 'edgeworth/laws')
    const imports = checked.map((path, index) => `import * as m${index} from '${path}'`).join('\n')
    const uses = checked.map((_, index) => `m${index}`).join(', ')
    const file = `user-${name}.ts`
    writeFileSync(
      join(installed.folder, file),
      `${imports}\nimport { scoreAER } from 'edgeworth'\nexport const all: ReadonlyArray<object> = [${uses}]\nconst outcome = scoreAER(${rows})\nexport const value: number | null = outcome.status === 'ok' ? outcome.aer : null\n`,
    )
    const config = {
      compilerOptions: {
        ...resolution,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        strict: true,
        noEmit: true,
        types: [],
        exactOptionalPropertyTypes: true,
      },
      files: [file],
    }
    writeFileSync(join(installed.folder, `tsconfig.${name}.json`), JSON.stringify(config))
    const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
    const ran = runCommand(process.execPath, [tsc, '-p', `tsconfig.${name}.json`], installed.folder)
    expect(ran.out).toBe('')
    expect(ran.code).toBe(0)
  })

  it('pleases publint', () => {
    const ran = runCommand('npx', ['publint', '--strict', installed.packageFolder], projectRoot)
    expect(ran.out + ran.err).toContain('All good')
    expect(ran.code).toBe(0)
  })

  it('pleases are-the-types-wrong in every resolution', () => {
    const ran = runCommand(
      'npx',
      ['attw', '--format', 'table-flipped', installed.tarball],
      projectRoot,
    )
    expect(ran.out).toContain('No problems found')
    expect(ran.code).toBe(0)
  })

  it('keeps scoreAER, bundled and minified for a browser with all it needs, small', async () => {
    const result = await build({
      stdin: { contents: "export { scoreAER } from 'edgeworth'", resolveDir: installed.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
    })
    const text = result.outputFiles[0]?.contents ?? new Uint8Array()
    const inputs = Object.entries(Object.values(result.metafile.outputs)[0]?.inputs ?? {})
      .map(
        ([file, { bytesInOutput }]) =>
          [file.replace(/^.*node_modules\//, ''), bytesInOutput] as const,
      )
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
    const size = gzipSync(text, { level: 9 }).length
    console.log(
      `scoreAER alone: ${text.length} bytes minified, ${size} bytes gzip; largest:`,
      inputs,
    )
    expect(size).toBeLessThan(10_500)
    expect(new TextDecoder().decode(text)).not.toContain('io-ts')
  })

  it('replays and scores the sample from the command line', () => {
    const command = join(installed.folder, 'node_modules', '.bin', 'edgeworth')
    const replayed = runCommand(command, ['replay', '--sample'], installed.folder)
    expect(replayed.code).toBe(0)
    const scored = runCommand(command, ['score', '--sample', '--json'], installed.folder)
    expect(scored.code).toBe(0)
    expect(scored.out).toContain('"aer"')
  })

  it('records bargains from the command line, and replays them and those that it ships', () => {
    const command = join(installed.folder, 'node_modules', '.bin', 'edgeworth')
    const made = join(installed.folder, 'made')
    const args = ['bargain', '--seller', 'calibrated', '--fresh', '0', '--record', made]
    expect(runCommand(command, args, installed.folder).code).toBe(0)
    const shipped = join(installed.packageFolder, 'examples', 'bargains')
    const replayed = runCommand(command, ['replay', made, shipped], installed.folder)
    expect(replayed.out).toContain('4 runs: 4 verified')
    expect(replayed.code).toBe(0)
  })
})
