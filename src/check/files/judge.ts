import { extname } from 'node:path'
import { openMemoryCache } from '../../checks/cache.ts'
import { type CheckRun, runChecks } from '../../checks/run-checks.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { PreparedCheck } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import type { Criteria, Rule } from '../../model/rule.ts'
import type { JudgedRule } from '../../views/findings.ts'
import type { RuleResult } from '../../workflows/reflex/contracts.ts'
import { checksFor } from '../../workflows/reflex/rule-checks.ts'
import { activeRules, judge } from '../../workflows/reflex/scoring.ts'
import { combine } from '../../workflows/reflex/steps/evaluate.ts'
import { type CheckOptions, fenceTag } from './criteria.ts'
import { projectAround } from './project.ts'
import type { ReadFile } from './read.ts'

/** What a file needs to be judged, and judged again after a fix. */
export type Bench = {
  readonly rules: readonly Rule[]
  readonly run: (text: string, only?: ReadonlySet<string>) => Promise<readonly CheckRun[]>
}

type Given = {
  readonly file: ReadFile
  readonly criteria: Criteria
  readonly type: string
  readonly options: CheckOptions
}

/** Prepares a file's checks; outcomes are kept in memory, so that a look leaves nothing behind. */
export async function openBench(workspace: Workspace, given: Given): Promise<Bench> {
  const { file, criteria, options, type } = given
  const rules = activeRules(criteria, options.level)
  const checks = rules.flatMap(checksFor)
  const project = projectAround(workspace, file.absolute)
  const tools = {
    sandbox: await workspace.sandbox(),
    cache: openMemoryCache(),
    concurrency: workspace.concurrency,
    signal: new AbortController().signal,
  }
  const task = { prompt: options.task, ideal_result: '' }
  return {
    rules,
    async run(text, only) {
      const dressed = dress(text, file.path, type)
      const wanted = checks.filter(({ rule_id }) => only?.has(rule_id) ?? true)
      const runs = await runChecks(wanted, { artifact: dressed.artifact, task, project }, tools)
      return runs.map((run) => ({
        ...run,
        outcome: { ...run.outcome, findings: run.outcome.findings.map(dressed.undress) },
      }))
    },
  }
}

/** The ending of a file that is no text for readers: it says which program reads it. */
const ending = (path: string): string | null => {
  const extension = extname(path).slice(1).toLowerCase()
  return /^(?:|md|markdown|mdx|txt)$/.test(extension) ? null : extension
}

/** A file of code or settings has no fence to say its language; its name does. */
function dress(text: string, path: string, type: string) {
  const isConfig = type === 'config'
  const tag =
    type === 'code' || isConfig ? (fenceTag(path) ?? (isConfig ? ending(path) : null)) : null
  if (tag === null) return { artifact: text, undress: (finding: Finding) => finding }
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const head = `${fence}${tag}${/\s/.test(path) ? '' : ` ${path}`}\n`
  const artifact = `${head}${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`
  const clamp = (offset: number) => Math.max(0, Math.min(text.length, offset - head.length))
  return {
    artifact,
    undress: ({ fix, place, ...finding }: Finding): Finding => ({
      ...finding,
      place: {
        ...place,
        ...(place.line === undefined ? {} : { line: Math.max(1, place.line - 1) }),
      },
      ...(fix
        ? {
            fix: {
              ...fix,
              edits: fix.edits.map((edit) => ({
                ...edit,
                start: clamp(edit.start),
                end: clamp(edit.end),
              })),
            },
          }
        : {}),
    }),
  }
}

/** The verdict on every rule, and their score. What could not be decided counts on neither side. */
export function scoreOf(
  { criteria, options, file }: Pick<Given, 'criteria' | 'options' | 'file'>,
  runs: readonly CheckRun[],
) {
  const active = activeRules(criteria, options.level)
  const rules = active.map((rule) => judgedRule(rule, runs))
  const results = rules.map(({ id, verdict, severity, details }): RuleResult => ({
    id,
    verdict:
      verdict === 'undecided'
        ? 'na'
        : verdict === 'error'
          ? severity === 'fail'
            ? 'fail'
            : 'warn'
          : verdict,
    details,
  }))
  const evaluation = judge(criteria, options.level, { results, artifact: file.sha256 })
  const final = new Map(evaluation.rule_results.map((result) => [result.id, result.verdict]))
  return {
    score: rules.some(({ verdict }) => verdict === 'pass') ? evaluation.score : 0,
    threshold: criteria.phase[options.level].threshold,
    rules: rules.map((rule) => ({ ...rule, verdict: shown(rule, final.get(rule.id)) })),
  }
}

function shown(rule: JudgedRule, final: RuleResult['verdict'] | undefined): JudgedRule['verdict'] {
  const { verdict } = rule
  return verdict === 'error' || verdict === 'undecided' || final === undefined ? verdict : final
}

function judgedRule(rule: Rule, runs: readonly CheckRun[]): JudgedRule {
  const own = runs.filter(({ check }) => check.rule_id === rule.id)
  const combined = combine(rule, own)
  const broken = own.find(({ outcome }) => outcome.verdict === 'error')
  const open = combined.type === 'open'
  const { id, description, severity, weight } = rule
  return {
    id,
    description,
    severity,
    weight,
    verdict: broken ? 'error' : open ? 'undecided' : combined.result.verdict,
    details: broken?.outcome.details ?? (open ? whyOpen(own) : combined.result.details),
    decidedBy:
      own.length === 0 ? 'nothing' : [...new Set(own.map(({ check }) => nameOf(check)))].join(', '),
    counts: broken !== undefined || !open,
    findings: own.flatMap(({ outcome }) => outcome.findings),
  }
}

const whyOpen = (own: readonly CheckRun[]) =>
  own.find(({ outcome }) => outcome.verdict === 'undecided')?.outcome.details ??
  'its check names no built-in, "text" or /pattern/, and no judge looks here'

function nameOf(check: PreparedCheck): string {
  return check.type === 'executable' ? check.command : `text ${check.search}`
}
