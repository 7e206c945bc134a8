import { ganProblem, ganRunIds, openGan } from '../../app/gan-places.ts'
import { ganAsJson, ganRunView, ganViewOf } from '../../app/gan-view.ts'
import { ok } from '../../model/result.ts'
import { numbered, runVerbs } from './run-verbs.ts'

const steer = () => import('../../app/gan-steer.ts')

/** The verbs that all workflows share, for pages. */
export const ganVerbs = runVerbs({
  ids: ganRunIds,
  open: openGan,
  openKnown: openGan,
  problem: ganProblem,
  view: ganViewOf,
  runView: ganRunView,
  json: ganAsJson,
  async lines() {
    const { ganNext: next, ganStatus: status } = await import('../../views/gan-summary.ts')
    return { next, status }
  },
  run: async (call, house, open, patience = 0) =>
    (await import('./run-gan.ts')).runGan(call, house, open, { patience }),
  inspect: async (...on) => (await import('../../app/gan-verify.ts')).inspectGan(...on),
  report: async (...on) => (await import('./report-gan.ts')).reportGan(...on),
  answer: async (...on) => (await steer()).answerGan(...on),
  stop: async (...on) => (await steer()).stopGan(...on),
  clean: async (...on) => (await steer()).cleanGan(...on),
  save: async (...on) => (await import('./save-site.ts')).saveSite(...on),
  async shelf(house, open) {
    const { bestSite, siteVersion } = await import('../../app/gan-versions.ts')
    return ok({
      accepted: ganViewOf(house, open.state).outcome === 'passed',
      versions: async () => numbered(open.state.sites, bestSite(open.state)),
      read: (version: string) => siteVersion(house, open, version),
    })
  },
})
