import { scoreOf } from '../../src/checks/mutation-sample/report.ts'
import { layers, type CheatsReport, type Layer, type Trial } from './measure.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

function shareOf(hits: number, of: number): string {
  const { share, low, high } = scoreOf(hits, of)
  return `${hits}/${of} ${percent(share)} (${percent(low)} to ${percent(high)})`
}

const count = (trials: readonly Trial[], layer: Layer, what: 'any' | 'placed' | 'family'): number =>
  trials.filter(({ seen }) => seen[layer]?.[what] === true).length

const asked = (trials: readonly Trial[], layer: Layer): number =>
  trials.filter(({ seen }) => seen[layer] !== null).length

const quantile = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const time = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return time === undefined ? '-' : `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`
}

/** The report as text for people. */
export function textOf(report: CheatsReport): string {
  const { trials, alarms, honest, equivalent, ms } = report
  const rows = [...Map.groupBy(trials, ({ defect }) => defect.family)].map(([family, group]) =>
    [
      family.padEnd(15),
      String(group.length).padStart(3),
      ...layers.map((layer) => `${count(group, layer, 'any')}/${asked(group, layer)}`.padStart(10)),
      `${count(group, 'all', 'placed')}`.padStart(7),
      `${count(group, 'all', 'family')}`.padStart(7),
    ].join(' '),
  )
  const head = [
    'class'.padEnd(15),
    '  n',
    ...layers.map((layer) => layer.padStart(10)),
    '  place',
    ' family',
  ]
  const totals = layers.flatMap((layer) => [
    `${layer}: noticed ${shareOf(count(trials, layer, 'any'), asked(trials, layer))}`,
    `${' '.repeat(layer.length)}  right place ${shareOf(count(trials, layer, 'placed'), asked(trials, layer))}`,
    `${' '.repeat(layer.length)}  and right kind ${shareOf(count(trials, layer, 'family'), asked(trials, layer))}`,
  ])
  const quiet = layers.slice(0, 3).map((layer) => {
    const loud = new Set(
      alarms.filter((alarm) => alarm.layer === layer).map(({ change }) => change.id),
    )
    return `false alarms of ${layer}: ${shareOf(loud.size, honest)}`
  })
  const time = (['integrity', 'metrics', 'mutants'] as const).map(
    (layer) =>
      `time of ${layer}: p50 ${quantile(ms[layer], 0.5)}, p95 ${quantile(ms[layer], 0.95)}`,
  )
  const missed = trials
    .filter(({ seen }) => seen.all?.any !== true)
    .map(({ defect }) => `missed: ${defect.family}, ${defect.base}: ${defect.id}`)
  const elsewhere = trials
    .filter(({ seen }) => seen.all?.any === true && !seen.all.placed)
    .map(
      ({ defect, seen }) =>
        `elsewhere: ${defect.family}, ${defect.base}: ${defect.id} [${[...new Set(seen.all?.found.map(({ rule, path, line }) => `${rule} ${path ?? ''}:${line ?? ''}`))].join('; ')}]`,
    )
  const loud = alarms.map(
    ({ change, layer, found }) =>
      `alarm of ${layer}, ${change.base}: ${change.id} [${found.map(({ rule, path, line, message }) => `${rule} ${path ?? ''}:${line ?? ''} ${message}`).join('; ')}]`,
  )
  const none = equivalent.map(({ id, problems }) => `no defect: ${id}: ${problems.join('; ')}`)
  return [
    head.join(' '),
    ...rows,
    '',
    ...totals,
    '',
    ...quiet,
    ...time,
    '',
    ...missed,
    ...elsewhere,
    ...loud,
    ...none,
    '',
  ].join('\n')
}
