import type { Obligation } from '../../model/obligation.ts'
import { statusOf } from '../../obligations/verdict.ts'
import { obligationsOf } from './obligations.ts'
import type { OrderRun } from './state.ts'

const rows = [
  ['Architecture', 'architecture'],
  ['Readability', 'readability'],
  ['Completeness', 'completeness'],
  ['Test coverage', 'test_coverage'],
  ['Build', 'build_success'],
] as const

/** The text of a pull request, as a file: nothing is pushed and nobody is asked to merge. */
export function pullRequestBody(run: OrderRun): string {
  const { setup, measured, proposal, delivered, runId } = run
  const { order } = setup
  const obligations = measured === null ? [] : obligationsOf({ ...run, measured })
  const lines = [
    `# ${order.title}`,
    '',
    order.description,
    '',
    ...(order.acceptance_criteria.length === 0
      ? []
      : [
          '## Asked for',
          '',
          ...order.acceptance_criteria.map((each) => criterion(each, obligations)),
          '',
        ]),
    '## Change',
    '',
    ...(proposal === null
      ? []
      : [
          `${proposal.counts.files} files, ${proposal.counts.added} lines added, ${proposal.counts.deleted} deleted.`,
          '',
          ...proposal.paths.slice(0, 50).map((path) => `- ${inCode(path)}`),
          '',
          ...(proposal.notes === '' ? [] : [quoted(proposal.notes), '']),
        ]),
    ...(measured === null
      ? []
      : measurement(measured, { threshold: setup.threshold, obligations })),
    `Work order \`${runId}\`${delivered === null ? '' : `, branch \`${delivered.branch}\``}.`,
  ]
  return `${lines.join('\n')}\n`
}

/** Ticked where all that was read in it is met. */
function criterion(text: string, obligations: readonly Obligation[]): string {
  const own = obligations.filter(
    ({ source }) =>
      source.kind === 'criterion' && (text.includes(source.text) || source.text.includes(text)),
  )
  const isMet = own.length > 0 && own.every((each) => statusOf(each) === 'met')
  return `- [${isMet ? 'x' : ' '}] ${text}`
}

/** The proposer's own words count for nothing, look like it, and do nothing: no issue is closed, nobody called. */
function quoted(notes: string): string {
  const longest = Math.max(2, ...[...notes.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `The proposer says:\n\n${fence}text\n${notes}\n${fence}`
}

const inCode = (path: string): string => `\`${path.replaceAll(/[`\p{Cc}]/gu, '·')}\``

function measurement(
  { acceptance, mutation }: NonNullable<OrderRun['measured']>,
  {
    threshold,
    obligations,
  }: { readonly threshold: number; readonly obligations: readonly Obligation[] },
): readonly string[] {
  const open = obligations.filter(
    (each) => each.weight === 'must' && !['met', 'not_applicable'].includes(statusOf(each)),
  )
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
    ...(open.length === 0
      ? []
      : [
          '### Must be looked at',
          '',
          ...open.map(
            ({ id, statement, reason, status }) =>
              `- ${status}: ${statement}: ${reason} (\`${id}\`)`,
          ),
          '',
        ]),
  ]
}
