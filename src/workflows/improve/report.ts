import { conditionText, itself } from './autonomy.ts'
import { actualImpact } from './impact.ts'
import { macroDimensions } from './scoring/score.ts'
import { type ImproveLive, type Improvement, type Iteration, scoreOf } from './state.ts'
import { notYet } from './stop-rule.ts'

const list = (items: readonly string[], none: string): string =>
  items.length === 0 ? `${none}\n` : `${items.map((each) => `- ${each}`).join('\n')}\n`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The report of one iteration: all that a person needs to decide about the set-up. */
export function iterationReport(state: ImproveLive, iteration: Iteration): string {
  const { setup, runId } = state
  const score = scoreOf(iteration)
  return [
    `# Iteration ${iteration.number} of ${runId}: ${score ?? '-'} of 10\n`,
    `## Summary\n\n${summaryOf(state, iteration)}`,
    `## Analysis\n\n${analysisOf(iteration)}`,
    `## Issues\n\n${issuesOf(iteration)}`,
    `## Proposals\n\n${proposalsOf(state, iteration)}`,
    `## Action plan\n\n${list(
      iteration.proposals.map(
        ({ id, description, testing_plan }) => `${id}: ${description} Then: ${testing_plan}`,
      ),
      'Nothing is proposed; the next iteration is built with the set-up as it is.',
    )}`,
    `## Approval checklist\n\n${list(
      iteration.proposals.map(
        ({ id, easier }) =>
          `[ ] ${id} is right, and can be taken back${easier.length === 0 ? '' : `; it makes the exam easier: ${easier.join('; ')}`}`,
      ),
      'Nothing to approve.',
    )}`,
    `## Next steps\n\n${list(
      [
        ...notYet(iteration).map((each) => `before it can end: ${each}`),
        `${setup.target} of 10 must be reached ${setup.consecutive} times in a row`,
        ...(setup.mode === 'autonomous' ? [`end it at once: loopwright stop ${runId}`] : []),
        `decide${setup.mode === 'autonomous' ? ' where a person is asked' : ''}: loopwright answer ${runId} approve|edit|skip|exit`,
      ],
      '',
    )}`,
  ].join('\n')
}

function summaryOf(
  state: ImproveLive,
  { score, built, version, human, changed, spent }: Iteration,
): string {
  const orders = built?.orders ?? []
  const rows = macroDimensions.map((name) => {
    const each = score?.dimensions[name]
    return `| ${name} | ${each?.score ?? '-'} | ${cell(
      (each?.evidence ?? [])
        .slice(0, 3)
        .map(
          ({ text, path, line }) =>
            `${text}${path === undefined ? '' : ` (${path}${line === undefined ? '' : `:${line}`})`}`,
        )
        .join('; '),
    )} |`
  })
  return [
    `${score?.summary ?? 'It was not scored.'}\n`,
    '| dimension | score | what cost it points |\n|---|--:|---|',
    `${rows.join('\n')}\n`,
    list(
      [
        ...(score?.adjustments ?? []).map(
          ({ points, reason }) => `${points > 0 ? '+' : ''}${points}: ${reason}`,
        ),
        ...(human === null ? [] : [`${human.by} gives it ${human.score} of 10`]),
        `${orders.filter(({ status }) => status === 'completed').length} of ${orders.length} work orders completed`,
        `set-up ${version.commit}, built in ${Math.round(spent.activeMs / 1000)} s for $${spent.costUsd.toFixed(4)}`,
        ...(changed.length === 0
          ? ['isolation verified: set-up and checkout are as they were']
          : changed.map((each) => `NOT ISOLATED: ${each}`)),
      ],
      '',
    ),
  ].join('\n')
}

