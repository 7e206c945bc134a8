import type { House } from '../../app.ts'
import {
  aliases,
  findPlace,
  journalProblem,
  type Live,
  loadPlace,
  type Place,
} from '../../app/reflex-places.ts'
import type { Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { RunView } from '../../views/run-view.ts'
import type { Listing, Removal, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

/** The verbs that all workflows share, for loops. What is heavy is loaded by the verb that needs it. */
export const reflexVerbs: WorkflowVerbs = {
  shelf,
  list,

  async status(call, house, name) {
    const { showReflexStatus } = await import('./reflex-status.ts')
    const opened = await openLoop(house, name)
    return opened.ok ? showReflexStatus(call, house, opened.value) : opened
  },

  async resume(call, house, name) {
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const { resumeRun } = await import('../../app/reflex-start.ts')
    const { runLoop } = await import('./run-loop.ts')
    return runLoop(call, house, (watch) => resumeRun(house, place.value, watch))
  },

  async verify(call, house, name) {
    const { verifyReflex } = await import('./verify-reflex.ts')
    const place = await findPlace(house, name)
    return place.ok ? verifyReflex(call, house, place.value) : place
  },

  async report(call, house, name, format) {
    const { reportReflex } = await import('./report-reflex.ts')
    const opened = await openLoop(house, name)
    return opened.ok ? reportReflex(call, house, opened.value, format) : opened
  },

  async answer(call, house, name, option) {
    const { answerReflex } = await import('./answer-reflex.ts')
    const place = await findPlace(house, name)
    return place.ok ? answerReflex(call, house, place.value, option) : place
  },

  async save(call, house, name, file) {
    const { saveVersion } = await import('./save-version.ts')
    const opened = await shelf(house, name)
    return opened.ok ? saveVersion(call, house, opened.value, file) : opened
  },

  async stop(house, name, order) {
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const { stopRun } = await import('../../app/reflex-steer.ts')
    const stopped = await stopRun(house, place.value, order)
    return stopped.ok ? ok({ alias: place.value.alias, stopped: stopped.value }) : stopped
  },

  async history(house, name) {
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const read = await place.value.store.journal.read()
    return read.ok
      ? ok({ alias: place.value.alias, entries: read.value.entries })
      : err(journalProblem(house, place.value, read.error))
  },

  async removal(house, name) {
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const { refuseRunning } = await import('../../app/reflex-steer.ts')
    const running = await refuseRunning(house, place.value)
    return running.ok ? ok(removalOf(house, place.value)) : running
  },

  async removals(house) {
    const ended: Removal[] = []
    for (const alias of await aliases(house)) {
      const place = await findPlace(house, alias)
      if (!place.ok) continue
      const run = await loadPlace(house, alias)
      if (!run.ok || run.value.state.at === 'ended') ended.push(removalOf(house, place.value))
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

export type OpenLoop = { readonly place: Place; readonly state: Live }

async function openLoop(house: House, name: string): Promise<Result<OpenLoop, Problem>> {
  const place = await findPlace(house, name)
  return place.ok ? loadPlace(house, place.value.alias) : place
}

async function shelf(house: House, name: string): Promise<Result<Shelf, Problem>> {
  const opened = await openLoop(house, name)
  if (!opened.ok) return opened
  const { place, state } = opened.value
  return ok({
    alias: place.alias,
    accepted: state.at === 'ended' && state.status === 'completed',
    versions: async () =>
      state.versions.map((hash, index) => ({
        number: index + 1,
        hash,
        last: hash === state.artifact,
        best: hash === state.best?.hash,
      })),
    async read(version) {
      const { readVersion } = await import('../../app/reflex-versions.ts')
      return readVersion(house, state, version)
    },
  })
}

async function list(house: House): Promise<Listing> {
  const { viewOf } = await import('../../app/reflex-view.ts')
  const runs: RunView[] = []
  const damaged: { alias: string; what: string }[] = []
  for (const alias of await aliases(house)) {
    const loaded = await loadPlace(house, alias)
    if (loaded.ok) runs.push(viewOf(house, loaded.value.place, loaded.value.state))
    else damaged.push({ alias, what: loaded.error.what })
  }
  return { runs, damaged, notices: [] }
}

const removalOf = (house: House, place: Place): Removal => ({
  alias: place.alias,
  folder: place.files.folder,
  remove: async () => (await import('../../app/reflex-steer.ts')).cleanRun(house, place),
})
