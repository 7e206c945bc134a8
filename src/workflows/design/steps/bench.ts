import type { StepMeans } from '../../../asking/work-within.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { PreviewMaker } from '../../../ports/preview.ts'
import type { RunStore } from '../../../ports/run-store.ts'
import type { PromptTemplate, Seal } from '../events.ts'
import type { At } from '../state.ts'

export type DesignRole = 'generator' | 'critic'
export const designRoles: readonly DesignRole[] = ['generator', 'critic']

/** What is happening inside a step, for people who watch. */
export type DesignProgress =
  | { readonly type: 'asking'; readonly role: DesignRole; readonly attempt: number }
  | { readonly type: 'answered'; readonly role: DesignRole }
  | { readonly type: 'doing'; readonly what: string }
  | { readonly type: 'fixed'; readonly title: string }
  | { readonly type: 'previewing'; readonly by: string }

/** All that the steps of a run work with. */
export type DesignBench = {
  agentFor(role: DesignRole): Agent
  readonly answers: RunStore['answers']
  readonly blobs: Blobs
  /** The template as it is now; null where it cannot be read any more. */
  readPrompt(template: PromptTemplate): Promise<string | null>
  /** Makes the preview instead of the local renderer, where one is configured. */
  readonly previewMaker: PreviewMaker | null
  /** Lets a judge decide what no check could, where one is bound; a run without one leaves it open. */
  readonly judge?: (
    obligations: readonly Obligation[],
    work: { readonly text: string; readonly task: string },
    signal: AbortSignal,
  ) => Promise<readonly Obligation[]>
  /** Writes the frozen files, the marker last, and answers with what was written. */
  freeze(state: At<'FROZEN'>): Promise<Seal>
  elapsedMs(): number
  tell(progress: DesignProgress): void
}

export type StepBench = DesignBench & StepMeans
