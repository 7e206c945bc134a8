import type { House } from '../../app.ts'
import type { GanWatch } from '../../app/gan-run.ts'
import { ganViewOf } from '../../app/gan-view.ts'
import { ganEvaluation } from '../../views/gan-summary.ts'
import { openRunPresenter, type Screen } from './run-presenter.ts'

type State = Parameters<GanWatch['state']>[0]
type Happening = Parameters<GanWatch['happening']>[0]

export const openGanPresenter = (house: House, screen: Screen) =>
  openRunPresenter<State, Happening, ReturnType<typeof ganViewOf>>(screen, {
    view: (state) => ganViewOf(house, state),
    where: ({ at }, { iteration, maxIterations, state }) =>
      at === 'asking' || at === 'ended'
        ? null
        : `Iteration ${iteration}/${maxIterations} · ${state}`,
    showScore: (score) => score.toFixed(2),
    results: ({ scores }) => scores.length,
    lines: ganEvaluation,
    describe,
  })

const errands: Readonly<Record<string, string>> = {
  PROPOSE: 'for a contract',
  REVIEW: 'to review the contract',
  RESOLVE: 'to settle the contract',
  BUILD: 'to build',
  JUDGE: 'to judge',
  JUDGE_AGAIN: 'for a second opinion',
}

function describe(happening: Happening) {
  switch (happening.type) {
    case 'note':
      return { note: happening.text }
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
