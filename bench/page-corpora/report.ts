import type { Half } from './case.ts'
import type { Report, Trial } from './measure.ts'

export type Figures = {
  readonly failed: number
  readonly clean: number
  readonly gate: Counted
  readonly axe: Counted
}

type Counted = {
  /** Failed examples that a fitting rule, or any rule, answered. */
  readonly strict: number
  readonly loose: number
  /** Passed and inapplicable examples that a fitting rule spoke of. */
  readonly alarms: number
}

const counted = (trials: readonly Trial[], who: 'gate' | 'axe'): Counted => {
  const failed = trials.filter(({ expected }) => expected === 'failed')
  const clean = trials.filter(({ expected }) => expected !== 'failed')
  return {
    strict: failed.filter((trial) => trial[who].fitting).length,
    loose: failed.filter((trial) => trial[who].any).length,
    alarms: clean.filter((trial) => trial[who].fitting).length,
  }
}

export const figuresOf = (trials: readonly Trial[]): Figures => ({
  failed: trials.filter(({ expected }) => expected === 'failed').length,
  clean: trials.filter(({ expected }) => expected !== 'failed').length,
  gate: counted(trials, 'gate'),
  axe: counted(trials, 'axe'),
})

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`

function row(name: string, trials: readonly Trial[]): string {
  const { failed, clean, gate, axe } = figuresOf(trials)
  const cells = [
    String(failed),
    `${gate.strict} ${share(gate.strict, failed)}`,
    `${axe.strict} ${share(axe.strict, failed)}`,
    `${gate.loose} ${share(gate.loose, failed)}`,
    `${axe.loose} ${share(axe.loose, failed)}`,
    String(clean),
    `${gate.alarms} ${share(gate.alarms, clean)}`,
    `${axe.alarms} ${share(axe.alarms, clean)}`,
  ]
  return `${name.slice(0, 60).padEnd(62)}${cells.map((cell) => cell.padStart(11)).join('')}`
}

const head = `${''.padEnd(62)}${['failed', 'strict', '(axe)', 'loose', '(axe)', 'clean', 'alarms', '(axe)'].map((cell) => cell.padStart(11)).join('')}`

const detail = ({ group, title, expected, gate, axe, half }: Trial): string =>
  [
    `${expected === 'failed' ? (gate.any ? 'UNFITTING' : 'MISSED') : 'ALARM'} ${group} ${title} (${half}) axe: ${axe.fitting ? 'fitting' : axe.any ? 'other' : 'none'}`,
    ...gate.said.map((line) => `    ${line}`),
  ].join('\n')

/** A table by group and half. With details: each miss and each false alarm of the tuned half. */
export function table({ trials, unseen }: Report, detailed: boolean): string {
  const groups = [...Map.groupBy(trials, ({ group }) => group)]
  const asked = (half: Half) =>
    trials.filter((trial) => trial.half === half && trial.fits && !trial.beyondAA)
  const wrong = trials.filter(
    ({ expected, gate, half }) => half === 'tuned' && (expected === 'failed') !== gate.fitting,
  )
  return [
    head,
    ...groups.map(([group, own]) => row(`${group} ${own[0]?.groupName ?? ''}`, own)),
    '',
    head,
    row('tuned half', asked('tuned')),
    row('held half', asked('held')),
    row('both halves', [...asked('tuned'), ...asked('held')]),
    row(
      'beyond level AA, or without any rule to name',
      trials.filter((trial) => trial.beyondAA || !trial.fits),
    ),
    row('everything', trials),
    ...(unseen.length === 0 ? [] : ['', `not seen: ${unseen.length}`, ...unseen]),
    ...(detailed ? ['', ...wrong.map(detail)] : []),
  ].join('\n')
}
