import type { Finding } from '../../model/finding.ts'
import { pointerOf, type Unit, type FileKind } from './configuration.ts'
import { type Fact, factsAt, factsOf } from './facts.ts'
import { endingsOf, type ShellOptions } from './shell-ending.ts'

/** A command of a pipeline that runs tests, and whether its failure would be noticed. */
export type TestRun = {
  readonly job: string
  readonly line: number
  readonly path: readonly string[]
  readonly command: string
  readonly fate: 'noticed' | 'swallowed' | 'never runs' | 'unknown'
  readonly why: string
}

const testing =
  /(?:^|[\s;&|(])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+|-\S+\s+)*(?:t|test(?:[:-][\w:-]+)?|unit|e2e|coverage)(?![\w-])|(?:npx\s+|pnpm\s+(?:exec\s+)?|yarn\s+|bunx\s+|uv\s+run\s+|poetry\s+run\s+|bundle\s+exec\s+)?(?:vitest|jest|mocha|ava|c8|nyc|tap|pytest|py\.test|tox|nox|rspec|phpunit|ctest)(?![\w./-])|python3?\s+-m\s+(?:pytest|unittest)|(?:go|cargo|deno|dotnet|swift|mix|sbt|bazel|playwright|flutter)\s+test(?![\w-])|cargo\s+nextest|node\s+(?:-\S+\s+)*--test(?![\w-])|(?:mvnw?|\.\/mvnw)\s[^\n|;&]*(?:test|verify)(?![\w-])|(?:\.\/)?gradlew?\s[^\n|;&]*(?:test|check)(?![\w-])|make\s+(?:test|check)(?![\w-])|rake\s+(?:test|spec)|manage\.py\s+test|cypress\s+run)/

/** The test commands of a workflow of GitHub or a pipeline of GitLab. */
export function testRuns(facts: readonly Fact[], kind: FileKind | null): readonly TestRun[] {
  if (kind !== 'workflow' && kind !== 'gitlab') return []
  const places = kind === 'workflow' ? 'jobs.*.steps.*.run' : '*.script|*.script.*'
  return factsAt(facts, places).flatMap((fact): readonly TestRun[] => {
    const { path, line } = fact
    const job = (kind === 'workflow' ? path[1] : path[0]) ?? ''
    const script = kind === 'workflow' ? String(fact.value ?? '') : wholeScript(facts, fact)
    const own = endingsOf(String(fact.value ?? ''), testing, started)
    const endings = endingsOf(script, testing, optionsOf(facts, fact, kind) ?? started)
    return [...own.keys()].map((command) => ({
      job,
      line,
      path,
      command,
      ...(declared(facts, fact, kind) ?? ends[endings.get(command) ?? 'unknown']),
    }))
  })
}

const started: ShellOptions = { stops: true, pipes: false }
const ends = {
  fails: { fate: 'noticed', why: '' },
  succeeds: { fate: 'swallowed', why: 'its script ends with success although it fails' },
  unknown: { fate: 'unknown', why: 'how its script ends when it fails cannot be told' },
} as const

/** The commands of a GitLab job share one shell. */
const wholeScript = (facts: readonly Fact[], { path }: Fact): string =>
  factsAt(facts, `${path[0]}.script|${path[0]}.script.*`)
    .map(({ value }) => String(value ?? ''))
    .join('\n')

/** Tests whose failure nobody would see: what a gate is for is gone, unless another job holds it. */
export function swallowedFindings(unit: Unit, kind: FileKind | null): readonly Finding[] {
  const runs = testRuns(factsOf(unit, kind), kind)
  const isHeld = (job: string) =>
    runs.some((other) => other.job !== job && /^(?:noticed|unknown)$/.test(other.fate))
  return runs.flatMap(({ job, line, path, command, fate, why }) =>
    fate !== 'swallowed' || isHeld(job)
      ? []
      : [
          {
            message: `the job ${job} runs \`${command.slice(0, 80)}\`, and its failure is swallowed: ${why}`,
            place: { line, pointer: pointerOf(path) },
          },
        ],
  )
}

