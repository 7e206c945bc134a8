import { join } from 'node:path'
import { sayHow } from '../../engine/staged-workflow.ts'
import type { WorkflowDefinition } from '../../engine/workflow.ts'
import { projectOrder } from './files.ts'
import { needsWords } from './gate.ts'
import type { OrderStep } from './machine.ts'
import { filesOf, keptOrders, orderNames, orderNumbered } from './orders.ts'
import type { OrderCommand, OrderState } from './state.ts'
import { orderRunView } from './view.ts'

export const workorder: WorkflowDefinition<OrderState, OrderCommand, OrderStep> = {
  ...keptOrders,
  names: orderNames,
  match: orderNumbered,

  folder: (workspace, { runId }) => filesOf(workspace, runId).folder,
  files: (workspace, { runId, state }) =>
    projectOrder(filesOf(workspace, runId), state, workspace.blobs),
  swept: (workspace, { runId }) => [filesOf(workspace, runId).folder],

  /** Nobody has been asked before it is briefed: it starts with what is there then. */
  bound: ({ setup, briefing }) => (briefing === null ? null : setup),
  bench: async (...on) => (await import('./open-bench.ts')).openBench(...on),
  refused: sayHow(needsWords),
  settle: async (workspace, run) => (await import('./records.ts')).keepRecords(workspace, run),

  view: (workspace, { state }) => orderRunView(workspace, state),
  show: async (workspace, run) => (await import('./show.ts')).showOrder(workspace, run),
  reports: async (workspace, run) => (await import('./reports.ts')).orderReports(workspace, run),
  versions: async (...of) => (await import('./versions.ts')).changeVersions(...of),
  texts: ({ baseline, briefing, measured, delivered }) =>
    [baseline?.measurement, briefing?.prompt, measured?.report, delivered?.patch].filter(
      (hash) => hash !== undefined,
    ),
  /** The branch of an order stays, so its number must not be given to another one. */
  async cleaned(workspace, { runId, state }) {
    if (state.base !== null) {
      const repository = await workspace.repository()
      const tree = await repository.open({ id: runId, base: state.base })
      if (tree.ok) await tree.value.remove()
    }
    await workspace.disk.create(join(workspace.privateFolder, 'workorder', runId, 'cleaned'), '')
  },
}
