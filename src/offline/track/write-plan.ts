import { type Draft, oneLine } from './draft-task.ts'

export type Phase = { readonly name: string; readonly tasks: readonly Draft[] }

/** plan.md as track.md has it: context, DAG, phases. */
export function writePlan(
  { trackId, title }: { readonly trackId: string; readonly title: string },
  phases: readonly Phase[],
): string {
  const tasks = phases.flatMap((phase) => phase.tasks)
  const groups = Map.groupBy(
    tasks.filter(({ group }) => group !== null),
    ({ group }) => group,
  )
  const nodes = tasks.map(({ id, title: name, type, files, dependsOn, phase }) => ({
    id,
    name,
    type,
    files,
    depends_on: dependsOn,
    phase,
  }))
  const parallel = [...groups].map(([id, members]) => ({
    id,
    tasks: members.map((each) => each.id),
    conflict_free: true,
    shared_resources: [],
  }))
  return [
    `# Plan: ${oneLine(title)}`,
    '',
    '## Context',
    '',
    `- **Track**: ${trackId}`,
    '- **Spec**: ./spec.md',
    '- **Dependencies**: as spec.md names them',
    '- **Overlap Check**: not made; the plan evaluator makes it',
    `- **Execution Mode**: ${parallel.length > 0 ? 'PARALLEL' : 'SEQUENTIAL'}`,
    '',
    '```yaml',
    'dag:',
    '  nodes:',
    ...nodes.map((node) => `    - ${JSON.stringify(node)}`),
    ...(parallel.length === 0 ? ['  parallel_groups: []'] : ['  parallel_groups:']),
    ...parallel.map((group) => `    - ${JSON.stringify(group)}`),
    '```',
    '',
    ...phases.flatMap(({ name, tasks: members }, at) => [
      `## Phase ${at + 1}: ${oneLine(name)}`,
      '',
      ...members.flatMap(taskLines),
      '',
    ]),
    '## Discovered Work',
    '',
  ].join('\n')
}

const taskLines = ({
  id,
  title,
  type,
  acceptance,
  files,
  dependsOn,
  group,
}: Draft): readonly string[] => [
  `- [ ] Task ${id}: ${title} <!-- deps: ${dependsOn.join(', ') || 'none'}, parallel: ${group ?? 'false'} -->`,
  `  - Type: ${type}`,
  '  - Acceptance:',
  ...acceptance.map((each) => `    - ${each}`),
  `  - Files: ${files.length === 0 ? (type === 'test' ? 'none' : 'not known yet') : files.map((file) => `\`${file}\``).join(', ')}`,
]
