import { openText, ownNumber } from './final-summary.ts'
import { capNote, moneyText, orNone, showScore, showSeconds } from '../format.ts'
import type { Point } from '../plot.ts'
import type { EvaluationRow, Report, Used } from './report.ts'
import type { VersionRow } from './versions.ts'

/** The words and cells that all renderings of a report share. */
export const pointsOf = ({ evaluations }: Report): readonly Point[] =>
  evaluations.map(({ iteration, phase, score, threshold, passed }) => ({
    label: `${iteration}${phase}`,
    score,
    threshold,
    passed,
  }))

export const iterationHead = [
  'iteration',
  'phase',
  'score',
  'verdict',
  'failed',
  'warnings',
  'hash',
  'seconds',
  'tokens',
  'cost',
] as const

export const iterationCells = (row: EvaluationRow): readonly string[] => [
  String(row.iteration),
  row.phase,
  `${showScore(row.score)} of ${showScore(row.threshold)}`,
  row.passed ? 'PASS' : 'FAIL',
  orNone(row.failed),
  orNone(row.warnings),
  row.artifact.slice(0, 8),
  ...usedCells(row),
]

const usedCells = ({ seconds, tokens, ...money }: Used) => [
  seconds.toFixed(1),
  tokens.toLocaleString('en'),
  moneyText(money),
]

export const versionHead = ['version', 'hash', 'iteration', 'made by', 'score', ''] as const

export const versionCells = (row: VersionRow): readonly string[] => [
  String(row.number),
  row.hash.slice(0, 8),
  String(row.iteration),
  `${row.source}${row.fixedByMachine.length > 0 ? ` (${row.fixedByMachine.length} by machine)` : ''}`,
  row.score === null ? 'not evaluated' : `${showScore(row.score)} in ${row.phase}`,
  [row.best ? 'best' : '', row.last ? 'last' : ''].filter(Boolean).join(', '),
]

export function factsOf(report: Report): readonly (readonly [name: string, value: string])[] {
  const { run, evaluations, agents, sandbox } = report
  const last = evaluations.at(-1)
  const evaluated = run.artifactStatus === 'evaluated' && run.evaluation !== null
  const names = [...new Set(agents.map(({ name }) => name))]
  return [
    ['Status', run.status],
    ['Stop reason', stopReason(report)],
    [
      'Final score',
      evaluated && last
        ? `${showScore(last.score)}, threshold ${showScore(last.threshold)} in phase ${last.phase}${ownNumber(run)}`
        : `unavailable: the artifact is ${run.artifactStatus.replaceAll('_', ' ')}`,
    ],
    ['Artifact', `${run.artifactStatus.replaceAll('_', ' ')}, ${run.artifactPath}`],
    ['Iterations', `${run.iteration} of at most ${run.maxIterations}`],
    ['Criteria', `${report.criteria} (${run.taskType})`],
    ['Used', usedText(report)],
    [
      'Agents',
      names.length === 1
        ? (names[0] ?? '')
        : agents.map(({ role, name }) => `${role}: ${name}`).join(', '),
    ],
    ['Sandbox', sandbox ?? 'not needed: no check ran a command'],
    ['Time', `${run.createdAt} to ${run.updatedAt}`],
    ['Run', `${run.runId}${report.from === null ? '' : `, started from ${report.from}`}`],
  ]
}

function stopReason({ run }: Report): string {
  const { stop } = run
  if (stop === null) return run.question === null ? 'still running' : `waits: ${run.question}`
  const error = stop.detail['error']
  const cap = stop.detail['cap']
  const more = [
    stop.reason === stop.code ? '' : stop.reason,
    typeof cap === 'string' ? cap : '',
    typeof error === 'string' ? error : '',
  ]
    .filter(Boolean)
    .join(', ')
  return `${stop.code}${more === '' ? '' : ` (${more})`}`
}

const usedText = ({ run }: Report) =>
  `${showSeconds(run.used.seconds)}, ${run.used.calls} agent ${run.used.calls === 1 ? 'call' : 'calls'}, ${run.used.tokens.toLocaleString('en')} tokens, ${moneyText(run.used)}${capNote(run.used)}`

export const distanceText = ({ distance }: Report): readonly string[] =>
  distance === null
    ? []
    : [
        `threshold ${showScore(distance.threshold)}, score ${showScore(distance.score)}, gap ${(Math.ceil(distance.gap * 100 - 1e-6) / 100).toFixed(2)}`,
        `blocking rules: ${distance.blocking.length} (${orNone(distance.blocking)})`,
        `rules passed: ${distance.passedRules} of ${distance.totalRules}`,
        ...openText(distance),
      ]
