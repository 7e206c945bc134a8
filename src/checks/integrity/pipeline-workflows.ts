import { isAsked, type Change, type TextChange } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { isRecord } from './package-json.ts'
import { looserFlags } from './pipeline-scripts.ts'
import { at, gapOf, listOf, offsetOf, readYaml } from './settings-read.ts'
import { commandsOf, isNoOp, losesExitCode, swallowsFailure } from './shell.ts'

const rules = rulesOf('build_success', {
  'workflow-step-removed': [
    'fail',
    'A workflow lost a step that checks the project',
    'What is not run cannot fail.',
    'Put the step back.',
  ],
  'workflow-forgives': [
    'fail',
    'A workflow goes on although a step failed',
    'A failing check no longer stops the change.',
    'Let the failure stop the workflow.',
  ],
  'workflow-narrowed': [
    'fail',
    'A workflow runs on fewer occasions',
    'Changes come in that nothing looked at.',
    'Let the workflow run on all of them.',
  ],
})

export const pipelineWorkflows: Family = { family: 'pipeline', rules: Object.values(rules), look }

const isWorkflow = (path: string): boolean =>
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.yml|azure-pipelines\.ya?ml|\.travis\.yml|bitbucket-pipelines\.yml)$/.test(
    path,
  )
function look(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap((text) => {
    if (isAsked(change.asked.settings, text.path)) return []
    return isWorkflow(text.oldPath) ? workflow(text, change) : []
  })
}

/** A step of a job, as what it runs or uses. */
type Step = {
  readonly job: string
  readonly does: string
  readonly run: string
  readonly forgives: boolean
  readonly condition: string
}

/** Words of what judges a project. */
export const judging =
  /\b(?:test|tests|lint|check|build|tsc|types?|typecheck|coverage|vitest|jest|eslint|oxlint|biome|audit|e2e|playwright|verify|knip|mocha|format|prettier)\b/i

function stepsOf(workflow_: unknown): readonly Step[] {
  const jobs = isRecord(at(workflow_, 'jobs')) ? at(workflow_, 'jobs') : workflow_
  if (!isRecord(jobs)) return []
  return Object.entries(jobs).flatMap(([job, value]) => {
    const forgives = isOn(at(value, 'continue-on-error')) || isOn(at(value, 'allow_failure'))
    const condition = textOf(at(value, 'if'))
    const steps = at(value, 'steps')
    const scripts = [...listOf(at(value, 'before_script')), ...listOf(at(value, 'script'))]
    const listed = Array.isArray(steps) ? steps : scripts.map((run) => ({ run }))
    return listed.flatMap((step: unknown) => {
      const run = textOf(at(step, 'run'))
      const does = run === '' ? textOf(at(step, 'uses')) : run
      const own = isOn(at(step, 'continue-on-error'))
      const when = [condition, textOf(at(step, 'if'))].filter((each) => each !== '').join(' && ')
      return [{ job, does, run, forgives: forgives || own, condition: when }]
    })
  })
}

const isOn = (value: unknown): boolean =>
  value === true || (isRecord(value) && Object.keys(value).length > 0)
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? String(value) : ''

function workflow(
  { path, oldPath, before, after }: TextChange,
  change: Change,
): readonly IntegrityFinding[] {
  const old = stepsOf(readYaml(before ?? ''))
  if (after === null) {
    const others = new Set(
      change.texts.flatMap((each) =>
        isWorkflow(each.path) && each.after !== null
          ? stepsOf(readYaml(each.after)).map(({ does }) => does)
          : [],
      ),
    )
    const lost = old.filter(({ does }) => judging.test(does) && !others.has(does))
    return lost.length === 0
      ? []
      : [
          findingGone(
            rules['workflow-step-removed'],
            { path: oldPath },
            { message: `the workflow ${oldPath} is gone`, evidence: lost[0]?.does ?? '' },
          ),
        ]
  }
  if (before === null) return []
  const settings = readYaml(after)
  return [
    ...changedSteps(old, stepsOf(settings), { path, text: after, before }),
    ...occasions(readYaml(before), settings, { path, text: after, before }),
  ]
}

type File = { readonly path: string; readonly text: string; readonly before: string }

