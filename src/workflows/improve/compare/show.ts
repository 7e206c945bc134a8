import type { Comparison } from '../../../learning/paired.ts'
import { counted } from '../../../model/counted.ts'
import { oneLine, showSeconds, table } from '../../../views/format.ts'
import { xml } from '../../../views/junit.ts'
import type { Arm, TrialResult } from './trial.ts'

type Arms = readonly [Arm, Arm]
type Line = { readonly label: string; readonly comparison: Comparison }

/** What a trial showed, for a terminal. */
export function trialLines(arms: Arms, result: TrialResult, columns?: number): readonly string[] {
  const rowsOf = (lines: readonly Line[]) =>
    lines.map(({ label, comparison }) => [
      label,
      String(comparison.pairs),
      signed(comparison.mean),
      between(comparison),
      outcome(arms, comparison),
    ])
  const [overall, dimensions, specs] = groupsOf(result)
  const part = (name: string, lines: readonly Line[]) =>
    lines.length === 0
      ? []
      : [
          '',
          ...table(
            [name, 'pairs', 'difference', 'very likely between', 'shows'],
            rowsOf(lines),
            columns,
          ),
        ]
  const perRun = (arm: 'a' | 'b') =>
    `$${result.cost[arm].toFixed(2)} and ${showSeconds(result.seconds[arm])}`
  return [
    verdictText(arms, result.overall),
    ...(result.endedEarly ? ['It was sure before all repeats were done.'] : []),
    ...part('score', overall),
    ...part('dimension', dimensions),
    ...part('spec', specs),
    '',
    `A run took ${perRun('a')} with ${arms[0].name}, ${perRun('b')} with ${arms[1].name}.`,
  ]
}

/** The verdict as one paragraph for people who know no statistics. */
export function verdictText([a, b]: Arms, comparison: Comparison, things = 'runs'): string {
  const { pairs, mean, low, high, verdict, more } = comparison
  if (pairs === 0) return `There is nothing to compare yet: no pair of ${things}.`
  const after = `after ${counted(pairs, 'pair')} of ${things}`
  if (verdict !== 'no difference shown') {
    const [winner, loser] = verdict === 'b better' ? [b, a] : [a, b]
    const [least, most] = verdict === 'b better' ? [low, high] : [-high, -low]
    return `${winner.name} is better than ${loser.name}: by ${Math.abs(mean).toFixed(2)} points of 10 on average, very likely between ${least.toFixed(2)} and ${most.toFixed(2)}, ${after}.`
  }
  const further =
    more === null
      ? 'More pairs like these would hardly show one.'
      : `If it is what it looks like now (${signed(mean)}), about ${more} more pair${more === 1 ? '' : 's'} would show it.`
  const range = isOpen(comparison)
    ? ''
    : ` Against ${a.name}, ${b.name} may be anything from ${signed(low)} to ${signed(high)} points of 10.`
  return `No difference shown between ${a.name} and ${b.name} ${after}.${range} ${further}`
}

const groupsOf = ({ overall, dimensions, perSpec }: TrialResult) => {
  const linesOf = (all: Readonly<Record<string, Comparison>>): readonly Line[] =>
    Object.entries(all).map(([label, comparison]) => ({ label, comparison }))
  const spoken = linesOf(dimensions).map((line) => ({
    ...line,
    label: line.label.replaceAll('_', ' '),
  }))
  return [[{ label: 'overall', comparison: overall }], spoken, linesOf(perSpec)] as const
}

const signed = (value: number) => {
  const text = Math.abs(value).toFixed(2)
  return text === '0.00' ? text : `${value < 0 ? '-' : '+'}${text}`
}

/** So few pairs that every difference is still possible. */
const isOpen = ({ low, high }: Comparison) => low <= -10 && high >= 10

const between = (comparison: Comparison) =>
  isOpen(comparison) ? 'too few pairs' : `${signed(comparison.low)} to ${signed(comparison.high)}`

const outcome = ([a, b]: Arms, { verdict }: Comparison) =>
  verdict === 'no difference shown' ? verdict : `${(verdict === 'b better' ? b : a).name} better`

const size = { width: 760, left: 190, right: 210, top: 64, row: 28, gap: 12, bottom: 40 }
const middle = (size.left + size.width - size.right) / 2
const half = middle - size.left
const margin = 16