const analysisOf = ({ analysis }: Iteration): string =>
  analysis === null
    ? 'It reached the target or was not analysed.\n'
    : [
        list(
          Object.entries(analysis.failures).map(([name, count]) => `${count} × ${name}`),
          'No work order failed.',
        ),
        ...(analysis.compared === null
          ? []
          : [
              `Compared with the iteration before: ${analysis.compared.before} → ${analysis.compared.after}. ${analysis.compared.noise === null ? 'How far scores of the same set-up lie apart is not known.' : `Scores of the same set-up lie ${analysis.compared.noise} apart.`}\n`,
              list(
                [
                  ...analysis.compared.better.map((each) => `better: ${each}`),
                  ...analysis.compared.worse.map((each) => `worse: ${each}`),
                ],
                'No dimension changed.',
              ),
            ]),
        '### What worked\n',
        list(analysis.worked, 'Nothing stood out.'),
        '### What failed\n',
        list(analysis.failed, 'Nothing.'),
      ].join('\n')

const issuesOf = ({ analysis }: Iteration): string =>
  list(
    (analysis?.root_causes ?? []).map(
      ({ issue, mechanism, severity, evidence }) =>
        `**${issue}** (${severity}): ${mechanism}.${evidence.map((each) => `\n  - ${each}`).join('')}`,
    ),
    'None.',
  )

function proposalsOf(state: ImproveLive, iteration: Iteration): string {
  const { proposals } = iteration
  if (proposals.length === 0) return 'None.\n'
  return proposals
    .map((each) => {
      const improvement = state.improvements.find(({ id }) => id === each.id)
      const actual = improvement === undefined ? null : actualImpact(state, improvement)
      return [
        `### ${each.id}: ${each.description}\n`,
        list(
          [
            `type: ${each.type}`,
            `why: ${each.rationale}`,
            `test: ${each.testing_plan}`,
            `take back: ${each.rollback_plan}`,
            ...(each.evidence === undefined ? [] : [`before: ${each.evidence}`]),
            `expected: ${each.expected_impact}`,
            ...(actual === null ? [] : [`actual: ${actual}`]),
            ...each.risks.map((risk) => `risk: ${risk}`),
            `effort: ${each.estimated_effort_minutes} minutes`,
            ...each.easier.map((text) => `**makes the exam easier**: ${text}`),
            ...(improvement === undefined
              ? []
              : [
                  ...(improvement.approvedBy === itself
                    ? [
                        `approved by the loop itself, because of: ${(iteration.autonomy?.conditions ?? []).map(conditionText).join('; ')}`,
                      ]
                    : []),
                  `status: ${improvement.rolledBack === null ? improvement.status : 'rolled back'}${statusReason(improvement)}`,
                ]),
          ],
          '',
        ),
        ...(each.lesson === null
          ? []
          : [
              `A lesson for the prompts of work orders (${each.lesson.error_code}): ${each.lesson.text}\n`,
            ]),
        ...each.changes.map((change) => diffOf(change)),
      ].join('\n')
    })
    .join('\n')
}

const statusReason = ({ rolledBack, reason }: Improvement): string => {
  const why = rolledBack === null ? reason : rolledBack.reason
  return why === '' ? '' : ` (${why})`
}

const diffOf = ({
  path,
  before,
  after,
}: {
  path: string
  before: string | null
  after: string | null
}): string => {
  const old = before?.split('\n') ?? []
  const young = after?.split('\n') ?? []
  let same = 0
  while (same < old.length && same < young.length && old[same] === young[same]) same += 1
  const lines = [
    ...old.slice(Math.max(0, same - 2), same).map((line) => ` ${line}`),
    ...old
      .slice(same)
      .filter((line) => !young.slice(same).includes(line))
      .map((line) => `-${line}`),
    ...young
      .slice(same)
      .filter((line) => !old.slice(same).includes(line))
      .map((line) => `+${line}`),
  ]
  return `\`${path}\`${before === null ? ' (new)' : after === null ? ' (removed)' : ''}\n\n\`\`\`\`diff\n${lines.join('\n')}\n\`\`\`\`\n`
}
