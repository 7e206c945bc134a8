import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import type { HandleFailure } from '../../engine/run.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { gateFor, needsWords } from './gate.ts'
import { orderMachine } from './machine.ts'
import { openObligations, unmetObligations } from './obligations.ts'
import { wanted } from './prompt/deltas.ts'
import type { OrderLive } from './state.ts'
import { answerOnce, asksNothing, type GateChoice } from '../../app/answer-gate.ts'
import { stopOrAsk, type StopOrder, type Stopped } from '../../app/stop-run.ts'
import { addOrder } from './add.ts'
import {
  commandOrder,
  type OpenOrder,
  openKnownOrder,
  type OrderPlace,
  orderProblem,
} from './orders.ts'
import { keepRecords } from './records.ts'

/** A person's word at an escalation, taken exactly once. */
export async function answerOrder(
  workspace: Workspace,
  open: OpenOrder,
  choice: GateChoice,
): AsyncResult<OrderLive> {
  const { state, runId, store } = open
  if (state.at !== 'asking')
    return err(asksNothing(runId, state.at === 'ended' ? state.outcome : state.at))
  const asking = {
    runId,
    store,
    gate: gateFor(state),
    problem: (failure: HandleFailure) => orderProblem(workspace, open, failure),
    async reopen() {
      const now = await openKnownOrder(workspace, runId)
      return now.ok ? ok(now.value.state) : now
    },
    due: orderMachine.due,
    record: (answer: GateAnswer) => commandOrder(workspace, open, { type: 'answer-gate', answer }),
    refusal(answer: GateAnswer): Problem | null {
      const allowed = orderMachine.decide(state, { type: 'answer-gate', answer })
      if (allowed.ok) return null
      const todo = needsWords.has(answer.option)
        ? `say it: loopwright answer ${runId} ${answer.option} --feedback "…"`
        : `see what each does: loopwright status ${runId}`
      return usageProblem(allowed.error.reason, todo)
    },
  }
  return answerOnce(workspace, asking, choice)
}

export async function stopWorkorder(
  workspace: Workspace,
  open: OpenOrder,
  order: StopOrder,
): AsyncResult<Stopped> {
  if (open.state.at === 'ended')
    return usageError(
      `${open.runId} has ended (${open.state.outcome}); there is nothing to stop`,
      `see: loopwright status ${open.runId}`,
    )
  return stopOrAsk(workspace, open.store, order, async () => {
    const stopped = await commandOrder(workspace, open, { type: 'stop', ...order })
    return stopped.ok ? keepRecords(workspace, open) : stopped
  })
}

/** Goes on with a change that needs review: a new order that starts from it and is told what was found. */
export async function reworkOrder(
  workspace: Workspace,
  open: OpenOrder,
  { by, feedback }: { readonly by: string; readonly feedback: string | undefined },
): AsyncResult<OrderPlace> {
  const { state, runId } = open
  if (state.at !== 'ended' || state.proposal === null || state.base === null)
    return usageError(
      `${runId} has no change to go on with (${state.at === 'ended' ? state.outcome : state.at})`,
      `see: loopwright status ${runId}`,
    )
  const { measured } = state
  const found = measured === null ? [] : foundAgainst({ ...state, measured })
  const scores = Object.entries(state.measured?.acceptance.dimension_scores ?? {})
    .filter(([, score]) => score < wanted)
    .map(([dimension, score]) => `${dimension} scored ${score} of 10`)
  const words = [...found, ...scores, ...(feedback === undefined ? [] : [feedback])]
  if (words.length === 0)
    return usageError(
      `nothing was found against ${runId}, so there is nothing to mend`,
      `say what is to be otherwise: loopwright workorder rework ${runId} --feedback "…"`,
    )
  return addOrder(workspace, state.setup.order, {
    by,
    parent: {
      runId,
      feedback: words.join('\n'),
      base: state.base,
      tree: state.proposal.tree,
    },
  })
}

/** What is unmet and what nobody decided, each with its reason. */
const foundAgainst = (run: Parameters<typeof unmetObligations>[0]): readonly string[] =>
  [...unmetObligations(run), ...openObligations(run)].map(
    ({ statement, reason }) => `${statement}: ${reason}`,
  )

/** Removes what Loopwright made of an order; its branch stays. The caller has asked a person. */
export async function cleanOrder(workspace: Workspace, open: OpenOrder): AsyncResult<null> {
  const { state, runId, files } = open
  if (state.at !== 'ended')
    return usageError(
      `${runId} has not ended (${state.at}); only ended orders are cleaned`,
      `end it first: loopwright stop --run ${runId}`,
    )
  const lock = await open.store.lock()
  if (!lock.ok) return err(orderProblem(workspace, open, { type: 'busy', holder: lock.error }))
  await lock.value.release()
  if (state.base !== null) {
    const repository = await workspace.repository()
    const tree = await repository.open({ id: runId, base: state.base })
    if (tree.ok) await tree.value.remove()
  }
  await workspace.disk.removeTree(files.folder)
  const kept = join(workspace.privateFolder, 'workorder', runId)
  await workspace.disk.removeTree(kept)
  // its branch stays, so its number must not be given to another order
  await workspace.disk.create(join(kept, 'cleaned'), '')
  return ok(null)
}
