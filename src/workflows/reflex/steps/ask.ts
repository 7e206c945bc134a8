import type { z } from 'zod'
import { ask as askAgent, jsonSchemaOf, type NoAnswer } from '../../../asking/ask.ts'
import type { Cost } from '../../../asking/meter.ts'
import type { AgentRequest } from '../../../model/agent.ts'
import { type AsyncResult, err, type Result } from '../../../model/result.ts'
import { attemptOf } from '../decide.ts'
import type { PhaseName } from '../events.ts'
import { promptFor } from '../prompts/prompts.ts'
import type { Begun, ReflexCommand } from '../state.ts'
import { askerFor, type Role, type StepBench } from './bench.ts'

/** Why a phase has no result: tell the run, stop at a cap, or say nothing because it was cancelled. */
export type AskFailure =
  | {
      readonly type: 'failed'
      readonly phase: PhaseName
      readonly error: string
      readonly final: boolean
    }
  | Exclude<NoAnswer, { type: 'failed' }>

/** A step's result before its cost is known. */
export type Outcome = Result<(cost: Cost) => ReflexCommand, readonly AskFailure[]>

type PhaseQuestion<Value> = {
  readonly phase: PhaseName
  readonly role: Role
  readonly input: Readonly<Record<string, unknown>>
  /** What the prompt says already in other words. */
  readonly also?: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<Value>
  /** The shape that is asked for, where others are taken as well. */
  readonly shown?: z.ZodType
  /** Raw text is asked for instead of JSON. */
  readonly raw?: boolean
  readonly verify?: (value: Value) => readonly string[]
}

/** Asks the role's agent about a phase of this run. */
export async function ask<Value>(
  bench: StepBench,
  run: Begun,
  question: PhaseQuestion<Value>,
): AsyncResult<Value, AskFailure> {
  const { phase, role, schema, verify } = question
  const answer = await askAgent(
    {
      ...askerFor(bench, role, phase),
      heard: ({ notes = [] }) => notes.forEach((text) => bench.tell({ type: 'note', text })),
    },
    {
      request: requestFor(bench, run, question),
      schema,
      verify,
      place: `${run.runId}:${run.iteration}:${run.phase}:${phase}`,
    },
  )
  if (answer.ok) return answer
  if (answer.error.type !== 'failed') return err(answer.error)
  const { error, final } = answer.error
  return err({ type: 'failed', phase, error, final })
}

function requestFor<Value>(
  bench: StepBench,
  run: Begun,
  question: PhaseQuestion<Value>,
): AgentRequest {
  const { phase, role, input } = question
  const error = run.failures[phase]?.error
  return {
    protocol: 1,
    workflow: 'reflex',
    run_id: run.runId,
    iteration: run.iteration,
    phase,
    role,
    prompt: promptFor({
      phase,
      runId: run.runId,
      iteration: run.iteration,
      level: run.phase,
      input,
      context: bench.context,
      error,
    }),
    input: { ...input, ...question.also },
    output_schema: question.raw ? null : jsonSchemaOf(question.shown ?? question.schema),
    workspace: null,
    attempt: attemptOf(run, phase),
    ...(error === undefined ? {} : { error }),
  }
}
