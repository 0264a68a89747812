import { blindnessPicture } from './blindness.js'

/** The pictures of the guides by the names of their files. */
export const pictures: Readonly<Record<string, () => string>> = {
  blindness: blindnessPicture,
}
