/**
 * Model command: any executable as a language model, over lines of JSON.
 *
 * The command is run by the shell and stays: for every question one line is written to its standard input, and one line
 * is read from its standard output. It is asked one question at a time; to be asked several at once it is run several
 * times. Its error stream is its own, and the end of it is told when it dies.
 *
 * | request       | meaning                                                                          |
 * | ------------- | -------------------------------------------------------------------------------- |
 * | `system`      | the standing instructions                                                        |
 * | `prompt`      | the question                                                                     |
 * | `maxTokens`   | the most tokens that the answer may take                                         |
 * | `temperature`, `sample` | how to sample; `null` where that is left to the model                  |
 * | `model`       | the name of the model, as the roles have it                                      |
 * | `id`, `role`  | the name of the question, and what is asked for                                  |
 * | `attempt`     | 1, and more when a question is asked again                                       |
 *
 * | reply       | meaning                                                                            |
 * | ----------- | ---------------------------------------------------------------------------------- |
 * | `text`      | what is said; `null` for nothing                                                   |
 * | `private`   | reasoning that nobody else may read                                                |
 * | `usage`     | `inputTokens`, `cachedInputTokens`, `outputTokens`, `reasoningTokens`              |
 * | `model`     | the model that answered                                                            |
 * | `finish`    | why it stopped                                                                     |
 * | `refused`   | why it declines to answer                                                          |
 * | `costUsd`   | US dollars, where they are known                                                   |
 * | `cached`    | whether the answer came from a cache                                               |
 * | `id`        | the question that is answered; looked at where it is there                         |
 *
 * A reply needs `text` or `refused`; its tokens and dollars are not below 0. A process that dies, that writes what is no
 * reply, or a line of more than ten million characters, has made a fault; so has one that is not heard in time, and one
 * that writes anything but one line for each question: a second line, words before it was asked, the `id` of another
 * question. It is ended then, because what it writes next would be taken for an answer to another question, and the next
 * question starts it again. A second line is looked for as long as `SETTLED` after the first; one that comes later is
 * found before the next question is written. One that comes later still is told apart by its `id` alone.
 *
 * A process that writes without being asked is not listened to: its output is left in the pipe, where it waits.
 *
 * Laws
 *   L1 own answer   a reply is the answer to the question before it and to no other, whatever became of earlier ones
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode, NonNegative, nullable, objectOf } from '../../core/codec.js'
import { renderFailures } from '../../core/failure.js'
import type { LanguageModel, ModelReply, ModelRequest } from '../language-model.js'

const LONGEST_LINE = 10_000_000
const LONGEST_STDERR = 500
/** Milliseconds in which a second line that was written with the first has arrived. */
const SETTLED = 2

const readReply = decode(
  objectOf(
    {},
    {
      text: nullable(t.string),
      private: t.string,
      usage: objectOf(
        {},
        {
          inputTokens: NonNegative,
          cachedInputTokens: NonNegative,
          outputTokens: NonNegative,
          reasoningTokens: NonNegative,
        },
      ),
      model: nullable(t.string),
      finish: nullable(t.string),
      refused: t.string,
      costUsd: nullable(NonNegative),
      cached: t.boolean,
      id: t.string,
    },
  ),
)

/** A reply, or why the line is none. */
const replyOf = (line: string, asked: string): ModelReply | string => {
  let parsed: unknown
  try {
    parsed = JSON.parse(line) as unknown
  } catch {
    return 'it wrote a line that is no JSON'
  }
  const reply = readReply(parsed)
  if (isLeft(reply)) return `it wrote what is no reply: ${renderFailures(reply.left)}`
  const { id, ...rest } = reply.right
  const { text, refused } = rest
  if (id !== undefined && id !== asked) return `it answered ${id}, and was asked ${asked}`
  if (text === undefined && refused === undefined) return 'it wrote a reply without text'
  return { ...rest, text: text ?? null }
}

/** One process, and the question that it is answering. */
interface Running {
  readonly child: ChildProcess
  /** Gives the next line, or why there is none. */
  readonly next: () => Promise<{ readonly line: string } | { readonly dead: string }>
  /** Whether it has written something that nobody has read. */
  readonly hasMore: () => boolean
  readonly end: () => void
}

