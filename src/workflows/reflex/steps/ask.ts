import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../../model/agent.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import { attemptOf } from '../decide.ts'
import type { Cost, PhaseName } from '../events.ts'
import { promptFor } from '../prompts/prompts.ts'
import type { Begun, ReflexCommand } from '../state.ts'
import type { Role, StepBench } from './bench.ts'

/** Why a phase has no result: tell the run, stop at a cap, or say nothing because it was cancelled. */
export type AskFailure =
  | {
      readonly type: 'failed'
      readonly phase: PhaseName
      readonly error: string
      readonly final: boolean
    }
  | { readonly type: 'cap'; readonly cap: string }
  | { readonly type: 'cancelled' }

/** A step's result before its cost is known. */
export type Outcome = Result<(cost: Cost) => ReflexCommand, readonly AskFailure[]>

type Question<Value> = {
  readonly phase: PhaseName
  readonly role: Role
  readonly input: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<Value>
  /** Raw text is asked for instead of JSON. */
  readonly raw?: boolean
  /** What the schema can't say: problems with the answer in this run's terms. */
  readonly verify?: (value: Value) => readonly string[]
}

/** Asks the role's agent once, or takes the answer that was kept for the very same request. */
export async function ask<Value>(
  bench: StepBench,
  run: Begun,
  question: Question<Value>,
): Promise<Result<Value, AskFailure>> {
  const request = requestFor(bench, run, question)
  const key = `${run.runId}:${run.iteration}:${run.phase}:${question.phase}:${request.attempt}:${hash(request)}`
  const answered = await paidAnswer(bench, question, { request, key })
  if (!answered.ok) return answered

  bench.meter.count(answered.value.usage)
  const parsed = question.schema.safeParse(answered.value.output)
  if (!parsed.success)
    return failed(question.phase, `the answer breaks the contract: ${explain(parsed.error)}`)
  const problems = question.verify?.(parsed.data) ?? []
  if (problems.length > 0)
    return failed(question.phase, `the answer breaks the contract: ${problems.join('; ')}`)
  return ok(parsed.data)
}

function requestFor<Value>(bench: StepBench, run: Begun, question: Question<Value>): AgentRequest {
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
    input: { ...input },
    output_schema: question.raw ? null : jsonSchemaOf(question.schema),
    workspace: null,
    attempt: attemptOf(run, phase),
    ...(error === undefined ? {} : { error }),
  }
}

const jsonSchemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/** Made once per contract: every call of a phase shows the same one. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input' })
  jsonSchemas.set(schema, known)
  return known
}

type Paid = { readonly request: AgentRequest; readonly key: string }

/**
 * Reserves what the call may use at the most, takes the kept answer or makes the call, and settles what
 * was used. A kept answer was paid for before the crash, so it counts like a new one.
 */
async function paidAnswer<Value>(
  bench: StepBench,
  question: Question<Value>,
  { request, key }: Paid,
): Promise<Result<AgentAnswer, AskFailure>> {
  const ceiling = bench.agentFor(question.role).ceiling(request)
  const reserved = bench.ledger.reserve(ceiling)
  if (!reserved.ok) return err({ type: 'cap', cap: reserved.error })

  const kept = await bench.answers.get(key)
  const answer = kept === null ? await call(bench, question, request) : ok(kept)
  const usage = answer.ok ? answer.value.usage : undefined
  bench.ledger.settle(ceiling, {
    tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
    costUsd: usage?.cost_usd ?? 0,
  })
  if (answer.ok && kept === null) await bench.answers.keep(key, answer.value)
  return answer
}

async function call<Value>(
  bench: StepBench,
  { phase, role }: Question<Value>,
  request: AgentRequest,
): Promise<Result<AgentAnswer, AskFailure>> {
  bench.tell({ type: 'asking', role, phase, attempt: request.attempt })
  const answer = await bench.agentFor(role).ask(request, bench.signal)
  bench.tell({ type: 'answered', role, phase })
  return answer.ok ? answer : err(translate(phase, role, answer.error))
}

function translate(phase: PhaseName, role: Role, failure: AgentFailure): AskFailure {
  switch (failure.type) {
    case 'cancelled':
      return { type: 'cancelled' }
    case 'over-budget':
      return { type: 'cap', cap: failure.reason }
    case 'timed-out':
      return {
        type: 'failed',
        phase,
        final: false,
        error: `the ${role} did not answer within ${failure.afterMs / 1000} s`,
      }
    case 'unavailable':
      return {
        type: 'failed',
        phase,
        final: !failure.retryable,
        error: `the ${role} is unavailable: ${failure.reason}`,
      }
    case 'bad-output':
      return { type: 'failed', phase, final: false, error: failure.issues.join('; ') }
  }
}

const failed = (phase: PhaseName, error: string) =>
  err<AskFailure>({ type: 'failed', phase, error, final: false })

/** Names each field and what is wrong with it, in one line. */
export function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? 'the answer' : path.join('.')}: ${message}`)
    .join('; ')
}

const hash = (request: AgentRequest) =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 32)
