import type { OrderRun } from './state.ts'

const rows = [
  ['Architecture', 'architecture'],
  ['Readability', 'readability'],
  ['Completeness', 'completeness'],
  ['Test coverage', 'test_coverage'],
  ['Build', 'build_success'],
] as const

/** The text of a pull request, as a file: nothing is pushed and nobody is asked to merge. */
export function pullRequestBody({ setup, measured, proposal, delivered, runId }: OrderRun): string {
  const { order } = setup
  const lines = [
    `# ${order.title}`,
    '',
    order.description,
    '',
    ...(order.acceptance_criteria.length === 0
      ? []
      : ['## Asked for', '', ...order.acceptance_criteria.map((each) => `- [ ] ${each}`), '']),
    '## Change',
    '',
    ...(proposal === null
      ? []
      : [
          `${proposal.counts.files} files, ${proposal.counts.added} lines added, ${proposal.counts.deleted} deleted.`,
          '',
          ...proposal.paths.slice(0, 50).map((path) => `- \`${path}\``),
          '',
          ...(proposal.notes === '' ? [] : [quoted(proposal.notes), '']),
        ]),
    ...(measured === null ? [] : measurement(measured, setup.threshold)),
    `Work order \`${runId}\`${delivered === null ? '' : `, branch \`${delivered.branch}\``}.`,
  ]
  return `${lines.join('\n')}\n`
}

/** The proposer's own words count for nothing, and look like it. */
const quoted = (notes: string): string =>
  notes
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

function measurement(
  { acceptance, objections, mutation }: NonNullable<OrderRun['measured']>,
  threshold: number,
): readonly string[] {
  const scores = acceptance.dimension_scores
  return [
    '## Measured',
    '',
    `**${acceptance.acceptance_score} of 10** (${threshold} is asked for).`,
    '',
    '| dimension | score |',
    '|---|---|',
    ...rows.map(([name, dimension]) => `| ${name} | ${scores[dimension]} |`),
    '',
    `Tests ${acceptance.tests_passed ? 'pass' : 'do not pass'}, ${acceptance.test_coverage_percent} % coverage, ${acceptance.lint_errors} lint errors, ${acceptance.todo_count} TODOs.`,
    ...(mutation === null
      ? []
      : [`Of ${mutation.tried} planted bugs the tests noticed ${mutation.killed}.`]),
    '',
    ...(objections.length === 0
      ? []
      : [
          '### Must be looked at',
          '',
          ...objections.map(
            ({ rule, path, line, message }) =>
              `- ${path === null ? '' : `\`${path}${line === null ? '' : `:${line}`}\` `}${message} (\`${rule}\`)`,
          ),
          '',
        ]),
  ]
}
