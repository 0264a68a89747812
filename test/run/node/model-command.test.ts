import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../../src/run/language-model.js'
import { type ModelCommand, modelCommand } from '../../../src/run/node/model-command.js'
import { projectRoot } from '../../support/sources.js'

const request = (id: string, signal = new AbortController().signal): ModelRequest => ({
  ...{ system: 's', prompt: 'p', maxTokens: 1, temperature: null, sample: null, model: 'm' },
  ...{ id, role: 'communication', attempt: 1, signal },
})

const fake = `node ${projectRoot}test/support/fake-model.mjs`
/** A command that runs one line of JavaScript for each line that it reads. */
const script = (body: string): string =>
  `node -e '${`require("readline").createInterface({input:process.stdin}).on("line",(line)=>{const q=JSON.parse(line);${body}})`}'`

const open: Array<ModelCommand> = []
const commandOf = (command: string, processes = 1): ModelCommand => {
  const made = modelCommand(command, processes)
  open.push(made)
  return made
}
afterEach(() => {
  for (const { close } of open.splice(0)) close()
})

const outcome = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    (reply) => JSON.stringify(reply),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

describe('a command as a model', () => {
  it('is given the whole question, and gives all that a reply may hold', async () => {
    const { model } = commandOf(
      script(
        'console.log(JSON.stringify({text:line,private:"x",model:"y",finish:"stop",costUsd:0.5,cached:true,usage:{inputTokens:3}}))',
      ),
    )
    const reply = await model(request('r1:proposal:a1:0'))
    if (typeof reply === 'string') throw new Error('a text')
    const { signal: _, ...question } = request('r1:proposal:a1:0')
    expect(JSON.parse(reply.text ?? '')).toEqual(question)
    expect({ ...reply, text: '' }).toEqual({
      ...{ text: '', private: 'x', model: 'y', finish: 'stop', costUsd: 0.5, cached: true },
      usage: { inputTokens: 3 },
    })
  })

  it('L1 own answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.constantFrom('ok', 'late', 'garbled', 'dead'), { minLength: 1, maxLength: 12 }),
        async (processes, kinds) => {
          // The id says what the process does with the question.
          const { model, close } = modelCommand(
            script(
              'const k=q.id.split(" ")[0];if(k==="dead")process.exit(1);if(k==="garbled")return console.log("{");setTimeout(()=>console.log(JSON.stringify({text:q.id})),k==="late"?35:10+Math.random()*5)',
            ),
            processes,
          )
          const replies = await Promise.all(
            kinds.map((kind, at) => {
              const controller = new AbortController()
              if (kind === 'late') setTimeout(() => controller.abort(), 20)
              return outcome(model(request(`${kind} ${at}`, controller.signal)))
            }),
          )
          close()
          for (const [at, kind] of kinds.entries()) {
            if (kind === 'ok') expect(replies[at]).toBe(JSON.stringify({ text: `ok ${at}` }))
            else expect(replies[at]).toMatch(/^the model command failed: /)
          }
        },
      ),
      { numRuns: 6 },
    )
  })

  it.each([
    ['dies, and says why', `${fake} --die 1`, /ended with code 3: out of memory/],
    ['writes no JSON', `${fake} --garble 1`, /no JSON/],
    ['writes no object', script('console.log("[1]")'), /no reply/],
    ['writes a text that is none', script('console.log(JSON.stringify({text:7}))'), /no reply/],
    ['writes an empty object', script('console.log("{}")'), /without text/],
    [
      'writes two lines at once',
      script('console.log("{\\"text\\":\\"a\\"}\\n{\\"text\\":\\"b\\"}")'),
      /more than one/,
    ],
    [
      'writes a line too many',
      `${script('const r=JSON.stringify({text:q.id});console.log(r);console.log(r)')}`,
      /more than one/,
    ],
    [
      'begins a line too many',
      script('process.stdout.write(JSON.stringify({text:"a"})+"\\nlog: ")'),
      /more than one/,
    ],
    [
      'answers another question',
      script('console.log(JSON.stringify({text:"a",id:"other"}))'),
      /answered other/,
    ],
    [
      'is paid by us',
      script('console.log(JSON.stringify({text:"a",costUsd:-1}))'),
      /no reply.*costUsd/,
    ],
    [
      'gives tokens back',
      script('console.log(JSON.stringify({text:"a",usage:{outputTokens:-1}}))'),
      /no reply/,
    ],
    [
      'costs without end',
      script('console.log("{\\"text\\":\\"a\\",\\"costUsd\\":1e999}")'),
      /no reply/,
    ],
    ['is not there', '/no/such/command', /ended with code 127/],
    [
      'never ends its line',
      script('const s="x".repeat(1e6);for(let i=0;i<12;i++)process.stdout.write(s)'),
      /without an end/,
    ],
  ])('has made a fault when it %s', async (_what, command, reason) => {
    const { model } = commandOf(command)
    expect(await outcome(model(request('r1:communication:a1:0')))).toMatch(reason)
  })

  it('does not take a late answer for that to the next question', async () => {
    const { model } = commandOf(
      script('setTimeout(()=>console.log(JSON.stringify({text:q.id})),q.id==="late"?300:20)'),
    )
    await model(request('first'))
    const controller = new AbortController()
    const late = outcome(model(request('late', controller.signal)))
    setTimeout(() => controller.abort(), 50)
    expect(await late).toContain('nobody waits for the answer')
    for (let at = 0; at < 20; at++) expect(await model(request(`${at}`))).toEqual({ text: `${at}` })
  })

  it('takes no line that was written before a question for its answer', async () => {
    // After its answer it says something more, which is a reply in form.
    const { model } = commandOf(
      script(
        'console.log(JSON.stringify({text:q.id}));if(q.id==="1")setTimeout(()=>console.log(JSON.stringify({text:"stray"})),30)',
      ),
    )
    expect(await model(request('1'))).toEqual({ text: '1' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await outcome(model(request('2')))).toContain('it wrote what nobody had asked for')
    for (let at = 3; at < 6; at++) expect(await model(request(`${at}`))).toEqual({ text: `${at}` })
  })

  it('takes the name of its question in a reply, and gives it to nobody', async () => {
    const { model } = commandOf(script('console.log(JSON.stringify({text:"a",id:q.id}))'))
    expect(await model(request('one'))).toEqual({ text: 'a' })
  })

  it('is not listened to when it writes without an end, so that it fills no memory', async () => {
    const count = join(tmpdir(), `edgeworth-written-${process.pid}`)
    const { model } = commandOf(
      script(
        `let n=0;const more=()=>{let ok=true;while(ok&&n<2e5){n++;ok=process.stdout.write("x".repeat(999)+"\\n")}require("fs").writeFileSync("${count}",String(n));if(n<2e5)process.stdout.once("drain",more)};console.log(JSON.stringify({text:"a"}));setTimeout(more,30)`,
      ),
    )
    expect(await model(request('one'))).toEqual({ text: 'a' })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(Number(readFileSync(count, 'utf8'))).toBeLessThan(5000)
    expect(await outcome(model(request('two')))).toContain('nobody had asked for')
    rmSync(count)
  })

  it('is started again after a fault', async () => {
    const { model } = commandOf(`${fake} --die 2`)
    expect(await outcome(model(request('one')))).toContain('hello from one')
    expect(await outcome(model(request('two')))).toContain('out of memory')
    expect(await outcome(model(request('three')))).toContain('hello from three')
  })

  it('says nothing, or declines', async () => {
    const silent = commandOf(script('console.log(JSON.stringify({text:null}))'))
    expect(await silent.model(request('a'))).toEqual({ text: null })
    const declining = commandOf(script('console.log(JSON.stringify({refused:"policy"}))'))
    expect(await declining.model(request('a'))).toEqual({ text: null, refused: 'policy' })
  })

  it('runs no more processes than it may', async () => {
    const { model } = commandOf(
      script('setTimeout(()=>console.log(JSON.stringify({text:String(process.pid)})),20)'),
      2,
    )
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => model(request(`${at}`))))
    const pids = replies.map((reply) => (typeof reply === 'string' ? reply : reply.text))
    expect(new Set(pids).size).toBe(2)
  })

  it('ends with all of its children', async () => {
    const made = modelCommand(script('console.log(JSON.stringify({text:String(process.pid)}))'))
    const reply = await made.model(request('a'))
    const pid = Number(typeof reply === 'string' ? reply : reply.text)
    made.close()
    for (let tries = 0; tries < 100; tries++) {
      try {
        process.kill(pid, 0)
      } catch {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('it is still there')
  })
})
