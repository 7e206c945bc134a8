import { isVerifying } from '../../../checks/track/plan-updated.ts'
import { covers, filesOf } from '../../../checks/track/scope.ts'
import { readPlan } from '../../../checks/track/plan.ts'
import type { PlanTask } from '../../../checks/track/plan-task.ts'
import { readyTasks } from '../../../checks/track/plan-order.ts'
import { failedPhase } from '../../../asking/outcome.ts'
import { syncNoteOf, TaskOutput } from '../contracts.ts'
import { taskPrompt } from '../prompts.ts'
import type { TrackCommand, TrackRun } from '../state.ts'
import { type Outcome, type StepBench, treeId } from './bench.ts'
import { type NotWorked, workIn, type Worked } from './work-in.ts'

type Result = Extract<TrackCommand, { type: 'record-executed' }>['results'][number]

/** EXECUTE: the tasks that can be done now, each in a worktree of its own, and one commit for each. */
export async function execute(bench: StepBench, run: TrackRun): Promise<Outcome> {
  const { head, setup } = run
  if (head === null) return failedPhase('EXECUTE', 'the track has no commit to start from', true)
  const ready = readyTasks(readPlan(run.plan), run.byHand ? 1 : setup.maxWorkers)
  await bench.sweepTrees(
    setup.trackId,
    ready.map(({ id }) => treeId(setup.trackId, id)),
  )
  const worked = await Promise.all(
    ready.map(async (task) => ({ task, result: await workOn(bench, run, task) })),
  )
  const touched = worked.flatMap(({ result }) => (result.ok ? (result.value.touched ?? []) : []))
  const stopped = worked.flatMap(({ result }) =>
    !result.ok && result.error.type === 'outcome' ? [result.error.outcome] : [],
  )
  // what could not even be asked says so for the whole step; the answers of the others are kept
  if (stopped[0] !== undefined) return stopped[0]
  const results: Result[] = []
  let parent = head
  for (const { task, result } of worked) {
    if (touched.length > 0) break
    const done = result.ok
      ? await commit(bench, run, { task, worked: result.value, parent })
      : failed(task, result.error)
    if (done.type === 'done' && done.commit !== null) parent = done.commit
    results.push(done)
  }
  return (cost) => ({
    type: 'record-executed',
    results,
    ...(touched.length > 0 ? { touched: touched.join(', ') } : {}),
    cost,
  })
}

const failed = (task: PlanTask, error: NotWorked): Result => ({
  type: 'failed',
  task: task.id,
  error: error.type === 'unusable' ? error.error : 'it could not be asked',
})

function workOn(bench: StepBench, run: TrackRun, task: PlanTask) {
  const failures = run.failures.filter(({ phase }) => phase === `task ${task.id}`)
  const error = failures.at(-1)?.error
  return workIn(bench, run, {
    part: task.id,
    role: 'executor',
    phase: 'EXECUTE',
    prompt: taskPrompt(run, task, error),
    input: {
      track: run.setup.trackId,
      task,
      spec: run.spec,
      plan: run.plan,
      guidance: run.guidance,
    },
    output: TaskOutput,
    attempt: failures.length + 1,
    error,
    byHand: run.byHand ? TaskOutput.parse({ summary: 'done by a person' }) : null,
  })
}

type Doing = {
  readonly task: PlanTask
  readonly worked: Worked<TaskOutput>
  readonly parent: string
}

async function commit(
  bench: StepBench,
  run: TrackRun,
  { task, worked: { answer, tree, paths, where }, parent }: Doing,
): Promise<Result> {
  const { setup, head } = run
  const said = answer.summary || answer.notes
  const fail = (error: string): Result => ({ type: 'failed', task: task.id, error })
  if (answer.question !== undefined && answer.question.trim() !== '')
    return { type: 'question', task: task.id, question: answer.question }
  if (answer.verdict === 'FAIL') return fail(said || 'the executor says that it failed')
  const files = filesOf(task, readPlan(run.plan).dag)
  const isOf = (path: string) => files.length === 0 || files.some((each) => covers(each, path))
  // an executor may do more than its task: an earlier commit then stands for the next one
  const doneIn = paths.some(isOf)
    ? undefined
    : Object.entries(run.touched).findLast(([path]) => isOf(path))?.[1]
  if (paths.length === 0 && doneIn === undefined && !isVerifying(task))
    return fail(run.byHand ? `nothing was changed in ${where} yet` : 'nothing was changed')
  const message = messageOf(run, task)
  const done: Extract<Result, { type: 'done' }> = {
    type: 'done',
    task: task.id,
    title: task.title,
    commit: null,
    ...(doneIn === undefined ? {} : { doneIn }),
    message,
    summary: said.replaceAll(/\s+/g, ' ').slice(0, 500),
    paths: [...paths].slice(0, 500),
    sync: syncNoteOf(answer),
    discovered: answer.discovered_work,
    by: run.byHand ? 'a person' : bench.nameOf('executor'),
  }
  if (paths.length === 0) return done
  const appended = await bench.append({
    id: setup.trackId,
    parent,
    base: head ?? parent,
    tree,
    words: {
      message: `${message}\n\nTrack: ${setup.trackId}\nTask: ${task.id}`,
      date: bench.now(),
    },
  })
  return appended.ok ? { ...done, commit: appended.value.commit } : fail(appended.error.what)
}

const prefixes: Readonly<Record<string, string>> = { test: 'test', docs: 'docs', config: 'chore' }

const messageOf = ({ setup }: TrackRun, { id, title, type }: PlanTask): string => {
  const kind =
    prefixes[type ?? ''] ??
    (setup.type === 'bugfix' ? 'fix' : setup.type === 'refactor' ? 'refactor' : 'feat')
  return `${kind}: ${title.slice(0, 100)} (task ${id})`
}
