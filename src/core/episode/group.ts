/**
 * Group: several episodes in progress at once, and an index of all that they ask.
 *
 * The state beneath `react`, `all` and `race`. Members are numbered in the order of their beginning; each open question
 * knows its member, so an answer is led to it in O(log n). When a member moves, only the questions that it closed and
 * opened are touched. Where two members ask under one id, the earlier question is listed and the id is contested.
 *
 * Operations work on a draft, a copy of the group's fields that is changed in place while one answer is taken in and
 * then becomes the next group; the trees that the fields hold are persistent.
 *
 * @module
 */
import type { QuestionId } from './episode.js'
import { compareId, list, type Placed, type Source } from './questions.js'
import type { Change, Machine } from './transition.js'
import { append, elements, find, ordered, put, remove, type Tree } from './tree.js'

/**
 * Holds one episode of a group that is still asking.
 *
 * @category model
 * @since 0.1.0
 */
export interface Member {
  readonly name: string
  readonly number: number
  readonly machine: Machine
}

/** Holds an open question of a member, and the later ones that contest its id, oldest first. */
interface Claim extends Placed {
  readonly name: Member['name']
  readonly number: Member['number']
  readonly contesting: ReadonlyArray<Claim>
}

/**
 * Holds the members of a group and their questions.
 *
 * @category model
 * @since 0.1.0
 */
export interface Group {
  /** Sorted by name, then by number. */
  readonly members: Tree<Member>
  /** The listed questions, sorted by id. */
  readonly byId: Tree<Claim>
  /** The listed questions, sorted by place. */
  readonly byPlace: Tree<Claim>
  /** How many ids are contested. */
  readonly contested: number
  readonly nextPlace: number
  readonly nextNumber: number
}

/**
 * Holds a group while it takes in one answer, and the changes of its open questions so far.
 *
 * @category model
 * @since 0.1.0
 */
export type Draft = { -readonly [K in keyof Group]: Group[K] } & { readonly changes: Array<Change> }

/**
 * The group without members.
 *
 * @category constructors
 * @since 0.1.0
 */
export const NO_MEMBERS: Group = {
  members: null,
  byId: null,
  byPlace: null,
  contested: 0,
  nextPlace: 0,
  nextNumber: 0,
}

/**
 * Begins a draft.
 *
 * @category operations
 * @since 0.1.0
 */
export const draftOf = (group: Group): Draft => ({ ...group, changes: [] })

/**
 * Ends a draft: what it has become is the next group.
 *
 * @category operations
 * @since 0.1.0
 */
export const groupOf = (draft: Draft): Group => {
  const { members, byId, byPlace, contested, nextPlace, nextNumber } = draft
  return { members, byId, byPlace, contested, nextPlace, nextNumber }
}

const comparePlace = (place: number, claim: Claim): number => place - claim.place

const compareMember = (key: Pick<Member, 'name' | 'number'>, member: Member): number =>
  key.name === member.name ? key.number - member.number : key.name < member.name ? -1 : 1

const compareName = (name: string, member: Member): number =>
  name === member.name ? 0 : name < member.name ? -1 : 1

const NOBODY: ReadonlyArray<Claim> = []

/** Lists a question behind all others. */
const listLast = (draft: Draft, claim: Claim): void => {
  draft.nextPlace += 1
  draft.byId = put(compareId, claim.id, claim, draft.byId)
  draft.byPlace = append(draft.byPlace, claim)
  draft.changes.push({ _tag: 'Opened', id: claim.id, question: claim.question })
}

/** Changes who contests a listed question. */
const contest = (draft: Draft, listed: Claim, contesting: ReadonlyArray<Claim>): void => {
  draft.contested += Math.sign(contesting.length) - Math.sign(listed.contesting.length)
  const claim = { ...listed, contesting }
  draft.byId = put(compareId, claim.id, claim, draft.byId)
  draft.byPlace = put(comparePlace, claim.place, claim, draft.byPlace)
}

const open = (draft: Draft, member: Member, id: QuestionId, question: unknown): void => {
  const { name, number } = member
  const claim: Claim = { place: draft.nextPlace, id, question, name, number, contesting: NOBODY }
  const listed = find(compareId, id, draft.byId)
  if (listed === null) listLast(draft, claim)
  else contest(draft, listed, [...listed.contesting, claim])
}

