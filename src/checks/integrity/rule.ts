import type { Finding } from '../../model/finding.ts'
import type { Change } from './change.ts'
import { lineAt, type Source } from './source.ts'

export type Family = {
  readonly family: IntegrityFamily
  readonly rules: readonly IntegrityRule[]
  readonly look: (change: Change) => readonly IntegrityFinding[]
}

/** Writes rules down as rows; all of a table speak of one dimension. */
export const rulesOf = <N extends string>(
  dimension: IntegrityDimension,
  rows: Readonly<Record<N, readonly [IntegritySeverity, string, string, string]>>,
): Readonly<Record<N, IntegrityRule>> => {
  const made: Partial<Record<N, IntegrityRule>> = {}
  for (const name in rows) {
    const [severity, title, why, remedy] = rows[name]
    made[name] = { id: `integrity/${name}`, severity, title, why, remedy, dimension }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name of the rows was just set
  return made as Record<N, IntegrityRule>
}

/** A finding in a file that is code. */
export const findingIn = (
  rule: IntegrityRule,
  source: Pick<Source, 'path' | 'text'>,
  offset: number,
  told: { readonly message: string; readonly severity?: IntegritySeverity },
): IntegrityFinding => {
  const lineStart = source.text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const lineEnd = source.text.indexOf('\n', offset)
  const evidence = source.text
    .slice(offset === 0 ? 0 : lineStart, lineEnd < 0 ? undefined : lineEnd)
    .trim()
    .slice(0, 160)
  return {
    rule: rule.id,
    severity: told.severity ?? rule.severity,
    dimension: rule.dimension,
    message: `${told.message}. ${rule.remedy}`,
    place: { path: source.path, line: lineAt(source.text, offset) },
    ...(evidence === '' ? {} : { evidence }),
  }
}

/** A finding about something that is gone, so that only its old text can be shown. */
export const findingGone = (
  rule: IntegrityRule,
  place: { readonly path: string; readonly line?: number },
  told: {
    readonly message: string
    readonly evidence: string
    readonly severity?: IntegritySeverity
  },
): IntegrityFinding => ({
  rule: rule.id,
  severity: told.severity ?? rule.severity,
  dimension: rule.dimension,
  message: `${told.message}. ${rule.remedy}`,
  place: { path: place.path, ...(place.line === undefined ? {} : { line: place.line }) },
  ...(told.evidence === '' ? {} : { evidence: told.evidence.trim().slice(0, 160) }),
})

/** `fail` is cheating or damage, `warn` wants a second look, `info` is worth knowing and never counts. */
export type IntegritySeverity = 'fail' | 'warn' | 'info'

/** The dimensions of an accepted change, as its scorecard names them. */
export type IntegrityDimension =
  | 'architecture'
  | 'readability'
  | 'completeness'
  | 'test_coverage'
  | 'build_success'

/** What the layer can say, for people: what it looks for, why that matters and what to do. */
export type IntegrityRule = {
  readonly id: `integrity/${string}`
  readonly title: string
  readonly severity: IntegritySeverity
  readonly dimension: IntegrityDimension
  readonly why: string
  readonly remedy: string
}

export type IntegrityFamily =
  | 'tests'
  | 'pipeline'
  | 'settings'
  | 'suppressions'
  | 'answers'
  | 'stubs'
  | 'errors'
  | 'leftovers'
  | 'interface'
  | 'dependencies'
  | 'scope'

/** One thing a change did that a gate has to know of. Its place has a path and, where there is one, a line. */
export type IntegrityFinding = Finding & {
  /** Of the layer, or a rule of the user's own. */
  readonly rule: string
  readonly severity: IntegritySeverity
  readonly dimension: IntegrityDimension
}
