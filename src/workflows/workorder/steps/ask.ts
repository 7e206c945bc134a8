import { ask, jsonSchemaOf } from '../../../asking/ask.ts'
import { inWorktree } from '../../../asking/ask-in-worktree.ts'
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

/** Asks for work on the worktree. What the agent answered and what it did there are kept as one. */
export async function askForWork(
  bench: StepBench,
  run: OrderRun,
  question: WorkQuestion,
): AsyncResult<AnsweredWork, Outcome> {
  const { who, role, phase, prompt, input, tree, from, place, costs = 1 } = question
  const { attempt, error } = attemptOf(run, phase)
  let aside: SetAside | null = null
  const answered = await ask(
    {
      agent: inWorktree(reserving(bench.agentFor(who), costs), {
        tree,
        from,
        fingerprint: () => bench.fingerprint(),
        output: ProposalOutput,
        onStrays: (strays) => (aside = strays),
      }),
      answers: bench.answers,
      ledger: bench.ledger,
      meter: bench.meter,
      signal: bench.signal,
      calling: () => bench.tell({ type: 'asking', who, errand: phase, attempt }),
      called: () => bench.tell({ type: 'answered', who }),
      doing: (what) => bench.tell({ type: 'doing', what: `${who}: ${what}` }),
      heard: ({ notes = [] }) => notes.forEach((text) => bench.tell({ type: 'note', text })),
    },
    {
      request: {
        protocol: 1,
        workflow: 'workorder',
        run_id: run.runId,
        iteration: run.attempt,
        phase,
        role,
        prompt,
        input: { phase, ...input },
        output_schema: jsonSchemaOf(ProposalOutput),
        workspace: tree.folder,
        attempt,
        ...(error === undefined ? {} : { error }),
      },
      schema: AnsweredWork,
      place: `${run.round}:${run.attempt}:${place}`,
    },
  )
  if (answered.ok) return answered
  return err(aside === null ? unanswered(phase, answered.error) : leftBehind(bench, aside))
}

/** Told and recorded before anybody is asked; the step is then done again. */
function leftBehind(bench: StepBench, { tree, ref, paths }: SetAside): Outcome {
  const text = `${paths.length} files in the worktree come from no recorded call; they are kept as ${ref}`
  bench.tell({ type: 'note', text })
  return () => ({ type: 'record-set-aside', tree, ref, paths: paths.slice(0, 100) })
}

/** How often a phase was tried, and what was wrong the last time. */
export function attemptOf(run: OrderRun, phase: string) {
  const failures = run.failures.filter((each) => each.phase === phase)
  return { attempt: failures.length + 1, error: failures.at(-1)?.error }
}

/** The agent, with so many times its ceiling put aside for a call. */
const reserving = (agent: Agent, times: number): Agent => ({
  ...agent,
  ceiling(request) {
    const { tokens, costUsd } = agent.ceiling(request)
    return { tokens: Math.ceil(tokens * times), costUsd: costUsd * times }
  },
})
