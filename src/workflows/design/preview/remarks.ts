import type { Dimension, DesignFinding, Scorecard } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { bytesOf } from './escape.ts'
import { budgets, fitting, lengths } from './limits.ts'
import { targetOf, type Target } from './target.ts'

/** A finding with its number on the page and with what it is about. */
export type Remark = {
  readonly number: number
  readonly finding: DesignFinding
  readonly dimension: Dimension
  readonly target: Target
}

export type Remarks = {
  /** Those that fit on the page. */
  readonly all: readonly Remark[]
  /** How many there are of each severity, on the page or not. */
  readonly counts: Readonly<Record<DesignFinding['severity'], number>>
  readonly leftOut: number
  readonly byKey: ReadonlyMap<string, readonly Remark[]>
}

export const dimensions: readonly (readonly [Dimension, string])[] = [
  ['completeness', 'Completeness'],
  ['coherence', 'Coherence'],
  ['clarity', 'Clarity'],
  ['frameworkAgnosticism', 'Framework agnosticism'],
  ['dataModelIntegrity', 'Data model integrity'],
]

const severities: readonly DesignFinding['severity'][] = ['error', 'warning', 'info']

/** All findings, the gravest first, each led to its place. */
export function remarksOf(intent: DesignIntent, scorecard: Scorecard | null): Remarks {
  if (scorecard === null)
    return { all: [], counts: { error: 0, warning: 0, info: 0 }, leftOut: 0, byKey: new Map() }
  const found = dimensions.flatMap(([dimension]) =>
    scorecard.dimensions[dimension].findings.map((finding) => ({ dimension, finding })),
  )
  const sorted = severities.flatMap((severity) =>
    found.filter(({ finding }) => finding.severity === severity),
  )
  const fit = fitting(sorted, ({ finding }) => weightOf(finding), budgets.findings)
  const all = sorted.slice(0, fit).map(({ dimension, finding }, index) => ({
    number: index + 1,
    finding,
    dimension,
    target: targetOf(intent, finding.path),
  }))
  const count = (severity: DesignFinding['severity']) =>
    found.filter(({ finding }) => finding.severity === severity).length
  return {
    all,
    counts: { error: count('error'), warning: count('warning'), info: count('info') },
    leftOut: sorted.length - fit,
    byKey: Map.groupBy(all, ({ target }) => target.key),
  }
}

// a finding stands twice: in the list and beside what it is about
const weightOf = ({ message, ruleId, path }: DesignFinding): number =>
  900 +
  2 * (bytesOf(message, lengths.message) + bytesOf(ruleId, lengths.chip)) +
  3 * bytesOf(path, lengths.heading)
