import { openKnownOrder, openOrder, orderProblem, orderRunIds } from '../../app/workorder-places.ts'
import { orderAsJson, orderRunView, orderViewOf } from '../../app/workorder-view.ts'
import { ok } from '../../model/result.ts'
import { numbered, runVerbs } from './run-verbs.ts'

const steer = () => import('../../app/workorder-steer.ts')

export const orderVerbs = runVerbs({
  ids: orderRunIds,
  open: openOrder,
  openKnown: openKnownOrder,
  problem: orderProblem,
  view: (house, { state }) => orderViewOf(house, state),
  runView: (house, { state }) => orderRunView(house, state),
  json: ({ state }, view) => orderAsJson(state, view),
  status: async () => (await import('../../views/order-summary.ts')).orderStatus,
  next: async () => (await import('../../views/order-summary.ts')).orderNext,
  run: async (...on) => (await import('./run-order.ts')).runOrder(...on),
  inspect: async (...on) => (await import('../../app/workorder-verify.ts')).inspectOrder(...on),
  report: async (...on) => (await import('./report-order.ts')).reportOrder(...on),
  answer: async (...on) => (await steer()).answerOrder(...on),
  stop: async (...on) => (await steer()).stopWorkorder(...on),
  clean: async (...on) => (await steer()).cleanOrder(...on),
  async shelf(house, open) {
    const { changeVersion, changeVersions } = await import('../../app/workorder-versions.ts')
    const made = await changeVersions(house, open)
    if (!made.ok) return made
    const versions = made.value
    return ok({
      alias: open.runId,
      accepted: orderViewOf(house, open.state).outcome === 'completed',
      versions: async () => numbered(versions, open.state.measured?.tree),
      read: (version: string) => changeVersion(house, open, { versions, version }),
    })
  },
})
