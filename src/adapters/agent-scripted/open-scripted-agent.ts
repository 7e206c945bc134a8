import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { estimateUsage } from '../../model/answer-text.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { parseScript, type Script, type ScriptedFailure, type ScriptEntry } from './script.ts'

export type ScriptedAgentOptions = {
  /** What failures call the script: the path it came from. */
  readonly source?: string
}

/** Answers from a script: the first entry that fits and was not used yet. Each opening starts afresh. */
export function openScriptedAgent(script: Script, options: ScriptedAgentOptions = {}): Agent {
  const source = options.source ?? 'the script'
  const parsed = parseScript(script)
  const used = new Set<ScriptEntry>()

  const take = (request: AgentRequest): Result<ScriptEntry, AgentFailure> => {
    if (!parsed.ok) return err(unavailable(`${source} is not valid: ${parsed.error.join('; ')}`))
    const { answers } = parsed.value
    const entry = answers.find((candidate) => fits(candidate, request) && !used.has(candidate))
    if (entry === undefined) return err(unavailable(nothingLeft(source, answers, request)))
    if (!entry.repeat) used.add(entry)
    return ok(entry)
  }

  return {
    identity: { kind: 'scripted' },
    ceiling: () => ({ tokens: 0, costUsd: 0 }),
    async ask(request, signal) {
      if (signal.aborted) return err({ type: 'cancelled' })
      const entry = take(request)
      if (!entry.ok) return entry
      const waited = await wait(entry.value.delay_ms, signal)
      return waited ? answer(entry.value, request) : err({ type: 'cancelled' })
    },
  }
}

function fits(entry: ScriptEntry, request: AgentRequest): boolean {
  return (
    (entry.phase ?? request.phase) === request.phase &&
    (entry.role ?? request.role) === request.role &&
    (entry.iteration ?? request.iteration) === request.iteration &&
    (entry.attempt ?? request.attempt) === request.attempt
  )
}

function answer(entry: ScriptEntry, request: AgentRequest): Result<AgentAnswer, AgentFailure> {
  if (entry.fail !== undefined) return err(failureOf(entry.fail))
  const { output } = entry
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return ok({ output: structuredClone(output), usage: entry.usage ?? estimateUsage(request, text) })
}

function failureOf(failure: ScriptedFailure): AgentFailure {
  return failure.type === 'timed-out' ? { type: 'timed-out', afterMs: failure.after_ms } : failure
}

function unavailable(reason: string): AgentFailure {
  return { type: 'unavailable', reason, retryable: false }
}

function nothingLeft(
  source: string,
  answers: readonly ScriptEntry[],
  { phase, role, iteration, attempt }: AgentRequest,
): string {
  const spent = answers.filter((entry) => entry.phase === undefined || entry.phase === phase).length
  return (
    `${source} has no answer left for phase ${phase}, role ${role}, iteration ${iteration}, ` +
    `attempt ${attempt}; of its ${answers.length} answers ${spent} could be for ${phase}, ` +
    'and each is used once unless it says `repeat: true`'
  )
}

/** False when the signal came first. */
function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const cancel = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', cancel, { once: true })
  })
}