function changedSteps(
  old: readonly Step[],
  now: readonly Step[],
  file: File,
): readonly IntegrityFinding[] {
  const lines = new Set(now.flatMap(({ does }) => commandLines(does)))
  const findings: IntegrityFinding[] = []
  const report: Report = (rule, key, message) =>
    findings.push(
      findingIn(
        rules[rule],
        file,
        rule === 'workflow-step-removed'
          ? gapOf(file.before, file.text)
          : offsetOf(file.text, key.split('\n')[0] ?? ''),
        { message },
      ),
    )
  for (const step of old) {
    const lost = commandLines(step.does).filter((line) => judging.test(line) && !lines.has(line))
    const heir = now.find(
      (each) =>
        each.job === step.job &&
        each.run !== '' &&
        !old.some(({ does }) => does === each.does) &&
        judging.test(each.does),
    )
    if (lost[0] === undefined) continue
    const line = lost[0]
    if (
      heir !== undefined &&
      (swallowsFailure(commandsOf(heir.run)) || losesPipe(heir.run) || isLooser(heir.run, step.run))
    )
      report('workflow-forgives', heir.run, `the step \`${line}\` may fail now without notice`)
    else if (heir === undefined || commandsOf(heir.run).every(isNoOp))
      report('workflow-step-removed', step.job, `the step \`${line}\` is gone`)
  }
  forgivingSteps(old, now, report)
  return findings
}

/** A line ends the step when it fails, but the exit code of a pipe is that of its end. */
const losesPipe = (run: string): boolean =>
  !run.includes('pipefail') &&
  run.split('\n').some((line) => line.includes('|') && losesExitCode(commandsOf(line)))

type Report = (rule: keyof typeof rules, key: string, message: string) => void

/** Steps that stayed and may now fail, or run only sometimes. */
function forgivingSteps(old: readonly Step[], now: readonly Step[], report: Report): void {
  for (const step of now) {
    const was =
      old.find((each) => each.job === step.job && each.does === step.does) ??
      old.find((each) => each.does === step.does)
    if (was === undefined) {
      const isNew =
        judging.test(step.does) && step.forgives && !old.some(({ forgives }) => forgives)
      if (isNew && old.some((each) => each.job === step.job))
        report(
          'workflow-forgives',
          'continue-on-error',
          `the step \`${step.does.slice(0, 60)}\` may fail without notice`,
        )
      continue
    }
    if (step.forgives && !was.forgives && judging.test(step.does))
      report(
        'workflow-forgives',
        'continue-on-error',
        `the step \`${step.does.slice(0, 60)}\` may fail now without notice`,
      )
    if (step.condition !== was.condition && step.condition !== '' && judging.test(step.does))
      report(
        'workflow-narrowed',
        'if:',
        `the step \`${step.does.slice(0, 60)}\` runs only if ${step.condition}`,
      )
  }
}

const isLooser = (now: string, was: string): boolean =>
  commandsOf(now).some(({ words }) =>
    words.some((word) => looserFlags.test(word) && !was.includes(word)),
  )

export const commandLines = (does: string): readonly string[] =>
  does
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function triggersOf(settings: unknown): readonly string[] {
  const on = at(settings, 'on') ?? at(settings, 'true')
  return isRecord(on) ? Object.keys(on) : listOf(on)
}

function occasions(before: unknown, after: unknown, file: File): readonly IntegrityFinding[] {
  const now = new Set(triggersOf(after))
  const lost = triggersOf(before).filter(
    (name) =>
      /^(?:push|pull_request|pull_request_target|merge_group)$/.test(name) && !now.has(name),
  )
  const found = lost.map((name) => `it no longer runs on ${name}`)
  for (const name of triggersOf(before)) {
    const ignored = at(after, 'on', name, 'paths-ignore')
    if (
      ignored !== undefined &&
      at(before, 'on', name, 'paths-ignore') === undefined &&
      listOf(ignored).some((each) => !/\.mdx?|docs|LICENSE|\.txt/i.test(each))
    )
      found.push(`it leaves out ${listOf(ignored).join(', ')} on ${name}`)
  }
  const jobsBefore = at(before, 'jobs')
  for (const job of isRecord(jobsBefore) ? Object.keys(jobsBefore) : []) {
    const matrix = (settings: unknown) => at(settings, 'jobs', job, 'strategy', 'matrix')
    const [was, is_] = [matrix(before), matrix(after)]
    for (const [axis, values] of Object.entries(isRecord(was) ? was : {}))
      if (
        Array.isArray(values) &&
        isRecord(is_) &&
        Array.isArray(is_[axis]) &&
        is_[axis].length < values.length
      )
        found.push(`the job ${job} runs for fewer of ${axis}`)
  }
  return found.map((message) =>
    findingIn(rules['workflow-narrowed'], file, offsetOf(file.text, 'on:'), {
      message: `${message}: ${file.path}`,
    }),
  )
}
