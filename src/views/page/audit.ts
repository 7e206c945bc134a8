import { counted } from '../../model/counted.ts'
import { printable } from '../findings.ts'
import type { Paint } from '../../model/screen.ts'
import { cell } from '../findings-formats.ts'
import { oneLine, showSeconds } from '../format.ts'

/** `noticed`: in the right dimension, at the planted place. `other`: something was said, but not that. */
export type AuditOutcome = 'noticed' | 'other' | 'missed' | 'without-effect'

export type AuditTrial = {
  readonly operator: string
  readonly class: string
  readonly dimension: string
  readonly outcome: AuditOutcome
  readonly rules: readonly string[]
  readonly planted: readonly string[]
  /** What was said instead, where it was not noticed. */
  readonly said: readonly string[]
  readonly ms: number
}

export type AuditReport = {
  readonly page: string
  readonly seed: number
  readonly goal: number
  readonly reached: boolean
  readonly trials: readonly AuditTrial[]
  /** Findings on the clean page: false alarms, unless the page really has these defects. */
  readonly standing: readonly {
    readonly rule: string
    readonly severity: string
    readonly message: string
  }[]
  readonly cleanPasses: boolean
  readonly seconds: number
}

type Count = {
  readonly planted: number
  readonly noticed: number
  readonly other: number
  readonly missed: number
}

export function countTrials(trials: readonly AuditTrial[]): Count {
  const of = (outcome: AuditOutcome) => trials.filter((trial) => trial.outcome === outcome).length
  const [noticed, other, missed] = [of('noticed'), of('other'), of('missed')]
  return { planted: noticed + other + missed, noticed, other, missed }
}

/** The share of planted defects that were noticed; nothing planted proves nothing. */
export const recallOf = ({ planted, noticed }: Count): number =>
  planted === 0 ? 0 : noticed / planted

const byClass = (trials: readonly AuditTrial[]) =>
  [...Map.groupBy(trials, (trial) => trial.class)]
    .map(([name, own]) => ({ name, ...countTrials(own) }))
    .filter(({ planted }) => planted > 0)

function byRule(trials: readonly AuditTrial[]) {
  const counts = new Map<string, number>()
  for (const { rules } of trials)
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, noticed]) => ({ rule, noticed }))
    .toSorted((one, other) => other.noticed - one.noticed || (one.rule < other.rule ? -1 : 1))
}

export const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`

export function auditPretty(report: AuditReport, paint: Paint, width: number): string {
  const count = countTrials(report.trials)
  const { trials, standing, seed, goal, reached } = report
  const rules = byRule(trials)
  const head = ['class', 'planted', 'noticed', 'other', 'missed']
  const rows = byClass(trials)
  const open = trials.filter(({ outcome }) => outcome === 'other' || outcome === 'missed')
  const idle = trials.filter(({ outcome }) => outcome === 'without-effect').length
  return [
    `${paint('bold', printable(report.page))}  ${paint('dim', `${counted(count.planted, 'defect')} planted one at a time, seed ${seed} · ${showSeconds(report.seconds)}`)}`,
    '',
    paint(
      'dim',
      `  ${head.map((name, at) => (at === 0 ? name.padEnd(10) : name.padStart(8))).join('')}`,
    ),
    ...rows.map(({ name, planted, noticed, other, missed }) => {
      const all = noticed === planted
      const cells = [planted, noticed, other, missed]
        .map((each) => String(each).padStart(8))
        .join('')
      return `  ${name.padEnd(10)}${all ? cells : paint('yellow', cells)}  ${paint(all ? 'green' : 'yellow', '█'.repeat(Math.round(10 * (noticed / planted))).padEnd(10, '░'))}`
    }),
    '',
    ...open.flatMap((trial) => [
      `  ${paint(trial.outcome === 'missed' ? 'red' : 'yellow', trial.outcome === 'missed' ? '✗ missed' : '! other')}  ${paint('bold', trial.operator)} ${paint('dim', `${trial.class}, ${trial.dimension}`)}`,
      `      planted at ${printable(oneLine(trial.planted.join(', '), width - 18))}`,
      ...trial.said
        .slice(0, 2)
        .map((said) => paint('dim', `      said: ${printable(oneLine(said, width - 14))}`)),
    ]),
    ...(open.length > 0 ? [''] : []),
    `  ${paint(
      'dim',
      `noticed by ${counted(rules.length, 'rule')}: ${oneLine(
        rules
          .slice(0, 8)
          .map(({ rule, noticed }) => `${rule} ${noticed}`)
          .join(', '),
        width - 24,
      )}`,
    )}`,
    ...(idle > 0
      ? [
          `  ${paint('dim', `${counted(idle, 'mutant')} changed nothing that can be seen and do not count`)}`,
        ]
      : []),
    standing.length === 0
      ? `  ${paint('green', '✓')} no finding on the clean page`
      : `  ${paint('yellow', '!')} ${counted(standing.length, 'finding')} on the page as it is: ${oneLine([...new Set(standing.map(({ rule }) => rule))].join(', '), width - 40)}`,
    '',
    `  ${reached ? paint(['bold', 'green'], 'PASS') : paint(['bold', 'red'], 'FAIL')}  ${count.noticed} of ${count.planted} noticed, ${percent(recallOf(count))}, goal ${percent(goal)}`,
    ...(reached || open.length === 0
      ? []
      : [
          `${paint('cyan', '→')} the gate is blind here: do not trust it on this page for what it missed`,
        ]),
  ].join('\n')
}

/** For machines. `loopwright` is the version of this shape; fields are added, never changed. */
export function auditAsJson(report: AuditReport) {
  const { trials, cleanPasses, ...rest } = report
  const count = countTrials(trials)
  return {
    loopwright: 1,
    kind: 'page-audit',
    ...rest,
    clean_passes: cleanPasses,
    ...count,
    recall: recallOf(count),
    without_effect: trials.filter(({ outcome }) => outcome === 'without-effect').length,
    classes: byClass(trials),
    rules: byRule(trials),
    trials,
  }
}

export function auditAsMarkdown(report: AuditReport): string {
  const count = countTrials(report.trials)
  const open = report.trials.filter(({ outcome }) => outcome === 'other' || outcome === 'missed')
  return [
    `## ${report.reached ? '✅' : '❌'} Loopwright audit: ${count.noticed} of ${count.planted} planted defects noticed (${percent(recallOf(count))})`,
    '',
    '| Class | Planted | Noticed | Other | Missed |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...byClass(report.trials).map(
      ({ name, planted, noticed, other, missed }) =>
        `| ${name} | ${planted} | ${noticed} | ${other} | ${missed} |`,
    ),
    '',
    ...open.map(
      ({ operator, outcome, planted }) =>
        `- ${outcome}: ${cell(operator)} at ${cell(planted.join(', '))}`,
    ),
    `Seed ${report.seed}. Findings on the clean page: ${report.standing.length}. ${showSeconds(report.seconds)}.`,
    '',
  ].join('\n')
}
