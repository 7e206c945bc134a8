import type { House } from '../../app.ts'
import type { DesignHappening, DesignWatch, Live } from '../../app/design-run.ts'
import type { FeaturePlace } from '../../app/design-places.ts'
import { designViewOf } from '../../app/design-view.ts'
import { evaluationSummary, showPoints } from '../../views/design-summary.ts'
import type { DesignView } from '../../views/design-view.ts'
import { type LiveText, openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

const atWork: ReadonlySet<string> = new Set(['GENERATING', 'EVALUATING', 'REVISING'])

/** Shows a design run while it goes on: a live line on a terminal, and the result of each evaluation. */
export function openDesignPresenter(
  house: House,
  place: FeaturePlace,
  { terminal, quiet }: { readonly terminal: Terminal; readonly quiet: boolean },
): Omit<DesignWatch, 'pause'> & { finish(): void } {
  const live = openLiveLine(terminal, quiet)
  let told: number | null = null
  let fixed: string[] = []
  const print = (lines: readonly string[]) => {
    live.clear()
    for (const line of lines) terminal.print(line)
  }
  return {
    state(state: Live) {
      const view = designViewOf(house, place, state, { fixed })
      live.state(atWork.has(view.state) ? liveText(view) : null)
      // what was judged before this sitting is not news
      if (told !== null && view.scores.length > told && !quiet) {
        print(['', ...evaluationSummary(view, terminal.paint)])
        fixed = []
      }
      told = view.scores.length
    },
    happening(happening: DesignHappening) {
      if (happening.type === 'fixed') fixed.push(happening.title)
      live.doing(describe(happening))
    },
    note(text: string) {
      live.clear()
      terminal.mention(`${terminal.paintError('yellow', '!')} ${text}`)
    },
    finish: () => live.end(),
  }
}

const liveText = (view: DesignView): LiveText => ({
  where: `Iteration ${view.iteration + 1}/${view.maxIterations} · ${view.state}`,
  score: view.score === null ? '' : `score ${showPoints(view.score)}`,
  cost: view.used.costUsd > 0 ? `$${view.used.costUsd.toFixed(2)}` : '',
})

function describe(happening: DesignHappening): string {
  switch (happening.type) {
    case 'asking':
      return `asking the ${happening.role}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${happening.role} answered`
    case 'fixed':
      return `repaired: ${happening.title}`
    case 'previewing':
      return `preview by ${happening.by}`
  }
}
