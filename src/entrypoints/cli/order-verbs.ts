import type { House } from '../../app.ts'
import { openKnownOrder, openOrder, orderProblem, orderRunIds } from '../../app/workorder-places.ts'
import { orderAsJson, orderRunView, orderViewOf } from '../../app/workorder-view.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { RunView } from '../../views/run-view.ts'
import { flag, text } from './parse.ts'
import { personOf } from './who.ts'
import type { Listing, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

/** The verbs that all workflows share, for work orders. What is heavy is loaded by the verb that needs it. */
export const orderVerbs: WorkflowVerbs = {
  shelf,
  list,
  removals: async () => [],

  async status({ terminal, values }, house, name) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { orderStatus } = await import('../../views/order-summary.ts')
    const view = orderViewOf(house, open.value.state)
    if (flag(values, 'json')) terminal.print(JSON.stringify(orderAsJson(open.value.state, view)))
    else for (const line of orderStatus(view, terminal.paint)) terminal.print(line)
    return ok(exitCodes.accepted)
  },

  async resume(call, house, name) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { runOrder } = await import('./run-order.ts')
    return runOrder(call, house, open.value)
  },

  async verify({ terminal, values }, house, name) {
    const open = await openOrder(house, name)
    if (!open.ok) return err({ ...open.error, exit: exitCodes.notAccepted })
    const { inspectOrder } = await import('../../app/workorder-verify.ts')
    const { tellInspection } = await import('./tell-inspection.ts')
    const inspected = await inspectOrder(house, open.value)
    return inspected.ok
      ? tellInspection({ terminal, values }, open.value.runId, inspected.value)
      : err({ ...inspected.error, exit: exitCodes.notAccepted })
  },

  async report(call, house, name, format) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { reportOrder } = await import('./report-order.ts')
    return reportOrder(call, house, open.value, format)
  },

  async answer(call, house, name, option) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { answerOrder } = await import('../../app/workorder-steer.ts')
    const { patienceMs } = await import('../../app/order.ts')
    const answered = await answerOrder(house, open.value, {
      option,
      ...personOf(call),
      feedback: text(call.values, 'feedback'),
      only: text(call.values, 'only')
        ?.split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    })
    if (!answered.ok) return answered
    const { runOrderAgain } = await import('./run-order.ts')
    // somebody who decided at the same moment may still be at it
    return runOrderAgain(call, house, open.value.runId, patienceMs)
  },

  async save(call, house, name, file) {
    const found = await shelf(house, name)
    if (!found.ok) return found
    const { saveVersion } = await import('./save-version.ts')
    return saveVersion(call, house, found.value, file)
  },

  async stop(house, name, order) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { stopWorkorder } = await import('../../app/workorder-steer.ts')
    const stopped = await stopWorkorder(house, open.value, order)
    return stopped.ok ? ok({ alias: open.value.runId, stopped: stopped.value }) : stopped
  },

  async history(house, name) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const read = await open.value.store.journal.read()
    return read.ok
      ? ok({ alias: open.value.runId, entries: read.value.entries })
      : err(orderProblem(house, open.value, read.error))
  },

  async removal(house, name) {
    const open = await openOrder(house, name)
    if (!open.ok) return open
    const { cleanOrder } = await import('../../app/workorder-steer.ts')
    return ok({
      alias: open.value.runId,
      folder: open.value.files.folder,
      remove: () => cleanOrder(house, open.value),
    })
  },

  async gates(house) {
    const { orderNext } = await import('../../views/order-summary.ts')
    const waiting = []
    for (const name of await orderRunIds(house)) {
      const open = await openKnownOrder(house, name)
      if (open.ok && open.value.state.at === 'asking') waiting.push(open.value.state)
    }
    return waiting.map((state) => {
      const view = orderViewOf(house, state)
      return { json: orderAsJson(state, view), lines: (paint) => orderNext(view, paint) }
    })
  },
}

async function shelf(house: House, name: string): Promise<Result<Shelf, Problem>> {
  const open = await openOrder(house, name)
  if (!open.ok) return open
  const { changeVersion, changeVersions } = await import('../../app/workorder-versions.ts')
  const versions = await changeVersions(house, open.value)
  if (!versions.ok) return versions
  return ok({
    alias: open.value.runId,
    versions: async () =>
      versions.value.map((hash, index) => ({
        number: index + 1,
        hash,
        last: index === versions.value.length - 1,
        best: hash === open.value.state.measured?.tree,
      })),
    read: (version) => changeVersion(house, open.value, { versions: versions.value, version }),
  })
}

async function list(house: House): Promise<Listing> {
  const runs: RunView[] = []
  const damaged: { alias: string; what: string }[] = []
  for (const name of await orderRunIds(house)) {
    const open = await openKnownOrder(house, name)
    if (open.ok) runs.push(orderRunView(house, open.value.state))
    else damaged.push({ alias: name, what: open.error.what })
  }
  return { runs, damaged, notices: [] }
}
