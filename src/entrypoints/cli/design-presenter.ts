import type { House } from '../../app.ts'
import type { DesignHappening, Live } from '../../app/design-run.ts'
import type { FeaturePlace } from '../../app/design-places.ts'
import { designViewOf } from '../../app/design-view.ts'
import { evaluationSummary, showPoints } from '../../views/design-summary.ts'
import { openRunPresenter, type Screen } from './run-presenter.ts'

const atWork: ReadonlySet<string> = new Set(['GENERATING', 'EVALUATING', 'REVISING'])

export function openDesignPresenter(house: House, place: FeaturePlace, screen: Screen) {
  let fixed: string[] = []
  return openRunPresenter<Live, DesignHappening, ReturnType<typeof designViewOf>>(screen, {
    view: (state) => designViewOf(house, place, state, { fixed }),
    where: (_, { iteration, maxIterations, state }) =>
      atWork.has(state) ? `Iteration ${iteration + 1}/${maxIterations} · ${state}` : null,
    showScore: showPoints,
    results: ({ scores }) => scores.length,
    lines(view, paint) {
      fixed = []
      return evaluationSummary(view, paint)
    },
    describe(happening) {
      if (happening.type === 'fixed') fixed.push(happening.title)
      return describe(happening)
    },
  })
}

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
