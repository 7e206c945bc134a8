import { counted } from './counted.ts'
import type { Obligation, Verdict } from './obligation.ts'
import type { Box } from './page-view.ts'
import type { ExitCode } from './problem.ts'

/** A finding with all that a reader needs to go and repair it. */
export type ShownFinding = {
  readonly ruleId: string
  readonly dimension: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly selector?: string
  readonly file?: string
  readonly line?: number
  /** The width of the view it was seen in, where it was not seen in all. */
  readonly width?: number
  readonly measured?: { readonly value: number; readonly needed: number; readonly unit: string }
  /** Where it shows on the screenshots; where it is best seen comes first. */
  readonly shots: readonly { readonly viewport: string; readonly box: Box }[]
  /** A repair that a machine can make. */
  readonly fix?: {
    readonly title: string
    readonly edits: readonly {
      readonly file: string
      readonly start: number
      readonly end: number
      readonly text: string
    }[]
  }
}

export type ShownDimension = {
  readonly name: string
  readonly weight: number
  readonly score: number
  readonly anchor: number
  readonly rubric: string
  readonly caps: readonly { readonly at: number; readonly reason: string }[]
  readonly parts: readonly {
    readonly id: string
    readonly title: string
    readonly anchor: number
  }[]
}

export type ShownRule = {
  readonly id: string
  readonly dimension: string
  readonly about: string
  readonly mustPass: boolean
  /** An example of how it is done well; null where the rule speaks of many things. */
  readonly better: string | null
  readonly verdict: 'pass' | 'fail' | 'not-checked' | 'not-asked'
  readonly reason: string
}

/** How the page was looked at. `static`: only its files were read. `broken`: nothing is known. */
export type ShownSight =
  | {
      readonly type: 'seen'
      readonly browser: string
      readonly walls: 'bubblewrap' | 'none'
      readonly gaps: readonly { readonly part: string; readonly reason: string }[]
    }
  | {
      readonly type: 'static'
      readonly why: 'asked' | 'no-browser' | 'not-seen' | 'failed-fast'
      readonly reason: string
      readonly remedy?: string
    }
  | { readonly type: 'broken'; readonly reason: string }

export type ShownShot = {
  readonly viewport: string
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly png: Uint8Array
}

/** One page with what the gate said about it. */
export type JudgedPage = {
  readonly page: string
  /** The page as a reader finds it: from the workspace, or its address. */
  readonly path: string
  readonly title: string
  readonly passed: boolean
  readonly obligations: readonly Obligation[]
  readonly verdict: Verdict
  readonly overall: number
  readonly threshold: number
  /** 0 to 100, counted as Lighthouse does; null where nobody looked. */
  readonly accessibility: number | null
  readonly dimensions: readonly ShownDimension[]
  readonly mustPass: {
    readonly asked: number
    readonly failed: readonly {
      readonly ruleId: string
      readonly about: string
      readonly why: 'failed' | 'not-checked'
      readonly reason: string
    }[]
  }
  readonly rules: readonly ShownRule[]
  readonly findings: readonly ShownFinding[]
  readonly sight: ShownSight
  /** Repairs that --fix made, and offered ones that did not help. */
  readonly fixed: readonly string[]
  readonly dropped: readonly string[]
  readonly seconds: number
  readonly shots: readonly ShownShot[]
  /** The files that findings stand in, by path. */
  readonly sources: Readonly<Record<string, { readonly text: string; readonly sha256: string }>>
  /** What comes before a file of the site to make its path from the workspace. */
  readonly prefix: string
}

export type PageReport = {
  readonly pages: readonly JudgedPage[]
  readonly contract: readonly { readonly part: string; readonly path: string }[]
  readonly notes: readonly string[]
  readonly exit: ExitCode
  readonly seconds: number
}

const countOf = (findings: readonly ShownFinding[], severity: ShownFinding['severity']): number =>
  findings.filter((each) => each.severity === severity).length

export const tally = (findings: readonly ShownFinding[]): string =>
  [
    [countOf(findings, 'error'), 'error', 'errors'] as const,
    [countOf(findings, 'warning'), 'warning', 'warnings'] as const,
    [countOf(findings, 'info'), 'remark', 'remarks'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
    .join(', ')

/** The dimensions with their findings, and what findings stand in besides. */
export function sectionsOf({
  dimensions,
  findings,
}: Pick<JudgedPage, 'dimensions' | 'findings'>): readonly {
  readonly name: string
  readonly findings: readonly ShownFinding[]
}[] {
  const byName = Map.groupBy(findings, ({ dimension }) => dimension)
  const names = new Set([...dimensions.map(({ name }) => name), ...byName.keys()])
  return [...names].flatMap((name) => {
    const own = byName.get(name)
    return own === undefined ? [] : [{ name, findings: own }]
  })
}

/** Where to click: the file with its line, as tools understand it. */
export const sourceOf = ({ prefix }: JudgedPage, { file, line }: ShownFinding): string | null =>
  file === undefined ? null : `${prefix}${file}${line === undefined ? '' : `:${line}`}`

/** `1.46:1, 4.5:1 needed`, or `397 KB, at most 200 KB`, or `13 px, not 12 px`. */
export function measuredText({ measured, ruleId }: ShownFinding): string | null {
  if (measured === undefined) return null
  const { value, needed } = measured
  const unit = unitOf(measured.unit)
  if (ruleId.startsWith('tokens/')) return `${value}${unit}, not ${needed}${unit}`
  return value > needed
    ? `${value}${unit}, at most ${needed}${unit}`
    : `${value}${unit}, ${needed}${unit} needed`
}

const unitOf = (unit: string): string => (/^\W/.test(unit) ? unit : ` ${unit}`)

const rank = { error: 0, warning: 1, info: 2 } as const

const byRank = (one: ShownFinding, other: ShownFinding): number =>
  rank[one.severity] - rank[other.severity]

export type FindingGroup = {
  readonly ruleId: string
  readonly findings: readonly [ShownFinding, ...ShownFinding[]]
}

/** The findings by rule, the worst first, in the rules as among them. */
export function groupsOf(findings: readonly ShownFinding[]): readonly FindingGroup[] {
  const sorted = findings.toSorted(byRank)
  return [...Map.groupBy(sorted, ({ ruleId }) => ruleId)].flatMap(([ruleId, [first, ...rest]]) =>
    first === undefined ? [] : [{ ruleId, findings: [first, ...rest] as const }],
  )
}
