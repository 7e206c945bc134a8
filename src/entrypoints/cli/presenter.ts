import type { House } from '../../app.ts'
import type { Happening, Watch } from '../../app/reflex-run.ts'
import { changedSections } from '../../views/changed-sections.ts'
import { contextGrows, critiqueSummary, iterationSummary } from '../../views/iteration-summary.ts'
import type { EvaluationView, RunView } from '../../views/run-view.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

/**
 * Shows a run while it goes on: a live line on a terminal, plain lines when piped, and after each
 * evaluation the loop's summary. `finish` waits until all of it is out.
 */
export function openPresenter(house: House, terminal: Terminal, quiet: boolean) {
  const { paint } = terminal
  const live = openLiveLine(terminal, quiet)
  let shown: string | null = null
  let criticised: string | null = null
  let judgedText: string | null = null
  let queue = Promise.resolve()

  const say = (lines: readonly string[]) => {
    if (quiet) return
    live.clear()
    for (const line of lines) terminal.print(line)
  }

  const evaluated = async (run: RunView, evaluation: EvaluationView) => {
    const text = await house.blobs.get(evaluation.artifact)
    const changed = changedSections(judgedText, text ?? '')
    judgedText = text
    const [head = '', ...rest] = iterationSummary(run, evaluation, changed)
    say(['', paint(['bold', evaluation.passed ? 'green' : 'yellow'], head), ...rest])
    if (evaluation.passed && evaluation.phase === 'A' && run.status === 'running' && text !== null)
      say([
        '',
        paint('dim', `── The artifact that passed phase A (${evaluation.artifact.slice(0, 8)}) ──`),
        text.trimEnd(),
        paint('dim', '── Phase B begins ──'),
      ])
    if (run.status === 'running' && contextGrows(evaluation))
      say([
        paint(
          'dim',
          '💡 If an agent session drives this loop, clear its context now, then: loopwright resume',
        ),
        paint('dim', '   All state is saved on disk; nothing will be lost.'),
      ])
  }

  return {
    state(run: RunView) {
      live.state(run)
      const { evaluation } = run
      const key = evaluation && `${evaluation.iteration}${evaluation.phase}${evaluation.artifact}`
      if (evaluation && key !== shown) {
        // what was evaluated before this sitting is not news
        if (shown !== null || run.evaluation?.iteration === run.iteration)
          queue = queue.then(() => evaluated(run, evaluation))
        shown = key
      }
      const issues = run.critique.map(({ rule, fix }) => rule + fix).join()
      if (issues !== '' && issues !== criticised)
        queue = queue.then(() => say(['Critique:', ...critiqueSummary(run)]))
      criticised = issues
      shown ??= ''
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
