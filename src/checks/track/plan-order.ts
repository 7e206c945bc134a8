import { isDiscovered, type Plan } from './plan.ts'
import { isDocumented, type PlanTask } from './plan-task.ts'
import { covers, filesOf } from './scope.ts'

type Item = {
  readonly task: PlanTask
  /** It and the tasks around it. */
  readonly line: readonly PlanTask[]
  /** The tasks it waits for, each as the leaves that must be settled. */
  readonly needs: ReadonlyMap<string, readonly PlanTask[]>
}

/** Done, or given up with a reason. */
const isSettled = (task: PlanTask): boolean => task.status === 'done' || isDocumented(task)
const isOpen = (task: PlanTask): boolean =>
  (task.status === 'todo' || task.status === 'doing') && !isDocumented(task)

/** The leaves of a plan that stand in no task that is done, with what they wait for by themselves, by the tasks around them and by the DAG. */
function itemsOf({ tasks, dag }: Plan): readonly Item[] {
  const lines = new Map<PlanTask, readonly PlanTask[]>()
  for (const [index, task] of tasks.entries()) {
    const above = tasks.findLast(
      (each, at) => at < index && each.phase === task.phase && each.depth < task.depth,
    )
    lines.set(task, [...(above === undefined ? [] : (lines.get(above) ?? [])), task])
  }
  const isAmongDone = (task: PlanTask) =>
    lines.get(task)?.some((each) => each !== task && each.status === 'done')
  const leaves = tasks.filter(
    (task) => !task.isGroup && !isDiscovered(task) && isAmongDone(task) !== true,
  )
  const below = (id: string) =>
    leaves.filter((leaf) => lines.get(leaf)?.some((each) => each.id === id))
  return leaves.map((task) => {
    const line = lines.get(task) ?? [task]
    const ids = line.flatMap(({ id, dependsOn }) => [
      ...dependsOn,
      ...(dag?.nodes.find((node) => node.id === id)?.depends_on ?? []),
    ])
    const isAround = (id: string) => line.slice(0, -1).some((each) => each.id === id)
    const needs = new Map(
      ids
        .filter((id) => !isAround(id) && tasks.find((each) => each.id === id)?.status !== 'done')
        .map((id) => [id, below(id)]),
    )
    return { task, line, needs }
  })
}

/** The tasks that can be executed now: the first, and those that its parallel group lets run beside it. */
export function readyTasks(plan: Plan, most = 5): readonly PlanTask[] {
  const ready = itemsOf(plan).filter(
    ({ task, needs }) => isOpen(task) && [...needs.values()].every((each) => each.every(isSettled)),
  )
  const first = ready.find(({ task }) => task.status === 'doing') ?? ready[0]
  if (first === undefined) return []
  const beside = (plan.dag?.parallel_groups ?? [])
    .filter(({ conflict_free, shared_resources: shared }) => conflict_free ?? shared.length === 0)
    .map(({ tasks }) => sideBySide(plan, [first, ...ready.filter((each) => each !== first)], tasks))
    .toSorted((one, other) => other.length - one.length)[0]
  return beside === undefined || beside.length < 2 ? [first.task] : beside.slice(0, most)
}

/** One task for each member of a parallel group, as long as their files are known and differ. */
function sideBySide(
  { dag }: Plan,
  items: readonly Item[],
  group: readonly string[],
): readonly PlanTask[] {
  const memberOf = ({ line }: Item) => line.find(({ id }) => group.includes(id))?.id
  const filesIn = ({ line }: Item) => line.flatMap((task) => filesOf(task, dag))
  const chosen: Item[] = []
  for (const item of items) {
    const files = filesIn(item)
    const isApart = chosen.every(
      (other) =>
        memberOf(other) !== memberOf(item) &&
        filesIn(other).every((one) =>
          files.every((file) => !covers(one, file) && !covers(file, one)),
        ),
    )
    if (memberOf(item) !== undefined && files.length > 0 && isApart) chosen.push(item)
    else if (item === items[0]) return []
  }
  return chosen.map(({ task }) => task)
}

export type StuckTask = { readonly task: PlanTask; readonly reason: string }

/** Tasks that stay open although everything that can be executed is: each with what stands in its way. */
export function stuckTasks(plan: Plan): readonly StuckTask[] {
  const items = itemsOf(plan)
  const over = new Set(items.map(({ task }) => task).filter(isSettled))
  const inTheWay = ({ needs }: Item) =>
    [...needs].flatMap(([id, leaves]) => {
      const leaf = leaves.find((each) => !over.has(each))
      return leaf === undefined ? [] : [{ id, leaf }]
    })[0]
  let left = items.filter(({ task }) => isOpen(task))
  for (let count = -1; count !== left.length;) {
    count = left.length
    for (const item of left) if (inTheWay(item) === undefined) over.add(item.task)
    left = left.filter(({ task }) => !over.has(task))
  }
  const reasonOf = (item: Item, above: readonly Item[]): string => {
    const { id, leaf } = inTheWay(item) ?? { id: '', leaf: item.task }
    const next = left.find(({ task }) => task === leaf)
    if (next === undefined) return `${id}, which is blocked and does not say why`
    return above.includes(next)
      ? `${id} again`
      : `${id}, which waits for ${reasonOf(next, [...above, next])}`
  }
  return left.map((item) => ({ task: item.task, reason: `waits for ${reasonOf(item, [item])}` }))
}
