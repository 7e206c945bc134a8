import type { House } from '../../app.ts'
import {
  openKnownOrder,
  type OpenOrder,
  openOrder,
  orderProblem,
  orderRunIds,
} from '../../app/workorder-places.ts'
import { orderAsJson, orderRunView, orderViewOf } from '../../app/workorder-view.ts'
import { ok } from '../../model/result.ts'
import { numbered, runVerbs } from './run-verbs.ts'

const steer = () => import('../../app/workorder-steer.ts')

async function shelf(house: House, open: OpenOrder) {
  const { changeVersion, changeVersions } = await import('../../app/workorder-versions.ts')
  const made = await changeVersions(house, open)
  if (!made.ok) return made
  const versions = made.value
  return ok({
    accepted: orderViewOf(house, open.state).outcome === 'completed',
    versions: async () => numbered(versions, open.state.measured?.tree),
    read: (version: string) => changeVersion(house, open, { versions, version }),
  })
}

/** The verbs that all workflows share, for work orders. */
export const orderVerbs = runVerbs({
  ids: orderRunIds,
  open: openOrder,
  openKnown: openKnownOrder,
  problem: orderProblem,
  view: orderViewOf,
  runView: orderRunView,
  json: orderAsJson,
  async lines() {
    const { orderNext: next, orderStatus: status } = await import('../../views/order-summary.ts')
    return { next, status }
  },
  run: async (...on) => (await import('./run-order.ts')).runOrder(...on),
  inspect: async (...on) => (await import('../../app/workorder-verify.ts')).inspectOrder(...on),
  report: async (...on) => (await import('./report-order.ts')).reportOrder(...on),
  answer: async (...on) => (await steer()).answerOrder(...on),
  stop: async (...on) => (await steer()).stopWorkorder(...on),
  clean: async (...on) => (await steer()).cleanOrder(...on),
  shelf,
  async save(call, house, open, file) {
    const found = await shelf(house, open)
    if (!found.ok) return found
    const { saveVersion } = await import('./save-version.ts')
    return saveVersion(call, house, { alias: open.runId, ...found.value }, file)
  },
})
