import { statusOf } from '../../obligations/verdict.ts'
import { orNone, showScore, usedText } from '../format.ts'
import type { RunView } from '../../model/run-view.ts'

/** How far an artifact that was judged is from passing. */
export type Distance = {
  readonly threshold: number
  readonly score: number
  readonly gap: number
  readonly blocking: readonly string[]
  /** What was asked for and is not met, whatever the score. */
  readonly open: readonly string[]
  readonly passedRules: number
  readonly totalRules: number
}

/** Only an artifact whose evaluation is its own may show a score or a distance. */
export function distanceToSuccess(run: RunView): Distance | null {
  const { evaluation } = run
  if (evaluation === null || run.artifactStatus !== 'evaluated' || evaluation.passed) return null
  return {
    threshold: evaluation.threshold,
    score: evaluation.score,
    gap: Math.max(0, evaluation.threshold - evaluation.score),
    blocking: evaluation.failed,
    open: openMusts(run),
    passedRules: evaluation.rules.filter(({ verdict }) => verdict === 'pass').length,
    totalRules: evaluation.rules.length,
  }
}

const openMusts = ({ obligations = [], selfJudgement = false }: RunView): readonly string[] =>
  obligations
    .filter(({ weight, source }) => weight === 'must' && source.kind !== 'rule')
    .map((each) => ({ id: each.id, status: statusOf(each, { selfJudgement }) }))
    .filter(({ status }) => status === 'unmet' || status === 'undecided')
    .map(({ id, status }) => `${id} ${status}`)

/** Said beside a score, so that nobody takes it for acceptance. */
export const ownNumber = (run: RunView): string =>
  openMusts(run).length === 0 ? '' : " (the criteria's own number; it accepts nothing by itself)"

/** What keeps work from being accepted besides its score and its rules. */
export const openText = ({ open }: Distance): readonly string[] =>
  open.length === 0 ? [] : [`obligations not met: ${open.length} (${open.join(', ')})`]

const unavailable = {
  not_created: 'no artifact was created',
  unevaluated: 'the artifact was not evaluated',
  stale: 'the artifact changed after its last evaluation',
} as const

/** What is said when a loop has ended: state, score, reason, and what kept it from success. */
export function finalSummary(run: RunView): readonly string[] {
  const lines = [
    `iteration: ${run.iteration}/${run.maxIterations}`,
    `phase: ${run.phase}`,
    `artifact_status: ${run.artifactStatus}`,
    ...scoreLines(run),
    `stop reason: ${stopReason(run)}`,
    `used: ${usedText(run.used)}`,
  ]
  const distance = distanceToSuccess(run)
  return distance !== null && tellsDistance.has(run.stop?.code ?? '')
    ? [...lines, ...distanceLines(distance)]
    : lines
}

const tellsDistance: ReadonlySet<string> = new Set([
  'iteration_limit',
  'budget_exceeded',
  'stagnation',
  'no_major_issues',
])

function scoreLines(run: RunView): readonly string[] {
  const { evaluation, artifactStatus } = run
  if (artifactStatus === 'evaluated' && evaluation)
    return [`final_score: ${showScore(evaluation.score)}${ownNumber(run)}`]
  const why = artifactStatus === 'evaluated' ? unavailable.unevaluated : unavailable[artifactStatus]
  return [
    `final_score: unavailable (${why})`,
    ...(evaluation ? [`last_evaluated_score: ${showScore(evaluation.score)}`] : []),
  ]
}

function stopReason({ stop, evaluation }: RunView): string {
  if (stop === null) return 'none yet'
  if (stop.code === 'no_major_issues' && evaluation && !evaluation.passed)
    return `no_major_issues (completed below threshold: ${showScore(evaluation.score)} of ${showScore(evaluation.threshold)})`
  const cap = stop.detail['cap']
  if (stop.code === 'budget_exceeded' && typeof cap === 'string') return `budget_exceeded (${cap})`
  return stop.reason === stop.code ? stop.code : `${stop.code} (${stop.reason})`
}

const distanceLines = (distance: Distance): readonly string[] => [
  'distance_to_success:',
  `  threshold: ${showScore(distance.threshold)}, score: ${showScore(distance.score)}, gap: ${(Math.ceil(distance.gap * 100 - 1e-6) / 100).toFixed(2)}`,
  `  blocking rules: ${distance.blocking.length} (${orNone(distance.blocking)})`,
  `  rules: ${distance.passedRules}/${distance.totalRules} passed`,
  ...openText(distance).map((line) => `  ${line}`),
]

/** Which skill comes next for this kind of artifact; none before it is accepted. */
export function nextStep({
  taskType,
  status,
}: Pick<RunView, 'taskType' | 'status'>): string | null {
  if (status !== 'completed' && status !== 'accepted_by_user') return null
  switch (taskType) {
    case 'api-spec':
      return '/aif-plan to implement it'
    case 'code':
      return '/aif-verify to check it'
    case 'docs':
      return '/aif-docs to integrate it'
    default:
      return null
  }
}
