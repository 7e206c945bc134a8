import type { Bench as RunBench, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { openAgents } from '../../engine/open-agents.ts'
import type { ReflexStep } from './machine.ts'
import { type ReflexRun, textAt } from './places.ts'
import { promptsSha256 } from './prompts/prompts.ts'
import type { ReflexCommand, ReflexState } from './state.ts'
import { type StepProgress, type Role, roles } from './steps/bench.ts'
import { work } from './steps/work.ts'

/** What the steps of a run work with, for one sitting. */
export async function openBench(
  workspace: Workspace,
  { store }: ReflexRun,
  watch: Pick<Watch<never>, 'progress' | 'note'>,
): AsyncResult<RunBench<ReflexState, ReflexCommand, ReflexStep>> {
  const agents = await openAgents(workspace, roles)
  if (!agents.ok) return agents
  const { blobs, project, cache, concurrency, config, clock } = workspace
  const bench = {
    agentFor: (role: Role) => agents.value.byRole[role],
    answers: store.answers,
    blobs,
    project,
    isOneOf: (...names: Parameters<Workspace['isOneOf']>) => workspace.isOneOf(...names),
    sandbox: await workspace.sandbox(),
    cache,
    concurrency,
    context: await readContext(workspace),
    parallel: config.workflows.reflex.parallel,
    elapsedMs: () => clock.elapsedMs(),
    tell(progress: StepProgress) {
      if (progress.type === 'note') watch.note(progress.text)
      else watch.progress(describe(progress))
    },
  }
  return ok({
    bound: { agents: agents.value.identities, promptsSha256 },
    work: (step, signal) => work(bench, step, signal),
  })
}

const sources = [
  '.ai-factory/DESCRIPTION.md',
  '.ai-factory/ARCHITECTURE.md',
  '.ai-factory/RULES.md',
  // rules the project has learned for this loop; they come last, so they win
  '.ai-factory/skill-context/aif-loop/SKILL.md',
]
const mostCharacters = 20_000

/** The project's own conventions, for every prompt. Files that are not there are left out. */
async function readContext({ disk, root }: Pick<Workspace, 'disk' | 'root'>): Promise<string> {
  const parts: string[] = []
  for (const path of sources) {
    const text = await textAt({ disk }, `${root}/${path}`)
    if (text !== null) parts.push(`## ${path}\n\n${text.slice(0, mostCharacters).trim()}`)
  }
  return parts.join('\n\n')
}

function describe(progress: Exclude<StepProgress, { type: 'note' }>): string {
  switch (progress.type) {
    case 'asking':
      return `asking the ${progress.role}${progress.attempt > 1 ? ' again' : ''}`
    case 'answered':
      return `the ${progress.role} answered`
    case 'doing':
      return progress.what
    case 'checking':
      return `checks ${progress.done}/${progress.total} (${progress.rule})`
    case 'fixed':
      return `fixed ${progress.rule}`
  }
}
