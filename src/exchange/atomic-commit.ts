/**
 * Atomic commit: a round without a word of finalization.
 *
 * Where a protocol commits at once the controller is not asked again. The final text is a canned one that repeats two
 * sections of the proposal, its settlement and its public state update, and says nothing else of its own.
 *
 * Laws
 *   L1 repeats the proposal   the canned final text has the settlement and the update of any proposal whatever
 *
 * @module
 */
import { hasSection, type PublicActionHeading, sectionOf } from './public-action.js'
import { writePublicAction } from './public-action-text.js'

/**
 * Lists the sections that the final text of an atomic commit repeats.
 *
 * @category model
 * @since 0.1.0
 */
export const repeatedSections: ReadonlyArray<PublicActionHeading> = [
  'SETTLEMENT',
  'PUBLIC STATE UPDATE',
]

/**
 * Gives a section of a text, `none` where its heading starts no line.
 *
 * @category operations
 * @since 0.1.0
 */
export const saidUnder = (text: string, heading: PublicActionHeading): string =>
  hasSection(text, heading) ? sectionOf(text, heading) : 'none'

/**
 * Tells whether a final text repeats the settlement and the public state update of the proposal, as in an atomic commit.
 *
 * @category operations
 * @since 0.1.0
 */
export const finalRepeatsProposal = (proposal: string, final: string): boolean =>
  repeatedSections.every((heading) => saidUnder(proposal, heading) === saidUnder(final, heading))

/**
 * Writes the final text of an atomic commit. A proposal whose sections hold headings in turn cannot be taken apart and
 * put together again; it is then repeated whole.
 *
 * @category constructors
 * @since 0.1.0
 */
export const atomicFinal = (proposal: string): string => {
  const canned = writePublicAction({
    MESSAGE: 'Committed as proposed; no final turn is taken.',
    SETTLEMENT: saidUnder(proposal, 'SETTLEMENT'),
    'PUBLIC STATE UPDATE': saidUnder(proposal, 'PUBLIC STATE UPDATE'),
  })
  return finalRepeatsProposal(proposal, canned) ? canned : proposal
}
