import { type AsyncResult, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { addOrder } from './add.ts'
import { openObligations, unmetObligations } from './obligations.ts'
import type { OpenOrder } from './orders.ts'
import { wanted } from './prompt/deltas.ts'

/** Goes on with a change that needs review: a new order that starts from it and is told what was found. */
export async function reworkOrder(
  workspace: Workspace,
  open: OpenOrder,
  { by, feedback }: { readonly by: string; readonly feedback: string | undefined },
): AsyncResult<OpenOrder> {
  const { state, runId } = open
  if (state.at !== 'ended' || state.proposal === null || state.base === null)
    return usageError(
      `${runId} has no change to go on with (${state.at === 'ended' ? state.outcome : state.at})`,
      `see: loopwright status ${runId}`,
    )
  const { measured } = state
  const findings = measured === null ? [] : foundAgainst({ ...state, measured })
  const scores = Object.entries(state.measured?.acceptance.dimension_scores ?? {})
    .filter(([, score]) => score < wanted)
    .map(([dimension, score]) => `${dimension} scored ${score} of 10`)
  const words = [...findings, ...scores, ...(feedback === undefined ? [] : [feedback])]
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
