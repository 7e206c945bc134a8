import { asMarkdown, type Block, heading, list } from '../../views/blocks.ts'
import { moneyText } from '../../views/format.ts'
import { classWords } from './analysis.ts'
import { conditionText, itself } from './autonomy.ts'
import type { NamedProposal } from './events.ts'
import { actualImpact, easedFor } from './impact.ts'
import { patchOf } from './patch.ts'
import { branchId } from './project.ts'
import { macroDimensions } from './scoring/score.ts'
import { type ImproveLive, type Improvement, type Iteration, scoreOf } from './state.ts'
import { notYet, reaches } from './stop-rule.ts'

/** The report of one iteration as Markdown. */
export const iterationReport = (state: ImproveLive, iteration: Iteration): string =>
  asMarkdown([
    heading(
      1,
      `Iteration ${iteration.number} of ${state.runId}: ${scoreOf(iteration) ?? '-'} of 10`,
    ),
    ...iterationBlocks(state, iteration),
  ])

/** All that a person needs to decide about the set-up after an iteration. */
export function iterationBlocks(state: ImproveLive, iteration: Iteration): readonly Block[] {
  const { proposals } = iteration
  const isLast = state.at === 'ended' && iteration === state.iterations.at(-1)
  return [
    heading(2, 'Summary'),
    ...summaryOf(iteration, easedFor(state, iteration.number)),
    heading(2, 'Analysis'),
    ...analysisOf(iteration, reaches(iteration, state.setup.target)),
    heading(2, 'Issues'),
    issuesOf(iteration),
    heading(2, 'Proposals'),
    ...advisedBy(iteration),
    ...(proposals.length === 0
      ? [list([], 'None.')]
      : proposals.flatMap((each) => proposalBlocks(state, iteration, each))),
    heading(2, 'Action plan'),
    list(
      proposals
        .filter(({ flaw }) => flaw === undefined)
        .map(
          ({ id, description, testing_plan }) =>
            `${id}: ${description.replace(/(?<![.!?])$/, '.')} Then: ${testing_plan}`,
        ),
      isLast
        ? 'Nothing is left to do.'
        : 'Nothing is proposed; the next iteration is built with the set-up as it is.',
    ),
    heading(2, 'Approval checklist'),
    list(
      proposals.map(({ id, easier, flaw }) =>
        flaw === undefined
          ? `[ ] ${id} is right, and can be taken back${easier.length === 0 ? '' : `; it makes the exam easier: ${easier.join('; ')}`}`
          : `${id} cannot be applied: ${flaw}`,
      ),
      'Nothing to approve.',
    ),
    heading(2, 'Next steps'),
    isLast ? endedOf(state) : nextOf(state, iteration),
  ]
}

const advisedBy = ({ advised: { by, notes } = { by: '', notes: [] } }: Iteration) => [
  list([], by === '' ? '' : `From ${by === 'offline' ? 'the catalogue' : by}.`),
  list(notes),
]

const endedOf = ({ runId, head, ...state }: ImproveLive): Block =>
  list([
    ...(state.at === 'ended'
      ? [`it ended: ${state.outcome.replaceAll('_', ' ')}, ${state.reason}`]
      : []),
    ...(head === null
      ? []
      : [`take the improved set-up: \`git merge loopwright/${branchId(runId)}\``]),
  ])

function nextOf({ setup, runId, at }: ImproveLive, iteration: Iteration): Block {
  const isAlone = setup.mode === 'autonomous'
  return list([
    ...notYet(iteration).map((each) => `before it can end: ${each}`),
    setup.consecutive === 1
      ? `${setup.target} of 10 must be reached`
      : `${setup.target} of 10 must be reached ${setup.consecutive} times in a row`,
    ...(at === 'ended'
      ? []
      : [
          ...(isAlone ? [`end it at once: \`loopwright stop ${runId}\``] : []),
          at === 'asking' || isAlone
            ? `decide${isAlone ? ' where a person is asked' : ''}: \`loopwright answer ${runId} approve|edit|skip|exit\``
            : `go on: \`loopwright resume ${runId}\``,
        ]),
  ])
}

const placeOf = ({
  path,
  line,
}: {
  readonly path?: string | undefined
  readonly line?: number | undefined
}): string => (path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`}`)

