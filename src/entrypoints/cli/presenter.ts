import type { House } from '../../app.ts'
import type { Happening, Watch } from '../../app/reflex-run.ts'
import { changedSections } from '../../views/changed-sections.ts'
import { contextGrows, critiqueSummary, iterationSummary } from '../../views/iteration-summary.ts'
import type { EvaluationView, RunView } from '../../views/run-view.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

type Told = { readonly evaluation: string | null; readonly critique: string; readonly step: string }

/** `quiet`: nothing but the end. `compact`: everything but the artifact's text. */
type Verbosity = { readonly quiet: boolean; readonly compact: boolean }

/**
 * Shows a run while it goes on: a live line on a terminal, plain lines when piped, and after each
 * evaluation the loop's summary. Everything goes through one queue, so it comes out in order.
 */
export function openPresenter(house: House, terminal: Terminal, { quiet, compact }: Verbosity) {
  const { paint } = terminal
  const live = openLiveLine(terminal, quiet)
  let told: Told | null = null
  let judgedText: string | null = null
  let queue = Promise.resolve()

  const later = (lines: () => Promise<readonly string[]> | readonly string[]) => {
    queue = queue.then(async () => {
      const ready = await lines()
      if (ready.length > 0) live.clear()
      for (const line of ready) terminal.print(line)
    })
  }

  const evaluated = async (
    run: RunView,
    evaluation: EvaluationView,
  ): Promise<readonly string[]> => {
    const text = (await house.blobs.get(evaluation.artifact)) ?? ''
    const changed = changedSections(judgedText, text)
    judgedText = text
    const [head = '', ...rest] = iterationSummary(run, evaluation, changed)
    const summary = ['', paint(['bold', evaluation.passed ? 'green' : 'yellow'], head), ...rest]
    if (run.status !== 'running') return summary
    const switched = !compact && evaluation.passed && evaluation.phase === 'A'
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

  return {
    state(run: RunView) {
      live.state(run)
      if (quiet) return
      const now = tellable(run)
      const { evaluation } = run
      // what was evaluated before this sitting is not news
      const before = told ?? { ...now, step: '' }
      told = now
      if (evaluation && now.evaluation !== before.evaluation)
        later(() => evaluated(run, evaluation))
      if (now.critique !== '' && now.critique !== before.critique)
        later(() => ['Critique:', ...critiqueSummary(run)])
      if (!terminal.live && run.status === 'running' && now.step !== before.step)
        later(() => [
          paint(
            'dim',
            `· iteration ${run.iteration}/${run.maxIterations} phase ${run.phase} ${run.step}`,
          ),
        ])
    },
    happening: (happening: Happening) => live.happening(happening),
    note: (text: string) => {
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

const contextHint =
  '💡 If an agent session drives this loop, clear its context now, then: loopwright resume\n   All state is saved on disk; nothing will be lost.'

const tellable = (run: RunView): Told => ({
  evaluation:
    run.evaluation &&
    `${run.evaluation.iteration}${run.evaluation.phase}${run.evaluation.artifact}`,
  critique: run.critique.map(({ rule, fix }) => rule + fix).join(),
  step: `${run.iteration}${run.phase}${run.step}`,
})
