import { z } from 'zod'
import { ask, jsonSchemaOf, type NoAnswer } from '../../../asking/ask.ts'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { Feature } from '../state.ts'
import type { DesignRole, StepBench } from './bench.ts'
import { type Fault, reportedOther } from './guard.ts'

type RoleQuestion = {
  readonly role: DesignRole
  readonly phase: 'GENERATE' | 'EVALUATE'
  readonly prompt: string
  readonly input: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType
  readonly attempt: number
  readonly error?: string | undefined
  readonly place: string
  readonly keptBy?: string
}

export type RoleAnswer = {
  readonly output: unknown
  readonly model?: string
  readonly notes: readonly string[]
}
export type RoleFailure = Fault | NoAnswer

/** Asks a role within the time the run grants its agents. The answer is not yet held against anything. */
export async function askRole(
  bench: StepBench,
  run: Feature,
  question: RoleQuestion,
): AsyncResult<RoleAnswer, RoleFailure> {
  const { role, phase, attempt, error } = question
  const timer = AbortSignal.timeout(run.setup.agentTimeoutMs)
  let model: string | undefined
  let notes: readonly string[] = []
  let called = false
  const answer = await ask(
    {
      agent: bench.agentFor(role),
      answers: bench.answers,
      ledger: bench.ledger,
      meter: bench.meter,
      heard(message) {
        model = message.usage?.model
        notes = message.notes ?? []
      },
      signal: AbortSignal.any([bench.signal, timer]),
      calling: () => {
        called = true
        bench.tell({ type: 'asking', role, attempt })
      },
      called: () => bench.tell({ type: 'answered', role }),
      doing: (what) => bench.tell({ type: 'doing', what: `${role}: ${what}` }),
    },
    {
      request: {
        protocol: 1,
        workflow: 'design',
        run_id: run.runId,
        iteration: run.iteration + 1,
        phase,
        role,
        prompt: filled(question.prompt, question.input, error),
        input: { ...question.input },
        output_schema: jsonSchemaOf(question.schema),
        workspace: null,
        attempt,
        ...(error === undefined ? {} : { error }),
      },
      schema: z.unknown(),
      place: question.place,
      keptBy: question.keptBy,
    },
  )
  if (!answer.ok)
    return timer.aborted && !bench.signal.aborted ? err(tookTooLong(run, role)) : answer
  // kept by content, an answer may come from an earlier run, whose model says nothing of this one's
  if (!called && question.keptBy !== undefined) model = undefined
  const other = reportedOther(run, role, model)
  if (other !== null) return err(other)
  return ok({ output: answer.value, notes, ...(model === undefined ? {} : { model }) })
}

const tookTooLong = (run: Feature, role: DesignRole): NoAnswer => ({
  type: 'failed',
  why: 'timed-out',
  error: `the ${role} did not answer within ${run.setup.agentTimeoutMs / 1000} s`,
  final: true,
})

/** A template with the input in its places; what there is none of is said so. */
export function filled(
  template: string,
  input: Readonly<Record<string, unknown>>,
  error: string | undefined,
): string {
  const values: Readonly<Record<string, unknown>> = { ...input, error }
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(values[name]))
}

function shown(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return '(none)'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
