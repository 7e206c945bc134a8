import { join } from 'node:path'
import { tellTo } from '../../asking/ask-role.ts'
import { judgeWork } from '../../asking/exam.ts'
import { workOf } from '../../checks/page/shown-work.ts'
import type { Bench, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { GanRun } from './places.ts'
import { asSite, boundInputs, openLook } from './look-at-site.ts'
import { ganMachine, type GanStep } from './machine.ts'
import { promptsSha256 } from './prompts.ts'
import { openAgents } from '../../engine/open-agents.ts'
import type { GanAgents } from './setup.ts'
import type { GanCommand, GanState } from './state.ts'
import { type GanBench, ganRoles } from './steps/bench.ts'
import { work } from './steps/work.ts'

/** What the steps of a run work with, for one sitting. */
export async function openBench(
  workspace: Workspace,
  { state, runId, store }: GanRun,
  watch: Pick<Watch<never>, 'progress' | 'note'>,
): AsyncResult<Bench<GanState, GanCommand, GanStep>> {
  const agents = await openAgents(workspace, ganRoles)
  if (!agents.ok) return agents
  const inputs = await boundInputs(workspace, state)
  if (!inputs.ok) return inputs
  const { texts, brief, contract, tokens, exam } = inputs.value
  const eyes = openLook(workspace)
  const bench: GanBench = {
    powers: workspace.config.acceptance.rules,
    agentFor: (role) => agents.value.byRole[role],
    answers: store.answers,
    blobs: workspace.blobs,
    texts,
    brief,
    contract,
    tokens,
    exam,
    judges: await whoJudges(workspace, agents.value),
    picture: async (viewport, png) => {
      const path = join(workspace.privateFolder, 'gan', runId, 'pictures', `${viewport}.png`)
      await workspace.disk.replace(path, png)
      return path
    },
    judge: eyes.judge,
    decide: (obligations, { files, verdict, pictures }, signal) =>
      judgeWork(workspace, obligations, {
        work: { ...workOf(verdict, asSite(files), 'index.html'), pictures, task: texts.brief },
        producers: [workspace.agentNameFor('builder')],
        workflow: 'gan',
        runId,
        signal,
      }),
    repair: workspace.config.workflows.gan.fixers ? eyes.repair : null,
    elapsedMs: () => workspace.clock.elapsedMs(),
    tell: tellTo(watch),
  }
  return ok({
    bound: { agents: agents.value.identities, promptsSha256 },
    async begin(from) {
      if (ganMachine.due(from).type === 'step') eyes.wake()
      const blind = isUntouched(from) ? await eyes.blindness() : null
      return blind === null ? ok(null) : err(blind)
    },
    work: (step, signal) => work(bench, step, signal),
    close: () => eyes.close(),
  })
}

/** Nothing was asked of an agent yet, so nothing was paid for. */
const isUntouched = (state: GanState): boolean =>
  state.at === 'proposing' && state.iteration === 1 && state.spent.calls === 0

/** Nobody marks their own work, unless the configuration allows it by name; the embedded agent has no taste. */
async function whoJudges(
  { agentNameFor, config, isOneOf }: Pick<Workspace, 'agentNameFor' | 'config' | 'isOneOf'>,
  { byRole: { evaluator } }: GanAgents,
): Promise<'another' | 'itself' | 'nobody'> {
  const name = agentNameFor('evaluator')
  if (evaluator.identity.kind === 'offline') return 'nobody'
  if (!(await isOneOf(name, [agentNameFor('builder')]))) return 'another'
  return config.acceptance.self_judgement.includes(name) ? 'itself' : 'nobody'
}
