// A language model over lines of JSON that decides by the name of the question alone, for tests of commands.
// FAKE_MODEL_LOG=FILE node fake-model.mjs [--wait MS] [--cost USD] [--model NAME] [--mute] [--unnamed] [--die N] [--garble N]
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

const given = process.argv.slice(2)
const option = (name) => {
  const at = given.indexOf(`--${name}`)
  return at < 0 ? undefined : given[at + 1]
}
const log = process.env.FAKE_MODEL_LOG
const wait = Number(option('wait') ?? 0)
const cost = option('cost')
let answered = 0

const rows = (prompt) => {
  const me = /Controller: a(\d+) \(you\)/.exec(prompt)
  const other = /You see: a(\d+)/.exec(prompt)
  if (me === null || other === null) return 'none'
  const [one, two] = [me[1], other[1]]
  return `\na${one} | a${two} | r${one} | 1 | consent\na${two} | a${one} | r${two} | 1 | consent`
}

const textFor = ({ role, id, prompt }) => {
  if (role === 'private_acceptance') {
    return JSON.stringify({ approve: true, claimed_delta_sign: 'positive', reason: id })
  }
  if (role === 'buyer' || role === 'seller') {
    const own = Number(/Your (?:value|cost): \$?(\d+)/.exec(prompt)?.[1] ?? 0)
    const turn = Number(/-(\d+)$/.exec(id)?.[1] ?? 1)
    if (turn > 3) return 'ACCEPT'
    return `I propose $${role === 'buyer' ? own * (0.6 + 0.1 * turn) : own * (1.6 - 0.1 * turn)}.`
  }
  if (role === 'response') return `MESSAGE: I ACCEPT (${id})`
  if (role === 'proposal' || role === 'finalization') {
    return `MESSAGE: ${id}\nSETTLEMENT: ${rows(prompt)}`
  }
  return `MESSAGE: hello from ${id}`
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  answered += 1
  if (answered === Number(option('die'))) {
    process.stderr.write('out of memory\n')
    process.exit(3)
  }
  if (wait > 0) await setTimeout(wait)
  if (log !== undefined) appendFileSync(log, `${request.prompt.length} ${request.id}\n`)
  if (answered === Number(option('garble'))) {
    process.stdout.write('I am no JSON\n')
    continue
  }
  const reply = {
    text: given.includes('--mute') ? '' : textFor(request),
    usage: { inputTokens: request.prompt.length, outputTokens: 10 },
    ...(given.includes('--unnamed') ? {} : { model: option('model') ?? 'fake-1' }),
    finish: 'stop',
    ...(cost === undefined ? {} : { costUsd: Number(cost) }),
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`)
}
