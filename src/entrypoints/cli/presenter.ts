import type { Workspace } from '../../ports/workspace.ts'
import type { Happening, Watch } from '../../app/reflex-watch.ts'
import { changedSections } from '../../views/changed-sections.ts'
import { contextGrows, critiqueSummary, iterationSummary } from '../../views/iteration-summary.ts'
import type { EvaluationView, RunView } from '../../model/run-view.ts'
import { showScore } from '../../views/format.ts'
import { type LiveText, openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

/** `quiet`: nothing but the end. `compact`: everything but the artifact's text. */
type Verbosity = { readonly quiet: boolean; readonly compact: boolean }

/**
 * Shows a run while it goes on: a live line on a terminal, plain lines when piped, and after each
 * evaluation the loop's summary. Everything goes through one queue, so it comes out in order.
 */
export function openPresenter(
  workspace: Workspace,
  terminal: Terminal,
  { quiet, compact }: Verbosity,
) {
  const live = openLiveLine(terminal, quiet)
  let told: Told | null = null
  let judged: string | null = null
  let queue = Promise.resolve()

  const print = async (lines: () => Promise<readonly string[]> | readonly string[]) => {
    const ready = await lines()
    if (ready.length > 0) live.clear()
    for (const line of ready) terminal.print(line)
  }
  const later = (lines: Parameters<typeof print>[0]) => {
    queue = queue.then(() => print(lines))
  }
  const evaluated = async (run: RunView, evaluation: EvaluationView) => {
    const before = judged === null ? null : await workspace.blobs.get(judged)
    const text = (await workspace.blobs.get(evaluation.artifact)) ?? ''
    const changed = changedSections(before, text)
    judged = evaluation.artifact
    return evaluationLines(terminal, run, { evaluation, changed, text: compact ? null : text })
  }

  return {
    state(run: RunView) {
      live.state(run.status === 'running' ? liveText(run) : null)
      if (quiet) return
      const now = tellable(run)
      const { evaluation } = run
      // what was evaluated before this sitting is not news, but what comes is compared with it
      if (told === null) judged = evaluation?.artifact ?? null
      const before = told ?? { ...now, step: '' }
      told = now
      if (evaluation && now.evaluation !== before.evaluation)
        later(() => evaluated(run, evaluation))
      if (now.critique !== '' && now.critique !== before.critique)
        later(() => ['Critique:', ...critiqueSummary(run)])
      if (!terminal.live && run.status === 'running' && now.step !== before.step)
        later(() => [terminal.paint('dim', stepLine(run))])
    },
    happening: (happening: Happening) => live.doing(describe(happening)),
    note(text: string) {
      queue = queue.then(() => {
        live.clear()
        return terminal.mention(`${terminal.paintError('yellow', '!')} ${text}`)
      })
    },
    async finish() {
      await queue
      live.end()
    },
  } satisfies Omit<Watch, 'pause'> & { finish(): Promise<void> }
}

type Evaluated = {
  readonly evaluation: EvaluationView
  readonly changed: readonly string[]
  /** Null where the artifact's text is not to be shown. */
  readonly text: string | null
}

function evaluationLines(
  { paint, isAgentSession }: Terminal,
  run: RunView,
  { evaluation, changed, text }: Evaluated,
): readonly string[] {
  const [head = '', ...rest] = iterationSummary(run, evaluation, changed)
  const summary = ['', paint(['bold', evaluation.passed ? 'green' : 'yellow'], head), ...rest]
  if (run.status !== 'running') return summary
  // a person finds the artifact on disk, and sees it once more at the end
  const switched = isAgentSession && evaluation.passed && evaluation.phase === 'A' && text !== null
  const hash = evaluation.artifact.slice(0, 8)
  return [
    ...summary,
    ...(switched
      ? [
          '',
          paint('dim', `── The artifact that passed phase A (${hash}) ──`),
          text.trimEnd(),
          paint('dim', '── Phase B ──'),
        ]
      : []),
    ...(isAgentSession && contextGrows(evaluation) ? [paint('dim', contextHint)] : []),
  ]
}

const contextHint =
  '💡 Context is growing. Recommended for an agent session: clear it, then: loopwright resume\n   All state is saved on disk; nothing will be lost.'

const stepLine = (run: RunView) =>
  `· iteration ${run.iteration}/${run.maxIterations} phase ${run.phase} ${run.step}`

type Told = { readonly evaluation: string | null; readonly critique: string; readonly step: string }

const tellable = ({ evaluation, critique, iteration, phase, step }: RunView): Told => ({
  evaluation: evaluation && `${evaluation.iteration}${evaluation.phase}${evaluation.artifact}`,
  critique: critique.map(({ rule, fix }) => rule + fix).join(),
  step: `${iteration}${phase}${step}`,
})

const liveText = (run: RunView): LiveText => ({
  where: `Iteration ${run.iteration}/${run.maxIterations} · ${run.phase} · ${run.step}`,
  score: run.evaluation ? `score ${showScore(run.lastScore)}` : '',
  cost: run.used.costUsd > 0 ? `$${run.used.costUsd.toFixed(2)}` : '',
})

function describe(happening: Happening): string {
  switch (happening.type) {
    case 'asking':
      return `asking the ${happening.role}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'checking':
      return `checks ${happening.done}/${happening.total} (${happening.rule})`
    case 'fixed':
      return `fixed ${happening.rule}`
  }
}
