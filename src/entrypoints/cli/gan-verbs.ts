import type { House } from '../../app.ts'
import { ganProblem, ganRunIds, openGan } from '../../app/gan-places.ts'
import { ganAsJson, ganRunView, ganViewOf } from '../../app/gan-view.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { RunView } from '../../views/run-view.ts'
import { flag, text } from './parse.ts'
import { personOf } from './who.ts'
import type { Listing, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

/** The verbs that all workflows share, for pages. What is heavy is loaded by the verb that needs it. */
export const ganVerbs: WorkflowVerbs = {
  shelf,
  list,
  removals: async () => [],

  async status({ terminal, values }, house, name) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { ganStatus } = await import('../../views/gan-summary.ts')
    const view = ganViewOf(house, open.value.state)
    if (flag(values, 'json')) terminal.print(JSON.stringify(ganAsJson(open.value.state, view)))
    else for (const line of ganStatus(view, terminal.paint)) terminal.print(line)
    return ok(exitCodes.accepted)
  },

  async resume(call, house, name) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { runGan } = await import('./run-gan.ts')
    return runGan(call, house, open.value)
  },

  async verify({ terminal, values }, house, name) {
    const open = await openGan(house, name)
    if (!open.ok) return err({ ...open.error, exit: exitCodes.notAccepted })
    const { inspectGan } = await import('../../app/gan-verify.ts')
    const { tellInspection } = await import('./tell-inspection.ts')
    const inspected = await inspectGan(house, open.value)
    return inspected.ok
      ? tellInspection({ terminal, values }, open.value.runId, inspected.value)
      : err({ ...inspected.error, exit: exitCodes.notAccepted })
  },

  async report(call, house, name, format) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { reportGan } = await import('./report-gan.ts')
    return reportGan(call, house, open.value, format)
  },

  async answer(call, house, name, option) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { answerGan } = await import('../../app/gan-steer.ts')
    const { patienceMs } = await import('../../app/order.ts')
    const answered = await answerGan(house, open.value, {
      option,
      ...personOf(call),
      feedback: text(call.values, 'feedback'),
      only: text(call.values, 'only')
        ?.split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    })
    if (!answered.ok) return answered
    const { runAgain } = await import('./run-gan.ts')
    // somebody who decided at the same moment may still be at it
    return runAgain(call, house, open.value.runId, patienceMs)
  },

  async save(call, house, name, file) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { saveSite } = await import('./save-site.ts')
    return saveSite(call, house, open.value, file)
  },

  async stop(house, name, order) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { stopGan } = await import('../../app/gan-steer.ts')
    const stopped = await stopGan(house, open.value, order)
    return stopped.ok ? ok({ alias: open.value.runId, stopped: stopped.value }) : stopped
  },

  async history(house, name) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const read = await open.value.store.journal.read()
    return read.ok
      ? ok({ alias: open.value.runId, entries: read.value.entries })
      : err(ganProblem(house, open.value, read.error))
  },

  async removal(house, name) {
    const open = await openGan(house, name)
    if (!open.ok) return open
    const { cleanGan } = await import('../../app/gan-steer.ts')
    return ok({
      alias: open.value.runId,
      folder: open.value.files.folder,
      remove: () => cleanGan(house, open.value),
    })
  },

  async gates(house) {
    const { ganNext } = await import('../../views/gan-summary.ts')
    const waiting = []
    for (const name of await ganRunIds(house)) {
      const open = await openGan(house, name)
      if (open.ok && open.value.state.at === 'asking') waiting.push(open.value.state)
    }
    return waiting.map((state) => {
      const view = ganViewOf(house, state)
      return {
        json: ganAsJson(state, view),
        lines: (paint) => ganNext(view, paint),
      }
    })
  },
}

async function shelf(house: House, name: string): Promise<Result<Shelf, Problem>> {
  const open = await openGan(house, name)
  if (!open.ok) return open
  const { bestSite, siteVersion } = await import('../../app/gan-versions.ts')
  const { state, runId } = open.value
  return ok({
    alias: runId,
    versions: async () =>
      state.sites.map((hash, index) => ({
        number: index + 1,
        hash,
        last: index === state.sites.length - 1,
        best: hash === bestSite(state),
      })),
    read: (version) => siteVersion(house, open.value, version),
  })
}

async function list(house: House): Promise<Listing> {
  const runs: RunView[] = []
  const damaged: { alias: string; what: string }[] = []
  for (const name of await ganRunIds(house)) {
    const open = await openGan(house, name)
    if (open.ok) runs.push(ganRunView(house, open.value.state))
    else damaged.push({ alias: name, what: open.error.what })
  }
  return { runs, damaged, notices: [] }
}
