import { counted } from '../../model/counted.ts'
import type { Obligation, Verdict } from '../../model/obligation.ts'

/** A finding of the code gate with all that a reader needs to go and repair it. */
export type CodeFinding = {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'info'
  /** Which part of the gate saw it: the scorecard, the integrity layer, the planted bugs, the user's own rules. */
  readonly part: 'scorecard' | 'integrity' | 'mutation' | 'own'
  readonly dimension: string
  /** `before`: it was so before the change, which is not to blame. */
  readonly since: 'change' | 'before' | 'project'
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly evidence?: string
}

export type CodeDimension = {
  readonly name: string
  readonly label: string
  readonly weight: number
  readonly score: number
  /** Why nothing was measured, so that the score is the worst; null where it was. */
  readonly unmeasured: string | null
  readonly losses: readonly {
    readonly points: number
    readonly why: string
    readonly todo: string
  }[]
}

/** One line of what was run and what came of it. */
export type CodeFact = {
  readonly about: string
  readonly verdict: 'good' | 'bad' | 'unknown'
  readonly text: string
  readonly how: string
}

/** A project or a change, held against the five dimensions. */
export type AcceptanceReport = {
  /** The folder as a reader finds it. */
  readonly path: string
  readonly base: string | null
  readonly scope: 'change' | 'project'
  readonly files: readonly string[]
  readonly score: number
  readonly threshold: number
  readonly status: string
  readonly passed: boolean
  readonly exit: 0 | 1 | 3
  readonly verdict: Verdict
  readonly obligations: readonly Obligation[]
  readonly dimensions: readonly CodeDimension[]
  readonly facts: readonly CodeFact[]
  readonly findings: readonly CodeFinding[]
  readonly notes: readonly string[]
  readonly walls: string
  readonly seconds: number
  /** What is stored with an order, as it is. */
  readonly result: unknown
  /** All that was measured, for machines. */
  readonly measured: {
    readonly before: unknown
    readonly after: unknown
    readonly mutation: unknown
  }
  /** The files that findings stand in, by path. */
  readonly sources: Readonly<Record<string, { readonly text: string; readonly sha256: string }>>
}

export const countOf = (
  { findings }: Pick<AcceptanceReport, 'findings'>,
  severity: CodeFinding['severity'],
): number => findings.filter((each) => each.severity === severity && each.since !== 'before').length

export const tallyOf = (report: Pick<AcceptanceReport, 'findings'>): string => {
  const parts = [
    [countOf(report, 'error'), 'error', 'errors'] as const,
    [countOf(report, 'warning'), 'warning', 'warnings'] as const,
    [countOf(report, 'info'), 'remark', 'remarks'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
  return parts.length === 0 ? 'no findings' : parts.join(', ')
}
