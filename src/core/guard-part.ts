/**
 * GuardPart: the predicates that a compiled codec is made of.
 *
 * A row of a recording has some hundred members, and looking at each is all a guard does. So the commonest leaves are
 * told apart by their kind and looked at in place, without a call, and the prototype of an object is looked at once
 * instead of asking for each member whether it is the object's own.
 *
 * Laws
 *   L1 presence  a member is present exactly when the value has it as its own
 *
 * @module
 */

/** Answers whether a value is accepted. */
export type Check = (u: unknown) => boolean

/**
 * Holds a compiled codec. `check` is the predicate of a number for the kind `number`, and of any value for the kind
 * `other`; the remaining kinds need none.
 *
 * @category model
 * @since 0.1.0
 */
export interface Part {
  readonly kind: 'string' | 'boolean' | 'finite' | 'number' | 'other'
  readonly check: Check
}

/**
 * Names a member and the part that its value has to pass.
 *
 * @category model
 * @since 0.1.0
 */
export interface MemberPart extends Part {
  readonly key: string
}

/**
 * Answers whether a value passes a part.
 *
 * @category operations
 * @since 0.1.0
 */
export const passes = ({ kind, check }: Part, u: unknown): boolean => {
  switch (kind) {
    case 'string':
      return typeof u === 'string'
    case 'boolean':
      return typeof u === 'boolean'
    case 'finite':
      return typeof u === 'number' && u - u === 0
    case 'number':
      return typeof u === 'number' && check(u)
    case 'other':
      return check(u)
  }
}

/**
 * Gives the predicate of a part.
 *
 * @category operations
 * @since 0.1.0
 */
export const checkOf = (part: Part): Check =>
  part.kind === 'other' ? part.check : (u) => passes(part, u)

type Members = Readonly<Record<string, unknown>>

const isObject = (u: unknown): u is Members =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

/**
 * Accepts objects whose members, as a plain read finds them, pass: what `t.type` accepts.
 *
 * @category operations
 * @since 0.1.0
 */
export const interfaceCheck =
  (members: ReadonlyArray<MemberPart>): Check =>
  (u) => {
    if (!isObject(u)) return false
    for (const member of members) if (!passes(member, u[member.key])) return false
    return true
  }

/**
 * Accepts objects whose members pass or are undefined: what `t.partial` accepts.
 *
 * @category operations
 * @since 0.1.0
 */
export const partialCheck =
  (members: ReadonlyArray<MemberPart>): Check =>
  (u) => {
    if (!isObject(u)) return false
    for (const member of members) {
      const value = u[member.key]
      if (value !== undefined && !passes(member, value)) return false
    }
    return true
  }

/** Whether the required members pass that come first, in this order; `null` where they come otherwise. */
const passInOrder = (u: Members, required: ReadonlyArray<MemberPart>): boolean | null => {
  let index = 0
  // A read by the key of a loop over the object's own keys is far cheaper than one by any other key.
  for (const key in u) {
    const member = required[index]
    if (member === undefined) return true
    if (member.key !== key) return null
    if (!passes(member, u[key])) return false
    index += 1
  }
  return index === required.length ? true : null
}

const passInAnyOrder = (u: Members, required: ReadonlyArray<MemberPart>): boolean => {
  for (const member of required) {
    const value = u[member.key]
    if (value === undefined && !Object.hasOwn(u, member.key)) return false
    if (!passes(member, value)) return false
  }
  return true
}

const passOwn = (u: Members, required: ReadonlyArray<MemberPart>): boolean => {
  for (const member of required) {
    if (!Object.hasOwn(u, member.key) || !passes(member, u[member.key])) return false
  }
  return true
}

const passOwnOrAbsent = (u: Members, optional: ReadonlyArray<MemberPart>): boolean => {
  for (const member of optional) {
    if (Object.hasOwn(u, member.key) && !passes(member, u[member.key])) return false
  }
  return true
}

/**
 * Accepts objects whose own members pass, the optional ones where present, and no others if `isClosed`: what
 * `objectOf` and `closedObjectOf` accept. Quickest where the required members come first and in the given order, as
 * they do in what a program has recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const objectCheck = (
  required: ReadonlyArray<MemberPart>,
  optional: ReadonlyArray<MemberPart>,
  isClosed: boolean,
): Check => {
  const known = new Set([...required, ...optional].map(({ key }) => key))
  const hasInherited = [...known].some((key) => key in Object.prototype)
  return (u) => {
    if (!isObject(u)) return false
    // On a plain object, a member of a name that `Object.prototype` lacks is its own.
    const isPlain = !hasInherited && Object.getPrototypeOf(u) === Object.prototype
    const pass = isPlain
      ? (passInOrder(u, required) ?? passInAnyOrder(u, required))
      : passOwn(u, required)
    if (!pass) return false
    if (optional.length > 0 && !passOwnOrAbsent(u, optional)) return false
    return !isClosed || Object.keys(u).every((key) => known.has(key))
  }
}

/**
 * Accepts arrays whose every element passes; a hole is an undefined element.
 *
 * @category operations
 * @since 0.1.0
 */
export const arrayCheck =
  (part: Part): Check =>
  (u) => {
    if (!Array.isArray(u)) return false
    for (let index = 0; index < u.length; index++) if (!passes(part, u[index])) return false
    return true
  }

/**
 * Accepts arrays no longer than the tuple whose elements pass, the missing ones as undefined.
 *
 * @category operations
 * @since 0.1.0
 */
export const tupleCheck =
  (parts: ReadonlyArray<Part>): Check =>
  (u) =>
    Array.isArray(u) &&
    u.length <= parts.length &&
    parts.every((part, index) => passes(part, u[index]))

/**
 * Accepts objects whose own members pass where their key is one of the domain, and arrays if `takesArrays`.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordCheck =
  (isKey: Check | null, part: Part, takesArrays: boolean): Check =>
  (u) => {
    if (!isObject(u)) return takesArrays && Array.isArray(u)
    for (const key of Object.keys(u)) {
      if ((isKey === null || isKey(key)) && !passes(part, u[key])) return false
    }
    return true
  }

/**
 * Accepts what every part accepts.
 *
 * @category operations
 * @since 0.1.0
 */
export const everyCheck =
  (parts: ReadonlyArray<Part>): Check =>
  (u) => {
    for (const part of parts) if (!passes(part, u)) return false
    return true
  }

/**
 * Accepts what some part accepts.
 *
 * @category operations
 * @since 0.1.0
 */
export const someCheck =
  (parts: ReadonlyArray<Part>): Check =>
  (u) => {
    for (const part of parts) if (passes(part, u)) return true
    return false
  }
