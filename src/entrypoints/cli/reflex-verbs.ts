import type { House } from '../../app.ts'
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
  clean: async (house: House, place: Place) => (await steer()).cleanRun(house, place),
}

export const reflexVerbs: WorkflowVerbs = {
  ...commonVerbs<Place, OpenLoop>({
    ...removable,
    ids: aliases,
    find: findPlace,
    open: openLoop,
    openKnown: loadPlace,
    problem: journalProblem,
    runView: (house, { place, state }) => viewOf(house, place, state),
    async run(call, house, place) {
      const { resumeRun } = await import('../../app/reflex-start.ts')
      const { runLoop } = await import('./run-loop.ts')
      return runLoop(call, house, (watch) => resumeRun(house, place, watch))
    },
    report: async (...on) => (await import('./report-reflex.ts')).reportReflex(...on),
    stop: async (...on) => (await steer()).stopRun(...on),
    shelf: async (house, { place, state }) =>
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
          (await import('../../app/reflex-versions.ts')).readVersion(house, state, version),
      }),
  }),

  async status(call, house, name) {
    const { showReflexStatus } = await import('./reflex-status.ts')
    const opened = await openLoop(house, name)
    return opened.ok ? showReflexStatus(call, house, opened.value) : opened
  },

  async verify(call, house, name) {
    const { verifyReflex } = await import('./verify-reflex.ts')
    const place = await findPlace(house, name)
    return place.ok ? verifyReflex(call, house, place.value) : place
  },

  async answer(call, house, name, option) {
    const { answerReflex } = await import('./answer-reflex.ts')
    const place = await findPlace(house, name)
    return place.ok ? answerReflex(call, house, place.value, option) : place
  },

  async removal(house, name) {
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const running = await (await steer()).refuseRunning(house, place.value)
    return running.ok ? ok(removalOf(removable, house, place.value)) : running
  },

  async removals(house) {
    const ended: Removal[] = []
    for (const alias of await aliases(house)) {
      const place = await findPlace(house, alias)
      if (!place.ok) continue
      const run = await loadPlace(house, alias)
      if (!run.ok || run.value.state.at === 'ended')
        ended.push(removalOf(removable, house, place.value))
    }
    return ended
  },

  async gates(house) {
    const { openGates } = await import('../../app/reflex-gates.ts')
    const { setupSummary } = await import('../../views/setup-summary.ts')
    return (await openGates(house)).map(({ alias, gate, setup, undecided }) => ({
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

async function openLoop(house: House, name: string): AsyncResult<OpenLoop> {
  const place = await findPlace(house, name)
  return place.ok ? loadPlace(house, place.value.alias) : place
}
