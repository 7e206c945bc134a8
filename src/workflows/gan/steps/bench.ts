import type { Powers } from '../../../model/power.ts'
import type { CommonBench } from '../../../asking/ask-role.ts'
import type { OutcomeOf } from '../../../asking/outcome.ts'
import type { StepMeans } from '../../../asking/work-within.ts'
import type { PageJudgement } from '../../../checks/page/judge-page.ts'
import type { PageContract } from '../../../checks/page/page-rule.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Exam } from '../../../obligations/exam.ts'
import type { Obligation } from '../../../model/obligation.ts'
import type { Brief } from '../inputs/brief.ts'
import type { Tokens } from '../inputs/tokens.ts'
import type { SiteFiles } from '../site.ts'
import type { GanCommand } from '../state.ts'

export type GanRole = 'builder' | 'evaluator'
export const ganRoles: readonly GanRole[] = ['builder', 'evaluator']

/** What the gate says of a site, and how it was looked at. */
export type SiteVerdict =
  | { readonly type: 'seen'; readonly facts: PageFacts; readonly judgement: PageJudgement }
  /** Nobody could look: only the files were judged, and the reason stands in the report. */
  | { readonly type: 'static'; readonly reason: string; readonly judgement: PageJudgement }
  | { readonly type: 'broken'; readonly reason: string }

/** A site and what it is held against. */
export type JudgedSite = {
  readonly files: SiteFiles
  readonly contract: PageContract
  /** False where nobody will look at them. */
  readonly pictures?: boolean
}

export type Repaired = {
  readonly files: SiteFiles
  readonly verdict: Exclude<SiteVerdict, { type: 'broken' }>
  readonly applied: readonly string[]
}

/** What a judge is shown of a site. */
export type Decidable = {
  readonly files: SiteFiles
  readonly verdict: Repaired['verdict']
  readonly pictures: readonly string[]
}

/** The inputs as they were when the run started. */
export type GanTexts = {
  readonly brief: string
  readonly copy: string | null
  readonly tokens: string | null
  readonly brand: {
    readonly voice: string | null
    readonly visual: string | null
    readonly audience: string | null
  }
}

/** All that the steps of a run work with. */
export type GanBench = CommonBench & {
  agentFor(role: GanRole): Agent
  readonly blobs: Blobs
  readonly texts: GanTexts
  readonly brief: Brief
  /** What every page of the run must agree with. */
  readonly contract: PageContract
  readonly tokens: Tokens | null
  /** What the brief and its brand ask; runs from before obligations have none. */
  readonly exam?: Exam
  /** What a person lets rules do. */
  readonly powers?: Powers
  /** Whether the evaluator may judge what rules cannot: another agent than the builder, or allowed by name. */
  readonly judges?: 'another' | 'itself' | 'nobody'
  /** Puts a screenshot where an agent can look at it, and says where that is. */
  readonly picture?: (viewport: string, png: Uint8Array) => Promise<string>
  judge(site: JudgedSite, signal: AbortSignal): Promise<SiteVerdict>
  /** Lets the role judge decide what the evaluator left open, where one is bound. */
  decide?(
    obligations: readonly Obligation[],
    decidable: Decidable,
    signal: AbortSignal,
  ): Promise<readonly Obligation[]>
  /** Makes the repairs that findings offer and keeps those that help; null where that is switched off. */
  readonly repair:
    | ((site: JudgedSite, verdict: Repaired['verdict'], signal: AbortSignal) => Promise<Repaired>)
    | null
}

export type StepBench = GanBench & StepMeans
export type Outcome = OutcomeOf<GanCommand>
