import { kept, type Line } from './measure.ts'
import { goalOf, shown } from './table.ts'

const width = 880
const left = 330
const right = 110
const rowHeight = 30

type Bar = {
  readonly label: string
  readonly value: number
  readonly note: string
  readonly own: boolean
}

/** The durable step beside its peers as bars, and every goal with what was measured. */
export function plotSvg(lines: readonly Line[]): string {
  const bars = barsOf(lines)
  const goals = lines.filter((line) => line.goal !== null && line.figure !== null)
  const barsTop = 84
  const goalsTop = barsTop + bars.length * rowHeight + 56
  const height = goalsTop + 22 + goals.length * 24 + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="bench-title bench-desc">
<title id="bench-title">Loopwright measured side by side</title>
<desc id="bench-desc">${escape(description(bars, goals))}</desc>
<style>
  text { font: 14px system-ui, sans-serif; fill: #1f2328 }
  .head { font-weight: 600; font-size: 17px }
  .faint { fill: #59636e; font-size: 13px }
  .peer { fill: #8c959f }
  .own { fill: #0969da }
  .inside { fill: #000000; font-size: 12px }
  .kept { fill: #1a7f37; font-weight: 600 }
  .missed { fill: #b35900; font-weight: 600 }
  .ground { fill: #ffffff }
  .line { stroke: #d1d9e0 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .faint { fill: #9198a1 }
    .peer { fill: #656c76 }
    .own { fill: #4493f8 }
    .inside { fill: #ffffff }
    .kept { fill: #3fb950 }
    .missed { fill: #db8b2e }
    .ground { fill: #0d1117 }
    .line { stroke: #3d444d }
  }
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="head" x="24" y="36">A durable step, as a multiple of one append + fdatasync</text>
<text class="faint" x="24" y="60">Shorter is better; logarithmic. Medians of interleaved rounds on one machine.</text>
${barRows(bars, barsTop)}
<text class="head" x="24" y="${goalsTop}">Goals</text>
${goals.map((line, index) => goalRow(line, goalsTop + 28 + index * 24)).join('\n')}
</svg>
`
}

function barsOf(lines: readonly Line[]): readonly Bar[] {
  const ours = lines.find(({ id }) => id === 'step-ours')
  const own = ours?.figure?.median
  const floorMs = ours?.extra['floor_ms']
  if (own === undefined || floorMs === undefined) return []
  const peers = lines
    .filter(({ group, against }) => group === 'step' && against === "Loopwright's step")
    .filter(({ id, figure }) => figure !== null && id !== 'step-fastest-synced')
    .map((line) => ({
      label: line.what,
      value: (line.extra['ms'] ?? 0) / floorMs,
      note: line.note.startsWith('syncs each') ? 'on disk at each step' : 'not synced at each step',
      own: false,
    }))
    .toSorted((one, other) => one.value - other.value)
  const floor = { label: 'one append + fdatasync', value: 1, note: 'the floor', own: false }
  return [
    floor,
    { label: 'Loopwright', value: own, note: 'on disk at each step', own: true },
    ...peers,
  ]
}

function barRows(bars: readonly Bar[], top: number): string {
  const most = Math.max(10, ...bars.map(({ value }) => value))
  // the floor gets a short bar, so that it can be seen
  const start = 0.7
  const scale = (width - left - right) / Math.log(most / start)
  return bars
    .map(({ label, value, note, own }, index) => {
      const y = top + index * rowHeight
      const length = Math.max(2, scale * Math.log(value / start))
      return [
        `<text x="24" y="${y + 15}">${escape(label)}</text>`,
        `<rect class="${own ? 'own' : 'peer'}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="20" rx="3"/>`,
        `<text x="${(left + length + 8).toFixed(1)}" y="${y + 15}">${value.toFixed(1)}×</text>`,
        length > 260
          ? `<text x="${left + 10}" y="${y + 15}" class="inside">${note}</text>`
          : `<text class="faint" x="${(left + length + 60).toFixed(1)}" y="${y + 15}">${note}</text>`,
      ].join('\n')
    })
    .join('\n')
}

function goalRow(line: Line, y: number): string {
  const { figure } = line
  if (figure === null) return ''
  const good = kept(line) === true
  return [
    `<line class="line" x1="24" x2="${width - 24}" y1="${y - 17}" y2="${y - 17}"/>`,
    `<text x="24" y="${y}">${escape(line.what)}</text>`,
    `<text x="452" y="${y}">${shown(figure.median, line)}</text>`,
    `<text class="faint" x="540" y="${y}">${escape(line.against)}</text>`,
    `<text class="faint" x="716" y="${y}">${goalOf(line)}</text>`,
    `<text class="${good ? 'kept' : 'missed'}" x="${width - 24}" y="${y}" text-anchor="end">${good ? '✓ kept' : '✗ missed'}</text>`,
  ].join('\n')
}

const description = (bars: readonly Bar[], goals: readonly Line[]): string =>
  [
    ...bars.map(
      ({ label, value, note }) => `${label}: ${value.toFixed(1)} times the floor, ${note}.`,
    ),
    ...goals.map(
      (line) =>
        `${line.what}: ${line.figure === null ? '' : shown(line.figure.median, line)} (${line.against}), goal ${goalOf(line)}, ${kept(line) === true ? 'kept' : 'missed'}.`,
    ),
  ].join(' ')

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