type Fate = Pick<TestRun, 'fate' | 'why'>

/** What the step or its job declares: that it succeeds anyway, that it runs only sometimes, a shell of its own. */
function declared(facts: readonly Fact[], fact: Fact, kind: FileKind): Fate | null {
  const { path } = fact
  const own = (key: string) =>
    kind === 'workflow'
      ? factsAt(facts, `jobs.${path[1]}.${key}|jobs.${path[1]}.steps.${path[3]}.${key}`)
      : factsAt(facts, `${path[0]}.${key}`)
  const forgiven = own(kind === 'workflow' ? 'continue-on-error' : 'allow_failure').find(
    ({ value }) => value !== undefined && String(value) !== 'false',
  )
  if (forgiven !== undefined) {
    const why = `${forgiven.path.at(-1)}: ${String(forgiven.value)} (line ${forgiven.line})`
    return { fate: String(forgiven.value) === 'true' ? 'swallowed' : 'unknown', why }
  }
  const triggers = factsAt(facts, 'on.*')
    .map((each) => each.path[1]!)
    .filter((name) => !/^\d+$/.test(name))
  const conditions = kind === 'workflow' ? own('if') : []
  for (const { value, line } of conditions) {
    const fate = fateUnder(String(value ?? ''), triggers)
    if (fate !== 'noticed') return { fate, why: `if: ${String(value)} (line ${line})` }
  }
  return optionsOf(facts, fact, kind) === null
    ? { fate: 'unknown', why: 'its shell is not known' }
    : null
}

const builds = /^(?:push|pull_request)$/

/** Whether a step under this condition runs when something was pushed or proposed. */
function fateUnder(condition: string, triggers: readonly string[]): TestRun['fate'] {
  const plain = condition.replace(/^\s*\$\{\{|\}\}\s*$/g, '').trim()
  if (/^(?:true|always\(\)|success\(\)|!\s*cancelled\(\)|matrix\.[\w.-]+ [!=]= .*)$/.test(plain))
    return 'noticed'
  if (/^(?:failure|cancelled)\(\)$/.test(plain)) return 'never runs'
  const parts = plain.split('&&').map((part) => part.trim())
  const [, sign, event = ''] = /^github\.event_name ([!=]=) '([^']*)'$/.exec(plain) ?? []
  if (parts.length > 1 && !plain.includes('||')) {
    const fates = parts.map((part) => fateUnder(part, triggers))
    return (
      fates.find((fate) => fate === 'never runs') ??
      fates.find((fate) => fate !== 'noticed') ??
      'noticed'
    )
  }
  if (sign === undefined) return 'unknown'
  const left = triggers.filter((name) => (name === event) === (sign === '=='))
  const isNeeded = triggers.some((name) => builds.test(name))
  if (left.length === 0 || (isNeeded && !left.some((name) => builds.test(name))))
    return 'never runs'
  return triggers.every((name) => left.includes(name) || !builds.test(name)) ? 'noticed' : 'unknown'
}

/** How the shell of a step is started; null for one that is no POSIX shell. */
function optionsOf(facts: readonly Fact[], { path }: Fact, kind: FileKind): ShellOptions | null {
  if (kind !== 'workflow') return started
  const at = (place: string) => factsAt(facts, place).map(({ value }) => String(value))[0]
  const shell =
    at(`jobs.${path[1]}.steps.${path[3]}.shell`) ??
    at(`jobs.${path[1]}.defaults.run.shell`) ??
    at('defaults.run.shell') ??
    (/windows/i.test(at(`jobs.${path[1]}.runs-on`) ?? '') ? 'pwsh' : 'sh')
  if (shell === 'bash') return { stops: true, pipes: true }
  if (shell === 'sh') return started
  if (!/^(?:ba|da|z)?sh\s/.test(shell)) return null
  return { stops: /\s-\w*e/.test(shell), pipes: shell.includes('pipefail') }
}
