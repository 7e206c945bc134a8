import type { Gap, PageFacts } from '../../model/page-facts.ts'
import type { RuleSeverity } from '../../model/own-rule.ts'
import type { Box } from '../../model/page-view.ts'
import type { Rule } from '../../rules/rule.ts'

/** The four dimensions a page is scored in. */
export type PageDimension = 'Design Quality' | 'Originality' | 'Completeness' | 'Functionality'

/** Where a finding stands: in the rendered page, in a source file, or both. */
export type PagePlace = {
  readonly selector?: string
  readonly box?: Box
  /** The width of the view it was seen in, where it was not seen in all. */
  readonly width?: number
  readonly file?: string
  readonly line?: number
}

/** A repair of a source file that a machine can make, as data. */
export type PageFix = {
  readonly title: string
  readonly edits: readonly {
    readonly file: string
    readonly start: number
    readonly end: number
    readonly text: string
  }[]
}

export type PageFinding = {
  readonly ruleId: string
  readonly dimension: PageDimension
  readonly severity: RuleSeverity
  readonly message: string
  readonly place: PagePlace
  /** What of the contract it is about: a pointer into the copy, or the name of a section. */
  readonly about?: string
  /** What was measured, such as a contrast ratio, with what is needed. */
  readonly measured?: { readonly value: number; readonly needed: number; readonly unit: string }
  readonly fix?: PageFix
}

/** What the page must agree with; what is not given is not checked. */
export type PageContract = {
  /** The texts the page must show, in their order. */
  readonly copy: readonly { readonly pointer: string; readonly text: string }[] | null
  readonly sections: readonly string[] | null
  readonly tokens: Readonly<Record<string, unknown>> | null
  /** Colours, phrases and looks that the brand itself asks for. */
  readonly brand: { readonly palette: readonly string[]; readonly fonts: readonly string[] } | null
  /** Calls to action, each with where it leads. */
  readonly calls?: readonly { readonly label: string; readonly target: string }[]
  /** The page may have one main call to action only; not asked unless said. */
  readonly onePrimaryCall?: boolean
}

/** A part of the facts, or of the contract, that a rule reads. */
export type PageNeed = Gap['part'] | 'static' | 'copy' | 'sections' | 'tokens'

/** One thing that is asked of every page, small and named. */
export type PageRule = Omit<
  Rule<(facts: PageFacts, contract: PageContract) => readonly PageFinding[]>,
  'severity' | 'reach'
> & {
  readonly dimension: PageDimension
  /** Failing it fails the page, whatever else is good. */
  readonly mustPass?: true
  /**
   * Without these the rule cannot judge. A part of the look that is missing makes the rule
   * unchecked; a part of the contract that is not given makes it not apply. The views, unless told.
   */
  readonly needs?: readonly PageNeed[]
  /** Stands in for rules on the rendered page where nobody could look at it. */
  readonly fallback?: true
}
