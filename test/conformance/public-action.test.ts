import { expect, it } from 'vitest'
import { isNoneSection, publicActionHeadings, sectionOf } from '../../src/exchange/public-action.js'
import {
  solicitsInPublic,
  solicitsTogether,
  targetedAgents,
} from '../../src/exchange/solicitation.js'
import { describeReference, readReference } from '../support/reference.js'

interface Case {
  readonly text: string
  readonly sections: Readonly<Record<string, string>>
  readonly section_is_none: Readonly<Record<string, boolean>>
  readonly targeted: ReadonlyArray<number>
  readonly structured: boolean | null
  readonly functional_as_proposal: boolean
}

interface Recorded {
  readonly num_agents: number
  readonly controller_id: number
  readonly cases: ReadonlyArray<Case>
}

describeReference('public actions', (folder) => {
  const recorded = readReference(folder, 'public_action.json') as Recorded

  it.each(recorded.cases)('reads the sections and the solicitation of case %#', (one) => {
    const sections = publicActionHeadings.map((heading) => [heading, sectionOf(one.text, heading)])
    expect(Object.fromEntries(sections)).toEqual(one.sections)
    const none = sections.map(([heading, section]) => [heading, isNoneSection(section ?? '')])
    expect(Object.fromEntries(none)).toEqual(one.section_is_none)
    const { num_agents, controller_id } = recorded
    expect(targetedAgents(one.text, num_agents, controller_id)).toEqual(one.targeted)
    expect(solicitsInPublic(one.text)).toBe(one.structured)
    expect(solicitsTogether([one.text])).toBe(one.functional_as_proposal)
  })
})
