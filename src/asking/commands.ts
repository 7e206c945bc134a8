import { z } from 'zod'
import { GateAnswer } from '../model/gate.ts'
import { Cost } from './meter.ts'

/** What every workflow with stages can be asked: to start, to take an answer, to record a failure, to stop. */
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

/** The events that every workflow with stages records alike. */
export const commonPayloads = {
  gate_answered: z.object({ answer: GateAnswer }),
  phase_error: z.object({
    phase: z.string(),
    attempt: z.int().positive(),
    error: z.string(),
    cost: Cost,
  }),
} as const

export const startedAs = <Setup extends z.ZodType>(setup: Setup) =>
  z.object({ runId: z.string(), setup, by: z.string() })

export const endedAs = <Outcome extends z.ZodType>(outcome: Outcome) =>
  z.object({
    outcome,
    reason: z.string(),
    /** Who stopped it. */
    by: z.string().optional(),
    /** What the step cost under which the run ended; missing where it ended between steps. */
    cost: Cost.optional(),
  })
