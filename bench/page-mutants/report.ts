import type { Outcome, Report, Trial } from './measure.ts'
import { besides, tools } from './peers.ts'

/** What the gate is asked for. */
const goals = { recall: 0.98, falseAlarms: 0, msPerPage: 1000, timesFaster: 8 }

const outcomes = ['noticed', 'other-dimension', 'elsewhere', 'missed'] as const

const count = (trials: readonly Trial[], outcome: Outcome): number =>
  trials.filter((trial) => trial.outcome === outcome).length

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** The 95 % interval of a share, after Wilson. */
export function wilson(hits: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1]
  const z = 1.96
  const p = hits / all
  const middle = (p + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

const quantile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

const grouped = (trials: readonly Trial[], key: 'class' | 'operator' | 'dimension' | 'base') => [
  ...Map.groupBy(trials, (trial) => trial[key]),
]

const withPeers = ({ trials }: Report): boolean => trials.some(({ peers }) => 'axe' in peers)

function row(name: string, trials: readonly Trial[], peers: boolean): string {
  const noticed = count(trials, 'noticed')
  const [low, high] = wilson(noticed, trials.length)
  const cells = outcomes.map((outcome) => String(count(trials, outcome)).padStart(10))
  const beside = peers
    ? tools.map((tool) =>
        percent(
          trials.filter((trial) => trial.peers[tool] === true).length / trials.length,
        ).padStart(15),
      )
    : []
  return `${name.padEnd(30)}${String(trials.length).padStart(8)}${cells.join('')}${percent(noticed / trials.length).padStart(9)}${`${percent(low)} to ${percent(high)}`.padStart(20)}${beside.join('')}`
}

export function figures(report: Report) {
  const { trials, times, inTurn } = report
  const noticed = count(trials, 'noticed')
  const beside = inTurn.map(({ peers }) =>
    [...tools, ...besides].reduce((sum, tool) => sum + (peers[tool] ?? 0), 0),
  )
  const gateBeside = quantile(
    inTurn.map(({ gate }) => gate),
    0.5,
  )
  return {
    set: report.set,
    seed: report.seed,
    classes: grouped(trials, 'operator').length,
    planted: trials.length,
    dropped: report.dropped.length,
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, count(trials, outcome)])),
    recall: noticed / Math.max(1, trials.length),
    interval: wilson(noticed, trials.length),
    harmless: report.harmless,
    falseAlarms: report.falseAlarms.length,
    harmlessWithAlarm: new Set(report.falseAlarms.map(({ on, base }) => `${on} ${base}`)).size,
    peers: Object.fromEntries(
      tools.map((tool) => [
        tool,
        {
          noticed: trials.filter((trial) => trial.peers[tool] === true).length,
          harmlessWithAlarm: report.peerAlarms[tool],
        },
      ]),
    ),
    msPerPage: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
    peersOneAfterAnother:
      inTurn.length === 0
        ? null
        : {
            p50: quantile(beside, 0.5),
            gate: gateBeside,
            timesSlower: quantile(beside, 0.5) / gateBeside,
            each: Object.fromEntries(
              [...tools, ...besides].map((tool) => [
                tool,
                quantile(
                  inTurn.map(({ peers }) => peers[tool] ?? 0),
                  0.5,
                ),
              ]),
            ),
          },
    byClass: Object.fromEntries(
      grouped(trials, 'operator').map(([name, some]) => [
        name,
        { planted: some.length, noticed: count(some, 'noticed') },
      ]),
    ),
  }
}

export function passes(report: Report): boolean {
  const { recall, falseAlarms, msPerPage, peersOneAfterAnother } = figures(report)
  return (
    recall >= goals.recall &&
    falseAlarms <= goals.falseAlarms &&
    msPerPage.p50 <= goals.msPerPage &&
    (peersOneAfterAnother === null || peersOneAfterAnother.timesSlower >= goals.timesFaster)
  )
}

const missesOf = (trials: readonly Trial[]): readonly string[] =>
  trials
    .filter(({ outcome }) => outcome !== 'noticed')
    .flatMap((trial) => [
      `${trial.outcome}: ${trial.operator} in ${trial.base}, expected ${trial.dimension}`,
      ...trial.expected.slice(0, 4).map((place) => `    at  ${place}`),
      ...trial.saw.slice(0, 6).map((said) => `    saw ${said}`),
    ])

export function table(report: Report, withMisses: boolean): string {
  const { trials, falseAlarms } = report
  const peers = withPeers(report)
  const all = figures(report)
  const head = `${'class'.padEnd(30)} planted${outcomes.map((each) => each.slice(0, 9).padStart(10)).join('')}   recall${'95 %'.padStart(20)}${peers ? tools.map((tool) => `${tool} alone`.slice(0, 15).padStart(15)).join('') : ''}`
  return [
    `${report.set} classes, seed ${report.seed}`,
    '',
    head,
    ...grouped(trials, 'operator').map(([name, some]) => row(name, some, peers)),
    '',
    head,
    ...grouped(trials, 'class').map(([name, some]) => row(name, some, peers)),
    ...grouped(trials, 'dimension').map(([name, some]) => row(name, some, peers)),
    ...grouped(trials, 'base').map(([name, some]) => row(`page ${name}`, some, peers)),
    ...(trials.length === 0 ? [] : [row('all', trials, peers)]),
    '',
    `${report.dropped.length} mutants dropped because the browser showed no defect`,
    `false alarms: ${falseAlarms.length} on ${all.harmlessWithAlarm} of ${report.harmless} clean and harmlessly changed pages`,
    ...(peers
      ? [
          `pages with false alarms of the peers, of ${report.harmlessForPeers}: ${tools.map((tool) => `${tool} ${report.peerAlarms[tool]}`).join(', ')}`,
        ]
      : []),
    ...falseAlarms.map(({ on, base, said }) => `  ${on} in ${base}: ${said.slice(0, 300)}`),
    `ms per page: p50 ${all.msPerPage.p50.toFixed(0)}, p95 ${all.msPerPage.p95.toFixed(0)}`,
    ...(all.peersOneAfterAnother === null
      ? []
      : [
          `in turn with the peers one after another: gate p50 ${all.peersOneAfterAnother.gate.toFixed(0)} ms, peers p50 ${all.peersOneAfterAnother.p50.toFixed(0)} ms (${Object.entries(
            all.peersOneAfterAnother.each,
          )
            .map(([tool, ms]) => `${tool} ${ms.toFixed(0)}`)
            .join(', ')}), ${all.peersOneAfterAnother.timesSlower.toFixed(1)} times as long`,
        ]),
    ...(withMisses ? ['', ...missesOf(trials)] : []),
  ].join('\n')
}
