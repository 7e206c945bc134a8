import { readPlan } from '../../checks/track/plan.ts'
import type { PlanTask } from '../../checks/track/plan-task.ts'
import type { TrackLive } from './state.ts'
import { issuesOf } from './verdict.ts'

const isNamed = (issues: readonly string[], file: string): boolean =>
  issues.some((issue) => issue.includes(file))

/** Tasks that are open again although the plan has them as done: their files are what is to be fixed. */
export function tasksBeingFixed(state: TrackLive): readonly PlanTask[] {
  const at = state.at === 'asking' ? state.held : state.at
  const isFixing = at === 'fixing' || (state.at === 'asking' && state.trigger === 'fix_limit')
  if (!isFixing) return []
  const { evaluated, cycles } = state
  const issues =
    at === 'fixing' || evaluated === null
      ? (cycles.at(-1)?.issues ?? [])
      : issuesOf({ ...state, evaluated })
  return readPlan(state.plan).tasks.filter((task) => {
    if (task.isGroup) return false
    if (task.id.startsWith('F'))
      return at === 'fixing' && task.id.startsWith(`F${state.fixCycles}.`)
    return task.files.some((file) => isNamed(issues, file))
  })
}

/** The tasks that a question is about. */
export function tasksInQuestion(state: Extract<TrackLive, { at: 'asking' }>): readonly PlanTask[] {
  const { task } = state
  return task === undefined
    ? tasksBeingFixed(state)
    : readPlan(state.plan).tasks.filter(({ id }) => id === task)
}
