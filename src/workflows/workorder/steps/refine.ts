import { blockingIn } from '../compile-decision.ts'
import { refinePrompt } from '../prompts.ts'
import { costMultipliers } from '../refining/next-refinement.ts'
import type { OrderRun } from '../state.ts'
import { attemptOf } from '../../../asking/ask-role.ts'
import { askForWork } from './ask.ts'
import type { Outcome, StepBench } from './bench.ts'
import { failedPhase } from '../../../asking/outcome.ts'
import { leftItsPlace, unusable } from './propose.ts'
import { takeWork } from './take-work.ts'

const phase = 'REFINE'

/** REFINE: the proposer, or a reviewer, gets rid of what the compiler complains of. */
export async function refine(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const { base, proposal, compiled, cycle, proposer } = run
  if (base === null || proposal === null || compiled === null || cycle === null)
    return failedPhase(phase, 'there is nothing to refine', true)
  const opened = await bench.openTree(base)
  if (!opened.ok) return failedPhase(phase, opened.error.what)
  const tree = opened.value
  const after = await tree.files(proposal.tree)
  if (!after.ok) return failedPhase(phase, after.error.what)
  const errors = blockingIn(compiled)
  const named = new Set([...proposal.paths, ...errors.flatMap(({ path }) => path ?? [])])
  const files = Object.fromEntries([...after.value.files].filter(([path]) => named.has(path)))
  const { error } = attemptOf(run, phase)
  const { strategy, by } = cycle
  const answered = await askForWork(bench, run, {
    who: by === 'reviewer' ? 'reviewer' : proposer,
    role: by,
    phase,
    prompt: refinePrompt({ run, strategy, errors, files, error }),
    input: { order: run.setup.order, strategy, errors, files },
    tree,
    from: proposal.tree,
    place: `refine:${by}:${cycle.cycle}`,
    costs: costMultipliers[strategy],
  })
  if (!answered.ok) return answered.error
  const { touched } = answered.value
  const taken = await takeWork(tree, run, answered.value)
  if (!taken.ok)
    return touched === null ? unusable(taken.error) : leftItsPlace(touched, taken.error.error)
  const { tree: stored, paths, counts } = taken.value
  return (cost) => ({
    type: 'record-refined',
    tree: stored,
    paths: [...paths],
    counts,
    ...(touched === null ? {} : { touched }),
    cost,
  })
}
