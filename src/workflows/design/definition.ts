import { readText } from '../../engine/versions.ts'
import { stopAfter, type WorkflowDefinition } from '../../engine/workflow.ts'
import { usageProblem } from '../../model/problem.ts'
import { ok } from '../../model/result.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { projectArtifacts } from './files.ts'
import type { DesignStep } from './machine.ts'
import { featureIds, filesOf } from './places.ts'
import { recorded } from './record.ts'
import type { DesignCommand, DesignState, Live } from './state.ts'
import { designRunView } from './view.ts'

/** What lies there now belongs to people again. */
const isResting = ({ at }: Live): boolean => at === 'IDLE' || at === 'FROZEN' || at === 'FAILED'

export const design: WorkflowDefinition<DesignState, DesignCommand, DesignStep> = {
  ...recorded,
  noun: 'a feature',
  begin: 'loopwright design start <feature> requirements.md',

  names: featureIds,
  unknown: async (...on) => (await import('./inspect.ts')).unknownFeature(...on),
  lost: async (...on) => (await import('./inspect.ts')).lostFeature(...on),
  admit: async (...on) => (await import('./adopt.ts')).admit(...on),
  inspect: async (...on) => (await import('./inspect.ts')).inspect(...on),

  isOver: (state) => isResting(state) && !(state.at === 'FROZEN' && state.seal === null),
  standing: ({ at }) => at,
  recordsAttempts: true,

  folder: (workspace, { name }) => filesOf(workspace, name).folder,
  artifacts: (workspace, { name, state }) =>
    projectArtifacts(filesOf(workspace, name), state, workspace.blobs),
  async theirs(workspace, { name, state }) {
    const { intent, critique, preview } = filesOf(workspace, name)
    return new Set(isResting(state) ? [intent, critique, preview] : [])
  },
  swept(workspace, { name }) {
    const { folder, final } = filesOf(workspace, name)
    return [folder, final]
  },

  bound: () => null,
  bench: async (...on) => (await import('./open-bench.ts')).openBench(...on),
  edited: async (workspace, run, note) =>
    isResting(run.state) ? ok(null) : (await import('./edits.ts')).takeEdit(workspace, run, note),
  stop: stopAfter,
  answer: (answer) => ({ type: 'answer-gate', answer }),
  beforeAnswer: async (...on) => (await import('./before-answer.ts')).beforeAnswer(...on),
  unasked: async (...on) => (await import('./before-answer.ts')).refuseAnswer(...on),

  view: designRunView,
  show: async (workspace, run) => (await import('./show.ts')).showDesign(workspace, run),
  reports: async (workspace, run) => (await import('./reports.ts')).designReports(workspace, run),
  versions: async ({ blobs }, { state }) =>
    ok({
      hashes: state.intents,
      last: null,
      best: await bestText(blobs, state),
      accepted: state.at === 'FROZEN',
      read: readText(blobs),
    }),
  texts: ({ texts }) => texts,
  prove: async (workspace, run) => (await import('./prove.ts')).prove(workspace, run),
  /** Whatever became of the run, a marker that stands protects what lies beside it. */
  async keeps(workspace, { name, state }) {
    const { marker } = filesOf(workspace, name).frozen
    const stands = (await workspace.disk.size(marker)) !== null
    if (state.at !== 'FROZEN' && !stands) return null
    return usageProblem(
      `${name} is frozen${stands ? ': final/FROZEN.md stands' : ''}; a frozen design is not removed`,
      state.at === 'FROZEN'
        ? `delete FROZEN.md, then: loopwright design unfreeze ${name} --reason "…" --by "…"`
        : 'delete FROZEN.md, then clean again',
      workspace.relative(marker),
    )
  },
  cleansOneByOne: true,
  protects: async (...on) => (await import('./protect.ts')).protectFrozen(...on),
}

/** The text whose design scored best. */
async function bestText(blobs: Blobs, { best, intents }: Live): Promise<string | null> {
  const { keptIntent } = await import('./kept-intent.ts')
  for (const hash of intents) {
    const stored = await keptIntent(blobs, hash)
    if (stored.ok && stored.value.hash === best?.intent) return hash
  }
  return intents.at(-1) ?? null
}
