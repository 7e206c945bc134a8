import { parse } from 'yaml'
import { z } from 'zod'

const DagNode = z.object({
  id: z.coerce.string().min(1),
  name: z.string().optional(),
  type: z.string().optional(),
  files: z.array(z.string()).default([]),
  depends_on: z.array(z.coerce.string()).default([]),
})
const DagGroup = z.object({
  id: z.coerce.string().optional(),
  tasks: z.array(z.coerce.string()).default([]),
  conflict_free: z.boolean().optional(),
  shared_resources: z.array(z.string()).default([]),
  coordination_strategy: z.string().nullish(),
})
const Dag = z.object({
  nodes: z.array(DagNode).default([]),
  parallel_groups: z.array(DagGroup).default([]),
})
export type Dag = z.output<typeof Dag>

/** The DAG of a plan, from its blocks of YAML. */
export function dagOf(yaml: string): {
  readonly dag: Dag | null
  readonly dagProblem: string | null
} {
  if (!/^\s*(?:dag|nodes)\s*:/m.test(yaml)) return { dag: null, dagProblem: null }
  try {
    const value: unknown = parse(yaml)
    const inside = typeof value === 'object' && value !== null && 'dag' in value ? value.dag : value
    const dag = Dag.safeParse(inside)
    return dag.success
      ? { dag: dag.data, dagProblem: null }
      : { dag: null, dagProblem: z.prettifyError(dag.error) }
  } catch (error) {
    return { dag: null, dagProblem: error instanceof Error ? error.message : String(error) }
  }
}

/** What is wrong with a DAG: unknown and repeated tasks, cycles, and groups whose tasks cannot run at once. */
export function dagProblems({ nodes, parallel_groups: groups }: Dag): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const repeated = nodes.filter((node) => byId.get(node.id) !== node).map(({ id }) => id)
  const unknown = nodes.flatMap(({ id, depends_on }) =>
    depends_on
      .filter((each) => !byId.has(each))
      .map((each) => `${id} depends on ${each}, which is not there`),
  )
  const cycle = cycleIn(byId)
  return [
    ...repeated.map((id) => `${id} is there twice`),
    ...unknown,
    ...(cycle === null ? [] : [`tasks wait for each other: ${cycle.join(' → ')}`]),
    ...groups.flatMap((group, index) =>
      groupProblems(group, byId, cycle === null).map(
        (what) => `group ${group.id ?? index + 1}: ${what}`,
      ),
    ),
  ]
}

type Node = Dag['nodes'][number]

function cycleIn(byId: ReadonlyMap<string, Node>): readonly string[] | null {
  const over = new Set<string>()
  const walk = (id: string, above: readonly string[]): readonly string[] | null => {
    if (above.includes(id)) return [...above.slice(above.indexOf(id)), id]
    if (over.has(id)) return null
    for (const next of byId.get(id)?.depends_on ?? []) {
      const cycle = walk(next, [...above, id])
      if (cycle !== null) return cycle
    }
    over.add(id)
    return null
  }
  for (const id of byId.keys()) {
    const cycle = walk(id, [])
    if (cycle !== null) return cycle
  }
  return null
}

function groupProblems(
  {
    tasks,
    shared_resources: shared,
    coordination_strategy: strategy,
  }: Dag['parallel_groups'][number],
  byId: ReadonlyMap<string, Node>,
  isAcyclic: boolean,
): readonly string[] {
  const needs = (id: string): ReadonlySet<string> => {
    const direct = byId.get(id)?.depends_on ?? []
    return new Set([...direct, ...(isAcyclic ? direct.flatMap((each) => [...needs(each)]) : [])])
  }
  const pairs = tasks.flatMap((one, index) =>
    tasks.slice(index + 1).map((other) => [one, other] as const),
  )
  const files = (id: string) => byId.get(id)?.files ?? []
  return [
    ...tasks.filter((id) => !byId.has(id)).map((id) => `${id} is not there`),
    ...pairs.flatMap(([one, other]) => {
      if (needs(one).has(other) || needs(other).has(one))
        return [`${one} and ${other} depend on each other`]
      const both = files(one).filter(
        (file) => files(other).includes(file) && !shared.includes(file),
      )
      return both.length === 0 || (strategy ?? '') !== ''
        ? []
        : [`${one} and ${other} both change ${both.join(', ')}`]
    }),
  ]
}
