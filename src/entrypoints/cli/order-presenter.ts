import type { House } from '../../app.ts'
import type { OrderWatch } from '../../app/workorder-run.ts'
import { orderViewOf } from '../../app/workorder-view.ts'
import { orderMeasured } from '../../views/order-summary.ts'
import { openRunPresenter, type Screen } from './run-presenter.ts'

type State = Parameters<OrderWatch['state']>[0]
type Happening = Parameters<OrderWatch['happening']>[0]

export const openOrderPresenter = (house: House, screen: Screen) =>
  openRunPresenter<State, Happening, ReturnType<typeof orderViewOf>>(screen, {
    view: (state) => orderViewOf(house, state),
    where: ({ at }, { runId, attempt, attempts, state }) =>
      at === 'asking' || at === 'ended'
        ? null
        : `${runId} · attempt ${attempt}/${attempts} · ${state}`,
    showScore: (score) => score.toFixed(1),
    results: ({ score }) => (score === null ? 0 : 1),
    lines: orderMeasured,
    describe,
  })

function describe(happening: Happening) {
  switch (happening.type) {
    case 'note':
      return { note: happening.text }
    case 'asking':
      return `asking ${happening.who} ${happening.errand === 'PROPOSE' ? 'for a change' : 'to get rid of compiler errors'}${happening.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `${happening.who} answered`
    case 'doing':
      return happening.what
  }
}
