import type { CheckOutcome } from '../model/check.ts'
import type { Project } from '../ports/project.ts'
import type { Sandbox } from '../ports/sandbox.ts'

/** What a check judges: the artifact, the task it answers, and the project around it. */
export type Subject = {
  readonly artifact: string
  readonly task: { readonly prompt: string; readonly ideal_result: string }
  readonly project: Project
}

export type Tools = { readonly sandbox: Sandbox; readonly signal: AbortSignal }

/**
 * One of Loopwright's own checks. It reports what it sees and never guesses in the artifact's
 * favour: nothing to judge is a fail (or `na` where the rule does not apply), never a pass.
 */
export type BuiltInCheck = {
  readonly id: string
  readonly title: string
  /** Whether the verdict depends on the project's files, which then are part of the cache key. */
  readonly readsProject: boolean
  run(subject: Subject, tools: Tools): Promise<CheckOutcome>
}
