import { isAsked, type Change, type TextChange } from './change.ts'
import { isRecord } from './package-json.ts'
import { looserFlags } from './pipeline-scripts.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import { at, gapOf, listOf, offsetOf, readYaml } from './settings-read.ts'
import { commandsOf, forgives, isNoOp } from './shell.ts'

/** What runs by itself on each change: workflows of a server, and hooks of the repository. */
export const pipelineWorkflows: Family = {
  look: (change) =>
    change.texts.flatMap((text) => {
      if (text.before === null || isAsked(change.asked.settings, text.path)) return []
      if (isWorkflow(text.oldPath)) return workflow(text, text.before, change)
      return isHook(text.oldPath) ? hook(text, text.before) : []
    }),
}

const isWorkflow = (path: string): boolean =>
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.yml|azure-pipelines\.ya?ml|\.travis\.yml|bitbucket-pipelines\.yml)$/.test(
    path,
  )
const isHook = (path: string): boolean =>
  /(?:^|\/)(?:\.husky\/[^_.][^/]*|\.githooks\/[^/]+|\.?lefthook\.ya?ml|\.pre-commit-config\.ya?ml|\.lintstagedrc[\w.]*|lint-staged\.config\.[cm]?js)$/.test(
    path,
  )

/** Words of what judges a project. */
const judging =
  /\b(?:test|tests|lint|check|build|tsc|types?|typecheck|coverage|vitest|jest|eslint|oxlint|biome|audit|e2e|playwright|verify|knip|mocha|format|prettier)\b/i

const linesOf = (script: string): readonly string[] =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

function hook({ path, oldPath, after }: TextChange, before: string): readonly IntegrityFinding[] {
  const works = (text: string) =>
    linesOf(text).filter((line) => judging.test(line) && !commandsOf(line).every(isNoOp))
  const [was, now] = [works(before), works(after ?? '')]
  const isWeaker =
    now.length < was.length ||
    now.some((line) => forgives(line) && !was.includes(line)) ||
    (/^\s*exit 0/m.test(after ?? '') && !/^\s*exit 0/m.test(before))
  if (was.length === 0 || !isWeaker) return []
  return after === null
    ? [
        findingGone(
          'hook-removed',
          { path: oldPath },
          { message: `the hook ${oldPath} is gone`, evidence: was[0] ?? '' },
        ),
      ]
    : [
        findingIn('hook-removed', { path, text: after }, 0, {
          message: `the hook ${path} does less than it did`,
        }),
      ]
}

/** A step of a job, as what it runs or uses. */
type Step = {
  readonly job: string
  readonly does: string
  readonly forgives: boolean
  readonly condition: string
}

const isOn = (value: unknown): boolean =>
  value === true || (isRecord(value) && Object.keys(value).length > 0)
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : ''

function stepsOf(settings: unknown): readonly Step[] {
  const jobs = at(settings, 'jobs') ?? settings
  return Object.entries(isRecord(jobs) ? jobs : {}).flatMap(([job, value]) => {
    const steps = at(value, 'steps')
    const scripts = [...listOf(at(value, 'before_script')), ...listOf(at(value, 'script'))]
    const listed: readonly unknown[] = Array.isArray(steps)
      ? steps
      : scripts.map((run) => ({ run }))
    return listed.map((step) => {
      const both = [value, step]
      const run = textOf(at(step, 'run'))
      return {
        job,
        does: run === '' ? textOf(at(step, 'uses')) : run,
        forgives:
          forgives(run) ||
          both.some(
            (each) => isOn(at(each, 'continue-on-error')) || isOn(at(each, 'allow_failure')),
          ),
        condition: both
          .map((each) => textOf(at(each, 'if')))
          .filter((each) => each !== '')
          .join(' && '),
      }
    })
  })
}

