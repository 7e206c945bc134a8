import { kept, type Line } from './measure.ts'
import { goalOf, shown } from './table.ts'

const begin = '<!-- figures: written by npm run bench -->'
const end = '<!-- end of figures -->'

/** The page with its figures exchanged for those of these lines. */
export function withFigures(page: string, lines: readonly Line[]): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the page lacks "${begin}"`)
  return `${before}${begin}\n\n${figuresOf(lines)}\n\n${end}${after}`
}

const titles: Readonly<Record<Line['group'], string>> = {
  step: 'A durable step',
  bytes: 'Bytes',
  resume: 'Resume',
  runs: 'Many runs',
  scale: 'Much that lies there',
  evaluation: 'Evaluation',
  start: 'Start of the command line',
}

function figuresOf(lines: readonly Line[]): string {
  const groups = [...new Set(lines.map(({ group }) => group))]
  return groups
    .map((group) =>
      [
        `### ${titles[group]}`,
        '',
        '| measured | median | p10 to p90 | against | goal | in numbers |',
        '|---|--:|--:|---|--:|---|',
        ...lines.filter((line) => line.group === group).map(rowOf),
      ].join('\n'),
    )
    .join('\n\n')
}

function rowOf(line: Line): string {
  const { figure } = line
  if (figure === null) return `| ${line.what} | - | - | ${line.against} | | ${line.note} |`
  const verdict = kept(line)
  const goal = verdict === null ? '' : `${goalOf(line)}, ${verdict ? 'kept' : '**missed**'}`
  const around = `${shown(figure.p10, line)} to ${shown(figure.p90, line)}`
  const numbers = Object.entries(line.extra).map(([name, value]) => numberOf(name, value))
  const message = [line.note, ...numbers.filter((each) => !line.note.includes(each))].join('; ')
  return `| ${line.what} | ${shown(figure.median, line)} | ${around} | ${line.against} | ${goal} | ${message} |`
}

/** `floor_ms: 0.123` as "floor 0.12 ms", and the like. */
export function numberOf(name: string, value: number): string {
  if (name === 'syncs_per_step') return `${value.toFixed(2)} syncs a step`
  if (name === 'files_per_run') return `${value.toFixed(0)} open files a run`
  const perSecond = name.endsWith('_per_s')
  const subject = name.replace(/_?(?:ms|per_s)$/, '').replaceAll('_', ' ')
  const amount = perSecond
    ? `${Math.round(value).toLocaleString('en')} a second`
    : `${value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)} ms`
  return subject === '' ? amount : `${subject} ${amount}`
}
