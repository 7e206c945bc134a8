import { jsonSchemaOf } from '../../../asking/ask.ts'
import { askerOf, askRole, attemptOf } from '../../../asking/ask-role.ts'
import { inWorktree, recordAside } from '../../../asking/ask-in-worktree.ts'
import { unanswered } from '../../../asking/outcome.ts'
import { type AsyncResult, err } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { OrderTree, SetAside } from '../../../ports/repository.ts'
import { AnsweredWork, ProposalOutput } from '../contracts.ts'
import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'

type WorkQuestion = {
  readonly who: string
  readonly role: 'proposer' | 'reviewer'
  readonly phase: 'PROPOSE' | 'REFINE'
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly tree: OrderTree
  /** What the workspace is when the agent begins. */
  readonly from: string
  readonly place: string
  /** What the call may use, compared to the usual. */
  readonly costs?: number
}

const errands = { PROPOSE: 'for a change', REFINE: 'to get rid of compiler errors' } as const

/** Asks for work on the worktree. What the agent answered and what it did there are kept as one. */
export async function askForWork(
  bench: StepBench,
  run: OrderRun,
  question: WorkQuestion,
): AsyncResult<AnsweredWork, Outcome> {
  const { who, role, phase, prompt, input, tree, from, place, costs = 1 } = question
  const { attempt, error } = attemptOf(run, phase)
  let aside: SetAside | null = null
  const asker = askerOf(bench, {
    agent: inWorktree(reserving(bench.agentFor(who), costs), {
      tree,
      from,
      fingerprint: () => bench.fingerprint(),
      output: ProposalOutput,
      onStrays: (strays) => (aside = strays),
    }),
    name: who,
    asking: `asking ${who} ${errands[phase]}${attempt > 1 ? ' again' : ''}`,
    answered: `${who} answered`,
  })
  const answered = await askRole(asker, {
    workflow: 'workorder',
    run_id: run.runId,
    iteration: run.attempt,
    phase,
    role,
    prompt,
    input: { phase, ...input },
    shape: jsonSchemaOf(ProposalOutput),
    workspace: tree.folder,
    attempt,
    error,
    schema: AnsweredWork,
    place: `${run.round}:${run.attempt}:${place}`,
  })
  if (answered.ok) return answered
  return err(aside === null ? unanswered(phase, answered.error) : recordAside(bench, aside))
}

/** The agent, with so many times its ceiling put aside for a call. */
const reserving = (agent: Agent, times: number): Agent => ({
  ...agent,
  ceiling(request) {
    const { tokens, costUsd } = agent.ceiling(request)
    return { tokens: Math.ceil(tokens * times), costUsd: costUsd * times }
  },
})
