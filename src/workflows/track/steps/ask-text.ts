import type { z } from 'zod'
import { askerOf, askRole } from '../../../asking/ask-role.ts'
import { unanswered } from '../../../asking/outcome.ts'
import { type AsyncResult, err } from '../../../model/result.ts'
import type { TrackRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'

type TextQuestion<Value> = {
  readonly role: string
  readonly phase: string
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<Value>
  readonly attempt: number
  readonly error: string | undefined
}

/** Asks an agent that only answers: nothing is given to it to work on. */
export async function askText<Value>(
  bench: StepBench,
  run: TrackRun,
  { role, phase, prompt, input, schema, attempt, error }: TextQuestion<Value>,
): AsyncResult<Value, Outcome> {
  const name = bench.nameOf(role)
  const asker = askerOf(bench, {
    agent: bench.agentFor(role),
    name,
    asking: `asking ${name} (${role})`,
    answered: `${name} answered`,
  })
  const answered = await askRole(asker, {
    workflow: 'track',
    run_id: run.runId,
    iteration: Math.max(1, run.steps),
    phase,
    role,
    prompt,
    input: { phase, ...input },
    attempt,
    error,
    schema,
    place: `${run.round}:${run.steps}:${role}`,
  })
  return answered.ok ? answered : err(unanswered(phase, answered.error))
}
