import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ledger } from '../loop/budget.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../model/agent.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { excerpt, isJsonObject } from '../model/answer-text.ts'
import type { Agent, Tell } from '../ports/agent.ts'
import type { RunStore } from '../ports/run-store.ts'
import type { Meter } from './meter.ts'

/** Why there is no answer: tell the run, stop at a cap, or say nothing because it was cancelled. */
export type NoAnswer =
  | {
      readonly type: 'failed'
      readonly why: 'timed-out' | 'unavailable' | 'contract'
      readonly error: string
      /** Trying again cannot help. */
      readonly final: boolean
    }
  | { readonly type: 'cap'; readonly cap: string }
  | { readonly type: 'cancelled' }

export type Question<Value> = {
  readonly request: AgentRequest
  readonly schema: z.ZodType<Value>
  /** What the schema cannot say: problems with the answer in this run's terms. */
  readonly verify?: ((value: Value) => readonly string[]) | undefined
  /** Where in the run the question stands; the same question there is never asked twice. */
  readonly place: string
  /** What alone the answer depends on, where that is less than the whole request. */
  readonly keptBy?: string | undefined
}

/** What asking needs of a step's bench. */
export type Asker = {
  readonly agent: Agent
  readonly answers: RunStore['answers']
  readonly ledger: Ledger
  readonly meter: Meter
  readonly signal: AbortSignal
  /** Told when an agent is really called, and when it has answered. */
  calling(attempt: number): void
  called(): void
  /** Told what the agent does meanwhile. */
  readonly doing?: Tell
  /** Told every answer that is used, a kept one too. */
  heard?(answer: AgentAnswer): void
}

/** Asks an agent once, or takes the answer that was kept for the very same request. */
export async function ask<Value>(
  asker: Asker,
  question: Question<Value>,
): AsyncResult<Value, NoAnswer> {
  const { request, schema, verify, place } = question
  const key = `${place}:${request.attempt}:${question.keptBy ?? hash(request)}`
  const answered = await paidAnswer(asker, request, key)
  if (!answered.ok) return answered
  asker.meter.count(answered.value.usage)
  asker.heard?.(answered.value)
  const parsed = schema.safeParse(answered.value.output)
  if (!parsed.success) return breach(saidInstead(answered.value.output) ?? explain(parsed.error))
  const problems = verify?.(parsed.data) ?? []
  return problems.length > 0 ? breach(problems.join('; ')) : ok(parsed.data)
}

/** Words where work was asked for: a question, often. Whoever reads the complaint should see them. */
const saidInstead = (output: unknown): string | null => {
  const words = typeof output === 'string' ? output : wordsIn(output)
  return words === ''
    ? null
    : `it is words, and not the work that was asked for; it said: ${excerpt(words)}`
}

const wordsIn = (output: unknown): string =>
  isJsonObject(output) && typeof output['answer'] === 'string' ? output['answer'] : ''

const breach = (problem: string) =>
  err<NoAnswer>({
    type: 'failed',
    why: 'contract',
    error: `the answer breaks the contract: ${problem}`,
    final: false,
  })

/**
 * Reserves what the call may use at the most, takes the kept answer or makes the call, and settles what
 * was used. A kept answer was paid for before the crash, so it counts like a new one.
 */
async function paidAnswer(
  asker: Asker,
  request: AgentRequest,
  key: string,
): AsyncResult<AgentAnswer, NoAnswer> {
  const ceiling = asker.agent.ceiling(request)
  const reserved = asker.ledger.reserve(ceiling)
  if (!reserved.ok) return err({ type: 'cap', cap: reserved.error })

  const stored = await asker.answers.get(key)
  const answer = stored === null ? await call(asker, request) : ok(stored)
  const usage = answer.ok ? answer.value.usage : undefined
  asker.ledger.settle(ceiling, {
    tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
    costUsd: usage?.cost_usd ?? 0,
  })
  if (answer.ok && stored === null) await asker.answers.keep(key, answer.value)
  return answer
}

async function call(asker: Asker, request: AgentRequest): AsyncResult<AgentAnswer, NoAnswer> {
  let lately = ''
  asker.calling(request.attempt)
  const answer = await asker.agent.ask(request, asker.signal, (doing) => {
    lately = doing
    asker.doing?.(doing)
  })
  asker.called()
  return answer.ok ? answer : err(translate(request.role, answer.error, lately))
}

function translate(role: string, failure: AgentFailure, lately: string): NoAnswer {
  switch (failure.type) {
    case 'cancelled':
    case 'waiting':
      return { type: 'cancelled' }
    case 'over-budget':
      return { type: 'cap', cap: failure.reason }
    case 'timed-out':
      return {
        type: 'failed',
        why: 'timed-out',
        final: false,
        error: `the ${role} did not answer within ${failure.afterMs / 1000} s${lately === '' ? '' : `; what it did last: ${excerpt(lately)}`}`,
      }
    case 'unavailable':
      return {
        type: 'failed',
        why: 'unavailable',
        final: !failure.retryable,
        error: `the ${role} is unavailable: ${failure.reason}`,
      }
    case 'bad-output':
      return { type: 'failed', why: 'contract', final: false, error: failure.issues.join('; ') }
  }
}

const jsonSchemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/** Made once per contract: every call of a phase shows the same one. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input' })
  jsonSchemas.set(schema, known)
  return known
}

/** Names each field and what is wrong with it, in one line. */
export function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? 'the answer' : path.join('.')}: ${message}`)
    .join('; ')
}

const hash = (request: AgentRequest) =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 32)