/** Every difference with its interval beside zero. The shape of a mark says what it shows, so that colour need not. */
export function trialSvg(arms: Arms, result: TrialResult): string {
  const groups = groupsOf(result)
  const limit = limitOf(groups.flat())
  const x = (value: number) => Math.round(middle + (value / limit) * half)
  let at = size.top
  const marks = groups.flatMap((lines) => {
    const drawn = lines.map((line, place) => drawRow(line, at + size.row * (place + 0.5), x))
    at += lines.length * size.row + size.gap
    return drawn
  })
  const height = at + size.bottom
  const text = (place: number, y: number, content: string, anchor = 'middle') =>
    `<text x="${place}" y="${y}" text-anchor="${anchor}">${xml(content)}</text>`
  const ticks = [-limit, -limit / 2, 0, limit / 2, limit].map((value) =>
    text(x(value), at + 12, value === 0 ? '0' : `${value < 0 ? '-' : '+'}${Math.abs(value)}`),
  )
  const [a, b] = arms.map(({ name }) => oneLine(name, 40))
  const about = [
    verdictText(arms, result.overall),
    ...groups
      .flat()
      .map(
        ({ label, comparison }) =>
          `${label}: ${signed(comparison.mean)} (${between(comparison)}), ${outcome(arms, comparison)}`,
      ),
  ].join(' ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="trial" viewBox="0 0 ${size.width} ${height}" role="img" aria-labelledby="trial-title trial-desc">`,
    `<title id="trial-title">${xml(`${arms[1].name} against ${arms[0].name}`)}</title>`,
    `<desc id="trial-desc">${xml(about)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${size.width}" height="${height}"/>`,
    text(margin, 24, `◀ ${a} better`, 'start'),
    text(size.width - margin, 24, `${b} better ▶`, 'end'),
    text(middle, 48, 'no difference'),
    `<line class="zero" x1="${middle}" x2="${middle}" y1="${size.top - 8}" y2="${at}"/>`,
    ...marks,
    ...ticks,
    text(
      middle,
      at + 32,
      'points of 10; the true difference is very likely on the line; ◀ ▶ better, ○ no difference shown',
    ),
    '</svg>',
  ].join('\n')
}

const style =
  '.trial{font:13px system-ui,sans-serif}.trial .paper{fill:#fff}.trial text,.trial .sure{fill:#1b1f24}' +
  '.trial .unsure{fill:#fff;stroke:#1b1f24;stroke-width:2}.trial .range{stroke:#1b1f24;stroke-width:2}' +
  '.trial .zero{stroke:#6a737d;stroke-dasharray:4 4}' +
  '@media (prefers-color-scheme:dark){.trial .paper,.trial .unsure{fill:#101418}.trial text,.trial .sure{fill:#e6e9ee}' +
  '.trial .unsure,.trial .range{stroke:#e6e9ee}.trial .zero{stroke:#8b949e}}'

/** Half the width of the axis, in whole points. Intervals of six points and more say little, and run out of the picture. */
function limitOf(lines: readonly Line[]): number {
  const ends = lines.flatMap(({ comparison: { mean, low, high } }) =>
    high - low < 6 ? [mean, low, high] : [mean],
  )
  return Math.floor(Math.max(0, ...ends.map(Math.abs))) + 1
}

function drawRow({ label, comparison }: Line, y: number, x: (value: number) => number): string {
  const { mean, low, high, verdict } = comparison
  const point = x(mean)
  const inside = (value: number) => Math.max(size.left, Math.min(size.width - size.right, x(value)))
  const cap = (value: number) => (inside(value) === x(value) ? `M${x(value)} ${y - 4}v8` : '')
  const range = isOpen(comparison)
    ? []
    : [`<path class="range" d="M${inside(low)} ${y}H${inside(high)}${cap(low)}${cap(high)}"/>`]
  const arrow = verdict === 'b better' ? 8 : -8
  const mark =
    verdict === 'no difference shown'
      ? `<circle class="unsure" cx="${point}" cy="${y}" r="5"/>`
      : `<path class="sure" d="M${point - arrow / 2} ${y - 8}v16l${arrow * 1.5} -8z"/>`
  return [
    '<g>',
    `<text x="${size.left - 14}" y="${y + 5}" text-anchor="end">${xml(oneLine(label, 24))}</text>`,
    ...range,
    mark,
    `<text x="${size.width - size.right + 14}" y="${y + 5}">${signed(mean)} (${between(comparison)})</text>`,
    '</g>',
  ].join('')
}
