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
  view: (workspace, { state }) => orderViewOf(workspace, state),
  runView: (workspace, { state }) => orderRunView(workspace, state),
  json: ({ state }, view) => orderAsJson(state, view),
  status: async () => (await import('../../views/order-summary.ts')).orderStatus,
  next: async () => (await import('../../views/order-summary.ts')).orderNext,
  run: async (...on) => (await import('./run-order.ts')).runOrder(...on),
  inspect: async (...on) => (await import('../../app/workorder-verify.ts')).inspectOrder(...on),
  report: async (...on) => (await import('./report-order.ts')).reportOrder(...on),
  answer: async (...on) => (await steer()).answerOrder(...on),
  stop: async (...on) => (await steer()).stopWorkorder(...on),
  clean: async (...on) => (await steer()).cleanOrder(...on),
  async shelf(workspace, open) {
    const { changeVersion, changeVersions } = await import('../../app/workorder-versions.ts')
    const made = await changeVersions(workspace, open)
    if (!made.ok) return made
    const versions = made.value
    return ok({
      alias: open.runId,
      accepted: orderViewOf(workspace, open.state).outcome === 'completed',
      versions: async () => numbered(versions, open.state.measured?.tree),
      read: (version: string) => changeVersion(workspace, open, { versions, version }),
    })
  },
})
