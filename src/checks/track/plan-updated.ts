import type { GitFacts } from './commits.ts'
import { type Issue, met, type Part, undecided, unmet } from './evaluation.ts'
import type { TrackCommit, TrackFacts } from './facts.ts'
import { dagProblems } from './plan-dag.ts'
import type { PlanTask } from './plan-task.ts'
import { covers, filesOf } from './scope.ts'

export const inPlan = (folder: string) => `${folder}/plan.md`
export const nameOf = ({ id, title }: PlanTask) =>
  id.startsWith('#') ? `"${title}"` : `task ${id} "${title}"`

export const commitOf = (commits: readonly TrackCommit[], sha: string): TrackCommit | undefined =>
  commits.find((commit) => commit.sha.startsWith(sha))

type PlanFacts = Pick<TrackFacts, 'plan' | 'folder' | 'commits' | 'files'> &
  Pick<GitFacts, 'repository'>

/** Every completed task names a commit that git knows, that is here, and that touches the task's files (3.21). */
export function planUpdated(facts: PlanFacts): Part {
  const { plan, folder, repository } = facts
  const id = 'plan-updated'
  const about = 'plan.md shows every completed task with its commit'
  const path = inPlan(folder)
  if (plan.tasks.length === 0)
    return unmet(id, about, [
      {
        message: 'plan.md has no tasks',
        path,
        fix: 'write the plan as a list of tasks: - [ ] Task 1.1: …',
      },
    ])
  const done = plan.tasks.filter(({ status }) => status === 'done')
  const wrong = [
    ...(plan.dagProblem === null ? [] : [plan.dagProblem]),
    ...(plan.dag === null ? [] : dagProblems(plan.dag)),
  ]
  const issues = [
    ...wrong.map((what) => ({
      message: `the DAG of plan.md is wrong: ${what}`,
      path,
      fix: 'correct the DAG of plan.md',
    })),
    ...done.flatMap((task) => issuesOfTask(task, facts)),
  ]
  if (issues.length > 0) return unmet(id, about, issues)
  const named = done.filter(({ sha }) => sha !== null)
  if (repository !== 'whole' && named.length > 0)
    return undecided(
      id,
      about,
      repository === 'none'
        ? 'this is no git repository, so no commit can be looked up'
        : 'this is a shallow clone, so commits cannot be looked up; fetch the whole history',
    )
  return done.length === 0
    ? unmet(id, about, [
        {
          message: 'no task of plan.md is marked done',
          path,
          fix: 'mark what is done with its commit, or execute the plan',
        },
      ])
    : met(
        id,
        about,
        `${named.length} of ${plan.tasks.length} tasks are done, each with a commit that git knows`,
        path,
      )
}

/** What is wrong with the commit of a task that is marked done. */
function issuesOfTask(task: PlanTask, facts: PlanFacts): readonly Issue[] {
  const { plan, folder, commits, repository } = facts
  const at = { path: inPlan(folder), line: task.line }
  const name = nameOf(task)
  if (task.sha === null && isWithoutCommit(task)) return []
  if (task.sha === null)
    return [
      {
        ...at,
        message: `${name} is marked done and names no commit`,
        fix: `add the commit of ${name}: <!-- abc1234 -->`,
      },
    ]
  if (repository !== 'whole') return []
  const commit = commitOf(commits, task.sha)
  if (commit === undefined)
    return [
      {
        ...at,
        message: `${name} names the commit ${task.sha}, which git does not know`,
        fix: `name the commit that completed ${name}`,
      },
    ]
  if (!commit.isMerged)
    return [
      {
        ...at,
        message: `${name} names the commit ${task.sha}, which is not part of what is checked out`,
        fix: 'merge that commit, or name the one that is here',
      },
    ]
  // the issue of a fix names where it was seen, which need not be where it is mended
  const planned = isFix(task) ? [] : filesOf(task, plan.dag)
  if (
    planned.length > 0 &&
    !commit.files.some((file) => planned.some((each) => covers(each, file)))
  )
    return [
      {
        ...at,
        message: `${name} names the commit ${task.sha}, which touches none of its files (${planned.slice(0, 3).join(', ')})`,
        fix: `name the commit that completed ${name}, or correct its files`,
      },
    ]
  return neverMade(task, facts).map((file) => ({
    ...at,
    message: `${name} is marked done, and ${file} of its files was never made`,
    fix: `make ${file}, or take it out of ${name}`,
  }))
}

/** Files that a task lists, and that neither the project nor a commit of the track has; a title may speak of others. */
function neverMade(
  task: PlanTask,
  { files, commits }: Pick<PlanFacts, 'files' | 'commits'>,
): readonly string[] {
  const listed = task.files.filter(
    (file) => /^[\w@./-]+\.\w{1,5}$/.test(file) && !task.title.includes(file),
  )
  return isFix(task)
    ? []
    : listed.filter(
        (file) =>
          !files.has(file) &&
          ![...files.keys()].some((each) => covers(file, each)) &&
          !commits.some((commit) => commit.files.some((each) => covers(file, each))),
      )
}

const verifying =
  /^(?:run|execute|verify|validate|confirm|review|check that|manual(?:ly)? |conductor - user manual verification|user manual verification)\b/i

/** What only looks at work makes no commit; the checkpoint of a phase stands for what was done in it. */
const isWithoutCommit = (task: PlanTask): boolean =>
  isVerifying(task) || /\[checkpoint:\s*[0-9a-f]{7,40}\]/i.test(task.phase)

/** Whether a task only looks at what others made. */
export const isVerifying = ({ title, files }: Pick<PlanTask, 'title' | 'files'>): boolean =>
  files.length === 0 && verifying.test(title)

/** Whether a task mends what an evaluation found. */
export const isFix = ({ phase }: Pick<PlanTask, 'phase'>): boolean => /^fix phase\b/i.test(phase)
