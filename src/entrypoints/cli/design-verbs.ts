import { type OpenFeature, openFeature } from '../../app/design-feature.ts'
import { designProblem, featureIds } from '../../app/design-places.ts'
import { designAsJson, designRunView, designViewOf } from '../../app/design-view.ts'
import { exitCodes, type Problem, usageProblem } from '../../model/problem.ts'
import { err, ok, usageError } from '../../model/result.ts'
import { personOf, text } from './command.ts'
import { commonVerbs, numbered, verbsToLook } from './run-verbs.ts'
import type { WorkflowVerbs } from './workflow-verbs.ts'

const about = ({ place }: OpenFeature) => ({
  alias: place.featureId,
  folder: place.files.folder,
  store: place.store,
})

export const designVerbs: WorkflowVerbs = {
  ...commonVerbs<OpenFeature, OpenFeature>({
    ids: featureIds,
    find: openFeature,
    open: openFeature,
    openKnown: openFeature,
    about,
    problem: (workspace, { place }, failure) => designProblem(workspace, place, failure),
    runView: (workspace, { place, state }) => designRunView(workspace, place, state),
    notices: ({ notices }) => notices,
    run: async (call, workspace, { place }) =>
      (await import('./run-design.ts')).runDesign(call, workspace, place),
    report: async (...on) => (await import('./report-design.ts')).reportDesign(...on),
    stop: async (...on) => (await import('../../app/design-steer.ts')).stopFeature(...on),
    clean: async (...on) => (await import('../../app/design-steer.ts')).cleanFeature(...on),
    async shelf(workspace, open) {
      const { intentVersion } = await import('../../app/design-report.ts')
      const { place, state } = open
      return ok({
        alias: place.featureId,
        accepted: state.at === 'FROZEN',
        versions: async () =>
          numbered(state.intents, (await intentVersion(workspace, open, 'best'))?.hash),
        async read(version) {
          const found = await intentVersion(workspace, open, version)
          return found === null ? err(noVersion(place.featureId, version)) : ok(found)
        },
      })
    },
  }),

  ...verbsToLook({
    open: openFeature,
    about,
    view: (workspace, { place, state, notices }) =>
      designViewOf(workspace, place, state, { notices }),
    json: ({ state }, view) => designAsJson(state, view),
    status: async () => (await import('../../views/design-summary.ts')).designStatus,
    statusExit: ({ state, notices }) =>
      state.at === 'FAILED' && notices.length > 0 ? exitCodes.internal : exitCodes.accepted,
    inspect: async (...on) => (await import('../../app/design-verify.ts')).inspectFeature(...on),
  }),

  // features are cleaned one by one
  removals: async () => [],

  async answer(call, workspace, name, option) {
    const { values } = call
    if (option !== 'approve' && option !== 'reject' && option !== 'abort')
      return usageError(`"${option}" is not an option`, 'choose one of: approve, reject, abort')
    const { answerDesign } = await import('./answer-design.ts')
    return answerDesign(call, workspace, name, {
      option,
      ...personOf(call),
      feedback: text(values, 'feedback'),
    })
  },

  async gates(workspace) {
    const { openDesignGates } = await import('../../app/design-gates.ts')
    const { nextLines } = await import('../../views/design-summary.ts')
    return (await openDesignGates(workspace)).map(({ gate, view }) => ({
      json: {
        alias: view.featureId,
        workflow: 'design',
        ...gate,
        score: view.score,
        threshold: view.threshold,
        remaining_iterations: view.remaining,
        paths: view.paths,
      },
      lines: (paint) => nextLines(view, paint),
    }))
  },
}

const noVersion = (name: string, wanted: string): Problem =>
  usageProblem(`${name} has no version "${wanted}"`, `list them: loopwright diff ${name} --list`)
