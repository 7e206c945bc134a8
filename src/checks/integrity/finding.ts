import type { Finding } from '../../model/finding.ts'

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
  readonly rule: IntegrityRule['id']
  readonly severity: IntegritySeverity
  readonly dimension: IntegrityDimension
}

/** What the task allows. Whatever is left out was not asked for. */
export type Asked = {
  /** Files and folders that may change: paths, folders, or patterns with `*` and `**`. */
  readonly scope?: readonly string[]
  /** Exported names that may be removed, renamed or changed; `*` allows all. */
  readonly exports?: readonly string[]
  /** Titles or files of tests that may be removed or switched off; `*` allows all. */
  readonly tests?: readonly string[]
  /** Titles or files of tests whose expected values may change; `*` allows all. */
  readonly expectations?: readonly string[]
  /** Packages that may be added, changed or removed; `*` allows all. */
  readonly dependencies?: readonly string[]
  /** Files with settings, scripts or workflows that may be loosened; `*` allows all. */
  readonly settings?: readonly string[]
}
