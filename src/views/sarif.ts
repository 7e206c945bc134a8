import { lineStarts, placeAt } from '../kit/lines.ts'
import type { Fix } from '../model/finding.ts'
import { statusOf } from '../obligations/verdict.ts'
import { caseVerdict } from './verdict.ts'
import { findingsOf, isMissed, type JudgedFile, type JudgedRule, levelOf } from './findings.ts'

type Tool = { readonly version: string; readonly properties?: Readonly<Record<string, unknown>> }

/** The findings as SARIF 2.1.0: one run, a rule per criterion, places relative to the workspace. */
export function sarif(judged: readonly JudgedFile[], { version, properties }: Tool) {
  const files = judged.map(withObligations)
  const rules = [
    ...new Map(
      files.flatMap((file) => file.rules.map((rule) => [rule.id, rule] as const)),
    ).values(),
  ]
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]))
  const broken = files.flatMap((file) =>
    file.rules.filter(({ verdict }) => verdict === 'error').map((rule) => notification(file, rule)),
  )
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: driver(rules, version) },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The workspace' } } },
        invocations: [
          {
            executionSuccessful: broken.length === 0,
            ...(broken.length === 0 ? {} : { toolExecutionNotifications: broken }),
          },
        ],
        artifacts: files.map(artifactOf),
        results: files.flatMap((file, index) => resultsOf(file, index, indexOf)),
        ...(properties ? { properties } : {}),
      },
    ],
  }
}

/** What was asked stands among the rules, so that every reader of SARIF shows it. */
const withObligations = (file: JudgedFile): JudgedFile => ({
  ...file,
  rules: [
    ...file.rules,
    ...(file.obligations ?? [])
      .filter(({ source }) => source.kind !== 'rule')
      .map((each): JudgedRule => ({
        id: each.id,
        description: each.statement,
        severity: each.weight === 'must' ? 'fail' : 'warn',
        weight: 0,
        verdict: caseVerdict[statusOf(each)],
        details: each.reason,
        decidedBy: each.decided_by,
        counts: false,
        findings: [{ message: `${each.statement}: ${each.reason}`, place: { line: 1 } }],
      })),
  ],
})

const driver = (rules: readonly JudgedRule[], version: string) => ({
  name: 'Loopwright',
  ...(/^\d+\.\d+\.\d+/.test(version) ? { semanticVersion: version } : {}),
  rules: rules.map(({ id, description, severity, weight, decidedBy }) => ({
    id,
    shortDescription: { text: description },
    defaultConfiguration: { level: levelOf[severity] },
    properties: { severity, weight, decided_by: decidedBy, tags: id.split('.').slice(1, 2) },
  })),
})

const location = (file: JudgedFile, index?: number) => ({
  uri: uriOf(file.path),
  uriBaseId: 'SRCROOT',
  ...(index === undefined ? {} : { index }),
})

const artifactOf = (file: JudgedFile) => ({
  location: location(file),
  hashes: { 'sha-256': file.sha256 },
  properties: {
    type: file.type,
    criteria: file.criteria,
    level: file.level,
    score: file.score,
    threshold: file.threshold,
    passed: file.passed,
    sha256: file.sha256,
  },
})

/** A broken check is no finding about the file: it says that the run itself cannot be trusted. */
const notification = (file: JudgedFile, { id, details }: JudgedRule) => ({
  level: 'error',
  message: { text: `The check of ${id} broke: ${details}` },
  associatedRule: { id },
  locations: [{ physicalLocation: { artifactLocation: location(file) } }],
})

function resultsOf(file: JudgedFile, index: number, indexOf: ReadonlyMap<string, number>) {
  const lines = file.text.split('\n')
  const starts = lineStarts(file.text)
  const counts = new Map<string, number>()
  return file.rules.flatMap((rule) => {
    const open = rule.verdict === 'undecided'
    if (!open && !isMissed(rule)) return []
    return findingsOf(rule).map(({ message, place, evidence, fix }) => {
      const print = `${rule.id} ${message.replace(/\bline \d+/g, 'line')} ${(lines[(place.line ?? 1) - 1] ?? '').trim()}`
      const occurrence = (counts.get(print) ?? 0) + 1
      counts.set(print, occurrence)
      const region = { startLine: place.line ?? 1, startColumn: place.column ?? 1 }
      return {
        ruleId: rule.id,
        ruleIndex: indexOf.get(rule.id) ?? 0,
        ...(open ? { kind: 'review', level: 'none' } : { level: levelOf[rule.severity] }),
        message: { text: message },
        locations: [
          {
            physicalLocation: { artifactLocation: location(file, index), region },
            ...(place.pointer
              ? { logicalLocations: [{ fullyQualifiedName: place.pointer, kind: 'value' }] }
              : {}),
          },
        ],
        partialFingerprints: { 'loopwrightFinding/v1': `${digest(print)}:${occurrence}` },
        properties: {
          score: file.score,
          artifact_sha256: file.sha256,
          ...(evidence === undefined ? {} : { evidence }),
        },
        ...(fix ? { fixes: [fixOf(fix, file, starts)] } : {}),
      }
    })
  })
}

function fixOf(fix: Fix, file: JudgedFile, starts: readonly number[]) {
  return {
    description: { text: fix.title },
    artifactChanges: [
      {
        artifactLocation: location(file),
        replacements: fix.edits.map(({ start, end, text }) => {
          const [from, to] = [placeAt(starts, start), placeAt(starts, end)]
          return {
            deletedRegion: {
              startLine: from.line,
              startColumn: from.column,
              endLine: to.line,
              endColumn: to.column,
            },
            insertedContent: { text },
          }
        }),
      },
    ],
  }
}

const uriOf = (path: string) => path.toWellFormed().split('/').map(encodeURIComponent).join('/')

/** 64 bits of FNV-1a: for telling findings apart, not for secrecy. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const letter of text.slice(0, 2_000))
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
