import type { House } from '../../app.ts'
import { openFeature } from '../../app/design-feature.ts'
import { designProblem, featureIds } from '../../app/design-places.ts'
import type { Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { RunView } from '../../views/run-view.ts'
import { text } from './parse.ts'
import { personOf } from './who.ts'
import type { Listing, Shelf, WorkflowVerbs } from './workflow-verbs.ts'

/** The verbs that all workflows share, for features. What is heavy is loaded by the verb that needs it. */
export const designVerbs: WorkflowVerbs = {
  shelf,
  list,
  // features are cleaned one by one
  removals: async () => [],

  async status(call, house, name) {
    return (await import('./design-status.ts')).showDesignStatus(call, house, name)
  },

  async resume(call, house, name) {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const { runDesign } = await import('./run-design.ts')
    return runDesign(call, house, opened.value.place)
  },

  async verify(call, house, name) {
    return (await import('./verify-design.ts')).verifyDesign(call, house, name)
  },

  async report(call, house, name, format) {
    const { reportDesign } = await import('./report-design.ts')
    const opened = await openFeature(house, name)
    return opened.ok ? reportDesign(call, house, opened.value, format) : opened
  },

  async answer(call, house, name, option) {
    const { values } = call
    if (option !== 'approve' && option !== 'reject' && option !== 'abort')
      return err({
        exit: 2,
        what: `"${option}" is not an option`,
        todo: 'choose one of: approve, reject, abort',
      })
    const { answerDesign } = await import('./answer-design.ts')
    return answerDesign(call, house, name, {
      option,
      ...personOf(call),
      feedback: text(values, 'feedback'),
    })
  },

  async save(call, house, name, file) {
    const { saveVersion } = await import('./save-version.ts')
    const opened = await shelf(house, name)
    return opened.ok ? saveVersion(call, house, opened.value, file) : opened
  },

  async stop(house, name, order) {
    const { stopFeature } = await import('../../app/design-steer.ts')
    const stopped = await stopFeature(house, name, order)
    return stopped.ok ? ok({ alias: name, stopped: stopped.value }) : stopped
  },

  async history(house, name) {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const { place } = opened.value
    const read = await place.store.journal.read()
    return read.ok
      ? ok({ alias: name, entries: read.value.entries })
      : err(designProblem(house, place, read.error))
  },

  async removal(house, name) {
    const opened = await openFeature(house, name)
    if (!opened.ok) return opened
    const { place } = opened.value
    const { cleanFeature } = await import('../../app/design-steer.ts')
    return ok({
      alias: place.featureId,
      folder: place.files.folder,
      remove: () => cleanFeature(house, opened.value),
    })
  },

  async gates(house) {
    const { openDesignGates } = await import('../../app/design-gates.ts')
    const { nextLines } = await import('../../views/design-summary.ts')
    return (await openDesignGates(house)).map(({ gate, view }) => ({
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

async function shelf(house: House, name: string): Promise<Result<Shelf, Problem>> {
  const opened = await openFeature(house, name)
  if (!opened.ok) return opened
  const { intentVersion } = await import('../../app/design-report.ts')
  const { intents } = opened.value.state
  return ok({
    alias: name,
    accepted: opened.value.state.at === 'FROZEN',
    async versions() {
      const best = await intentVersion(house, opened.value, 'best')
      return intents.map((hash, index) => ({
        number: index + 1,
        hash,
        last: index === intents.length - 1,
        best: hash === best?.hash,
      }))
    },
    async read(version) {
      const found = await intentVersion(house, opened.value, version)
      return found === null ? err(noVersion(name, version)) : ok(found)
    },
  })
}

const noVersion = (name: string, wanted: string): Problem => ({
  exit: 2,
  what: `${name} has no version "${wanted}"`,
  todo: `list them: loopwright diff ${name} --list`,
})

async function list(house: House): Promise<Listing> {
  const { designRunView } = await import('../../app/design-view.ts')
  const runs: RunView[] = []
  const damaged: { alias: string; what: string }[] = []
  const notices: string[] = []
  for (const name of await featureIds(house)) {
    const opened = await openFeature(house, name)
    if (opened.ok) {
      runs.push(designRunView(house, opened.value.place, opened.value.state))
      notices.push(...opened.value.notices.map((notice) => `! ${name}: ${notice}`))
    } else damaged.push({ alias: name, what: opened.error.what })
  }
  return { runs, damaged, notices }
}