const close = (draft: Draft, member: Member, id: QuestionId): void => {
  const listed = find(compareId, id, draft.byId)
  if (listed === null) return
  if (listed.number !== member.number) {
    const others = listed.contesting.filter((claim) => claim.number !== member.number)
    return contest(draft, listed, others)
  }
  draft.byPlace = remove(comparePlace, listed.place, draft.byPlace)
  draft.byId = remove(compareId, id, draft.byId)
  draft.changes.push({ _tag: 'Closed', id })
  const [next, ...others] = listed.contesting
  if (next === undefined) return
  if (others.length === 0) draft.contested -= 1
  listLast(draft, { ...next, place: draft.nextPlace, contesting: others })
}

const openAll = (draft: Draft, member: Member): void => {
  for (const [id, question] of list(member.machine.source, 'first'))
    open(draft, member, id, question)
}

const closeAll = (draft: Draft, member: Member): void => {
  for (const [id] of list(member.machine.source, 'first')) close(draft, member, id)
}

const enter = (draft: Draft, member: Member): void => {
  draft.members = put(compareMember, member, member, draft.members)
  openAll(draft, member)
}

/** Enters the first members of a group, whose trees can be built from sorted lists. */
const enterFirst = (draft: Draft, members: ReadonlyArray<Member>): void => {
  const claims = new Map<QuestionId, Claim>()
  const contests: Array<readonly [Member, QuestionId, unknown]> = []
  for (const member of members) {
    const { name, number, machine } = member
    for (const [id, question] of list(machine.source, 'first')) {
      const place = draft.nextPlace
      if (claims.has(id)) contests.push([member, id, question])
      else claims.set(id, { place, id, question, name, number, contesting: NOBODY })
      draft.nextPlace += 1
    }
  }
  const placed = [...claims.values()]
  draft.members = ordered([...members].sort(compareMember))
  draft.byPlace = ordered(placed)
  draft.byId = ordered([...placed].sort((a, b) => compareId(a.id, b)))
  for (const { id, question } of placed) draft.changes.push({ _tag: 'Opened', id, question })
  for (const [member, id, question] of contests) open(draft, member, id, question)
}

/**
 * Adds members, in the order of their numbers, and opens their questions.
 *
 * @category operations
 * @since 0.1.0
 */
export const enterAll = (draft: Draft, members: ReadonlyArray<Member>): void => {
  if (draft.members === null) enterFirst(draft, members)
  else for (const member of members) enter(draft, member)
}

/**
 * Removes a member and closes its questions.
 *
 * @category operations
 * @since 0.1.0
 */
export const leave = (draft: Draft, member: Member): void => {
  draft.members = remove(compareMember, member, draft.members)
  closeAll(draft, member)
}

/**
 * Replaces the machine of a member by its next one. Changes of `null` mean that all its questions are new.
 *
 * @category operations
 * @since 0.1.0
 */
export const advance = (
  draft: Draft,
  member: Member,
  machine: Machine,
  changes: ReadonlyArray<Change> | null,
): void => {
  const next = { ...member, machine }
  draft.members = put(compareMember, member, next, draft.members)
  if (changes === null) {
    closeAll(draft, member)
    openAll(draft, next)
    return
  }
  for (const change of changes) {
    if (change._tag === 'Closed') close(draft, next, change.id)
    else open(draft, next, change.id, change.question)
  }
}

/**
 * Removes all members of a name; none if it is empty, which is to have no name.
 *
 * @category operations
 * @since 0.1.0
 */
export const withdrawNamed = (draft: Draft, name: string): void => {
  while (name !== '') {
    const member = find(compareName, name, draft.members)
    if (member === null) return
    leave(draft, member)
  }
}

/**
 * Finds the member that asks under an id; `NotOpen` if none does, `Contested` if several do.
 *
 * @category operations
 * @since 0.1.0
 */
export const memberAsking = (group: Group, id: QuestionId): Member | 'NotOpen' | 'Contested' => {
  const claim = find(compareId, id, group.byId)
  if (claim === null) return 'NotOpen'
  if (claim.contesting.length > 0) return 'Contested'
  return find(compareMember, claim, group.members) ?? 'NotOpen'
}

/**
 * Lists the ids under which several members ask.
 *
 * @category operations
 * @since 0.1.0
 */
export const contestedIn = (group: Group): ReadonlyArray<QuestionId> => {
  if (group.contested === 0) return []
  const ids: Array<QuestionId> = []
  for (const { id, contesting } of elements(group.byId, 'first')) {
    if (contesting.length > 0) ids.push(id)
  }
  return ids
}

/**
 * Says where a view finds the questions of a group.
 *
 * @category operations
 * @since 0.1.0
 */
export const sourceIn = ({ byPlace, byId }: Group): Source => ({ _tag: 'Many', byPlace, byId })
