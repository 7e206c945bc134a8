import {
  holdsUnless,
  type Issue,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from './evaluation.ts'
import type { Plan } from './plan.ts'
import { type Dag, dagProblems } from './plan-dag.ts'
import { fileOrder, type OtherTrack, overlapOf } from './plan-files.ts'
import { stuckTasks } from './plan-order.ts'
import { qualityParts } from './plan-quality.ts'
import { majorBecause, technicalWordsIn } from './plan-review.ts'
import { isOwnWork, scopeParts, type Unit, unitsOf } from './plan-scope.ts'
import { nameOf } from './plan-updated.ts'

export type { OtherTrack } from './plan-files.ts'

export type PlanFacts = {
  readonly spec: string
  readonly planText: string
  readonly plan: Plan
  readonly metadata: Readonly<Record<string, unknown>>
  readonly planVersion: number
  readonly others: readonly OtherTrack[]
}

export type PlanEvaluation = {
  readonly passes: readonly Pass[]
  /** Why a board must look at it; empty for others. */
  readonly majorBecause: readonly string[]
  /** Technical words that ask for the CTO's review. */
  readonly technical: readonly string[]
  readonly dagSummary: {
    readonly nodes: number
    readonly groups: number
    readonly depth: number
  } | null
}

/** Evaluates a plan before it is executed. What cannot be told is left to a judge; a real plan is never refused for it. */
export function evaluatePlan(facts: PlanFacts): PlanEvaluation {
  const { plan } = facts
  const units = unitsOf(plan)
  const pass = (number: number, name: string, parts: readonly Part[]): Pass => ({
    number,
    name,
    parts,
  })
  return {
    passes: [
      pass(1, 'Scope alignment', scopeParts(facts)),
      pass(2, 'Overlap', [overlapOf(units, facts)]),
      pass(3, 'Dependencies', [knownIds(plan), fileOrder(units, facts)]),
      pass(4, 'Task quality', qualityParts(units, /^\W*files?\W*:/im.test(facts.planText))),
      pass(5, 'DAG', [dagPart(plan, units)]),
    ],
    majorBecause: majorBecause(facts, units.length),
    technical: technicalWordsIn(`${facts.spec}\n${facts.planText}`),
    dagSummary:
      plan.dag === null
        ? null
        : {
            nodes: plan.dag.nodes.length,
            groups: plan.dag.parallel_groups.length,
            depth: depthOf(plan.dag),
          },
  }
}

function knownIds(plan: Plan): Part {
  const { tasks, dag } = plan
  const id = 'known'
  const about = 'every task depends on tasks that are there, and none on itself'
  const known = new Set([
    ...tasks.map((task) => task.id),
    ...(dag?.nodes.map((node) => node.id) ?? []),
  ])
  const phases = tasks.map(({ phase }) => phase).join('\n')
  const isKnown = (each: string) =>
    known.has(each) ||
    [...known].some((other) => other.startsWith(`${each}.`)) ||
    new RegExp(`\\b${each.replaceAll('.', '\\.')}\\b`).test(phases)
  const at = (line: number, message: string, fix: string): Issue => ({
    message,
    path: 'plan.md',
    line,
    fix,
  })
  const unknown = tasks.flatMap((task) =>
    task.dependsOn
      .filter((each) => !isKnown(each))
      .map((each) =>
        at(
          task.line,
          `${nameOf(task)} depends on ${each}, which is no task of the plan`,
          `correct the dependencies of ${nameOf(task)}`,
        ),
      ),
  )
  // only what waits for itself; a blocked task is no fault of the plan
  const cycles = stuckTasks({ ...plan, dag: null })
    .filter(({ reason }) => reason.endsWith('again'))
    .map(({ task, reason }) =>
      at(task.line, `${nameOf(task)} ${reason}`, `break the circle of ${nameOf(task)}`),
    )
  const count = tasks.filter(({ dependsOn }) => dependsOn.length > 0).length
  return count === 0 && dag === null
    ? notApplicable(id, about, 'no task names what it depends on; they go in the order of the plan')
    : holdsUnless(id, about, {
        issues: [...unknown, ...cycles],
        reason: `the dependencies of ${count} tasks are all there`,
      })
}

function dagPart({ dag, dagProblem, tasks }: Plan, units: readonly Unit[]): Part {
  const id = 'dag'
  const about = 'the DAG is valid and has a node for each task'
  const issue = (message: string): Issue => ({
    message,
    path: 'plan.md',
    fix: 'correct the DAG of plan.md',
  })
  if (dagProblem !== null) return unmet(id, about, [issue(`the DAG cannot be read: ${dagProblem}`)])
  if (dag === null) return notApplicable(id, about, 'the plan has no DAG')
  const known = new Set(tasks.map((task) => task.id))
  const problems = dagProblems(dag).map((what) => issue(`the DAG is wrong: ${what}`))
  const lost = dag.nodes.filter((node) => !known.has(node.id))
  if (problems.length === 0 && lost.length === dag.nodes.length)
    return undecided(id, about, 'the nodes of the DAG have other ids than the tasks')
  const extra = units.filter(
    ({ task }) =>
      !isOwnWork(task) &&
      !task.id.startsWith('#') &&
      !dag.nodes.some((node) => node.id === task.id || node.id.startsWith(`${task.id}.`)),
  )
  return holdsUnless(id, about, {
    issues: [
      ...problems,
      ...lost.map((node) => issue(`the node ${node.id} is no task of the plan`)),
      ...extra.map(({ task }) => ({
        ...issue(`${nameOf(task)} has no node in the DAG`),
        line: task.line,
      })),
    ],
    reason: `${dag.nodes.length} nodes and ${dag.parallel_groups.length} parallel groups hold`,
  })
}

/** How many tasks the longest chain has. */
function depthOf({ nodes }: Dag): number {
  const depth = (id: string, above: readonly string[]): number => {
    const node = above.includes(id) ? undefined : nodes.find((each) => each.id === id)
    return node === undefined
      ? 0
      : 1 + Math.max(0, ...node.depends_on.map((each) => depth(each, [...above, id])))
  }
  return Math.max(0, ...nodes.map(({ id }) => depth(id, [])))
}
