import { addCost, type Cost } from '../../asking/meter.ts'
import { withoutPlace } from '../../loop/stages.ts'
import { type GateAnswer, onlyIn } from '../../model/gate.ts'
import {
  type ImproveLive,
  type ImproveRun,
  type ImproveState,
  type ImproveWorking,
  type Iteration,
  lastOf,
  type Working,
} from './state.ts'

/** Into another step: what belonged to the last one is over. */
export const enter = (run: ImproveRun, at: Working): ImproveWorking => ({
  ...run,
  at,
  failures: [],
  ...(at === 'preparing' ? { guidance: [], approved: null, round: 0 } : {}),
})

export const spend = (state: ImproveLive, cost: Cost): ImproveRun => {
  const run = runOf(state)
  return { ...run, spent: addCost(run.spent, cost) }
}

/** More of the iteration that is under way. */
export function onLast(state: ImproveLive, more: Partial<Iteration>, cost: Cost): ImproveRun {
  const run = spend(state, cost)
  const last = run.iterations.length - 1
  return {
    ...run,
    iterations: run.iterations.map((each, index) =>
      index === last ? { ...each, ...more, spent: addCost(each.spent, cost) } : each,
    ),
  }
}

/** Where a run goes on after a person's word. */
export function answered(
  state: Extract<ImproveState, { at: 'asking' }>,
  answer: GateAnswer,
): ImproveLive {
  const words = (answer.feedback ?? '').trim()
  const run: ImproveRun = {
    ...runOf(state),
    guidance: words === '' ? state.guidance : [...state.guidance, words],
    failures: [],
    round: state.round + 1,
  }
  const all = (lastOf(state)?.proposals ?? []).map(({ id }) => id)
  switch (answer.option) {
    case 'approve': {
      const ids = onlyIn(answer) ?? all
      const prove = asksForProof(answer) || state.setup.prove === true
      const approved = { ids, by: answer.by, at: answer.at, prove }
      const skipped = [...run.skipped, ...all.filter((id) => !ids.includes(id))]
      return { ...run, skipped, approved, at: 'applying' }
    }
    case 'edit':
      return { ...withoutAnalysis({ ...run, skipped: [...run.skipped, ...all] }), at: 'analysing' }
    case 'skip':
      return enter({ ...run, skipped: [...run.skipped, ...all] }, 'preparing')
    case 'retry':
      return { ...run, at: state.held }
    default:
      return { ...state, ...run }
  }
}

const asksForProof = ({ change }: GateAnswer): boolean =>
  typeof change === 'object' && change !== null && 'prove' in change && change.prove === true

/** The analyst looks again, told what a person said. */
const withoutAnalysis = (run: ImproveRun): ImproveRun => ({
  ...run,
  iterations: run.iterations.map((each, index) =>
    index === run.iterations.length - 1 ? { ...each, analysis: null, proposals: [] } : each,
  ),
})

/** What is true of the run wherever it is. */
export const runOf = (state: ImproveRun): ImproveRun => withoutPlace(state)
