import type { Choice } from '../model/choice.ts'
import { GateAnswer } from '../model/gate.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { RunStore } from '../ports/run-store.ts'
import type { Workspace } from '../ports/workspace.ts'
import { commandRun } from './command-run.ts'
import { openKnownRun, runProblem } from './open-run.ts'
import type { HandleFailure } from './run.ts'
import type { OpenRun, RunState, WorkflowDefinition } from './workflow.ts'

export type Answered<State> = {
  readonly run: OpenRun<State>
  /** Why something else was recorded than the answer. */
  readonly instead: Problem | null
  /** Nothing was decided: the person wants to see more, and the question stays open. */
  readonly looks: boolean
}

/** A person's word at a gate, taken exactly once; whoever comes second learns who decided. */
export async function answerRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
  choice: Choice,
): AsyncResult<Answered<State>> {
  const { name, state, store } = run
  const due = workflow.machine.due(state)
  if (due.type !== 'gate')
    return workflow.unasked
      ? workflow.unasked(workspace, run, choice)
      : usageError(
          `${name} asks nothing; it is ${workflow.standing(state)}`,
          `see: loopwright status ${name}`,
        )
  const { gate } = due
  const options = `choose one of: ${gate.options.map((option) => option.name).join(', ')}`
  if (!gate.options.some((option) => option.name === choice.option))
    return usageError(`"${choice.option}" is not an option`, options)
  const admitted = await workflow.beforeAnswer?.(workspace, run, choice)
  if (admitted?.ok === false) return admitted
  if (admitted?.value.type === 'go-on')
    return ok({ run, instead: admitted.value.problem, looks: false })
  const { only, feedback, known } = choice
  const change = admitted?.value.change ?? (only === undefined ? undefined : { only })
  const answer: GateAnswer = {
    gate: gate.id,
    option: choice.option,
    by: choice.by,
    ...(known === undefined ? {} : { known }),
    shown: gate.shown,
    at: workspace.clock.now().toISOString(),
    ...(feedback === undefined ? {} : { feedback }),
    // kept with the decision: a crash before it is taken in must not lose what to change
    ...(change === undefined ? {} : { change }),
  }
  // what the rules refuse must not become a decision, which is kept for ever
  const tried = workflow.machine.decide(state, workflow.answer(answer))
  if (!tried.ok)
    return err(usageProblem(tried.error.reason, workflow.refused?.(run, choice) ?? options))
  // what changes nothing decides nothing: it must not stand in the way of a decision
  if (tried.value.length === 0) return ok({ run, instead: null, looks: true })
  const decided = await decideGate(store, answer, choice.gate)
  if (!decided.ok) return err(runProblem(workspace, run, decided.error))
  const { decision, lost } = decided.value
  const taken = await takeIn(workflow, workspace, run, decision)
  if (lost)
    return usageError(
      `${decision.by} has decided already: ${decision.option} (${decision.at})`,
      `see: loopwright status ${name}`,
    )
  return taken.ok ? ok({ run: taken.value, instead: null, looks: false }) : taken
}

/** Another process may have recorded the same decision meanwhile, which is as good. */
async function takeIn<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  { name }: OpenRun<State>,
  decision: GateAnswer,
): AsyncResult<OpenRun<State>> {
  const now = await openKnownRun(workflow, workspace, name)
  if (!now.ok) return now
  const due = workflow.machine.due(now.value.state)
  if (due.type !== 'gate' || due.gate.id !== decision.gate) return now
  const taken = await commandRun(workflow, workspace, now.value, workflow.answer(decision))
  if (taken.ok) return taken
  const after = await openKnownRun(workflow, workspace, name)
  const waits = after.ok ? workflow.machine.due(after.value.state) : null
  return waits?.type === 'gate' && waits.gate.id === decision.gate ? taken : after
}

type Decided = {
  /** What was decided, by whoever came first. */
  readonly decision: GateAnswer
  /** Somebody else decided before, or otherwise. */
  readonly lost: boolean
}

/** Decides a gate exactly once, before the decision is taken into the run. */
async function decideGate(
  store: RunStore,
  answer: GateAnswer,
  meant?: string,
): AsyncResult<Decided, HandleFailure> {
  // whoever comes second at the same question learns who was first
  const isOpen = (await store.decision(answer.gate)) === null
  const other = isOpen ? otherQuestion(store, answer, meant) : null
  if (other !== null) return err({ type: 'refused', reason: other })
  // a decision is kept for ever, so what could not be taken in must not become one
  if (!GateAnswer.safeParse(answer).success)
    return err({ type: 'refused', reason: 'the answer is not valid: it needs a name in --by' })
  // the question must be on the disk before its answer is, or a power cut leaves an answer to nothing
  const secured = await store.journal.secure()
  if (!secured.ok) return secured
  const decided = await store.decide(answer)
  // a decision that was made but not yet taken in (a crash between the two) is taken in now
  const decision = decided.ok ? decided.value : decided.error
  const lost = !decided.ok && (decision.option !== answer.option || decision.by !== answer.by)
  return ok({ decision, lost })
}

/** Nobody answers a question they have not seen: it is named, or it was there before the answer was given. */
function otherQuestion(
  store: RunStore,
  { gate, shown }: GateAnswer,
  meant: string | undefined,
): string | null {
  if (meant === undefined)
    return store.movedOn()
      ? 'the question came up after this answer was given; look at it with: loopwright gates'
      : null
  const isMeant = meant === gate || (meant.length >= 8 && shown.startsWith(meant))
  return isMeant ? null : `the open question is ${gate} (${shown.slice(0, 12)}), not ${meant}`
}
