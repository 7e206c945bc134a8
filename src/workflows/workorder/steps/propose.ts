import { nothingChanged } from '../contracts.ts'
import { proposePrompt } from '../prompts.ts'
import type { OrderRun } from '../state.ts'
import { attemptOf } from '../../../asking/ask-role.ts'
import { askForWork } from './ask.ts'
import type { Outcome, StepBench } from './bench.ts'
import { failedPhase } from '../../../asking/outcome.ts'
import { type TakenWork, takeWork, type Unusable } from './take-work.ts'

const phase = 'PROPOSE'

/** PROPOSE: the change is asked for, in a worktree of its own. */
export async function propose(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const { base, briefing, setup, proposer } = run
  if (base === null || briefing === null) return failedPhase(phase, 'there is no brief', true)
  const opened = await bench.openTree(base)
  if (!opened.ok) return failedPhase(phase, opened.error.what)
  const tree = opened.value
  if (run.byHand) return takeAsItIs(bench, run, tree)
  const affords = await bench.affords(run)
  // no attempt was made, so none has failed: a person clears what is in the way
  if (!affords.ok) return failedPhase('BUDGET', affords.error, true)
  const text = await bench.blobs.get(briefing.prompt)
  if (text === null) return failedPhase(phase, 'the recorded prompt is lost', true)
  const { error } = attemptOf(run, phase)
  const answered = await askForWork(bench, run, {
    who: proposer,
    role: 'proposer',
    phase,
    prompt: proposePrompt({ run, brief: text, error }),
    input: {
      order: setup.order,
      guidelines: briefing.guidelines.map((each) => each.text),
      feedback: setup.feedback,
      guidance: run.guidance,
      failures: run.failed,
    },
    tree,
    // who worked in the workspace finds it as they left it
    from: run.earlier?.goesOn ? run.earlier.tree : (setup.startFrom ?? base),
    place: 'propose',
  })
  if (!answered.ok) return answered.error
  const { touched, answer } = answered.value
  const taken = await takeWork(tree, run, answered.value)
  if (!taken.ok)
    return touched === null ? unusable(taken.error) : leftItsPlace(touched, taken.error.error)
  return proposed(bench, taken.value, { notes: answer.notes, touched })
}

/** A person has mended the change; whatever lies in the worktree is taken. */
async function takeAsItIs(
  bench: StepBench,
  run: OrderRun,
  tree: Parameters<typeof takeWork>[0],
): Promise<Outcome> {
  const result = await tree.keep()
  if (!result.ok) return failedPhase(phase, result.error.what)
  const nothing = { files: [], deleted: [], notes: '' }
  const taken = await takeWork(tree, run, {
    answer: nothing,
    workspace: result.value,
    touched: null,
  })
  // taking the same worktree again would come to the same: only a person can change it
  return taken.ok
    ? proposed(bench, taken.value, { notes: 'mended by a person', touched: null })
    : unusable(
        taken.error.error === nothingChanged
          ? { ...taken.error, error: 'nothing was mended: change the files in the worktree first' }
          : taken.error,
        { askPerson: true },
      )
}

type Besides = { readonly notes: string; readonly touched: string | null }

function proposed(bench: StepBench, taken: TakenWork, { notes, touched }: Besides): Outcome {
  const { tree, paths, counts, how, warnings } = taken
  warnings.forEach((text) => bench.tell({ type: 'note', text }))
  return (cost) => ({
    type: 'record-proposal',
    tree,
    paths: [...paths],
    counts,
    how,
    notes: notes.slice(0, 5_000),
    ...(touched === null ? {} : { touched }),
    cost,
  })
}

export const unusable =
  ({ error, failure_class }: Unusable, { askPerson = false } = {}): Outcome =>
  (cost) => ({
    type: 'record-attempt-failed',
    error: error.slice(0, 2_000),
    failure_class,
    failure_category:
      failure_class === 'contract_violation' ? 'contract_violation' : 'unknown_failure',
    ...(askPerson ? { askPerson } : {}),
    cost,
  })

/** An agent that touches what is not its own is not asked again before a person has looked. */
export const leftItsPlace =
  (touched: string, why: string): Outcome =>
  (cost) => ({
    type: 'record-attempt-failed',
    error: `${why}; and your checkout changed meanwhile (${touched}): if that was not you, put it right before the agent is asked again`,
    failure_class: 'orchestration_error',
    failure_category: 'unknown_failure',
    askPerson: true,
    cost,
  })
