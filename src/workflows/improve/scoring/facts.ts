import type { Measurement } from '../../../checks/acceptance/measurement.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { Screenshot } from '../../../model/page-facts.ts'
import type { CriterionId, Evidence, Questions } from './criteria.ts'

/** Small bugs that were planted, and what the tests noticed of them. */
export type Planted = {
  readonly noticed: number
  readonly of: number
  readonly survivors: readonly Evidence[]
}

/** What an agent says about a criterion that no check decided. */
export type JudgedPoint = {
  readonly criterion: CriterionId
  readonly isMet: boolean
  readonly evidence: Evidence
}

export type ApplicationFacts = {
  /** Null where nothing could be run, with the reason. */
  readonly measured: Measurement | null
  readonly unmeasured: string | null
  readonly questions: Questions
  /** What the specification demands and what became of it. */
  readonly requirements: readonly Obligation[]
  /** Whether any of its files is its own, and not only what came with the set-up. */
  readonly isBuilt: boolean
  /** How many work orders are completed, where it was built by some. */
  readonly orders?: { readonly completed: number; readonly of: number }
  /** A sentence where no bug could be planted. */
  readonly planted: Planted | string
  readonly judged: readonly JudgedPoint[]
  readonly isolation: { readonly verified: boolean; readonly changed: readonly string[] }
  /** Critical flaws: secrets in files, text that is run as code, protections switched off. */
  readonly security: readonly Evidence[]
  /** How many lines each file of the project has: no other place is evidence. */
  readonly lines: Readonly<Record<string, number>>
  /** The start page as it was seen; none where there are no pages. */
  readonly screens: readonly Screenshot[]
  /** What a reader should know about how it was looked at. */
  readonly notes: readonly string[]
}
