import { shellWord } from '../kit/shell-word.ts'
import { counted } from '../model/counted.ts'
import type { Obligation } from '../model/obligation.ts'
import { statusOf } from '../obligations/verdict.ts'
import {
  findingsOf,
  isMissed,
  type JudgedFile,
  type JudgedRule,
  levelOf,
  printable,
} from './findings.ts'
import { oneLine, showScore } from './format.ts'
import type { Suite } from './junit.ts'
import { fixableCount } from './scorecard.ts'
import { obligationCases, obligationsAsMarkdown, verdictAsJson } from './verdict.ts'

/** Judged files for machines. `loopwright` is the version of this shape; fields are added, never changed. */
export function filesAsJson(files: readonly JudgedFile[], exit: number) {
  return {
    loopwright: 1,
    passed: files.every(({ passed }) => passed),
    exit,
    files: files.map(({ rules, obligations = [], ...file }) => ({
      ...file,
      ...verdictAsJson(obligations),
      // the reader has the file
      text: undefined,
      rules: rules.map(({ decidedBy, ...rule }) => ({ ...rule, decided_by: decidedBy })),
    })),
  }
}

export const fileSuite = (file: JudgedFile): Suite => ({
  name: file.path,
  seconds: file.seconds,
  properties: {
    criteria: file.criteria,
    level: file.level,
    score: file.score,
    threshold: file.threshold,
    passed: file.passed,
    artifact_sha256: file.sha256,
  },
  cases: [
    ...obligationCases((file.obligations ?? []).filter(({ source }) => source.kind !== 'rule')),
    ...file.rules.map((rule) => ({
      name: rule.id,
      className: file.criteria,
      file: file.path,
      verdict: rule.verdict,
      severity: rule.severity,
      message: oneLine(rule.details, 300),
      text: findingsOf(rule)
        .slice(0, 100)
        .map(
          ({ message, place }) =>
            `${file.path}:${place.line ?? 1}:${place.column ?? 1}: ${message}`,
        )
        .join('\n'),
    })),
  ],
})

const signs: Record<JudgedRule['verdict'], string> = {
  pass: '✅ pass',
  fail: '❌ fail',
  warn: '⚠️ warn',
  na: '➖ n/a',
  undecided: '❔ undecided',
  error: '💥 check broke',
}
const mostFindings = 20

/** A comment for a pull request: a table per file, its findings, and the machine's block at the end. */
export function filesAsMarkdown(files: readonly JudgedFile[]): string {
  const passed = files.every((file) => file.passed)
  return [
    `## ${passed ? '✅' : '❌'} Loopwright: ${files.filter((file) => file.passed).length} of ${files.length} ${files.length === 1 ? 'file is accepted' : 'files are accepted'}`,
    '',
    ...files.flatMap(fileSection),
    ...gateBlock(gateResult(files)),
  ].join('\n')
}

function fileSection(file: JudgedFile): readonly string[] {
  const missed = file.rules.filter((rule) => isMissed(rule) || rule.verdict === 'error')
  const findings = missed.flatMap((rule) => findingsOf(rule).map((finding) => ({ rule, finding })))
  const fixable = fixableCount(file)
  return [
    `### ${code(file.path)}: score ${showScore(file.score)}, threshold ${showScore(file.threshold)}`,
    '',
    ...obligationsAsMarkdown(file.obligations ?? [], cell),
    '| Rule | Verdict | Weight | Details |',
    '| --- | --- | ---: | --- |',
    ...file.rules.map(
      ({ id, verdict, weight, details }) =>
        `| ${code(id)} | ${signs[verdict]} | ${weight} | ${cell(details)} |`,
    ),
    '',
    ...(findings.length === 0
      ? []
      : [
          `<details><summary>${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}${fixable > 0 ? `, ${fixable} with a fix` : ''}</summary>`,
          '',
          ...findings
            .slice(0, mostFindings)
            .map(
              ({ rule, finding }) =>
                `- ${code(`${file.path}:${finding.place.line ?? 1}`)} ${levelOf[rule.severity]}: ${cell(finding.message)} (${code(rule.id)})`,
            ),
          ...(findings.length > mostFindings
            ? [`- … and ${findings.length - mostFindings} more`]
            : []),
          '',
          '</details>',
          '',
        ]),
  ]
}

/** Text from a file must not become Markdown, HTML or another column. */
export const cell = (text: string): string =>
  printable(oneLine(text, 300))
    .replace(/[\\`*_{}[\]<>|#~]/g, (sign) => `\\${sign}`)
    .replaceAll('@', '@\u200b')

/** Text in backticks that stays in its cell. */
export const code = (text: string) =>
  `\`${printable(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``

export type GateResult = {
  readonly schema_version: 1
  readonly gate: 'verify'
  readonly status: 'pass' | 'warn' | 'fail'
  readonly blocking: boolean
  readonly blockers: readonly {
    readonly id: string
    readonly severity: 'error' | 'warning'
    readonly file: string
    readonly summary: string
  }[]
  readonly affected_files: readonly string[]
  readonly suggested_next: { readonly command: string | null; readonly reason: string }
}

/** What keeps work from being accepted, and nothing else: unmet musts are errors, undecided ones wait. */
export const blockersOf = (
  obligations: readonly Obligation[],
  path: string,
): GateResult['blockers'] =>
  obligations
    .filter((each) => each.weight === 'must' && statusOf(each).startsWith('un'))
    .map((each) => ({
      id: each.id,
      severity: statusOf(each) === 'unmet' ? 'error' : 'warning',
      file: each.evidence[0]?.where?.match(/^(.*\.\w+):\d+$/)?.[1] ?? path,
      summary: oneLine(each.reason, 200),
    }))

function gateResult(files: readonly JudgedFile[]): GateResult {
  const blockers = files.flatMap((file) => blockersOf(file.obligations ?? [], file.path))
  const failing = files.filter(({ passed }) => !passed)
  const fixable = failing.find((file) => fixableCount(file) > 0)
  return gateOf(
    failing.length === 0,
    blockers,
    fixable
      ? {
          command: `loopwright check artifact ${shellWord(fixable.path)} --type ${fixable.type} --fix`,
          reason: `${counted(fixableCount(fixable), 'finding')} a machine can repair`,
        }
      : { command: null, reason: failing.length > 0 ? 'repair the findings' : 'nothing blocks' },
  )
}

/** The result for machines: `warn` where all that blocks is undecided. */
export const gateOf = (
  passed: boolean,
  blockers: GateResult['blockers'],
  suggested_next: GateResult['suggested_next'],
): GateResult => ({
  schema_version: 1,
  gate: 'verify',
  status: passed
    ? 'pass'
    : blockers.length > 0 && blockers.every(({ severity }) => severity === 'warning')
      ? 'warn'
      : 'fail',
  blocking: !passed,
  blockers,
  affected_files: [...new Set(blockers.map(({ file }) => file))],
  suggested_next,
})

/** The block that machines read; always the last of a report. */
export const gateBlock = (result: GateResult): readonly string[] => [
  '```aif-gate-result',
  JSON.stringify(result, null, 2),
  '```',
  '',
]
