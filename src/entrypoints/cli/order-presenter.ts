import type { House } from '../../app.ts'
import type { OrderWatch } from '../../app/workorder-run.ts'
import { orderViewOf } from '../../app/workorder-view.ts'
import { printable } from '../../views/findings.ts'
import { orderMeasured } from '../../views/order-summary.ts'
import { openLiveLine } from './live-line.ts'
import type { Terminal } from './terminal.ts'

type Happening = Parameters<OrderWatch['happening']>[0]

/** Shows a work order while it goes on: a live line on a terminal, and what was measured. */
export function openOrderPresenter(
  house: House,
  { terminal, quiet }: { readonly terminal: Terminal; readonly quiet: boolean },
): Omit<OrderWatch, 'pause'> & { finish(): void } {
  const live = openLiveLine(terminal, quiet)
  let told: number | null = null
  const note = (text: string) => {
    live.clear()
    terminal.mention(`${terminal.paintError('yellow', '!')} ${printable(text)}`)
  }
  return {
    state(state) {
      const view = orderViewOf(house, state)
      const atWork = state.at !== 'asking' && state.at !== 'ended'
      live.state(
        atWork
          ? {
              where: `${view.runId} · attempt ${view.attempt}/${view.attempts} · ${view.state}`,
              score: view.score === null ? '' : `score ${view.score.toFixed(1)}`,
              cost: view.used.costUsd > 0 ? `$${view.used.costUsd.toFixed(2)}` : '',
            }
          : null,
      )
      // what was measured before this sitting is not news
      if (told === 0 && view.score !== null && !quiet) {
        live.clear()
        for (const line of ['', ...orderMeasured(view, terminal.paint)]) terminal.print(line)
      }
      told = view.score === null ? 0 : 1
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

function describe(happening: Exclude<Happening, { type: 'note' }>): string {
  switch (happening.type) {
    case 'asking':
      return `asking ${happening.who} ${happening.errand === 'PROPOSE' ? 'for a change' : 'to get rid of compiler errors'}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `${happening.who} answered`
    case 'doing':
      return happening.what
  }
}
