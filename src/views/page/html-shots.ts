import type { Box } from '../../model/page-view.ts'
import type { JudgedPage, ShownFinding } from '../../model/page-report.ts'

/** Bytes as text. Handed in, since it is not for this room to know. */
export type Base64 = (bytes: Uint8Array) => string

const imageId = (at: number, viewport: string): string => `shot-${at}-${viewport}`

/** The two screenshots with a frame around every finding. Each picture is in the page once. */
export function shotSection(page: JudgedPage, at: number, base64: Base64): readonly string[] {
  if (page.shots.length === 0) return []
  return [
    `<section aria-labelledby="shots-${at}"><h2 id="shots-${at}">Screenshots</h2><p>The whole page at two widths, with a frame around every finding that has a place: solid for errors, dashed for warnings.</p><div class="shots">`,
    ...page.shots.map(({ viewport, width, height, png }) => {
      const framed = page.findings.flatMap(({ shots, severity }) => {
        const here = shots.find((shot) => shot.viewport === viewport)
        return here === undefined || severity === 'info' ? [] : [frame(here.box, severity)]
      })
      const label = `The page ${width} pixels wide, with ${framed.length} findings framed`
      return [
        `<figure class="${width > 600 ? 'wide' : 'narrow'}">`,
        `<div class="scroller" tabindex="0" role="region" aria-label="Screenshot ${viewport}">`,
        `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
        `<image id="${imageId(at, viewport)}" href="data:image/png;base64,${base64(png)}" width="${width}" height="${height}"/>`,
        ...framed,
        '</svg></div>',
        `<figcaption>${viewport}, full page, ${height} pixels high</figcaption></figure>`,
      ].join('')
    }),
    '</div></section>',
  ]
}

const frame = ({ x, y, width, height }: Box, severity: ShownFinding['severity']): string =>
  `<rect class="${severity}" x="${round(x - 3)}" y="${round(y - 3)}" width="${round(width + 6)}" height="${round(height + 6)}"/>`

const round = (value: number): number => Math.round(value * 10) / 10

const margin = 28
const tallest = 320

export function cutOut(page: JudgedPage, at: number, { shots, severity }: ShownFinding): string {
  const [shot] = shots
  const picture = page.shots.find(({ viewport }) => viewport === shot?.viewport)
  if (shot === undefined || picture === undefined || severity === 'info') return ''
  const left = Math.max(0, shot.box.x - margin)
  const top = Math.max(0, shot.box.y - margin)
  const right = Math.min(picture.width, shot.box.x + shot.box.width + margin)
  const bottom = Math.min(picture.height, shot.box.y + shot.box.height + margin, top + tallest)
  if (right - left < 8 || bottom - top < 8) return ''
  const size = `width="${Math.round(right - left)}" height="${Math.round(bottom - top)}"`
  const view = [left, top, right - left, bottom - top].map(round).join(' ')
  return `<svg class="cut" ${size} viewBox="${view}" role="img" aria-label="The place on the page, ${picture.width} pixels wide"><use href="#${imageId(at, picture.viewport)}"/>${frame(shot.box, severity)}</svg>`
}
