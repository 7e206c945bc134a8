import { squeeze } from '../../kit/lines.ts'
import {
  type Issue,
  type Part,
  type PassVerdict,
  type TrackVerdict,
  verdictOfEvaluation,
  verdictOfPass,
} from '../../checks/track/evaluation.ts'
import { fixesOf, type TrackEvaluation } from '../../checks/track/evaluate.ts'
import type { Obligation } from '../../model/obligation.ts'
import { dispatcher } from './checkpoints.ts'

export type TrackReport = TrackEvaluation & {
  readonly id: string
  /** The folder of the track, from the root of the project. */
  readonly folder: string
  /** ISO 8601. */
  readonly at: string
  readonly verdict: TrackVerdict
  readonly affectedDocs: readonly string[]
  readonly obligations: readonly Obligation[]
  /** What a reader should know about how it was evaluated. */
  readonly notes: readonly string[]
}

const shown: Readonly<Record<PassVerdict, string>> = {
  PASS: 'PASS ✅',
  FAIL: 'FAIL ❌',
  'N/A': 'N/A',
  'NOT DECIDED': 'NOT DECIDED ❔',
}

/** The report in the source's format (3.8), with every pass and every fix behind it. */
export function trackMarkdown(report: TrackReport): string {
  const { evaluations, structural } = report
  const docs = report.affectedDocs.length === 0 ? '' : ` (${report.affectedDocs.join(', ')})`
  return [
    '## Execution Evaluation Report',
    '',
    `**Track**: ${report.id}`,
    `**Evaluator**: ${dispatcher} (dispatcher)`,
    `**Date**: ${report.at.slice(0, 10)}`,
    '',
    '### Evaluators Dispatched',
    '',
    '| Evaluator | Reason | Verdict |',
    '|-----------|--------|---------|',
    ...evaluations.map(
      ({ evaluator, dispatch, passes }) =>
        `| ${evaluator} | ${cell(dispatch.reason)} | ${shown[verdictOfEvaluation(passes)]} |`,
    ),
    '',
    '### Structural Checks',
    '',
    `- plan.md updated: ${yes(structural.planUpdated)}`,
    `- Scope alignment: ${yes(structural.scope)}`,
    `- No skipped tasks: ${yes(structural.noSkipped)}`,
    `- Build passes: ${yes(structural.build)}`,
    `- Business doc sync needed: ${structural.syncRequired ? `YES${docs}` : 'NO'}`,
    '',
    `### Final Verdict: ${shown[report.verdict]}`,
    '',
    'All evaluators must PASS for the track to pass.',
    ...details(report),
    '',
  ].join('\n')
}

function details(report: TrackReport): readonly string[] {
  const { evaluations, obligations } = report
  const fixes = fixesOf(report)
  const open = obligations.filter(
    ({ status, weight }) => status === 'undecided' && weight === 'must',
  )
  const listed = (kind: 'task' | 'rule') =>
    obligations
      .filter(({ source }) => source.kind === kind)
      .map(({ status, statement }) => `- ${status}: ${oneLine(statement)}`)
  return [
    ...section(
      '### Fix Actions',
      fixes.map((issue, index) => `${index + 1}. ${issue.fix}${placeOf(issue)}`),
    ),
    ...section(
      '### Not Decided',
      open.map(
        ({ id, statement, reason }) => `- \`${id}\` ${oneLine(statement)}: ${oneLine(reason)}`,
      ),
    ),
    ...section('### What the Spec Asks', listed('task')),
    ...section('### What Holds for Every Track', listed('rule')),
    ...evaluations.flatMap(({ evaluator, passes }) => [
      ...section(`### ${evaluator}`, [
        '| Pass | Verdict | Why |',
        '|------|---------|-----|',
        ...passes.map(
          (pass) =>
            `| ${pass.number}. ${pass.name} | ${shown[verdictOfPass(pass)]} | ${cell(why(pass.parts))} |`,
        ),
      ]),
    ]),
    ...section(
      '### Notes',
      report.notes.map((note) => `- ${oneLine(note)}`),
    ),
  ]
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, '', ...lines]

const yes = ({ status, reason }: Part): string =>
  status === 'met'
    ? 'YES'
    : status === 'unmet'
      ? `NO (${oneLine(reason)})`
      : status === 'undecided'
        ? `NOT DECIDED (${oneLine(reason)})`
        : `N/A (${oneLine(reason)})`

/** What is wrong first, then what nobody decided, then what was shown. */
function why(parts: readonly Part[]): string {
  const of = (status: Part['status']) => parts.filter((part) => part.status === status)
  const open = of('undecided').map(({ about, reason }) => `not decided: ${about} (${reason})`)
  const wrong = of('unmet').map(({ reason }) => reason)
  const right = of('met').map(({ reason }) => reason)
  const apart = of('not_applicable').map(({ reason }) => reason)
  return [
    ...wrong,
    ...(wrong.length > 0 ? [] : right),
    ...open,
    ...(wrong.length + right.length + open.length > 0 ? [] : apart),
  ].join('; ')
}

const placeOf = ({ path, line }: Issue): string =>
  path === undefined ? '' : ` (\`${line === undefined ? path : `${path}:${line}`}\`)`

const oneLine = (text: string): string => squeeze(text).slice(0, 400)
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|')
