import { ganProblem, ganRunIds, openGan } from '../../app/gan-places.ts'
import { ganAsJson, ganRunView, ganViewOf } from '../../app/gan-view.ts'
import { ok } from '../../model/result.ts'
import { numbered, runVerbs } from './run-verbs.ts'
import type { WorkflowVerbs } from './workflow-verbs.ts'

const steer = () => import('../../app/gan-steer.ts')

export const ganVerbs: WorkflowVerbs = {
  ...runVerbs({
    ids: ganRunIds,
    open: openGan,
    openKnown: openGan,
    problem: ganProblem,
    view: (workspace, { state }) => ganViewOf(workspace, state),
    runView: (workspace, { state }) => ganRunView(workspace, state),
    json: ({ state }, view) => ganAsJson(state, view),
    status: async () => (await import('../../views/gan-summary.ts')).ganStatus,
    next: async () => (await import('../../views/gan-summary.ts')).ganNext,
    run: async (call, workspace, open, patience = 0) =>
      (await import('./run-gan.ts')).runGan(call, workspace, open, { patience }),
    inspect: async (...on) => (await import('../../app/gan-verify.ts')).inspectGan(...on),
    report: async (...on) => (await import('./report-gan.ts')).reportGan(...on),
    answer: async (...on) => (await steer()).answerGan(...on),
    stop: async (...on) => (await steer()).stopGan(...on),
    clean: async (...on) => (await steer()).cleanGan(...on),
    async shelf(workspace, open) {
      const { bestSite, siteVersion } = await import('../../app/gan-versions.ts')
      return ok({
        alias: open.runId,
        accepted: ganViewOf(workspace, open.state).outcome === 'passed',
        versions: async () => numbered(open.state.sites, bestSite(open.state)),
        read: (version: string) => siteVersion(workspace, open, version),
      })
    },
  }),
  save: async (call, workspace, name, file) => {
    const open = await openGan(workspace, name)
    return open.ok
      ? (await import('./save-site.ts')).saveSite(call, workspace, open.value, file)
      : open
  },
}