function workflow(
  { path, oldPath, after }: TextChange,
  before: string,
  { texts }: Change,
): readonly IntegrityFinding[] {
  const old = stepsOf(readYaml(before))
  if (after === null) {
    const others = texts.flatMap((each) => (isWorkflow(each.path) ? linesOf(each.after ?? '') : []))
    const lost = old.find(
      ({ does }) => judging.test(does) && !others.some((line) => line.includes(does)),
    )
    const details = { message: `the workflow ${oldPath} is gone`, evidence: lost?.does ?? '' }
    return lost === undefined
      ? []
      : [findingGone('workflow-step-removed', { path: oldPath }, details)]
  }
  const report = (rule: RuleName, offset: number, message: string) =>
    findingIn(rule, { path, text: after }, offset, { message })
  return [
    ...stepProblems(old, stepsOf(readYaml(after))).map(([rule, key, message]) =>
      report(rule, key === '' ? gapOf(before, after) : offsetOf(after, key), message),
    ),
    ...occasions(readYaml(before), readYaml(after)).map((message) =>
      report('workflow-narrowed', offsetOf(after, 'on:'), `${message}: ${path}`),
    ),
  ]
}

type Problem = readonly [rule: RuleName, key: string, message: string]

function stepProblems(old: readonly Step[], now: readonly Step[]): readonly Problem[] {
  const lines = new Set(now.flatMap(({ does }) => linesOf(does)))
  const gone = old.flatMap((step): readonly Problem[] => {
    const line = linesOf(step.does).find((each) => judging.test(each) && !lines.has(each))
    if (line === undefined) return []
    const heir = now.find(
      ({ job, does }) =>
        job === step.job && judging.test(does) && !old.some((each) => each.does === does),
    )
    if (heir === undefined || commandsOf(heir.does).every(isNoOp))
      return [['workflow-step-removed', '', `the step \`${line}\` is gone`]]
    const isLooser = commandsOf(heir.does).some(({ words }) =>
      words.some((word) => looserFlags.test(word) && !step.does.includes(word)),
    )
    const message = `the step \`${line}\` may fail now without notice`
    return (heir.forgives && !step.forgives) || isLooser
      ? [['workflow-forgives', heir.does.split('\n')[0] ?? '', message]]
      : []
  })
  const remaining = now.flatMap((step): readonly Problem[] => {
    const was =
      old.find(({ job, does }) => job === step.job && does === step.does) ??
      old.find(({ does }) => does === step.does)
    if (was === undefined || !judging.test(step.does)) return []
    const message = `the step \`${step.does.slice(0, 60)}\``
    if (step.forgives && !was.forgives)
      return [['workflow-forgives', 'continue-on-error', `${message} may fail now without notice`]]
    return step.condition !== was.condition && step.condition !== ''
      ? [['workflow-narrowed', 'if:', `${message} runs only if ${step.condition}`]]
      : []
  })
  return [...gone, ...remaining]
}

/** On what, and on how many machines, a workflow no longer runs. */
function occasions(before: unknown, after: unknown): readonly string[] {
  const triggers = (settings: unknown): readonly string[] => {
    const on = at(settings, 'on') ?? at(settings, 'true')
    return isRecord(on) ? Object.keys(on) : listOf(on)
  }
  const now = triggers(after)
  const lost = triggers(before)
    .filter((name) => /^(?:push|pull_request|pull_request_target|merge_group)$/.test(name))
    .flatMap((name) => {
      if (!now.includes(name)) return [`it no longer runs on ${name}`]
      const ignored = (settings: unknown) => listOf(at(settings, 'on', name, 'paths-ignore'))
      const [was, left] = [ignored(before), ignored(after)]
      const code = left.filter(
        (each) => !was.includes(each) && !/\.mdx?|docs|LICENSE|\.txt/i.test(each),
      )
      return code.length === 0 ? [] : [`it leaves out ${code.join(', ')} on ${name}`]
    })
  const jobs = at(before, 'jobs')
  const fewer = Object.keys(isRecord(jobs) ? jobs : {}).flatMap((job) => {
    const axis = (settings: unknown) => at(settings, 'jobs', job, 'strategy', 'matrix')
    const was = axis(before)
    return Object.entries(isRecord(was) ? was : {}).flatMap(([name, values]) => {
      const left = at(axis(after), name)
      return Array.isArray(values) && Array.isArray(left) && left.length < values.length
        ? [`the job ${job} runs for fewer of ${name}`]
        : []
    })
  })
  return [...lost, ...fewer]
}
