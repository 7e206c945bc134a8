import { createHash } from 'node:crypto'
import { unmeasured } from '../../checks/acceptance/code-obligations.ts'
import type { AcceptanceFinding, Judgement } from '../../checks/acceptance/judgement.ts'
import type { Measurement } from '../../checks/acceptance/measurement.ts'
import { weights } from '../../checks/acceptance/scores.ts'
import type { IntegrityFinding } from '../../checks/integrity/rule.ts'
import type { MutationFinding, MutationReport } from '../../checks/mutation-sample/mutant.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Obligation } from '../../model/obligation.ts'
import { exitOfVerdict, verdictOf } from '../../obligations/verdict.ts'
import type { AcceptanceReport, CodeDimension, CodeFinding } from '../../views/acceptance/report.ts'
import { codeFacts } from './facts.ts'

export type CodeVerdicts = {
  readonly path: string
  readonly base: string | null
  readonly before: Measurement | null
  readonly after: Measurement
  readonly judgement: Judgement
  readonly integrity: readonly IntegrityFinding[]
  readonly mutation: MutationReport | null
  readonly obligations: readonly Obligation[]
  readonly threshold: number
  readonly seconds: number
  readonly tree: FileTree
}

export function codeReport(verdicts: CodeVerdicts): AcceptanceReport {
  const { judgement, after, before, base, path, threshold, seconds, mutation } = verdicts
  const findings = findingsOf(verdicts)
  const { obligations } = verdicts
  const verdict = verdictOf(obligations)
  return {
    path,
    base,
    scope: judgement.scope,
    files: judgement.files,
    score: judgement.result.acceptance_score,
    threshold,
    status: judgement.status,
    passed: verdict.verdict === 'accepted',
    exit: exitOfVerdict[verdict.verdict],
    verdict,
    obligations,
    dimensions: dimensionsOf(judgement, unmeasured(after)),
    facts: codeFacts(verdicts),
    findings,
    notes: judgement.notes,
    walls: after.sandbox === 'bwrap' ? 'behind walls, no network' : 'WITHOUT walls',
    seconds,
    result: judgement.result,
    measured: { before, after, mutation },
    sources: sourcesOf(findings, verdicts.tree),
  }
}

const labels = {
  architecture: 'Architecture',
  readability: 'Readability',
  completeness: 'Completeness',
  test_coverage: 'Test coverage',
  build_success: 'Build',
} as const

const names = [
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
] as const

const dimensionsOf = (
  { result, losses }: Judgement,
  missing: ReadonlyMap<string, string>,
): readonly CodeDimension[] =>
  names.map((name) => ({
    name,
    label: labels[name],
    weight: weights[name],
    score: result.dimension_scores[name],
    unmeasured: missing.get(name) ?? null,
    losses: losses
      .filter(({ dimension }) => dimension === name)
      .map(({ points, why, todo }) => ({ points, why, todo })),
  }))

function findingsOf(verdicts: CodeVerdicts): readonly CodeFinding[] {
  const { judgement, integrity, mutation, obligations, after } = verdicts
  const unrun = new Set([
    ...(after.build.state === 'not_run' ? ['build/error'] : []),
    ...(after.tests.state === 'not_run' ? ['tests/failing'] : []),
  ])
  // what could not run, or what somebody decided, is no error of the code
  const isUnmet = ({ part, rule }: CodeFinding) => {
    const owed =
      part === 'integrity' || part === 'own' ? `rule.${rule}` : `code.${rule.split('/')[0] ?? rule}`
    return obligations.some(({ id, status }) => id.startsWith(owed) && status === 'unmet')
  }
  const own = judgement.findings.map((each: AcceptanceFinding): CodeFinding => ({
    ...each,
    part: 'scorecard',
  }))
  const all = [
    ...integrity.map((each) =>
      besides(each.rule.startsWith('integrity/') ? 'integrity' : 'own', each.dimension, each),
    ),
    ...(mutation?.findings ?? []).map((each) => besides('mutation', 'test_coverage', each)),
    ...own.filter(({ rule }) => !unrun.has(rule)),
  ]
  return all.map((each) =>
    each.severity === 'error' && !isUnmet(each) ? { ...each, severity: 'warning' } : each,
  )
}

/** A finding of another check, beside the scorecard. */
const besides = (
  part: CodeFinding['part'],
  dimension: CodeFinding['dimension'],
  { rule, severity, message, place, evidence }: IntegrityFinding | MutationFinding,
): CodeFinding => ({
  rule,
  severity,
  part,
  dimension,
  since: 'change',
  path: place.path ?? null,
  line: place.line ?? null,
  column: place.column ?? null,
  message,
  ...(evidence === undefined ? {} : { evidence }),
})

const sourcesOf = (findings: readonly CodeFinding[], tree: FileTree) =>
  Object.fromEntries(
    [...new Set(findings.flatMap(({ path }) => (path === null ? [] : [path])))].flatMap((path) => {
      const text = tree.get(path)
      if (text === undefined) return []
      return [[path, { text, sha256: createHash('sha256').update(text).digest('hex') }]]
    }),
  )
