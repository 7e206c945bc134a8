import type { Finding } from '../../model/finding.ts'
import { pointerOf, type Unit, type FileKind } from './configuration.ts'
import { type Fact, factsAt, factsOf } from './facts.ts'

/** A command of a pipeline that runs tests, and why its failure would go unnoticed; null where it would not. */
export type TestRun = {
  readonly job: string
  readonly line: number
  readonly path: readonly string[]
  readonly command: string
  readonly swallowed: string | null
}

const testing =
  /(?:^|[\s;&|(])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+|-\S+\s+)*(?:t|test(?:[:-][\w:-]+)?|unit|e2e|coverage)(?![\w-])|(?:npx\s+|pnpm\s+(?:exec\s+)?|yarn\s+|bunx\s+|uv\s+run\s+|poetry\s+run\s+|bundle\s+exec\s+)?(?:vitest|jest|mocha|ava|c8|nyc|tap|pytest|py\.test|tox|nox|rspec|phpunit|ctest)(?![\w./-])|python3?\s+-m\s+(?:pytest|unittest)|(?:go|cargo|deno|dotnet|swift|mix|sbt|bazel|playwright|flutter)\s+test(?![\w-])|cargo\s+nextest|node\s+(?:-\S+\s+)*--test(?![\w-])|(?:mvnw?|\.\/mvnw)\s[^\n|;&]*(?:test|verify)(?![\w-])|(?:\.\/)?gradlew?\s[^\n|;&]*(?:test|check)(?![\w-])|make\s+(?:test|check)(?![\w-])|rake\s+(?:test|spec)|manage\.py\s+test|cypress\s+run)/

/** The test commands of a workflow of GitHub or a pipeline of GitLab. */
export function testRuns(facts: readonly Fact[], kind: FileKind | null): readonly TestRun[] {
  if (kind !== 'workflow' && kind !== 'gitlab') return []
  const places = kind === 'workflow' ? 'jobs.*.steps.*.run' : '*.script|*.script.*'
  return factsAt(facts, places).flatMap((fact): readonly TestRun[] => {
    const text = String(fact.value ?? '')
    if (!testing.test(`\n${text}`)) return []
    const job = (kind === 'workflow' ? fact.path[1] : fact.path[0]) ?? ''
    const command =
      text
        .split('\n')
        .find((line) => testing.test(` ${line}`))
        ?.trim() ?? text
    const swallowed =
      forgiven(facts, fact, kind) ?? swallowedIn(text, hasPipefail(facts, fact, kind))
    return [{ job, line: fact.line, path: fact.path, command, swallowed }]
  })
}

/** Tests whose failure nobody would see: what a gate is for is gone. */
export function swallowedFindings(unit: Unit, kind: FileKind | null): readonly Finding[] {
  return testRuns(factsOf(unit, kind), kind).flatMap(({ job, line, path, command, swallowed }) =>
    swallowed === null
      ? []
      : [
          {
            message: `the job ${job} runs \`${command.slice(0, 80)}\`, and its failure is swallowed: ${swallowed}`,
            place: { line, pointer: pointerOf(path) },
          },
        ],
  )
}

/** The step or the whole job is declared to succeed anyway. */
function forgiven(facts: readonly Fact[], { path }: Fact, kind: FileKind): string | null {
  const own =
    kind === 'workflow'
      ? [
          ...factsAt(facts, `jobs.${path[1]}.continue-on-error`),
          ...factsAt(facts, `jobs.${path[1]}.steps.${path[3]}.continue-on-error`),
        ]
      : facts.filter(
          ({ path: at }) => at.length === 2 && at[0] === path[0] && at[1] === 'allow_failure',
        )
  const found = own.find(({ value }) => value === true || value === 'true')
  return found === undefined ? null : `${found.path.at(-1)}: true (line ${found.line})`
}

function hasPipefail(facts: readonly Fact[], { path }: Fact, kind: FileKind): boolean {
  if (kind !== 'workflow') return false
  const shells = [
    ...factsAt(facts, `jobs.${path[1]}.steps.${path[3]}.shell`),
    ...factsAt(facts, `jobs.${path[1]}.defaults.run.shell|defaults.run.shell`),
  ]
  // an explicit bash runs with pipefail, the unnamed default does not
  return shells.some(({ value }) =>
    /^(?:bash$|bash .*pipefail|pwsh|powershell)/.test(String(value)),
  )
}

const nothing = String.raw`(?:true|:|echo\b[^;&|\n]*|printf\b[^;&|\n]*|exit 0|exit)`

/** How a script hides the failure of its tests; every line of it stops at a failure unless it says otherwise. */
function swallowedIn(script: string, pipefail: boolean): string | null {
  const lines = script.replace(/\\\n/g, ' ').split('\n')
  let stops = true
  let pipes = pipefail
  for (const [index, line] of lines.entries()) {
    if (/(?:^|[;&]\s*)set\s+[^;&]*\+\w*e|set\s+\+o\s+errexit/.test(line.trim())) stops = false
    if (/(?:^|[;&]\s*)set\s+-\w*e/.test(line.trim())) stops = true
    if (/pipefail/.test(line)) pipes = true
    const found = testing.exec(` ${line}`)
    if (found === null || /^\s*#/.test(line)) continue
    const after = ` ${line}`.slice(found.index + found[0].length)
    const rest = [after, ...lines.slice(index + 1)].join('\n')
    const isPassedOn = /\bexit\s+(?:[1-9]|"?\$)|\breturn\s+[1-9]|\bfalse\b/.test(rest)
    if (
      new RegExp(String.raw`\|\|\s*[({]?\s*${nothing}`).test(after) &&
      !/exit\s+[1-9$"]/.test(after)
    )
      return `\`${line.trim().slice(-60)}\` succeeds whatever the tests say`
    if (!stops && !isPassedOn)
      return '`set +e` lets the script go on, and nothing passes the failure on'
    if (/;\s*(?:true|:|exit 0)\s*$/.test(after) || /^\s*exit 0\s*$/.test(lines[index + 1] ?? ''))
      return 'the script ends with success whatever the tests say'
    if (!pipes && /^[^|;&]*(?<!\|)\|(?!\|)/.test(after) && !isPassedOn)
      return 'the exit code of a pipe is that of its last command (no `pipefail`)'
  }
  return null
}
