import type { House } from '../../app.ts'
import type { GanWatch } from '../../app/gan-run.ts'
import { ganViewOf } from '../../app/gan-view.ts'
import { ganEvaluation } from '../../views/gan-summary.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

type Happening = Parameters<GanWatch['happening']>[0]

/** Shows a run while it goes on: a live line on a terminal, and the result of each evaluation. */
export function openGanPresenter(
  house: House,
  { terminal, quiet }: { readonly terminal: Terminal; readonly quiet: boolean },
): Omit<GanWatch, 'pause'> & { finish(): void } {
  const live = openLiveLine(terminal, quiet)
  let told: number | null = null
  const note = (text: string) => {
    live.clear()
    terminal.mention(`${terminal.paintError('yellow', '!')} ${text}`)
  }
  return {
    state(state) {
      const view = ganViewOf(house, state)
      const atWork = state.at !== 'asking' && state.at !== 'ended'
      live.state(
        atWork
          ? {
              where: `Iteration ${view.iteration}/${view.maxIterations} · ${view.state}`,
              score: view.score === null ? '' : `score ${view.score.toFixed(2)}`,
              cost: view.used.costUsd > 0 ? `$${view.used.costUsd.toFixed(2)}` : '',
            }
          : null,
      )
      // what was judged before this sitting is not news
      if (told !== null && view.scores.length > told && !quiet) {
        live.clear()
        for (const line of ['', ...ganEvaluation(view, terminal.paint)]) terminal.print(line)
      }
      told = view.scores.length
    },
    happening(happening) {
      if (happening.type === 'note') {
        if (!quiet) note(happening.text)
      } else live.doing(describe(happening))
    },
    note,
    finish: () => live.end(),
  }
}

const errands: Readonly<Record<string, string>> = {
  PROPOSE: 'for a contract',
  REVIEW: 'to review the contract',
  RESOLVE: 'to settle the contract',
  BUILD: 'to build',
  JUDGE: 'to judge',
  JUDGE_AGAIN: 'for a second opinion',
}

function describe(happening: Exclude<Happening, { type: 'note' }>): string {
  switch (happening.type) {
    case 'asking':
      return `asking the ${happening.role} ${errands[happening.errand] ?? ''}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'looking':
      return 'looking at the page'
    case 'repairing':
      return 'trying machine repairs'
  }
}
