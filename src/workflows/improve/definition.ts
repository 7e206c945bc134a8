import { join } from 'node:path'
import { sayHow } from '../../engine/staged-workflow.ts'
import { ok } from '../../model/result.ts'
import { needsWords } from './gate.ts'
import { iterationReport } from './report.ts'
import { improveNames, type ImproveWorkflow, keptImproves, reportPath } from './runs.ts'
import { improveRunView } from './view.ts'

export const improve: ImproveWorkflow = {
  ...keptImproves,
  names: improveNames,

  /** Reports are the user's own and stay. */
  folder: (workspace, { name }) => join(workspace.privateFolder, 'improve', name),
  files: (workspace, { runId, state }) =>
    state.iterations
      .filter(({ score }) => score !== null && state.setup.trial === undefined)
      .map((iteration) => ({
        path: reportPath(workspace, runId, iteration.number),
        content: iterationReport(state, iteration),
      })),
  swept: (workspace) => [join(workspace.root, workspace.config.workflows.improve.path)],

  bench: async (...on) => (await import('./open-bench.ts')).openBench(improve, ...on),
  async beforeAnswer(_, run, { only, details }) {
    const change = {
      ...(only === undefined ? {} : { only }),
      ...(details?.['prove'] === true ? { prove: true } : {}),
    }
    return ok({ type: 'take', ...(Object.keys(change).length === 0 ? {} : { change }) })
  },
  refused: sayHow(needsWords),
  settle: async (workspace, run) => (await import('./reports.ts')).keepResults(workspace, run),

  view: (workspace, { state }) => improveRunView(workspace, state),
  show: async (workspace, run) => (await import('./show.ts')).showImprove(workspace, run),
  reports: async (workspace, run) => (await import('./reports.ts')).improveReports(workspace, run),
  versions: async (...of) => (await import('./versions.ts')).setUpVersions(...of),
  texts: ({ iterations }) =>
    iterations.flatMap(({ prints, screens = [] }) => [
      prints,
      ...screens.map(({ picture }) => picture),
    ]),
}
