import { squeeze } from '../../../kit/lines.ts'
export type RetrospectiveFacts = {
  readonly trackId: string
  readonly title: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly tasks: number
  readonly commits: number
  readonly fixCycles: number
  readonly consultations: number
  /** Types of the plan's tasks: code, docs, … */
  readonly types: readonly string[]
  /** How many issues each evaluator found, over all evaluations. */
  readonly findings: readonly { readonly evaluator: string; readonly issues: number }[]
  /** What failed: in which pass of which evaluator, in which cycle it was fixed; null where it was not. */
  readonly failures: readonly {
    readonly pass: string
    readonly issue: string
    readonly fix: string | null
  }[]
  /** Passes that were never failed. */
  readonly smooth: readonly string[]
  /** Errors that were added to the knowledge, by id. */
  readonly errors: readonly { readonly id: string; readonly pattern: string }[]
  readonly milliseconds: number
  readonly dollars: number | null
}

/** Why nothing is to be learned from a track; null where a retrospective is due. */
export function whyNoRetrospective({
  fixCycles,
  consultations,
  tasks,
  types,
}: Pick<RetrospectiveFacts, 'fixCycles' | 'consultations' | 'tasks' | 'types'>): string | null {
  if (fixCycles === 0 && consultations === 0) return 'no fix cycle and no consultation'
  if (tasks < 3) return `fewer than 3 tasks (${tasks})`
  return types.length > 0 && types.every((type) => type === 'docs') ? 'documentation only' : null
}

/** retrospective.md of a track. */
export function retrospective(facts: RetrospectiveFacts): string {
  const { trackId, title, date, failures, smooth, errors } = facts
  const open = failures.filter(({ fix }) => fix === null)
  const passes = [...Map.groupBy(failures, ({ pass }) => pass)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return [
    `# Retrospective: ${trackId}`,
    '',
    `**Track**: ${title}`,
    `**Completed**: ${date}`,
    '',
    '## Figures',
    '',
    '| Tasks | Commits | Fix cycles | Consultations | Time | Cost |',
    '|---|---|---|---|---|---|',
    `| ${facts.tasks} | ${facts.commits} | ${facts.fixCycles} | ${facts.consultations} | ${duration(facts.milliseconds)} | ${facts.dollars === null ? 'not known' : `$${facts.dollars.toFixed(2)}`} |`,
    ...section(
      'Findings by evaluator',
      facts.findings.map(({ evaluator, issues }) => `${evaluator}: ${issues}`),
    ),
    ...section(
      'What went well',
      smooth.map((pass) => `${pass} passed at once`),
    ),
    ...section(
      'What failed',
      failures.map(({ pass, issue, fix }) => `${pass}: ${issue} → ${fix ?? 'not fixed'}`),
    ),
    ...section('What was learned', [
      ...passes
        .filter(([, all]) => all.length > 1)
        .map(([pass, all]) => `${pass} failed ${all.length} times: check it before the evaluation`),
      ...errors.map(({ id, pattern }) => `${id} is known now: \`${pattern}\``),
      ...open.map(({ pass }) => `${pass} is still open`),
    ]),
    '',
  ].join('\n')
}

const section = (title: string, items: readonly string[]): readonly string[] => [
  '',
  `## ${title}`,
  '',
  ...(items.length === 0 ? ['Nothing.'] : items.map((item) => `- ${squeeze(item)}`)),
]

const duration = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes < 1
    ? `${Math.round(milliseconds / 1000)} s`
    : minutes < 120
      ? `${minutes} min`
      : `${(minutes / 60).toFixed(1)} h`
}
