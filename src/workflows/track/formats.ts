import {
  type Issue,
  type PassVerdict,
  type Part,
  verdictOfEvaluation,
  verdictOfPass,
} from '../../checks/track/evaluation.ts'
import { structuralParts, verdictOfStructure } from '../../checks/track/evaluate.ts'
import type { ExitCode } from '../../model/problem.ts'
import type { JudgedFile, RuleVerdict } from '../../views/findings.ts'
import type { Suite } from '../../views/junit.ts'
import type { TrackReport } from './report.ts'

type Row = {
  readonly id: string
  readonly name: string
  readonly verdict: PassVerdict
  readonly parts: readonly Part[]
}

/** The structural checks and every pass, as the rows of any report. */
const rowsOf = ({ evaluations, structural }: TrackReport): readonly Row[] => [
  ...structuralParts(structural).map((part) => ({
    id: `structural.${part.id}`,
    name: part.about,
    verdict: verdictOfPass({ parts: [part] }),
    parts: [part],
  })),
  ...evaluations.flatMap(({ evaluator, passes }) =>
    passes.map((pass) => ({
      id: `${evaluator}.${pass.number}`,
      name: pass.name,
      verdict: verdictOfPass(pass),
      parts: pass.parts,
    })),
  ),
]

const verdictOf: Readonly<Record<PassVerdict, RuleVerdict>> = {
  PASS: 'pass',
  FAIL: 'fail',
  'N/A': 'na',
  'NOT DECIDED': 'undecided',
}

const issuesOf = ({ parts }: Row): readonly Issue[] => parts.flatMap(({ issues }) => issues)

/** The findings by file, for SARIF; what has no file stands in the plan. */
export function trackFiles(report: TrackReport): readonly JudgedFile[] {
  const plan = `${report.folder}/plan.md`
  const rows = rowsOf(report)
  const paths = new Set(rows.flatMap((row) => issuesOf(row).map(({ path = plan }) => path)))
  return [...paths].toSorted().map((path) => ({
    path,
    sha256: '',
    text: '',
    type: 'track',
    criteria: 'track',
    level: 'B',
    score: 0,
    threshold: 1,
    passed: false,
    seconds: 0,
    fixed: [],
    rules: rows.flatMap((row) => {
      const own = issuesOf(row).filter((issue) => (issue.path ?? plan) === path)
      return own.length === 0
        ? []
        : [
            {
              id: row.id,
              description: row.name,
              severity: 'fail' as const,
              weight: 1,
              verdict: 'fail' as const,
              details: '',
              decidedBy: 'check',
              counts: true,
              findings: own.map(({ message, line, fix }) => ({
                message: `${message}. To do: ${fix}`,
                place: { line: line ?? 1 },
              })),
            },
          ]
    }),
  }))
}

export const trackSuite = (report: TrackReport): Suite => ({
  name: report.id,
  seconds: 0,
  properties: { verdict: report.verdict },
  cases: rowsOf(report).map((row) => ({
    name: `${row.id} ${row.name}`,
    className: row.id.replace(/\.[^.]*$/, ''),
    file: `${report.folder}/plan.md`,
    verdict: verdictOf[row.verdict],
    severity: 'fail',
    message: row.parts.map(({ reason }) => reason).join('; '),
    text: issuesOf(row)
      .map(({ message, path = '', line = '', fix }) => `${path}:${line} ${message} → ${fix}`)
      .join('\n'),
  })),
})

export const trackAsJson = (report: TrackReport, exit: ExitCode) => ({
  loopwright: 1,
  exit,
  track: report.id,
  folder: report.folder,
  verdict: report.verdict,
  structural: {
    verdict: verdictOfStructure(report.structural),
    checks: structuralParts(report.structural),
    impact: report.structural.impact,
    business_sync_required: report.structural.syncRequired,
    affected_docs: report.affectedDocs,
  },
  evaluators: report.evaluations.map(({ evaluator, dispatch, passes }) => ({
    evaluator,
    verdict: verdictOfEvaluation(passes),
    reason: dispatch.reason,
    hits: dispatch.hits,
    passes: passes.map((pass) => ({ ...pass, verdict: verdictOfPass(pass) })),
  })),
  obligations: report.obligations,
  notes: report.notes,
})
