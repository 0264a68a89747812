/**
 * A few lines of SVG: what the pictures of the guides are drawn with. Coordinates are rounded to a tenth, so that equal
 * figures give equal bytes.
 */

/** A plot area in pixels, and the ranges of the two axes that it shows. */
export interface Panel {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly x: readonly [low: number, high: number]
  readonly y: readonly [low: number, high: number]
}

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Where a point of the data lies in the picture. */
export const place =
  (panel: Panel) =>
  (x: number, y: number): readonly [string, string] => [
    tenth(panel.left + ((x - panel.x[0]) / (panel.x[1] - panel.x[0])) * panel.width),
    tenth(panel.top + panel.height - ((y - panel.y[0]) / (panel.y[1] - panel.y[0])) * panel.height),
  ]

export const dot = (panel: Panel, x: number, y: number, style: string, radius = 3): string => {
  const [cx, cy] = place(panel)(x, y)
  return `<circle cx="${cx}" cy="${cy}" r="${radius}" ${style}/>`
}

export const line = (
  panel: Panel,
  points: ReadonlyArray<readonly [x: number, y: number]>,
  style: string,
): string =>
  `<polyline points="${points.map(([x, y]) => place(panel)(x, y).join(',')).join(' ')}" fill="none" ${style}/>`

export const label = (x: number, y: number, text: string, style = ''): string =>
  `<text x="${tenth(x)}" y="${tenth(y)}" ${style}>${escaped(text)}</text>`

/** Draws the frame of a panel with its title, the names of its axes and the ends of their ranges. */
export const frame = (panel: Panel, title: string, across: string, up: string): string => {
  const { left, top, width, height } = panel
  const bottom = top + height
  const ends = [
    label(left, bottom + 16, String(panel.x[0]), 'text-anchor="middle"'),
    label(left + width, bottom + 16, String(panel.x[1]), 'text-anchor="middle"'),
    label(left - 6, bottom, String(panel.y[0]), 'text-anchor="end"'),
    label(left - 6, top + 8, String(panel.y[1]), 'text-anchor="end"'),
  ]
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#999"/>`,
    label(left, top - 12, title, 'font-weight="bold"'),
    label(left + width / 2, bottom + 32, across, 'text-anchor="middle"'),
    `<text transform="translate(${left - 32} ${top + height / 2}) rotate(-90)" text-anchor="middle">${escaped(up)}</text>`,
    ...ends,
  ].join('\n')
}

/** Puts parts together on a white ground. */
export const picture = (
  width: number,
  height: number,
  title: string,
  parts: ReadonlyArray<string>,
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
