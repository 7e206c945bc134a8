import { xml } from '../junit.ts'
import { decadesOf, type PathPoint, timesOf } from './plot.ts'

const size = { width: 720, height: 320, left: 64, right: 16, top: 16, bottom: 64 }

const curves = [
  { line: 'benefit', name: 'it helps', dash: '', width: 3 },
  { line: 'harm', name: 'it causes its error', dash: '8 4', width: 2 },
  { line: 'guardrailHarm', name: 'it harms overall', dash: '2 4', width: 2 },
] as const

const style = `svg{font:13px system-ui,sans-serif;color:#1b1f24;background:#fff}
.grid{stroke:currentColor;stroke-opacity:.15}.bar{stroke:currentColor;stroke-dasharray:4 4;stroke-opacity:.7}
.curve{fill:none;stroke:currentColor}.benefit{color:#1a7f37}.harm{color:#cf222e}.guardrailHarm{color:#9a6700}
text{fill:currentColor}
@media (prefers-color-scheme: dark){svg{color:#e6edf3;background:#0d1117}.benefit{color:#3fb950}.harm{color:#ff7b72}.guardrailHarm{color:#d29922}}`

const mostPoints = 400

/** The same curves as a picture of its own. Lines differ by their dashes too, not by colour alone. */
export function evidenceSvg(
  points: readonly PathPoint[],
  bar: number,
  { title, description }: { readonly title: string; readonly description: string },
): string {
  const { low, high } = decadesOf(points, bar)
  const every = Math.max(1, Math.ceil(points.length / mostPoints))
  const shown = points.filter((_, index) => index % every === 0 || index === points.length - 1)
  const last = Math.max(1, points.at(-1)?.comparisons ?? 1)
  const inner = {
    width: size.width - size.left - size.right,
    height: size.height - size.top - size.bottom,
  }
  const x = (comparisons: number) => round(size.left + (comparisons / last) * inner.width)
  const y = (ten: number) =>
    round(size.top + (1 - (Math.max(low, Math.min(high, ten)) - low) / (high - low)) * inner.height)
  const decades = Array.from({ length: high - low + 1 }, (_, index) => low + index)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${xml(title)}</title>`,
    `<desc id="desc">${xml(description)}</desc>`,
    `<style>${style}</style>`,
    ...decades.flatMap((ten) => [
      `<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${y(ten)}" y2="${y(ten)}"/>`,
      `<text x="${size.left - 8}" y="${y(ten) + 4}" text-anchor="end">${timesOf(ten)}</text>`,
    ]),
    `<line class="bar" x1="${size.left}" x2="${size.width - size.right}" y1="${y(Math.log10(bar))}" y2="${y(Math.log10(bar))}"/>`,
    `<text x="${size.left + 4}" y="${y(Math.log10(bar)) - 5}">bar: ${bar} to 1</text>`,
    ...curves.map(({ line, dash, width }) => {
      const path = shown.map((point) => `${x(point.comparisons)},${y(point[line] / Math.LN10)}`)
      const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`
      return `<polyline class="curve ${line}" stroke-width="${width}"${dashes} points="${path.join(' ')}"/>`
    }),
    `<text x="${size.left}" y="${size.height - 40}">0</text>`,
    `<text x="${size.width - size.right}" y="${size.height - 40}" text-anchor="end">${last} comparisons</text>`,
    ...curves.flatMap(({ line, name, dash, width }, index) => {
      const at = size.left + index * 210
      const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`
      return [
        `<line class="curve ${line}" x1="${at}" x2="${at + 32}" y1="${size.height - 16}" y2="${size.height - 16}" stroke-width="${width}"${dashes}/>`,
        `<text x="${at + 40}" y="${size.height - 12}">${name}</text>`,
      ]
    }),
    '</svg>',
    '',
  ].join('\n')
}

const round = (value: number): number => Math.round(value * 10) / 10
