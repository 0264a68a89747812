/**
 * Writes the pictures of the guides. Run it with `npm run pictures` after a change of what they show.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { pictures } from './pictures.js'

const [, , folder = 'docs/guides/pictures'] = process.argv

mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(pictures)) writeFileSync(`${folder}/${name}.svg`, draw())
