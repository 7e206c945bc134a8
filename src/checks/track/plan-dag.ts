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
