/**
 * Failures: what is said when an input is malformed.
 *
 * A failure is plain data. It names what is wrong (`_tag`), where (`path`), the value that was found and what was
 * expected instead. Operations that can fail return `Either<Failures, A>` and report every failure they can see, not
 * only the first. Outcomes of a game (a refusal, an impasse, a degenerate denominator) are not failures: they are
 * variants of that operation's result.
 *
 * Laws
 *   L1 place     a failure moved below a key keeps its tag and value; its path gains the key in front
 *   L2 total     rendering never throws and never exceeds a bounded length, whatever the value and the path
 *   L3 order     `below` and `nonEmpty` keep the order and the number of failures
 *
 * @module
 */

/** A step from a container to a member: a key of an object or an index of an array. */
export type PathStep = string | number

/** Where a value stands, from the outermost container inwards. Empty for the whole input. */
export type Path = ReadonlyArray<PathStep>

/**
 * Describes one defect of an input.
 *
 * @category model
 * @since 0.1.0
 */
export interface Failure<Tag extends string = string> {
  readonly _tag: Tag
  readonly path: Path
  /** The offending value as it was found. */
  readonly value: unknown
  /** What would have been right, as the end of the sentence "expected ...". */
  readonly expected: string
}

/**
 * Collects at least one failure, in the order in which they were found.
 *
 * @category model
 * @since 0.1.0
 */
export type Failures<Tag extends string = string> = readonly [
  Failure<Tag>,
  ...ReadonlyArray<Failure<Tag>>,
]

/**
 * Makes a failure.
 *
 * @category constructors
 * @since 0.1.0
 */
export const failure = <Tag extends string>(
  _tag: Tag,
  path: Path,
  value: unknown,
  expected: string,
): Failure<Tag> => ({ _tag, path, value, expected })

/**
 * Moves failures below a key or index of an outer container.
 *
 * @category operations
 * @since 0.1.0
 */
export const below = <Tag extends string>(outer: Path, failures: Failures<Tag>): Failures<Tag> => {
  const move = (inner: Failure<Tag>): Failure<Tag> => ({
    ...inner,
    path: [...outer, ...inner.path],
  })
  const [first, ...rest] = failures
  return [move(first), ...rest.map(move)]
}

/**
 * Narrows a list of failures to a non-empty one; `null` when nothing failed.
 *
 * @category operations
 * @since 0.1.0
 */
export const nonEmpty = <Tag extends string>(
  failures: ReadonlyArray<Failure<Tag>>,
): Failures<Tag> | null => {
  const [first, ...rest] = failures
  return first === undefined ? null : [first, ...rest]
}

const LONGEST_VALUE = 80
const MOST_STEPS = 40

const cut = (text: string): string =>
  text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`

const quote = (text: string): string => cut(JSON.stringify(text.slice(0, LONGEST_VALUE + 1)))

/**
 * Writes a path as a reader would: `rounds[2].transfers[0].quantity`, or `(input)` for the whole. Keys of more than 80
 * characters are cut, and of more than 40 steps the first and the last 20 are shown.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderPath = (path: Path): string => {
  const write = (step: PathStep, index: number): string => {
    if (typeof step === 'number') return `[${step}]`
    if (step.length > LONGEST_VALUE || !/^[A-Za-z_$][\w$]*$/.test(step)) return `[${quote(step)}]`
    return index === 0 ? step : `.${step}`
  }
  if (path.length === 0) return '(input)'
  if (path.length <= MOST_STEPS) return path.map(write).join('')
  const half = MOST_STEPS / 2
  const tail = path.slice(-half).map((step) => write(step, half))
  return [...path.slice(0, half).map(write), '…', ...tail].join('')
}

const showNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

// A bigint of a million digits takes seconds to write in decimal, and nobody reads it.
const showBigint = (value: bigint): string =>
  BigInt.asIntN(256, value) === value ? cut(`${value}n`) : 'a bigint of more than 256 bits'

// Every opened container writes a character, so `room` bounds the depth of the recursion too, cycles included.
const showMembers = (value: object, room: number): string => {
  const kind = Object.prototype.toString.call(value)
  if (kind !== '[object Array]' && kind !== '[object Object]') return kind
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let text = open
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (text.length > room) return text
    const name = typeof key === 'string' ? `${quote(key)}:` : ''
    const separator = text.length === 1 ? '' : ','
    text += separator + name
    // The key of either branch was just read from this very object.
    text += showBounded((value as Record<string | number, unknown>)[key], room - text.length)
  }
  return text + close
}

const showBounded = (value: unknown, room: number): string => {
  if (value === undefined) return 'undefined'
  if (typeof value === 'number') return showNumber(value)
  if (typeof value === 'bigint') return showBigint(value)
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value === 'boolean') return String(value)
  return showMembers(value, room)
}

/**
 * Shows any value in at most 80 characters, with numbers as JavaScript writes them (-0, NaN and Infinity included, at
 * any depth). Reads no more of a container than it shows, calls no `toJSON`, and names a container whose members
 * cannot be read (`an object`).
 *
 * @category rendering
 * @since 0.1.0
 */
export const showValue = (value: unknown): string => {
  try {
    return cut(showBounded(value, LONGEST_VALUE))
  } catch {
    return 'an object'
  }
}

/**
 * Renders a failure as one line: `path: expected ..., got ... (tag)`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderFailure = (f: Failure): string =>
  `${renderPath(f.path)}: expected ${f.expected}, got ${showValue(f.value)} (${f._tag})`

/**
 * Renders failures, one a line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderFailures = (failures: ReadonlyArray<Failure>): string =>
  failures.map(renderFailure).join('\n')