const start = (command: string): Running => {
  // A group of its own: an interrupt at the terminal ends the sweep cleanly, and not the models under it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  // Parts of the line that has not ended yet: it is put together once, however many parts it came in.
  let parts: Array<string> = []
  let length = 0
  const lines: Array<string> = []
  let said = ''
  let dead: string | null = null
  let wake: () => void = () => undefined
  const die = (reason: string): void => {
    const tail = said.trim().slice(-LONGEST_STDERR)
    dead ??= tail === '' ? reason : `${reason}: ${tail}`
    wake()
  }
  child.on('error', (error) => die(`it cannot be run: ${error.message}`))
  child.on('close', (code, signal) => die(`it ended with ${signal ?? `code ${code}`}`))
  // A process that does not read is told of by its end.
  child.stdin?.on('error', () => undefined)
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...rest] = text.split('\n')
    for (const [at, part] of [first, ...rest].entries()) {
      if (at > 0) {
        lines.push(parts.join(''))
        parts = []
        length = 0
      }
      parts.push(part)
      length += part.length
    }
    // More than anybody will read: the process is ended when that is seen, and fills no memory until then.
    if (lines.length > 1 || length > LONGEST_LINE) child.stdout?.pause()
    wake()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2 * LONGEST_STDERR)
  })
  const end = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It ended just now.
    }
  }
  return {
    child,
    end,
    hasMore: () => lines.length > 0 || length > 0,
    next: async () => {
      for (;;) {
        const line = lines.shift()
        if (line !== undefined) return { line }
        if (length > LONGEST_LINE) return { dead: 'it wrote a line without an end' }
        if (dead !== null) return { dead }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/**
 * Is a command that answers as a language model, until it is closed.
 *
 * @category model
 * @since 0.1.0
 */
export interface ModelCommand {
  readonly model: LanguageModel
  readonly close: () => void
}

/**
 * Runs a command as a language model, in at most `processes` processes, each started when it is first needed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const modelCommand = (command: string, processes = 1): ModelCommand => {
  const idle: Array<Running | null> = Array.from({ length: Math.max(1, processes) }, () => null)
  const waiting: Array<() => void> = []
  const running = new Set<Running>()
  const give = (place: Running | null): void => {
    idle.push(place)
    waiting.shift()?.()
  }
  const takePlace = async (): Promise<Running | null> => {
    while (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return idle.pop() ?? null
  }
  const isAlive = ({ child }: Running): boolean =>
    child.exitCode === null && child.signalCode === null
  const drop = (one: Running): void => {
    running.delete(one)
    one.end()
  }
  const ask = async (request: ModelRequest, one: Running): Promise<ModelReply | string> => {
    const { signal, ...question } = request
    if (signal.aborted) return 'nobody waits for the answer'
    if (one.hasMore()) return 'it wrote what nobody had asked for'
    let lift = (): void => undefined
    const called = new Promise<{ readonly dead: string }>((resolve) => {
      const onAbort = (): void => resolve({ dead: 'nobody waits for the answer' })
      signal.addEventListener('abort', onAbort)
      lift = () => signal.removeEventListener('abort', onAbort)
    })
    one.child.stdin?.write(`${JSON.stringify(question)}\n`)
    const heard = await Promise.race([one.next(), called])
    lift()
    if ('dead' in heard) return heard.dead
    await new Promise((resolve) => setTimeout(resolve, SETTLED))
    return one.hasMore()
      ? 'it wrote more than one line for one question'
      : replyOf(heard.line, question.id)
  }
  const model: LanguageModel = async (request) => {
    const place = await takePlace()
    const one = place !== null && isAlive(place) ? place : start(command)
    running.add(one)
    const reply = await ask(request, one)
    if (typeof reply !== 'string') {
      give(one)
      return reply
    }
    drop(one)
    give(null)
    // A language model that cannot answer fails as any client does: what that becomes is decided by the call.
    // eslint-disable-next-line functional/no-promise-reject -- the promise of a model is how it tells that it failed
    return Promise.reject(new Error(`the model command failed: ${reply}`))
  }
  return {
    model,
    close: () => {
      for (const one of running) one.end()
      running.clear()
    },
  }
}
