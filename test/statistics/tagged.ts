import { expect } from 'vitest'

/** Narrows a result to the variant of a tag, or fails with what it was. */
export const tagged = <A extends { readonly _tag: string }, T extends A['_tag']>(
  result: A,
  tag: T,
): Extract<A, { readonly _tag: T }> => {
  if (result._tag !== tag) expect(result).toMatchObject({ _tag: tag })
  return result as Extract<A, { readonly _tag: T }> // the line above fails for every other tag
}
