import type { TracePoint } from '../learning/trace.ts'
import { xml } from './junit.ts'

const size = { width: 720, left: 64, right: 16, evidence: [24, 240], effect: [290, 420] } as const
const height = 460

/** Evidence and estimate over comparisons as a picture that scales and reads aloud. */
export function lessonSvg(name: string, trace: readonly TracePoint[], bar: number): string {
  const last = trace.at(-1)
  const most = Math.max(1, last?.comparisons ?? 1)
  const x = (comparisons: number) =>
    round(size.left + (comparisons / most) * (size.width - size.left - size.right))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" role="img" aria-labelledby="lesson-title lesson-desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="lesson-title">${xml(`Evidence of ${name}`)}</title>`,
    `<desc id="lesson-desc">${xml(described(last, bar))}</desc>`,
    style,
    ...evidencePart(trace, bar, x),
    ...effectPart(trace, x),
    `<text class="tick" x="${size.left}" y="${height - 8}">0</text>`,
    `<text class="tick" x="${size.width - size.right}" y="${height - 8}" text-anchor="end">${most} comparisons</text>`,
    '</svg>',
  ].join('\n')
}

const style =
  '<style>text{fill:#333}.tick{fill:#666}.grid{stroke:#ddd}.bar{stroke:#b00;stroke-dasharray:6 4}.benefit{stroke:#087f5b;fill:none;stroke-width:2}.harm{stroke:#c92a2a;fill:none;stroke-width:2}.whole{stroke:#e8590c;fill:none;stroke-dasharray:3 3}.band{fill:#1c7ed6;opacity:.15}.effect{stroke:#1864ab;fill:none;stroke-width:2}@media (prefers-color-scheme:dark){text{fill:#ddd}.tick{fill:#aaa}.grid{stroke:#444}}</style>'

const round = (value: number) => Math.round(value * 10) / 10

type Across = (comparisons: number) => number

function evidencePart(trace: readonly TracePoint[], bar: number, x: Across): readonly string[] {
  const [top, bottom] = size.evidence
  const barLog = Math.log10(bar)
  const values = trace.flatMap(({ benefit, harm, guardrailHarm }) => [benefit, harm, guardrailHarm])
  const high = Math.max(barLog * 1.2, ...values)
  const low = Math.max(-2 * barLog, Math.min(-0.5, ...values))
  const y = (value: number) =>
    round(bottom - ((Math.max(low, value) - low) / (high - low)) * (bottom - top))
  const line = (kind: string, pick: (point: TracePoint) => number) =>
    `<polyline class="${kind}" points="${trace.map((point) => `${x(point.comparisons)},${y(pick(point))}`).join(' ')}"/>`
  return [
    `<text x="${size.left}" y="14">Evidence: how many to one</text>`,
    ...[0, 1, 2, 3, 4]
      .filter((power) => power <= high)
      .flatMap((power) => [
        rule('grid', y(power)),
        tick(y(power), power === 0 ? '1' : String(10 ** power)),
      ]),
    rule('bar', y(barLog)),
    tick(y(barLog), String(bar)),
    line('harm', ({ harm }) => harm),
    line('whole', ({ guardrailHarm }) => guardrailHarm),
    line('benefit', ({ benefit }) => benefit),
    `<text x="${size.left}" y="${bottom + 18}">green: it helps · red: it causes its error · orange: it harms the whole · dashed red: the bar</text>`,
  ]
}

function effectPart(trace: readonly TracePoint[], x: Across): readonly string[] {
  const [top, bottom] = size.effect
  const reach = Math.max(0.05, ...trace.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
  const y = (value: number) => round((top + bottom) / 2 - (value / reach) * ((bottom - top) / 2))
  const along = (pick: (point: TracePoint) => number, points: readonly TracePoint[]) =>
    points.map((point) => `${x(point.comparisons)},${y(pick(point))}`)
  const band = [...along(({ high }) => high, trace), ...along(({ low }) => low, trace.toReversed())]
  return [
    `<text x="${size.left}" y="${top - 8}">Change of the error rate, in points, with its 95 % interval (below zero is better)</text>`,
    rule('grid', y(0)),
    tick(y(0), '0'),
    tick(y(reach), `+${(reach * 100).toFixed(0)}`),
    tick(y(-reach), `−${(reach * 100).toFixed(0)}`),
    `<polygon class="band" points="${band.join(' ')}"/>`,
    `<polyline class="effect" points="${along(({ effect }) => effect, trace).join(' ')}"/>`,
  ]
}

const rule = (kind: string, y: number) =>
  `<line class="${kind}" x1="${size.left}" x2="${size.width - size.right}" y1="${y}" y2="${y}"/>`
const tick = (y: number, text: string) =>
  `<text class="tick" x="${size.left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`

function described(last: TracePoint | undefined, bar: number): string {
  if (last === undefined) return 'Nothing was compared yet.'
  const odds = (power: number) => `${(10 ** power).toPrecision(2)} to 1`
  return `After ${last.comparisons} comparisons: that it helps ${odds(last.benefit)}, that it harms ${odds(last.harm)}, bar ${bar} to 1; change of the error rate ${(last.effect * 100).toFixed(1)} points, between ${(last.low * 100).toFixed(1)} and ${(last.high * 100).toFixed(1)}.`
}
