import type { Report, Trial } from './measure.ts'

/** What the critic is asked for: a share of noticed defects, and no false alarm. */
const goal = 0.95

const count = (trials: readonly Trial[], outcome: Trial['outcome']): number =>
  trials.filter((trial) => trial.outcome === outcome).length

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

/** The 95 % interval of a share. */
function wilson(hits: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1]
  const z = 1.96
  const p = hits / all
  const middle = (p + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

export const passes = ({ trials, falseAlarms, unstable }: Report): boolean =>
  count(trials, 'noticed') >= goal * trials.length &&
  falseAlarms.length === 0 &&
  unstable.length === 0

const grouped = (
  trials: readonly Trial[],
  key: 'defect' | 'dimension',
): readonly (readonly [string, readonly Trial[]])[] => [
  ...Map.groupBy(trials, (trial) => trial[key]),
]

function row(name: string, trials: readonly Trial[]): string {
  const cells = (['noticed', 'elsewhere', 'missed'] as const).map((outcome) =>
    String(count(trials, outcome)).padStart(9),
  )
  const share = percent(count(trials, 'noticed'), trials.length).padStart(8)
  return `${name.padEnd(38)}${String(trials.length).padStart(8)}${cells.join('')}${share}`
}

const header = `${'class'.padEnd(38)} planted  noticed elsewhere   missed   share`

export function figures({ set, seed, trials, harmless, falseAlarms, unstable }: Report) {
  const noticed = count(trials, 'noticed')
  return {
    set,
    seed,
    classes: grouped(trials, 'defect').length,
    planted: trials.length,
    noticed,
    elsewhere: count(trials, 'elsewhere'),
    missed: count(trials, 'missed'),
    share: noticed / Math.max(1, trials.length),
    interval: wilson(noticed, trials.length),
    inThePlantedDimension: trials.filter(({ sameDimension }) => sameDimension).length,
    byDimension: Object.fromEntries(
      grouped(trials, 'dimension').map(([name, some]) => [
        name,
        { planted: some.length, noticed: count(some, 'noticed') },
      ]),
    ),
    byClass: Object.fromEntries(
      grouped(trials, 'defect').map(([name, some]) => [
        name,
        {
          dimension: some[0]?.dimension,
          planted: some.length,
          noticed: count(some, 'noticed'),
          elsewhere: count(some, 'elsewhere'),
          missed: count(some, 'missed'),
        },
      ]),
    ),
    harmless,
    harmlessWithAlarm: new Set(falseAlarms.map(({ on, base }) => `${on} ${base}`)).size,
    falseAlarms,
    unstable,
  }
}

const missesOf = (trials: readonly Trial[]): readonly string[] =>
  trials
    .filter(({ outcome }) => outcome !== 'noticed')
    .flatMap((trial) => [
      `${trial.outcome}: ${trial.defect} in ${trial.base}${trial.scoreFell ? '' : ', score did not fall'}`,
      `    at ${trial.expected[0]}: ${JSON.stringify(trial.planted).slice(0, 300)}`,
      ...trial.seen.slice(0, 6).map((said) => `    saw ${said}`),
    ])

export function table(report: Report, withMisses: boolean): string {
  const { trials, falseAlarms, unstable, harmless } = report
  const { classes, interval, inThePlantedDimension, noticed, harmlessWithAlarm } = figures(report)
  const [low, high] = interval
  return [
    `${report.set} classes, seed ${report.seed}`,
    '',
    header,
    ...grouped(trials, 'defect').map(([name, some]) => row(name, some)),
    '',
    ...grouped(trials, 'dimension').map(([name, some]) => row(name, some)),
    row('all', trials),
    '',
    `${percent(noticed, trials.length)} of ${trials.length} defects of ${classes} classes noticed at the right place (95 %: ${percent(low, 1)} to ${percent(high, 1)}), ${percent(inThePlantedDimension, trials.length)} in the dimension they were planted in`,
    `false alarms on ${harmlessWithAlarm} of ${harmless} clean and harmlessly changed designs`,
    ...falseAlarms.map(
      ({ on, base, finding, text }) =>
        `  ${on} in ${base}: ${finding}\n      ${(JSON.stringify(text) ?? '').slice(0, 300)}`,
    ),
    `looks that differed: ${unstable.length}`,
    ...unstable.map((what) => `  ${what}`),
    ...(withMisses ? ['', ...missesOf(trials)] : []),
  ].join('\n')
}
