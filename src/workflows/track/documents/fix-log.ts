import { squeeze } from '../../../kit/lines.ts'
export type FixCycle = {
  readonly cycle: number
  readonly date: string
  readonly issues: readonly string[]
  readonly fixes: readonly {
    readonly issue: string
    readonly fix: string
    readonly commit_sha: string
  }[]
  readonly remaining: readonly string[]
}

/** fix-log.md of a track: what each fix cycle was given, what it did and what it left. */
export const fixLog = (entries: readonly FixCycle[]): string =>
  ['# Fix Log', ...entries.flatMap(section), ''].join('\n')

const section = ({ cycle, date, issues, fixes, remaining }: FixCycle): readonly string[] => [
  '',
  `## Cycle ${cycle} (${date})`,
  '',
  ...list('Issues', issues),
  '',
  ...list(
    'Fixes',
    fixes.map(({ issue, fix, commit_sha: sha }) =>
      sha === '' ? `${issue}: ${fix}` : `${issue}: ${fix} (\`${sha.slice(0, 7)}\`)`,
    ),
  ),
  '',
  ...list('Remaining', remaining),
]

const list = (title: string, items: readonly string[]): readonly string[] => [
  `### ${title}`,
  '',
  ...(items.length === 0 ? ['None.'] : items.map((item) => `- ${squeeze(item)}`)),
]
