import { judgeWork } from '../../asking/exam.ts'
import { openAgents } from '../../engine/open-agents.ts'
import type { Bench, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { writeFrozen } from './freeze.ts'
import type { DesignStep } from './machine.ts'
import type { DesignRun } from './places.ts'
import { readPrompt } from './setup.ts'
import type { DesignCommand, DesignState } from './state.ts'
import { type DesignBench, type DesignProgress, designRoles } from './steps/bench.ts'
import { work } from './steps/work.ts'

/** What the steps of a run work with, for one sitting. */
export async function openBench(
  workspace: Workspace,
  { name, store, state: { runId } }: DesignRun,
  watch: Pick<Watch<never>, 'progress'>,
): AsyncResult<Bench<DesignState, DesignCommand, DesignStep>> {
  const agents = await openAgents(workspace, designRoles)
  if (!agents.ok) return agents
  const bench: DesignBench = {
    agentFor: (role) => agents.value.byRole[role],
    answers: store.answers,
    blobs: workspace.blobs,
    readPrompt: ({ path }) => readPrompt(workspace, path),
    previewMaker: await workspace.previewMaker(),
    judge: (obligations, judged, signal) =>
      judgeWork(workspace, obligations, {
        work: judged,
        producers: [workspace.agentNameFor('generator')],
        workflow: 'design',
        runId,
        signal,
      }),
    freeze: (state) => writeFrozen(workspace, name, state),
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell: (progress) => watch.progress(describe(progress)),
  }
  // a changed agent or prompt is a fault of the run, which the steps record
  return ok({ bound: null, work: (step, signal) => work(bench, step, signal) })
}

function describe(progress: DesignProgress): string {
  switch (progress.type) {
    case 'asking':
      return `asking the ${progress.role}${progress.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${progress.role} answered`
    case 'doing':
      return progress.what
    case 'fixed':
      return `repaired: ${progress.title}`
    case 'previewing':
      return `preview by ${progress.by}`
  }
}