function summaryOf(
  { score, built, version, human, changed, spent }: Iteration,
  eased: readonly string[],
): readonly Block[] {
  const orders = built?.orders ?? []
  const lost = macroDimensions.map((name) => {
    const each = score?.dimensions[name]
    const evidence = (each?.evidence ?? []).slice(0, 5).map((one) => {
      const place = placeOf(one)
      return place === '' ? one.text : `${one.text} (${place})`
    })
    return [name.replaceAll('_', ' '), String(each?.score ?? '-'), evidence.join('; ')]
  })
  return [
    { type: 'text', text: score?.summary ?? 'It was not scored.' },
    {
      type: 'table',
      caption: 'Scores',
      head: ['dimension', 'score', 'what cost it points'],
      rows: lost,
    },
    {
      type: 'table',
      caption: 'Work orders',
      head: ['work order', 'status', 'failed by', 'tests', 'why'],
      rows: orders.map(({ title, status, failureClass, tests, reason }) => [
        title,
        status.replaceAll('_', ' '),
        failureClass === null ? '' : classWords(failureClass),
        tests === null ? '' : `${tests.passed} passed, ${tests.failed} failed`,
        reason,
      ]),
    },
    list([
      ...(score?.adjustments ?? []).map(
        ({ points, reason }) => `${points > 0 ? '+' : ''}${points}: ${reason}`,
      ),
      ...(eased.length === 0
        ? []
        : [
            `the exam was made easier by ${eased.join(', ')}: what was gained since may be no gain`,
          ]),
      ...(human === null ? [] : [`${human.by} gives it ${human.score} of 10`]),
      `${orders.filter(({ status }) => status === 'completed').length} of ${orders.length} work orders completed`,
      `set-up ${version.commit}, built in ${Math.round(spent.activeMs / 1000)} s for ${moneyText(spent)}`,
      ...(built?.notes ?? []),
      ...(score === null
        ? []
        : changed.length === 0
          ? ['isolation verified: set-up and checkout are as they were']
          : changed.map((each) => `NOT ISOLATED: ${each}`)),
    ]),
  ]
}

function analysisOf({ analysis, score }: Iteration, isGood: boolean): readonly Block[] {
  if (score === null) return [list([], 'Nothing was analysed yet.')]
  if (analysis === null)
    return [
      list([], isGood ? 'It reached the target.' : 'It was built alone, and nothing is proposed.'),
    ]
  const { compared } = analysis
  return [
    list(
      Object.entries(analysis.failures).map(([name, count]) => `${count} × ${classWords(name)}`),
      'No work order failed.',
    ),
    ...(compared === null
      ? []
      : [
          list(
            [],
            `Compared with the iteration before: ${compared.before} → ${compared.after}. ${compared.noise === null ? 'How far scores of the same set-up lie apart is not known.' : `Scores of the same set-up lie ${compared.noise} apart.`}`,
          ),
          list(
            [
              ...compared.better.map((each) => `better: ${each}`),
              ...compared.worse.map((each) => `worse: ${each}`),
            ],
            'No dimension changed.',
          ),
        ]),
    heading(3, 'What worked'),
    list(analysis.worked, 'Nothing stood out.'),
    heading(3, 'What failed'),
    list(analysis.failed, 'Nothing.'),
  ]
}

const issuesOf = ({ analysis }: Iteration): Block =>
  list(
    (analysis?.root_causes ?? []).map(({ issue, mechanism, severity, evidence }) => ({
      text: `**${issue}** (${severity}): ${mechanism}.`,
      items: evidence,
    })),
    'None.',
  )

function proposalBlocks(
  state: ImproveLive,
  iteration: Iteration,
  each: NamedProposal,
): readonly Block[] {
  const improvement = state.improvements.find(({ id }) => id === each.id)
  const actual = improvement === undefined ? null : actualImpact(state, improvement)
  return [
    heading(3, `${each.id}: ${each.description}`),
    list([
      ...(each.flaw === undefined ? [] : [`**cannot be applied**: ${each.flaw}`]),
      ...each.easier.map((text) => `**makes the exam easier**: ${text}`),
      `type: ${each.type.replaceAll('_', ' ')}`,
      `why: ${each.rationale}`,
      `test: ${each.testing_plan}`,
      `take back: ${each.rollback_plan}`,
      ...(each.evidence === undefined ? [] : [`before: ${each.evidence}`]),
      `expected: ${each.expected_impact}`,
      ...(actual === null ? [] : [`actual: ${actual}`]),
      ...each.risks.map((risk) => `risk: ${risk}`),
      `effort: ${each.estimated_effort_minutes} minutes`,
      ...(improvement === undefined ? [] : decidedOf(improvement, iteration)),
    ]),
    ...(each.lesson === null
      ? []
      : [
          list(
            [],
            `A lesson for the prompts of work orders (${each.lesson.error_code}): ${each.lesson.text}`,
          ),
        ]),
    ...each.changes.map(patchOf),
  ]
}

const decidedOf = (improvement: Improvement, { autonomy }: Iteration): readonly string[] => {
  const { approvedBy, rolledBack, reason, status } = improvement
  const why = rolledBack?.reason ?? reason
  return [
    ...(approvedBy === itself
      ? [
          `approved by the loop itself, because of: ${(autonomy?.conditions ?? []).map(conditionText).join('; ')}`,
        ]
      : []),
    `status: ${rolledBack === null ? status : 'rolled back'}${why === '' ? '' : ` (${why})`}`,
  ]
}
