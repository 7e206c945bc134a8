import type { z } from 'zod'
import { ask, jsonSchemaOf } from '../../../asking/ask.ts'
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
  const answered = await ask(
    {
      agent: bench.agentFor(role),
      answers: bench.answers,
      ledger: bench.ledger,
      meter: bench.meter,
      signal: bench.signal,
      calling: () => bench.tell({ type: 'doing', what: `asking ${name} (${role})` }),
      called: () => bench.tell({ type: 'doing', what: `${name} answered` }),
      doing: (what) => bench.tell({ type: 'doing', what: `${name}: ${what}` }),
      heard: ({ notes = [] }) => notes.forEach((text) => bench.tell({ type: 'note', text })),
    },
    {
      request: {
        protocol: 1,
        workflow: 'track',
        run_id: run.runId,
        iteration: Math.max(1, run.steps),
        phase,
        role,
        prompt,
        input: { phase, ...input },
        output_schema: jsonSchemaOf(schema),
        workspace: null,
        attempt,
        ...(error === undefined ? {} : { error }),
      },
      schema,
      place: `${run.round}:${run.steps}:${role}`,
    },
  )
  return answered.ok ? answered : err(unanswered(phase, answered.error))
}
