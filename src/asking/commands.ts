import type { GateAnswer } from '../model/gate.ts'
import type { Cost } from './meter.ts'

/** What every workflow with stages can be asked: to start, to take an answer, to record trouble, to stop. */
export type CommonCommand<Setup> =
  | {
      readonly type: 'start'
      readonly runId: string
      readonly setup: Setup
      readonly by: string
    }
  | {
      readonly type: 'answer-gate'
      readonly answer: GateAnswer
      /** The obligations that are meant; all that are undecided unless told. */
      readonly only?: readonly string[] | undefined
    }
  | {
      readonly type: 'record-failure'
      readonly phase: string
      readonly error: string
      readonly final: boolean
      readonly cost: Cost
    }
  | { readonly type: 'record-cap'; readonly cap: string; readonly cost: Cost }
  | { readonly type: 'stop'; readonly reason: string; readonly by: string }
