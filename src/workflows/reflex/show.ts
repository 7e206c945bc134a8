import type { News, RunShow, ShowOptions } from '../../engine/workflow.ts'
import type { Gate } from '../../model/gate.ts'
import type { EvaluationView, RunView } from '../../model/run-view.ts'
import type { Paint, Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { changedSections } from '../../views/report/changed-sections.ts'
import { finalSummary, nextStep } from '../../views/report/final-summary.ts'
import { moneyIfAny, showScore } from '../../views/format.ts'
import {
  contextGrows,
  critiqueSummary,
  iterationSummary,
} from '../../views/report/iteration-summary.ts'
import { runAsJson } from '../../views/run-json.ts'
import { allowedIn, obligationLines, verdictHeadline } from '../../views/verdict.ts'
import { gateFor, openMusts } from './gates.ts'
import type { Live, ReflexRun } from './places.ts'
import { setupSummary } from './setup/summary.ts'
import { viewOf } from './view.ts'

/** How a loop looks on a terminal and to machines. */
export async function showReflex(
  workspace: Workspace,
  { state }: ReflexRun,
  options: ShowOptions,
): Promise<RunShow> {
  const run = viewOf(workspace, state)
  const { blobs } = workspace
  const artifact =
    options.artifact && run.artifact !== null ? await blobs.get(run.artifact) : undefined
  const asking = state.at === 'confirming' || state.at === 'deciding' ? gateFor(state) : null
  return {
    json: runAsJson(run, artifact === undefined ? {} : { artifact }),
    ...(asking === null ? {} : { gate: gateJson(state, asking) }),
    status: (screen) => [
      ...statusLines(run, screen),
      ...(artifact ? [`\n${artifact.trimEnd()}`] : []),
    ],
    next: (paint) => (asking === null ? nextLines(run, paint) : gateLines(state, asking, paint)),
    live:
      run.status === 'running'
        ? {
            where: `Iteration ${run.iteration}/${run.maxIterations} · ${run.phase} · ${run.step}`,
            score: run.evaluation ? `score ${showScore(run.lastScore)}` : '',
            cost: moneyIfAny(run.used),
          }
        : null,
    news: newsOf(workspace, state, run),
    offersToSave: true,
    end: (screen) => endLines(run, artifact ?? null, screen),
  }
}

function newsOf({ blobs }: Pick<Workspace, 'blobs'>, state: Live, run: RunView): readonly News[] {
  const { evaluation, critique } = run
  const news: News[] = []
  if (evaluation)
    news.push({
      key: `${evaluation.iteration}${evaluation.phase}${evaluation.artifact}`,
      async lines(screen) {
        const earlier = state.versions[state.versions.indexOf(evaluation.artifact) - 1]
        const before = earlier === undefined ? null : await blobs.get(earlier)
        const text = (await blobs.get(evaluation.artifact)) ?? ''
        return evaluationLines(run, { evaluation, before, text }, screen)
      },
    })
  if (critique.length > 0)
    news.push({
      key: critique.map(({ rule, fix }) => rule + fix).join(),
      lines: () => ['Critique:', ...critiqueSummary(run)],
    })
  if (run.status === 'running')
    news.push({
      key: `${run.iteration}${run.phase}${run.step}`,
      piped: true,
      lines: ({ paint }) => [
        paint(
          'dim',
          `· iteration ${run.iteration}/${run.maxIterations} phase ${run.phase} ${run.step}`,
        ),
      ],
    })
  return news
}

type Evaluated = {
  readonly evaluation: EvaluationView
  readonly before: string | null
  readonly text: string
}

function evaluationLines(
  run: RunView,
  { evaluation, before, text }: Evaluated,
  { paint, isAgentSession, compact }: Screen,
): readonly string[] {
  const changed = changedSections(before, text)
  const [head = '', ...rest] = iterationSummary(run, evaluation, changed)
  const summary = ['', paint(['bold', evaluation.passed ? 'green' : 'yellow'], head), ...rest]
  if (run.status !== 'running' || !isAgentSession) return summary
  // a person finds the artifact on disk, and sees it once more at the end
  const switched = evaluation.passed && evaluation.phase === 'A' && !compact
  return [
    ...summary,
    ...(switched
      ? [
          '',
          paint(
            'dim',
            `── The artifact that passed phase A (${evaluation.artifact.slice(0, 8)}) ──`,
          ),
          text.trimEnd(),
          paint('dim', '── Phase B ──'),
        ]
      : []),
    ...(contextGrows(evaluation) ? [paint('dim', contextHint)] : []),
  ]
}

const contextHint =
  '💡 Context is growing. Recommended for an agent session: clear it, then: loopwright resume\n   All state is saved on disk; nothing will be lost.'

function statusLines(run: RunView, { paint, width }: Screen): readonly string[] {
  const { obligations = [], alias } = run
  const allowed = allowedIn(run)
  return [
    [
      alias,
      run.status,
      `${run.iteration}/${run.maxIterations}`,
      run.phase,
      run.step,
      run.evaluation ? showScore(run.lastScore) : '-',
      run.updatedAt,
    ].join(' | '),
    ...(obligations.length === 0
      ? []
      : [
          `  ${verdictHeadline(obligations, allowed)}`,
          ...obligationLines(obligations, { paint, width, all: false, allowed }),
        ]),
    ...(run.question === null
      ? []
      : [
          `  ${paint('yellow', '?')} ${run.question}   loopwright answer ${alias} ${obligations.length > 0 ? 'met' : 'confirm'}`,
        ]),
  ]
}

function gateJson(state: Live, gate: Gate): Readonly<Record<string, unknown>> {
  const { setup } = state
  return {
    alias: setup.task_alias,
    workflow: 'reflex',
    ...gate,
    criteria: setup.criteria,
    max_iterations: setup.max_iterations,
    ...(setup.exam === undefined ? {} : { exam: setup.exam }),
    undecided: undecidedIn(state),
  }
}

const undecidedIn = (state: Live) =>
  state.at === 'deciding' ? openMusts(state.obligations ?? []) : []

/** The open question with all that there is to see, and how it is answered. */
function gateLines(state: Live, gate: Gate, paint: Paint): readonly string[] {
  const { task_alias: alias } = state.setup
  const undecided = undecidedIn(state)
  return [
    ...(undecided.length > 0
      ? [
          `Loop: ${alias}, artifact: .ai-factory/evolution/${alias}/artifact.md`,
          ...undecided.flatMap(({ id, statement, source, reason }) => [
            `  ${paint('cyan', '?')} ${statement} ${paint('dim', `[${id}]`)}`,
            ...(source.text === statement ? [] : [paint('dim', `      asked: ${source.text}`)]),
            paint('dim', `      ${reason}`),
          ]),
        ]
      : setupSummary(state.setup)),
    `\n${paint('yellow', '?')} ${paint('bold', gate.question)}`,
    ...gate.options.map(
      ({ name, effect }) =>
        `  loopwright answer ${alias} ${paint('cyan', name.padEnd(8))} ${paint('dim', effect)}`,
    ),
  ]
}

function endLines(run: RunView, artifact: string | null, screen: Screen): readonly string[] {
  const { paint, width } = screen
  if (run.status === 'waiting')
    return [`${paint('yellow', '?')} ${run.alias} waits for a person: ${run.question ?? ''}`]
  if (run.status === 'running')
    return [
      `${paint('yellow', '‖')} paused at iteration ${run.iteration}, ${run.step}. Everything completed is recorded.`,
    ]
  const good = run.status === 'completed'
  const { obligations = [] } = run
  const allowed = allowedIn(run)
  const what = obligations.length === 0 ? run.status : verdictHeadline(obligations, allowed)
  return [
    ...(artifact === null || screen.compact
      ? []
      : [
          `\n${paint('dim', `── Final artifact (${run.artifact?.slice(0, 8)}) ──`)}`,
          artifact.trimEnd(),
        ]),
    `\n${paint(['bold', good ? 'green' : 'yellow'], `${good ? '✓' : '■'} ${run.alias}: ${what}`)}`,
    ...obligationLines(obligations, { paint, width, all: false, allowed }),
    ...finalSummary(run).map((line) => `  ${line}`),
    ...(run.stop?.code === 'phase_error'
      ? [`  ${paint('red', 'error:')} ${String(run.stop.detail['error'])}`]
      : []),
    ...bestLines(run, paint),
    ...(screen.isAgentSession ? skillLines(run) : []),
  ]
}

/** Skills are commands of an agent's session, not of a shell. */
function skillLines(run: RunView): readonly string[] {
  const skill = nextStep(run)
  return skill === null ? [] : [`  ${skill}`]
}

function bestLines(
  { best, artifact, alias, evaluation }: RunView,
  paint: Paint,
): readonly string[] {
  // an equal score is no better one
  if (best === null || best.hash === artifact || best.score <= (evaluation?.score ?? 0)) return []
  return [
    `  ${paint('yellow', '!')} an earlier version scored better: ${best.hash.slice(0, 8)} (${showScore(best.score)}, iteration ${best.iteration}, phase ${best.phase})`,
    `    loopwright diff ${alias} best   ·   loopwright save ${alias} FILE --version best`,
  ]
}

function nextLines({ status, alias, artifact }: RunView, paint: Paint): readonly string[] {
  if (status === 'running')
    return [`  ${paint('cyan', '→')} go on with: loopwright resume ${alias}`]
  return [
    '',
    paint('bold', 'Next'),
    ...(status === 'completed'
      ? []
      : [
          `  loopwright new --from ${alias}        start again ${artifact === null ? 'with this task' : 'from this artifact'}`,
        ]),
    `  loopwright report ${alias}`,
    `  loopwright history ${alias}`,
  ]
}
