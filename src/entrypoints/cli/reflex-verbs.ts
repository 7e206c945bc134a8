import type { Workspace } from '../../ports/workspace.ts'
import {
  aliases,
  findPlace,
  journalProblem,
  type Live,
  loadPlace,
  type Place,
} from '../../app/reflex-places.ts'
import { viewOf } from '../../app/reflex-view.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { commonVerbs, removalOf } from './run-verbs.ts'
import type { Removal, WorkflowVerbs } from './workflow-verbs.ts'

export type OpenLoop = { readonly place: Place; readonly state: Live }

const steer = () => import('../../app/reflex-steer.ts')

const removable = {
  about: ({ alias, files, store }: Place) => ({ alias, folder: files.folder, store }),
  clean: async (workspace: Workspace, place: Place) => (await steer()).cleanRun(workspace, place),
}

export const reflexVerbs: WorkflowVerbs = {
  ...commonVerbs<Place, OpenLoop>({
    ...removable,
    ids: aliases,
    find: findPlace,
    open: openLoop,
    openKnown: loadPlace,
    problem: journalProblem,
    runView: (workspace, { place, state }) => viewOf(workspace, place, state),
    async run(call, workspace, place) {
      const { resumeRun } = await import('../../app/reflex-start.ts')
      const { runLoop } = await import('./run-loop.ts')
      return runLoop(call, workspace, (watch) => resumeRun(workspace, place, watch))
    },
    report: async (...on) => (await import('./report-reflex.ts')).reportReflex(...on),
    stop: async (...on) => (await steer()).stopRun(...on),
    shelf: async (workspace, { place, state }) =>
      ok({
        alias: place.alias,
        accepted: state.at === 'ended' && state.status === 'completed',
        versions: async () =>
          state.versions.map((hash, index) => ({
            number: index + 1,
            hash,
            last: hash === state.artifact,
            best: hash === state.best?.hash,
          })),
        read: async (version) =>
          (await import('../../app/reflex-versions.ts')).readVersion(workspace, state, version),
      }),
  }),

  async status(call, workspace, name) {
    const { showReflexStatus } = await import('./reflex-status.ts')
    const opened = await openLoop(workspace, name)
    return opened.ok ? showReflexStatus(call, workspace, opened.value) : opened
  },

  async verify(call, workspace, name) {
    const { verifyReflex } = await import('./verify-reflex.ts')
    const place = await findPlace(workspace, name)
    return place.ok ? verifyReflex(call, workspace, place.value) : place
  },

  async answer(call, workspace, name, option) {
    const { answerReflex } = await import('./answer-reflex.ts')
    const place = await findPlace(workspace, name)
    return place.ok ? answerReflex(call, workspace, place.value, option) : place
  },

  async removal(workspace, name) {
    const place = await findPlace(workspace, name)
    if (!place.ok) return place
    const running = await (await steer()).refuseRunning(workspace, place.value)
    return running.ok ? ok(removalOf(removable, workspace, place.value)) : running
  },

  async removals(workspace) {
    const ended: Removal[] = []
    for (const alias of await aliases(workspace)) {
      const place = await findPlace(workspace, alias)
      if (!place.ok) continue
      const run = await loadPlace(workspace, alias)
      if (!run.ok || run.value.state.at === 'ended')
        ended.push(removalOf(removable, workspace, place.value))
    }
    return ended
  },

  async gates(workspace) {
    const { openGates } = await import('../../app/reflex-gates.ts')
    const { setupSummary } = await import('../../views/setup-summary.ts')
    return (await openGates(workspace)).map(({ alias, gate, setup, undecided }) => ({
      json: {
        alias,
        workflow: 'reflex',
        ...gate,
        criteria: setup.criteria,
        max_iterations: setup.max_iterations,
        ...(setup.exam === undefined ? {} : { exam: setup.exam }),
        undecided,
      },
      lines: (paint) => [
        ...(undecided.length > 0
          ? [
              `Loop: ${alias}, artifact: .ai-factory/evolution/${alias}/artifact.md`,
              ...undecided.flatMap(({ id, statement, source, reason }) => [
                `  ${paint('cyan', '?')} ${statement} ${paint('dim', `[${id}]`)}`,
                ...(source.text === statement ? [] : [paint('dim', `      asked: ${source.text}`)]),
                paint('dim', `      ${reason}`),
              ]),
            ]
          : setupSummary(setup)),
        `\n${paint('yellow', '?')} ${paint('bold', gate.question)}`,
        ...gate.options.map(
          ({ name, effect }) =>
            `  loopwright answer ${alias} ${paint('cyan', name.padEnd(8))} ${paint('dim', effect)}`,
        ),
      ],
    }))
  },
}

async function openLoop(workspace: Workspace, name: string): AsyncResult<OpenLoop> {
  const place = await findPlace(workspace, name)
  return place.ok ? loadPlace(workspace, place.value.alias) : place
}
